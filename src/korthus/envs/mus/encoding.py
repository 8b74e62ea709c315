"""What a seat of Mus sees, as numbers, and the ids of words and discards.

Ids are, in this order: pass, no quiero, quiero, órdago; envido 1 to the most that a stake may reach; and
where cards can be changed mus, no mus, and every choice of one to four cards by rank (``DISCARDS``), whoever
holds them. Each legal action has one id of its own.

How a lance ended is in the observation, not each word of it; what was won in earlier hands is in it as
stones only.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations_with_replacement
from typing import Final, cast

from korthus.core.protocol import Action, AnyGame, View
from korthus.envs.encoding import Encoding, Field, Row
from korthus.games.mus import actions
from korthus.games.mus.actions import Discard, Envido, MusAction
from korthus.games.mus.cards import HAND_SIZE, RANKS, Hand, counts
from korthus.games.mus.game import Mus
from korthus.games.mus.options import MusRules
from korthus.games.mus.scoring import LANCES
from korthus.games.mus.state import How, Phase
from korthus.games.mus.view import Declared, MusView

#: Every choice of cards by rank: one card, then two, three and four, each from high to low.
DISCARDS: Final[tuple[Hand, ...]] = tuple(
    cards for size in range(1, HAND_SIZE + 1) for cards in combinations_with_replacement(RANKS, size)
)
DISCARD_INDEX: Final = {cards: index for index, cards in enumerate(DISCARDS)}
#: The words whose ids do not depend on the rules, from 0 on; the id of envido n is ``ENVIDO`` + n.
WORDS: Final[tuple[MusAction, ...]] = (actions.PASS, actions.REFUSE, actions.ACCEPT, actions.ORDAGO)
ENVIDO: Final = len(WORDS) - 1
#: What is said before cards are changed; after the last envido.
TALK: Final[tuple[MusAction, ...]] = (actions.ASK_MUS, actions.NO_MUS)

PHASES: Final = (Phase.MUS, Phase.DISCARD, Phase.BET)
HOWS: Final = tuple(How)
KINDS: Final = ("par", "medias", "duples")
#: Stones above this (a single hand that is over may have more) and further changes of cards are not told.
MOST_STONES: Final = 127
MOST_REDEALS: Final = 100


class MusEncoding(Encoding):
    """The numbers of Mus, for all options."""

    def __init__(self, game: AnyGame, seats: int) -> None:
        super().__init__(game, seats)
        self._rules: Final = cast("Mus", game).rules
        self.fields = fields_of(self._rules)
        said = (*WORDS, *(Envido(amount) for amount in range(1, self._rules.cap + 1)))
        if self._rules.mus_phase:
            said += (*TALK, *map(Discard, DISCARDS))
        self._said: Final[tuple[MusAction, ...]] = said
        self._ids: Final[dict[Action, int]] = {action: action_id for action_id, action in enumerate(said)}
        self.actions = len(said)

    def write(self, view: View, row: Row) -> None:
        """See ``Encoding.write``."""
        assert isinstance(view, MusView)
        assert view.seat is not None
        seat = view.seat
        seen = self.named(row)
        seen["phase"][:] = [view.phase is phase for phase in PHASES]
        seen["lance"][:] = [view.lance is lance and view.phase is Phase.BET for lance in LANCES]
        seen["mano"][0] = view.mano == seat
        if view.bet is not None:
            seen["bettor"][_from(seat, view.bet.seat)] = 1
            seen["ordago"][0] = view.bet.ordago
            seen["bet"][:] = (view.bet.stake, view.bet.before, view.bet.raises)
        _declare(seen["pares"], view.pares, seat)
        _declare(seen["juego"], view.juego, seat)
        for result in view.settled:
            lance = result.lance.number
            seen["how"][lance, HOWS.index(result.how)] = 1
            seen["settled_stones"][lance] = result.stones
            if result.seat is not None:
                seen["settled_by"][lance, _from(seat, result.seat)] = 1
        self._write_cards(view, seat, seen)

    def _write_cards(self, view: MusView, seat: int, seen: dict[str, Row]) -> None:
        order = (seat, 1 - seat)
        if view.holding is not None:
            seen["kind"][:] = [view.holding.pares == kind for kind in KINDS]
            seen["has_juego"][0] = view.holding.is_juego
            seen["points"][0] = view.holding.points
        seen["hand"][:] = counts(view.hand)
        seen["stones"][:] = [min(view.stones[each], MOST_STONES) for each in order]
        if view.target is not None:
            seen["needs"][:] = [max(view.target - view.stones[each], 0) for each in order]
        if self._rules.mus_phase:
            seen["discards"][:] = counts(view.discards)
            seen["held"][:] = [view.held[each] for each in order]
            seen["discarded"][:] = [view.discarded[each] for each in order]
            seen["redeals"][0] = min(view.redeals, MOST_REDEALS)
            seen["stock"][0] = view.stock

    def ids(self, view: View) -> Mapping[int, Action]:
        """See ``Encoding.ids``."""
        return {self._ids[action]: action for action in self.game.choices(view)}

    def text(self, action_id: int) -> str:
        """See ``Encoding.text``."""
        return str(self._said[action_id])


def _from(seat: int, other: int) -> int:
    """A seat counted from the one that looks."""
    return int(other != seat)


def _declare(told: Row, said: Declared, seat: int) -> None:
    """For each seat, whether it has said yes, and whether it has said no."""
    if said is not None:
        told[:] = [[said[each], not said[each]] for each in (seat, 1 - seat)]


def fields_of(rules: MusRules) -> tuple[Field, ...]:
    """What a row tells; those of games in which cards can be changed come last."""
    cap, size = rules.cap, sum(rules.deck)
    lances = len(LANCES)
    always = (
        Field("phase", (len(PHASES),), 0, 1, "Whether mus is asked for, cards are discarded, or bets made."),
        Field("lance", (lances,), 0, 1, "The lance that is bet on: grande, chica, pares, juego, punto."),
        Field("mano", (1,), 0, 1, "1 if the own seat is mano."),
        Field("bettor", (2,), 0, 1, "Whose bet waits for an answer."),
        Field("ordago", (1,), 0, 1, "1 if that bet is órdago."),
        Field("pares", (2, 2), 0, 1, "For each seat: 1, 0 has said to have pares; 0, 1 has said not to."),
        Field("juego", (2, 2), 0, 1, "The same of juego."),
        Field(
            "how", (lances, len(HOWS)), 0, 1, "How each lance ended: pass, quiero, refusal, alone, nobody."
        ),
        Field("settled_by", (lances, 2), 0, 1, "Who bet last in it, or alone had pares or juego."),
        Field("kind", (len(KINDS),), 0, 1, "The own pares: par, medias, duples."),
        Field("has_juego", (1,), 0, 1, "1 if the own cards are juego."),
        Field("hand", (len(RANKS),), 0, HAND_SIZE, "The own cards by rank: R C S 7 6 5 4 1."),
        Field("settled_stones", (lances,), 0, cap, "The stake of a lance that is over, or its deje."),
        Field("bet", (3,), 0, cap, "Of the bet: its stake, the stake before it, how often it was raised."),
        Field("stones", (2,), 0, MOST_STONES, "The stones of each seat, 127 standing for more."),
        Field("needs", (2,), 0, cap, "Stones that each seat still needs; 0 where a single hand is played."),
        Field("points", (1,), 0, 40, "What the own cards add up to."),
    )
    if not rules.mus_phase:
        return always
    return (
        *always,
        Field("discards", (len(RANKS),), 0, max(rules.deck), "The own discards in this hand, by rank."),
        Field("held", (2,), 0, HAND_SIZE, "Cards that each seat holds."),
        Field("discarded", (2,), 0, size, "Cards that each seat has discarded since the pack was shuffled."),
        Field("redeals", (1,), 0, MOST_REDEALS, "How often cards were changed, 100 standing for more."),
        Field("stock", (1,), 0, size, "Cards left in the pack."),
    )


ENCODING = MusEncoding
