"""Games and tables of Mulle for the tests of its numbers."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from hypothesis import strategies as st
from tests.kernels.test_mulle_lockstep import games as kernel_games

from korthus.core.cards import DECK, Card, in_order
from korthus.core.chance import FairChance
from korthus.core.errors import TooManyActions
from korthus.core.protocol import CHANCE
from korthus.games.mulle.actions import Discard, MulleAction
from korthus.games.mulle.cards import HAND_VALUE, TABLE_VALUE
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.options import MulleRules
from korthus.games.mulle.state import MulleState, Pile, Side

#: Options that the kernel does not know, or that make many captures.
UNUSUAL: tuple[dict[str, object], ...] = (
    {"capture_choice": "free"},
    {"capture_choice": "maximal"},
    {"capture_choice": "free", "special_capture": "any_sum", "identical_rule": "off"},
    {"decks": 3, "hand_size": 10},
    {"decks": 4, "hand_size": 20, "table_cards": 20},
    {"special_capture": "any_sum", "builds_in_sums": "all", "down_from_single": True},
    {"table_cards": 20, "hand_size": 20, "special_capture": "any_sum"},
    {"first_starter": "random", "omgangar": 3, "bonus_scope": "session"},
    {"bonus_scope": "rond", "leftovers": "last_capturer", "intake_in_total": True},
    {"allow_dead_builds": True, "trotta_respects_reservation": False, "trotta_joins": "own"},
)


#: Tables with as many different sets of values to take as a search for such tables found: the card, singles
#: by value, values of builds.
WORST: tuple[tuple[Card, dict[int, int], tuple[int, ...]], ...] = (
    (Card.C9, {1: 8, 2: 1, 3: 7, 4: 1, 5: 8, 8: 8}, ()),
    (Card.CJ, {1: 8, 2: 1, 3: 8, 5: 4, 7: 8, 9: 8}, ()),
    (Card.CQ, {1: 8, 3: 4, 4: 5, 5: 8, 6: 4, 8: 8, 10: 8, 11: 8}, ()),
    (Card.CK, {1: 6, 2: 7, 3: 8, 4: 6, 6: 1, 7: 8, 8: 8, 10: 5, 11: 7, 12: 8}, ()),
)

#: A table with more sets of values than places: six open builds beside singles of their values.
BEYOND: tuple[Card, dict[int, int], tuple[int, ...]] = (
    Card.CT,
    {1: 4, 2: 1, 3: 2, 4: 2, 5: 6, 6: 4, 7: 8, 8: 4, 9: 2},
    (2, 5, 6, 7, 8, 9),
)


def some_games(seed: str) -> Iterator[Mulle]:
    """Games under rules of every kind, those that the kernel does not know among them, without end."""
    others = kernel_games(random.Random(seed))
    while True:
        for preset in MulleRules.presets:
            yield Mulle(MulleRules.make(preset, omgangar=1))
        for options in UNUSUAL:
            yield Mulle(MulleRules.make(**{"omgangar": 1, **options}))
            yield next(others)


def states(game: Mulle, rng: random.Random, throwing: float = 0.0) -> Iterator[MulleState]:
    """The states of a random game; with that chance a card is thrown, so that the table fills."""
    chance = FairChance.seeded(str(rng.random()))
    state = game.new()
    yield state
    while (actor := game.to_act(state)) is not None:
        action: MulleAction
        if actor == CHANCE:
            action = game.draw(state, chance)
        else:
            view = game.view(state, actor)
            action = game.pick(view, rng)
            if rng.random() < throwing and not isinstance(action, Discard):
                action = rng.choice(throws(game, state) or [action])
        state = game.apply(state, action).state
        yield state


def throws(game: Mulle, state: MulleState) -> list[MulleAction]:
    """The cards that may be laid down."""
    try:
        return [action for action in game.legal_actions(state) if isinstance(action, Discard)]
    except TooManyActions:
        return []


def table_of(
    game: Mulle, hand: tuple[Card, ...], singles: dict[int, int], builds: tuple[int, ...] = ()
) -> MulleState:
    """A table with a number of singles by value, and builds of seat 1 of some values; seat 0 is to act.

    Builds are open and have as few cards as they can, of what the singles leave of two packs.
    """
    rest = list(in_order(DECK * 2))
    for card in hand:
        rest.remove(card)
    piles: list[Pile] = []
    for value, number in singles.items():
        found = [card for card in rest if TABLE_VALUE[card] == value][:number]
        assert len(found) == number, f"there are not so many of value {value}"
        for card in found:
            rest.remove(card)
            piles.append(Pile((card,), value))
    for value in builds:
        pair = next(
            (one, other)
            for place, one in enumerate(rest)
            for other in rest[place + 1 :]
            if abs(TABLE_VALUE[one] - TABLE_VALUE[other]) == value
            or TABLE_VALUE[one] + TABLE_VALUE[other] == value
        )
        for card in pair:
            rest.remove(card)
        piles.append(Pile(pair, value, 1))
    sides = (Side(hand=in_order(hand)), Side(hand=(rest[0],)))
    return MulleState(sides=sides, table=tuple(piles), omgang=1, rond=game.rules.ronder)


@st.composite
def tables(draw: st.DrawFn, *, plain: bool = True) -> MulleState:
    """Tables of two packs with singles, builds and plain piles of all kinds; seat 0 is to act."""
    pack = st.lists(st.integers(0, 103), min_size=12, max_size=56, unique=True)
    cards = [DECK[place % 52] for place in draw(pack)]
    hand, rest = cards[:8], cards[8:]
    piles: list[Pile] = []
    values: set[int] = set()
    kinds = ("single", "single", "single", "build", "plain" if plain else "single")
    while rest:
        kind = draw(st.sampled_from(kinds))
        value = draw(st.integers(2, 16))
        if kind == "build" and len(rest) > 1 and value not in values:
            values.add(value)
            locked = draw(st.booleans())
            piles.append(Pile((rest.pop(), rest.pop()), value, draw(st.integers(0, 1)), locked))
        elif kind == "plain" and len(rest) > 1:
            both = (rest.pop(), rest.pop())
            piles.append(Pile(both, sum(TABLE_VALUE[card] for card in both)))
        else:
            piles.append(Pile((rest[-1],), TABLE_VALUE[rest.pop()]))
    holds = tuple(value for value in (5, 9) if value in {HAND_VALUE[card] for card in hand})
    first = Side(hand=in_order(hand), holds=holds, tabbe=2, intake=3)
    return MulleState(sides=(first, Side()), table=tuple(piles), omgang=1, rond=6)


def scorings() -> st.SearchStrategy[dict[str, object]]:
    """Options that change what cards bring."""
    return st.fixed_dictionaries(
        {
            "mulle_identity": st.sampled_from(("suit_rank", "rank")),
            "special_mulle_value": st.sampled_from(("rank", "hand")),
            "mulle_card_counts_intake": st.booleans(),
            "spade_ace_intake": st.sampled_from((0, 3)),
        }
    )


def faded(state: MulleState) -> object:
    """A position in which cards of one value are alike, but for the hands.

    Two positions that differ only in which of several cards of a value moved are equal then, whatever that
    brought: mulles and intake are left out.
    """

    def values(cards: tuple[Card, ...]) -> tuple[int, ...]:
        return tuple(sorted(TABLE_VALUE[card] for card in cards))

    table = Counter(
        (values(pile.cards), pile.value, pile.owner, pile.locked, pile.trotta) for pile in state.table
    )
    sides = tuple((side.hand, values(side.taken), side.tabbe, side.holds) for side in state.sides)
    when = (state.turn, state.omgang, state.rond, state.starter, state.last_capturer)
    return (table, sides, when, values(state.left))
