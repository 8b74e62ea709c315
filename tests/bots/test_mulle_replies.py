"""In the search of those who read the other it plays on as the learnt network has it."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from tests.bots.test_mulle_search import make, positions, view_of

from korthus.bots.mulle import thinking
from korthus.bots.mulle.learnt import score
from korthus.bots.mulle.policy import ROOM, WIDE, actor, chance_unseen
from korthus.bots.mulle.replies import ROOMY, go_on, likely, seen
from korthus.bots.mulle.thinking import Mind
from korthus.bots.mulle.worlds import determinise, no_secret, pack_view
from korthus.bots.protocol import Budget
from korthus.bots.search import search
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.state import MulleState
from korthus.kernels.mulle import kernel as mulle
from korthus.kernels.mulle import layout as at
from korthus.kernels.mulle.layout import Packed
from korthus.kernels.rng import stream


def roomy(game: Mulle, state: MulleState) -> Packed:
    """A position with room for the network."""
    s = np.zeros(ROOMY, dtype=np.int64)
    s[: mulle.SIZE] = mulle.pack(game, state)
    return s


def room_of(s: Packed) -> Any:
    return s[WIDE:ROOMY].view(np.float64)


def menu_of(s: Packed) -> list[int]:
    codes = np.zeros(mulle.MAX_LEGAL, dtype=np.int64)
    number = mulle.legal(s[: mulle.SIZE], codes)
    return [int(code) for code in codes[:number]]


def test_plays_come_as_often_as_the_network_thinks_them_likely() -> None:
    game = make(omgangar=1)
    state = next(each for each in positions(game, 3) if 4 <= len(game.choices(view_of(game, each))) <= 9)
    s = roomy(game, state)
    codes = menu_of(s)
    unseen = chance_unseen(s)
    scores = np.array([score(s, s[ROOM:], code, unseen, room_of(s)) for code in codes])
    chances = np.exp(scores - scores.max())
    chances /= chances.sum()
    luck, draws = stream(8), 20_000
    drawn = Counter(int(likely(s, room_of(s), luck)) for _ in range(draws))
    expected = draws * chances
    assert set(drawn) <= set(codes)
    chi = sum((drawn[code] - mean) ** 2 / mean for code, mean in zip(codes, expected, strict=True))
    assert chi < len(codes) - 1 + 4.5 * (2 * (len(codes) - 1)) ** 0.5


@pytest.mark.parametrize("preset", ["complete", "draft"])
def test_the_other_plays_legally_until_it_is_the_seats_turn_or_the_rond_is_over(preset: str) -> None:
    game = make(preset, omgangar=1)
    luck = stream(4)
    for state in random.Random(4).sample(positions(game, 4), 30):
        s = roomy(game, state)
        mover = int(s[at.TURN])
        codes = menu_of(s)
        after = []
        for code in codes:
            tried = s.copy()
            mulle.apply(tried[: mulle.SIZE], code)
            after.append(tried[: at.HOLDS].tolist())
        go_on(s, 1 - mover, luck)
        assert actor(s) in (1 - mover, at.OVER)
        assert s[: at.HOLDS].tolist() in after
        before = s.copy()
        go_on(s, 1 - mover, luck)  # it is their turn: nothing more is played for them
        assert s[:ROOM].tolist() == before[:ROOM].tolist()


def test_a_seat_plans_by_what_it_sees_and_by_all_that_counts() -> None:
    """Worlds of one view are one moment; another hand, table, intake or known value is another."""
    game = make(omgangar=1)
    for state in random.Random(6).sample(positions(game, 6), 20):
        view = view_of(game, state)
        seat = view.seat or 0
        packed = pack_view(game, view)
        numbers = set()
        for luck in range(4):
            world = np.zeros(ROOMY, dtype=np.int64)
            determinise(packed, seat, stream(luck), world)
            numbers.add(int(seen(world)))
        assert len(numbers) == 1
        all_that_counts = (at.SINGLES, at.OWNED, at.INTAKE, at.MULLE_POINTS, at.LAST, at.HOLDS)
        for word in (at.HANDS + 2 * seat, *all_that_counts):
            changed = roomy(game, mulle.normal(state))
            changed[word] ^= 1 << 20
            assert int(seen(changed)) not in numbers


def test_where_counting_tells_both_hands_the_other_plans_too() -> None:
    """In the last rond nobody has a secret: who reads searches as those who do not."""
    game = make(omgangar=1)
    last = [each for each in positions(game, 2) if no_secret(pack_view(game, view_of(game, each)))]
    view = view_of(game, last[0])
    assert len(view.hand) > thinking.ALWAYS_SOLVED
    choices: Any = game.choices(view)
    advice = [
        Mind(game, reads).rank(view, choices, Budget(simulations=60), random.Random(1)) for reads in (0, 512)
    ]
    assert advice[0] == advice[1]
    assert advice[0][0].visits  # it was searched, not solved


def test_before_that_who_reads_searches_against_a_rival_who_does_not_see_its_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = make(omgangar=1)
    view = view_of(game, positions(game, 2)[3])
    choices: Any = game.choices(view)
    searched: list[tuple[Any, bool]] = []

    def note(what: Any, packed: Any, seat: int, codes: Any, budget: Any, seed: int, settings: Any) -> Any:
        searched.append((what, settings.follow))
        return search(what, packed, seat, codes, budget, seed, settings)

    monkeypatch.setattr(thinking, "search", note)
    for reads in (0, 512):
        Mind(game, reads).rank(view, choices, Budget(simulations=60), random.Random(1))
    assert searched == [(thinking.SEARCHED, False), (thinking.ANSWERED, True)]
