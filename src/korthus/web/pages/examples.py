"""The positions that the rules pages show: data for ``diagrams``, in the notation of each game.

Title and explanation of an example are ``web_home.example.<game>.<key>.title`` and ``.about``; what somebody
wishes for in vain with action n of a try is ``.refused.<n>``. The sections are
``web_home.rules.<game>.<section>.title`` and ``.text``.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Example(NamedTuple):
    """A position, and what may be tried in it: rows of actions, the last of which may be refused."""

    key: str
    #: The section of the rules that it belongs to.
    section: str
    position: str
    tries: tuple[tuple[str, ...], ...]
    options: tuple[tuple[str, object], ...] = ()


#: The sections of each game's rules, in order.
SECTIONS: Final[dict[str, tuple[str, ...]]] = {
    "mulle": ("aim", "cards", "course", "take", "mulle", "build", "lock", "trotta", "throw", "score"),
    "kachuful": ("aim", "course", "trump", "bid", "play", "score", "well"),
    "mus": ("aim", "cards", "mano", "lances", "bet", "deje", "ordago", "count", "change"),
    "eight": ("aim", "course", "place", "modes", "hands", "boards", "sweep"),
}

_LOCKING = "table: HJ 4, SP 5, RU 2, KL K; hand: KL 3, RU 7; hand 1: SP K, KL Q"
_ROUND = "seats: 3; round: 3; won: 1 1 0; bids: 1 2 1; leader: 1;"
_FLOPS = (
    "board a: Qs Js Ts; board b: Ah Kh Qh; board c: 2c 3h 5d;"
    " hand 0: As 9d 8c 2h 2s 6d Ac 4h; hand 1: 9s 5s 7d 7c 8d 8h Ks Qd"
)
_PLACED = (
    "phase: runout; dealer: 1; bankrolls: 950/950; ante: 50; locked: 0, 1; plo: A;"
    " board a: Qs Js Ts; board b: Ah Kh Qh; board c: 2c 3h 5d;"
)

EXAMPLES: Final[dict[str, tuple[Example, ...]]] = {
    "mulle": (
        Example(
            "sums",
            "take",
            "table: KL 9, SP 4, HJ 5, RU 6, HJ 3, KL K; hand: HJ 9, RU 7; hand 1: KL 7, SP Q",
            (("capture HJ 9: KL 9, SP 4, HJ 5, RU 6, HJ 3",),),
        ),
        Example(
            "tabbe",
            "take",
            "table: RU 8, HJ 5, KL 3; hand: KL 8, RU 9; hand 1: SP 4, KL Q",
            (("capture KL 8: RU 8, HJ 5, KL 3",),),
        ),
        Example(
            "twins",
            "mulle",
            "table: RU 9, SP 4, HJ 5; hand: RU 9, RU 7; hand 1: KL 7, SP Q",
            (("capture RU 9: RU 9",), ("capture RU 9: RU 9, SP 4, HJ 5",)),
        ),
        Example(
            "up_or_down",
            "build",
            "table: [6 of 1: KL 4 + HJ 2], SP J; hand: HJ 3, KL 9, SP 3; hand 1: KL 6, SP Q",
            (("build HJ 3 on [6] up",), ("build HJ 3 on [6] down",)),
        ),
        Example("locking", "lock", _LOCKING, (("build KL 3 on HJ 4",), ("build KL 3 on SP 5",))),
        Example(
            "trotta",
            "trotta",
            "table: RU 4, HJ 3, KL A, SP K; hand: KL 4, RU 9; hand 1: SP 4, KL Q",
            (("trotta KL 4",),),
        ),
        Example(
            "reserved",
            "throw",
            "table: [7 of 0: KL 4 + HJ 3], SP 5; hand: RU 7, SP K; hand 1: SP 4, KL Q",
            (("discard SP K",), ("discard RU 7",)),
        ),
    ),
    "kachuful": (
        Example(
            "barred",
            "bid",
            "seats: 4; round: 4; bids: 1 1 1 -; hand 0: HA C4 D2 S9; hand 1: SK C2 D3 H8;"
            " hand 2: H2 C9 DA S5; hand 3: SA SQ HK C5",
            (("bid 0",), ("bid 1",), ("bid 2",)),
        ),
        Example(
            "follow",
            "play",
            f"{_ROUND} hand 0: S9 HA C4; hand 1: C2 D3; hand 2: C9 H2 DA; trick: SK",
            (("play C9", "play S9"), ("play C9", "play HA")),
        ),
        Example(
            "score",
            "score",
            "seats: 3; round: 3; hand 0: S9; hand 1: SK; hand 2: C9; won: 1 2 1; bids: 1 3 2; leader: 1",
            (("play SK", "play C9", "play S9"),),
        ),
    ),
    "mus": (
        Example(
            "lances",
            "lances",
            "cards 0: R C 5 1; cards 1: R S S 4; lance: grande",
            (("pass", "pass", "pass", "pass"),),
            (("target_stones", None), ("ordago", False)),
        ),
        Example(
            "mano",
            "mano",
            "cards 0: R R C 1; cards 1: R R C 1; lance: juego",
            (("envido 2", "quiero"),),
            (("target_stones", None), ("ordago", False)),
        ),
        Example(
            "deje",
            "deje",
            "cards 0: R R 7 4; cards 1: C 7 7 1; lance: grande",
            (("envido 2", "no quiero"), ("envido 2", "envido 3", "no quiero")),
        ),
        Example(
            "ordago",
            "ordago",
            "cards 0: R R C 1; cards 1: R R S 4; lance: juego; stones: 12, 36",
            (("ordago", "quiero"), ("ordago", "no quiero")),
        ),
    ),
    "eight": (
        Example(
            "placing",
            "place",
            _FLOPS,
            (
                ("place As 9d 8c 2h / 2s 6d / Ac 4h",),
                ("place As 9d 8c 2h / 2s 6d / Ac 4h", "place 9s 5s / 7d 7c 8d 8h / Ks Qd"),
                ("place As 9d 8c / 2h 2s 6d / Ac 4h",),
            ),
        ),
        Example(
            "showdown",
            "boards",
            f"{_PLACED} placed 0: A As 9d 8c 2h, B 2s 6d, C Ac 4h; placed 1: A 9s 5s Ks Qd, B 7d 7c, C 8d 8h",
            (("deal 3s 4d", "deal Kd Jh", "deal 9h 9c"),),
            (("hands", 1),),
        ),
        Example(
            "sweep",
            "sweep",
            f"{_PLACED} placed 0: A As Ks 8c 2h, B Ac Ad, C 4h 6d; placed 1: A 9s 5s Kd Qd, B 7d 7c, C 8d 8h",
            (("deal 3s 4d", "deal Td 4s", "deal 9h 9c"),),
            (("hands", 1),),
        ),
    ),
}
