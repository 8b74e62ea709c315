"""What a seat knows, and the deals it must reckon with."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import product
from math import comb, prod

import msgspec
import pytest
from tests.games.mus.helpers import mus, passes, play
from tests.games.mus.test_mus_scoring import HANDS

from korthus.core.errors import InvalidState
from korthus.core.protocol import visible
from korthus.games.mus.cards import Hand, counts
from korthus.games.mus.game import Mus
from korthus.games.mus.scoring import strength
from korthus.games.mus.state import MusState
from korthus.games.mus.view import MusView

Deal = tuple[Hand, Hand, Hand, Hand]


def test_U12_a_view_has_no_card_of_the_other() -> None:
    """Proves: UI-18."""
    game = mus()
    one = game.parse_state("cards 0: R C 7 1; cards 1: S 6 5 4")
    two = game.parse_state("cards 0: R C 7 1; cards 1: R R 4 4")
    assert msgspec.json.encode(game.view(one, 0)) == msgspec.json.encode(game.view(two, 0))
    assert game.view(one, 1) != game.view(two, 1)
    assert game.view(one, None).hand == ()
    assert game.view(one, 0).held == (4, 4)


def test_U6_cards_are_told_to_their_owner_only() -> None:
    game = mus()
    one = game.apply(game.new(), game.parse("deal R C 7 1 S 6 5 4")).events
    two = game.apply(game.new(), game.parse("deal R C 7 1 R R 4 4")).events
    assert visible(one, 0) == visible(two, 0)
    assert visible(one, None) == visible(two, None)
    assert visible(one, 1) != visible(two, 1)


def test_U18_hands_are_shown_when_they_are_compared() -> None:
    game = mus()
    state, _ = play(game, game.parse_state("cards 0: R C 6 4; cards 1: S 6 5 4"), passes(3))
    assert game.view(state, 1).shown is not None
    assert " ".join(game.view(state, None).shown[0]) == "R C 6 4"  # type: ignore[index]  # just checked
    state, _ = play(game, state, "deal R C 7 1 S 6 5 4")
    assert game.view(state, 1).shown is None


@pytest.mark.parametrize("number", [1, 2])
def test_U14_a_view_says_what_each_lance_has_brought_in_this_hand(number: int) -> None:
    game, mano = mus(), number - 1
    state = game.parse_state(
        f"cards 0: R C 6 4; cards 1: S 6 5 4; hand: {number}; mano: {mano}; stones: 9, 9"
    )
    state, _ = play(game, state, "envido 5, refuse")
    deje = (1, 0) if mano == 0 else (0, 1)
    assert game.view(state, None).in_lances == (deje, (0, 0), (0, 0), (0, 0))
    state, _ = play(game, state, f"{passes(1)}, envido 5, refuse")  # the hand ends, and another is dealt next
    assert game.view(state, None).in_lances == ((0, 0),) * 4


def test_UI18_a_view_says_by_lance_what_was_declared() -> None:
    """Proves: U-13."""
    game = mus()
    state = game.parse_state("cards 0: R C 6 4; cards 1: S 6 5 4")
    assert game.view(state, 1).declared == (None, None, None, None)
    state, _ = play(game, state, passes(2))
    view = game.view(state, 1)
    assert view.lances == ("grande", "chica", "pares", "punto")
    assert view.declared == (None, None, (False, False), (False, False))
    assert all(lance in row for lance, row in zip(view.lances, view.slate, strict=True))


# -- sampling, against every deal counted one by one ---------------------------------------------------------

SMALL = (3, 1, 1, 2, 1, 1, 1, 2)


def every_deal(game: Mus, view: MusView) -> Counter[Deal]:
    """All hands and discards that look like ``view``, with the number of ways to deal each."""
    deals: Counter[Deal] = Counter()

    def splits(pack: tuple[int, ...], size: int) -> list[tuple[Hand, int]]:
        found: Counter[Hand] = Counter()
        ranks = game.deck()
        order = tuple(dict.fromkeys(ranks))
        numbers = [pack["RCS76541".index(rank)] for rank in order]
        for taken in product(*(range(number + 1) for number in numbers)):
            if sum(taken) == size:
                hand = tuple(rank for rank, number in zip(order, taken, strict=True) for _ in range(number))
                found[hand] += prod(comb(a, b) for a, b in zip(numbers, taken, strict=True))
        return list(found.items())

    def less(pack: tuple[int, ...], hand: Hand) -> tuple[int, ...]:
        return tuple(a - b for a, b in zip(pack, counts(hand), strict=True))

    def fits(hand: Hand, seat: int) -> bool:
        return (view.pares is None or (strength(hand).pares > 0) == view.pares[seat]) and (
            view.juego is None or (strength(hand).juego > 0) == view.juego[seat]
        )

    def options(pack: tuple[int, ...], seat: int, own: Hand, size: int) -> list[tuple[Hand, int]]:
        return [(own, 1)] if seat == view.seat else splits(pack, size)

    pack: tuple[int, ...] = game.rules.deck
    if view.seat is not None:
        pack = less(less(pack, view.hand), view.discards)
    for a, ways_a in options(pack, 0, view.hand, view.held[0]):
        rest_a = pack if view.seat == 0 else less(pack, a)
        for b, ways_b in options(rest_a, 1, view.hand, view.held[1]):
            if not (fits(a, 0) and fits(b, 1)):
                continue
            rest_b = rest_a if view.seat == 1 else less(rest_a, b)
            for x, ways_x in options(rest_b, 0, view.discards, view.discarded[0]):
                rest_x = rest_b if view.seat == 0 else less(rest_b, x)
                for y, ways_y in options(rest_x, 1, view.discards, view.discarded[1]):
                    deals[a, b, x, y] += ways_a * ways_b * ways_x * ways_y
    return deals


def chi_square(sampled: Counter[Deal], expected: Counter[Deal], draws: int) -> tuple[float, int]:
    """The statistic with rare deals lumped together, and its degrees of freedom."""
    total = sum(expected.values())
    statistic, cells, rare, rare_seen = 0.0, 0, 0.0, 0
    for deal, weight in expected.items():
        due = draws * weight / total
        if due < 5:
            rare += due
            rare_seen += sampled[deal]
        else:
            statistic += (sampled[deal] - due) ** 2 / due
            cells += 1
    if rare:
        statistic += (rare_seen - rare) ** 2 / rare
        cells += 1
    return statistic, cells - 1


def betting(line: str) -> Callable[[Mus], MusState]:
    return lambda game: play(game, game.parse_state("cards 0: R R 5 4; cards 1: 7 7 6 1; phase: bet"), line)[
        0
    ]


def changing(line: str) -> Callable[[Mus], MusState]:
    return lambda game: play(game, game.parse_state("cards 0: R R 5 4; cards 1: 7 7 6 1"), line)[0]


EARLY = [
    betting("pass"),
    betting(passes(2)),
    betting(f"{passes(2)}, pass, envido 2, no quiero"),
    changing("mus"),
]
LATE = [
    changing("mus, mus, discard 4"),
    changing("mus, mus, discard 4, discard 7 6"),
    changing("mus, mus, discard 5 4, discard 7 6, deal R S"),
    changing("mus, mus, discard 5, discard 6, deal R, deal C, no mus"),
]


@pytest.mark.parametrize(
    ("position", "seat"),
    [*product(EARLY, (0, 1, None)), *product(LATE, (0, 1))],
)
def test_UI24_sampled_deals_are_as_likely_as_they_should_be(
    position: Callable[[Mus], MusState], seat: int | None
) -> None:
    game = mus("mus", deck=SMALL)
    view = game.view(position(game), seat)
    # A spectator has too many deals to see each of them; what seat 1 holds depends on all the rest.
    shape: Callable[[Deal], Deal] = (
        (lambda deal: deal) if seat is not None else (lambda deal: ((), deal[1], (), ()))
    )
    expected: Counter[Deal] = Counter()
    for deal, ways in every_deal(game, view).items():
        expected[shape(deal)] += ways
    rng = random.Random(f"chi {seat}")
    draws = 3000
    sampled: Counter[Deal] = Counter()
    for _ in range(draws):
        world = game.sample(view, rng)
        sampled[shape((world.hands[0], world.hands[1], world.discards[0], world.discards[1]))] += 1
    assert sampled.keys() <= expected.keys()
    statistic, free = chi_square(sampled, expected, draws)
    assert free >= 2
    # Five standard deviations: a fair sampler is refused once in some hundred thousand tries.
    assert statistic < free + 5 * (2 * free) ** 0.5


def test_UI24_sampling_respects_what_was_declared() -> None:
    game = mus()
    state = game.parse_state("cards 0: R R C 1; cards 1: R R S 1; lance: juego")
    rng = random.Random(4)
    worlds = {game.sample(game.view(state, 0), rng).hands[1] for _ in range(300)}
    assert len(worlds) > 20
    assert all(strength(hand).pares and strength(hand).juego for hand in worlds)
    # What is dealt must be there: nobody but me can hold my kings.
    assert all(hand.count(HANDS[0][0]) <= 6 for hand in worlds)


def test_sample_takes_views_of_mus_only() -> None:
    with pytest.raises(InvalidState):
        mus().sample(None, random.Random(1))  # type: ignore[arg-type]  # junk on purpose
