"""What else the kernel of Mulle promises: exact searches, even luck, clear refusals."""

from __future__ import annotations

import math
import random
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from tests.kernels.test_mulle_lockstep import NormalMulle

from korthus.core.cards import DECK, ORDER, Card, without
from korthus.core.chance import FairChance
from korthus.core.errors import InvalidAction, InvalidState, TooManyActions
from korthus.core.protocol import CHANCE
from korthus.games.mulle import packing as rules_packing
from korthus.games.mulle.actions import Capture, Deal
from korthus.games.mulle.options import MulleRules
from korthus.games.mulle.state import MulleState
from korthus.kernels.mulle import kernel as mulle
from korthus.kernels.mulle.counts import largest_packings
from korthus.kernels.mulle.layout import CARD, FACE, HAND_VALUES, IN_ORDER, PILES, TABLE, Packed
from korthus.kernels.mulle.packing import CROWDED, NAME_OF, ROOM, SUMS_OF, VALUE_OF, fill_slots, largest_sets
from korthus.kernels.mulle.random import play_random
from korthus.kernels.rng import stream

GAME = NormalMulle(MulleRules(omgangar=1))


def position(text: str) -> tuple[MulleState, Packed]:
    """A position of the rules and of the kernel."""
    state = GAME.parse_state(text)
    return state, mulle.pack(GAME, state)


def legal_codes(packed: Packed) -> list[int]:
    room = np.zeros(mulle.MAX_LEGAL, dtype=np.int64)
    return [int(code) for code in room[: mulle.legal(packed, room)]]


# -- the searches for sums -----------------------------------------------------------------------------


def by_six(counts: int) -> int:
    """A vector of the kernel in the fields of the rules."""
    return sum((counts >> 4 * value & 15) << 6 * value for value in range(16))


def test_the_search_by_values_finds_what_the_rules_find() -> None:
    rng = random.Random("vectors")
    for _ in range(400):
        target = rng.randrange(2, 17)
        numbers = Counter(rng.randrange(1, target) for _ in range(rng.choice((3, 6, 12, 25, 40))))
        numbers = Counter({value: min(n, 9 if value < 14 else 1) for value, n in numbers.items()})
        counts = sum(n << 4 * value for value, n in numbers.items())
        found = {by_six(int(packing)) for packing in largest_packings(target, counts)} or {0}
        assert found == set(rules_packing.largest_packings(target, by_six(counts)))


def test_the_search_by_slots_finds_what_the_search_by_values_finds() -> None:
    """Every set of slots, counted by value, is a packing, and every packing is made by some set."""
    rng = random.Random("slots")
    w = np.zeros(mulle.WORK, dtype=np.int64)
    walked = 0
    for _ in range(2_000):
        cards = Counter(rng.choice(DECK) for _ in range(rng.randrange(1, 14)))
        first = sum(1 << FACE[card] for card in cards)
        second = sum(1 << FACE[card] for card, number in cards.items() if number > 1)
        builds = sum(1 << value for value in rng.sample(range(2, 16), rng.randrange(3)))
        target = rng.randrange(2, 17)
        first, second = (word & (1 << 4 * (target - 1)) - 1 for word in (first, second))
        builds &= (1 << target) - 1
        slots, _, _, copies = fill_slots(w, first, second, builds)
        counts = Counter(int(value) for value in w[VALUE_OF : VALUE_OF + slots])
        vector = sum(number << 4 * value for value, number in counts.items())
        packings = {int(packing) for packing in largest_packings(target, vector)}
        if not w[SUMS_OF + slots] >> target & 1:
            assert not packings
            continue
        sets = largest_sets(w, slots, copies, target, ROOM)
        if sets == CROWDED:
            continue
        walked += 1
        chosen = [int(word) for word in w[ROOM : ROOM + sets]]
        assert len(set(chosen)) == sets
        vectors = set()
        piles = set()
        for word in chosen:
            places = [place for place in range(slots) if word >> place & 1]
            vectors.add(sum(1 << 4 * int(w[VALUE_OF + place]) for place in places))
            piles.add(tuple(int(w[NAME_OF + place]) for place in places))
        assert vectors == packings
        assert len(piles) == sets, "copies were exchanged"
    assert walked > 500


# -- codes and conversion ------------------------------------------------------------------------------


def test_faces_are_a_numbering_of_the_cards() -> None:
    assert sorted(FACE.values()) == list(range(52))
    assert [CARD[IN_ORDER[ORDER[card]]] for card in DECK] == list(DECK)
    assert HAND_VALUES[FACE[Card.DT]] == 16


def test_order_is_all_that_conversion_loses() -> None:
    state, packed = position(
        "table: KL 9, [7 of 1: SP 5 + HJ 2]; hand 0: RU 7; taken 1: SP A, KL 2; mulles 1: SP A; to act: 0"
    )
    back = mulle.unpack(GAME, packed)
    assert back != state
    assert back == mulle.normal(state)
    assert back.table[1].cards == (Card.H2, Card.S5)


def test_plain_piles_are_refused() -> None:
    with pytest.raises(InvalidState, match="no plain piles"):
        position("table: (KL 9 + RU 7); hand 0: RU 4; to act: 0")


def test_what_is_not_an_action_of_a_seat_has_no_code() -> None:
    _, packed = position("table: KL 9; hand 0: HJ 9; to act: 0")
    with pytest.raises(InvalidAction, match="Deals have no number"):
        mulle.encode(GAME, packed, Deal((Card.C2,)))


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"capture_choice": "free"}, "capture_choice"),
        ({"capture_choice": "maximal"}, "capture_choice"),
        ({"decks": 3}, "decks"),
        ({"omgangar": 11}, "omgångar"),
    ],
)
def test_rules_that_the_kernel_does_not_know_are_named(options: dict[str, object], named: str) -> None:
    game = NormalMulle(MulleRules.make(**options))
    refusal = mulle.supports(game.rules)
    assert refusal is not None
    assert named in refusal
    with pytest.raises(ValueError, match=named):
        mulle.pack(game, game.new())


def test_nobody_has_moves_before_the_deal_or_after_the_end() -> None:
    packed = mulle.pack(GAME, GAME.new())
    assert mulle.actor(packed) == CHANCE
    assert legal_codes(packed) == []
    mulle.playout(packed, stream(1))
    assert mulle.actor(packed) == -2
    assert legal_codes(packed) == []


def test_a_copy_has_all_that_says_something() -> None:
    packed = mulle.pack(GAME, GAME.new())
    mulle.deal(packed, stream(3))
    other = np.full(mulle.SIZE, 99, dtype=np.int64)
    mulle.copy(other, packed)
    assert mulle.unpack(GAME, other) == mulle.unpack(GAME, packed)
    assert (other[TABLE + packed[PILES] :] == 99).all()


def test_scores_run_along() -> None:
    """While an omgång is played, its mulles, tabbar and bonus count."""
    _, packed = position("table: KL 9; hand 0: KL 9; hand 1: HJ 2; to act: 0; intake 1: 23")
    points = np.zeros(2, dtype=np.int64)
    mulle.apply(packed, legal_codes(packed)[0])
    mulle.scores(packed, points)
    assert points.tolist() == [9 + 1, 6]


# -- luck ----------------------------------------------------------------------------------------------


def expected_spread(number: int) -> float:
    """The chi-square of ``number`` equally likely things that is exceeded once in a few thousand times."""
    return number + 4 * math.sqrt(2 * number) + 6


def test_every_card_is_dealt_to_every_place_equally_often() -> None:
    rng = stream(11)
    deals = 4_000
    laid: Counter[int] = Counter()
    held: Counter[Card] = Counter()
    for _ in range(deals):
        packed = mulle.pack(GAME, GAME.new())
        mulle.deal(packed, rng)
        laid[int(packed[TABLE])] += 1
        held.update(mulle.unpack(GAME, packed).sides[1].hand)
    assert set(laid) == set(range(52))
    even = deals / 52
    assert sum((number - even) ** 2 / even for number in laid.values()) < expected_spread(51)
    even = deals * 8 / 52
    assert sum((number - even) ** 2 / even for number in held.values()) < expected_spread(51)


@pytest.mark.parametrize(
    "text",
    [
        "table: KL 2, RU 3, HJ 4, SP 5, KL 6, SP 7, HJ 7; hand 0: RU 9, KL 9, SP 3, HJ J; hand 1: KL Q;"
        " to act: 0",
        "table: KL 4, RU 4, [6 of 0: SP 4 + RU 2], [8 of 1: KL 5 + SP 3]; holds 0: 6;"
        " hand 0: HJ 6, HJ 2, KL 8, KL 8, SP 4; hand 1: KL Q, KL K, HJ K, SP K, RU K; to act: 0",
    ],
)
def test_random_play_chooses_every_legal_action_equally_often(text: str) -> None:
    """Counted by the table and the hand that it leads to: a session is played on from the same position."""
    state, packed = position(text)
    legal = GAME.legal_actions(state)
    after = Counter(_short(mulle.normal(GAME.apply(state, action).state)) for action in legal)
    rng = stream(5)
    w = np.zeros(mulle.WORK, dtype=np.int64)
    rounds = 400 * len(legal)
    seen: Counter[object] = Counter()
    for _ in range(rounds):
        played = packed.copy()
        play_random(played, w, rng)
        seen[_short(mulle.unpack(GAME, played))] += 1
    assert set(seen) == set(after)
    assert sum(
        (seen[key] - 400 * number) ** 2 / (400 * number) for key, number in after.items()
    ) < expected_spread(len(after))


def _short(state: MulleState) -> object:
    return state.table, state.sides[0].hand, state.sides[0].taken


def test_playouts_score_what_the_rules_score() -> None:
    """Means of points, intake and tabbar over random omgångar agree within sampling error."""
    rng = random.Random("rules")
    luck = FairChance.seeded("rules")
    by_rules = []
    for _ in range(150):
        state = GAME.new()
        while (actor := GAME.to_act(state)) is not None:
            action = GAME.draw(state, luck) if actor == CHANCE else rng.choice(GAME.legal_actions(state))
            state = GAME.apply(state, action).state
        by_rules.append(_figures(state))
    stream_ = stream(9)
    by_kernel = []
    for _ in range(3_000):
        packed = mulle.pack(GAME, GAME.new())
        mulle.playout(packed, stream_)
        by_kernel.append(_figures(mulle.unpack(GAME, packed)))
    ours, theirs = np.array(by_kernel), np.array(by_rules)
    error = np.sqrt(ours.var(axis=0) / len(ours) + theirs.var(axis=0) / len(theirs))
    assert (np.abs(ours.mean(axis=0) - theirs.mean(axis=0)) < 4 * error).all()


def _figures(state: MulleState) -> list[int]:
    return [
        figure for score in state.sheet[0] for figure in (score.mulle, score.tabbe, score.intake, score.bonus)
    ]


def test_random_play_goes_on_where_captures_are_too_many() -> None:
    """One largest capture stands for all of a card, as in ``Mulle.pick``: the rules allow each."""
    state, packed = position(
        "rond: 3; to act: 1; table: KL 9, SP 6, RU J, RU 7, RU Q, RU 4, RU 8, SP 7, HJ 2, KL 10, SP "
        "9, RU K, HJ J, HJ 6, KL Q, SP 2, KL 8, RU J, SP 2, HJ 4, RU A, HJ 9, SP 10, RU 3, SP 7, SP "
        "J, KL 3, SP 6, KL 10, SP K, HJ Q, HJ A, KL J, SP 4, SP A, HJ Q, KL 7, RU 9, SP 3, KL 5, KL "
        "J, KL 6, KL 9, HJ K, HJ 7, HJ 8, SP J, RU K, KL Q, HJ K, RU 10; hand 0: RU 5, RU 5; hand 1: "
        "KL K, RU 2, RU 7"
    )
    with pytest.raises(TooManyActions):
        GAME.legal_actions(state)
    assert mulle.legal(packed, np.zeros(mulle.MAX_LEGAL, dtype=np.int64)) == -1
    w = np.zeros(mulle.WORK, dtype=np.int64)
    luck = stream(2)
    captures = set()
    for _ in range(300):
        played = packed.copy()
        play_random(played, w, luck)
        after = mulle.unpack(GAME, played)
        if after.sides[1].taken:
            card = next(card for card in state.sides[1].hand if card not in after.sides[1].hand)
            action = Capture(card, without(after.sides[1].taken, (card,)))
            assert mulle.normal(GAME.apply(state, action).state) == after
            captures.add(action)
    assert len(captures) > 10


def test_rollouts_add_up_the_points_of_omgangar() -> None:
    start = mulle.pack(GAME, GAME.new())
    work = np.zeros(mulle.SIZE, dtype=np.int64)
    sums = np.zeros(2, dtype=np.int64)
    mulle.rollouts(start, work, 50, stream(8), sums)
    again = np.zeros(2, dtype=np.int64)
    points = np.zeros(2, dtype=np.int64)
    rng = stream(8)
    for _ in range(50):
        packed = start.copy()
        mulle.playout_omgang(packed, rng)
        assert mulle.actor(packed) == -2
        mulle.scores(packed, points)
        again += points
    assert sums.tolist() == again.tolist()
    assert mulle.unpack(GAME, start) == GAME.new()


def test_threads_do_not_wait_for_each_other() -> None:
    """The interpreter's lock is free while omgångar are played, and each stream stays its own."""
    start = mulle.pack(GAME, GAME.new())
    done = threading.Event()

    def play(number: int, omgangar: int) -> list[int]:
        sums = np.zeros(2, dtype=np.int64)
        mulle.rollouts(start, np.zeros(mulle.SIZE, dtype=np.int64), omgangar, stream(1, number), sums)
        return [int(points) for points in sums]

    steps, omgangar = 0, 2_000
    while steps <= 3:  # on a busy machine this thread may get no time during short work, but during longer
        assert omgangar < 200_000
        omgangar *= 2
        with ThreadPoolExecutor(2) as pool:
            futures = [pool.submit(play, number, omgangar) for number in range(2)]
            steps = 0
            while not all(future.done() for future in futures):
                steps += 1  # this thread would stand still if the others held the lock
                done.wait(0.001)
    assert [future.result() for future in futures] == [play(number, omgangar) for number in range(2)]
