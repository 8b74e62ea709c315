"""Measures for the constants of Kachuful's players."""

from __future__ import annotations

import math
import random
import statistics
import time
from collections.abc import Iterator
from functools import cache, partial
from typing import Any, Final

import numpy as np
from bench.measures import Measured

from korthus.bots.kachuful import belief, learnt, policy, thinking
from korthus.bots.kachuful.odds import WIDE
from korthus.bots.kachuful.worlds import VIEW_SIZE, WORLDS, draw_world, pack_view
from korthus.bots.protocol import Budget
from korthus.bots.registry import make_bot
from korthus.bots.search import Found, Settings, search
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE
from korthus.games.kachuful import Kachuful, KachufulRules, KachufulState, KachufulView, Phase
from korthus.games.kachuful.rules import calculate_score
from korthus.kernels.kachuful import kernel
from korthus.kernels.kachuful.convert import _bits
from korthus.kernels.kachuful.layout import HANDS, TURN
from korthus.kernels.rng import stream

SEATS: Final = 4
_PACE: Final = Budget(simulations=16)
_BOTH: Final = ("rules", "normal")

Moment = tuple[KachufulState, KachufulView, Any]


def played(game: Kachuful, bot: str, seed: int, rounds: int) -> Iterator[Moment]:
    """The first rounds of a game between four of the same: what each seat saw, and what it did."""
    bots = [make_bot(bot, game, f"{seed}/{seat}") for seat in range(SEATS)]
    chance, state = FairChance.seeded(seed), game.new(SEATS)
    while (seat := game.to_act(state)) is not None and state.round <= rounds:
        action: Any
        if seat == CHANCE:
            action = game.draw(state, chance)
        else:
            view = game.view(state, seat)
            action = bots[seat].choose(view, _PACE)
            yield state, view, action
        state = game.apply(state, action).state


@cache
def moments(cards: int, games: int, bots: tuple[str, ...] = _BOTH) -> tuple[Moment, ...]:
    """Every third choice among three cards or more, in first rounds of ``cards`` cards."""
    game = Kachuful(KachufulRules.make(start_cards=cards))
    found = [
        moment
        for bot in bots
        for seed in range(games)
        for moment in played(game, bot, seed, 1)
        if moment[1].phase is Phase.PLAY and len(moment[1].hand) > 2 and len(game.choices(moment[1])) > 1
    ]
    return tuple(found[::3])


def _misjudged(state: KachufulState, view: KachufulView, worlds: int, seed: int) -> float:
    """Minus the logarithm of the share of worlds in which a hidden card lies where it lies, on average."""
    game = Kachuful(KachufulRules.make(start_cards=view.cards))
    full = belief.imagine(pack_view(game, view, random.Random(seed)), worlds, seed, belief.PROOF)
    number = int(full[WORLDS])
    drawn = full[VIEW_SIZE:].reshape(number, SEATS)
    chances = []
    for seat, hand in enumerate(state.hands):
        if seat == view.seat:
            continue
        for card in hand:
            there = int(np.count_nonzero(drawn[:, seat] & _bits([card])))
            chances.append((there + 0.5) / (number + 0.5 * SEATS))
    return -statistics.fmean(map(math.log, chances))


def _believe(cards: int, games: int, worlds: int = 256) -> Measured:
    some = moments(cards, games)
    _misjudged(*some[0][:2], worlds, 0)  # what is compiled or loaded counts for nobody
    start = time.process_time()
    losses = [_misjudged(state, view, worlds, seed) for seed, (state, view, _) in enumerate(some)]
    return Measured(time.process_time() - start, losses)


def apart() -> Measured:
    """Rounds of seven cards, where hands are found for each seat apart."""
    return _believe(7, 12)


def together() -> Measured:
    """Rounds of thirteen cards, where worlds are changed as a whole."""
    return _believe(13, 5)


def between() -> Measured:
    """Rounds of ten cards, where some are found apart and some together."""
    return _believe(10, 8)


def worlds() -> Measured:
    """The same by how many worlds there are."""
    more: dict[str, float] = {}
    for number in (thinking._FEWEST, 256, thinking._MANY_WORLDS, thinking._MOST):
        found = _believe(7, 4, number)
        more[f"{number} worlds: loss"] = round(statistics.fmean(found.losses), 4)
        more[f"{number} worlds: seconds"] = round(found.seconds / len(found.losses), 4)
    return Measured(0.0, [], more)


def _found(packed: Any, codes: list[int], simulations: int, seed: int, settings: Settings) -> list[Found]:
    return search(
        thinking.SEARCHED, packed, int(packed[TURN]), codes, Budget(simulations=simulations), seed, settings
    )


def _regret(settings: Settings, judge: Settings, simulations: int) -> Measured:
    """Utility that the most visited choice lacks, judged by a long search in the same worlds."""
    losses, seconds = [], 0.0
    game = Kachuful(KachufulRules.make(start_cards=7))
    for seed, (_, view, _) in enumerate(moments(7, 24, ("rules",))):
        packed = belief.imagine(pack_view(game, view, random.Random(seed)), 256, seed, 0)
        codes = [kernel.encode(game, packed, each) for each in game.choices(view)]
        start = time.process_time()
        short = _found(packed, codes, simulations, seed, settings)
        seconds += time.process_time() - start
        known = {each.action: each.value for each in _found(packed, codes, 16_000, seed + 1_000, judge)}
        chosen = max(short, key=lambda each: (each.visits, each.value)).action
        losses.append(max(known.values()) - known[chosen])
    return Measured(seconds, losses)


def regret() -> Measured:
    """Searches of 400 simulations among sensible seats."""
    judge = Settings(exploration=0.3, trust=8, follow=True, depth=3, paired=True)
    return _regret(thinking.FOLLOWED, judge, 400)


def depth() -> Measured:
    """Searches of 4,000 simulations, judged by a search that plans every choice of the round."""
    judge = Settings(exploration=0.3, trust=8, follow=True, paired=True)
    return _regret(thinking.FOLLOWED, judge, 4_000)


def opinion() -> Measured:
    """Play-outs of ``strong`` among seats that are not sensible, judged by 2,000 in the same worlds."""
    losses, seconds = [], 0.0
    game = Kachuful(KachufulRules.make(start_cards=7))
    for seed, (_, view, _) in enumerate(moments(7, 12, ("normal",))):
        packed = belief.imagine(pack_view(game, view, random.Random(seed)), 256, seed)
        codes = [kernel.encode(game, packed, each) for each in game.choices(view)]
        start = time.process_time()
        short = _found(packed, codes, 48, seed, thinking.PLAYED_OUT)
        merits = thinking._merits(packed, short)
        seconds += time.process_time() - start
        judge = thinking.PLAYED_OUT._replace(exploration=10.0)
        known = {each.action: each.value for each in _found(packed, codes, 2_000, seed + 1_000, judge)}
        chosen = short[int(np.argmax(merits))].action
        losses.append(max(known.values()) - known[chosen])
    return Measured(seconds, losses)


@cache
def _games(number: int) -> tuple[tuple[tuple[tuple[int, ...], ...], tuple[int, ...]], ...]:
    """Games of sensible seats: the totals after each round, and the cards of each round."""
    game = Kachuful(KachufulRules.make())
    made = []
    for seed in range(number):
        *_, (state, view, action) = played(game, "rules", seed, 99)
        last = game.apply(state, action).state
        points = np.cumsum([each.points for each in last.sheet], axis=0)
        made.append((tuple(map(tuple, points.tolist())), view.schedule))
    return tuple(made)


def width() -> Measured:
    """Minus the logarithm of the chance given to the winner of a game, one to three rounds before its end."""
    losses, start = [], time.process_time()
    for points, schedule in _games(150):
        winners = [seat for seat in range(SEATS) if points[-1][seat] == max(points[-1])]
        for left in (1, 2, 3):
            now = points[-1 - left]
            good = (schedule[-1 - left] + 3) // 2
            spread = policy._WIDTH * math.sqrt(left) * calculate_score(good, good) / 0.5
            weights = [math.exp((each - max(now)) / spread) for each in now]
            losses.append(-math.log(sum(weights[seat] for seat in winners) / sum(weights)))
    return Measured(time.process_time() - start, losses)


def last_rounds() -> Measured:
    """By rounds that are left: the utility gained by playing for the game, not for points."""
    thinking._LAST_ROUNDS = 7  # type: ignore[misc]
    game, more, start = Kachuful(KachufulRules.make()), {}, time.process_time()
    budget = Budget(simulations=1_000)
    gains: dict[int, list[float]] = {}
    for seed in range(14):
        for number, (_, view, _) in enumerate(played(game, "rules", seed, 99)):
            left = len(view.schedule) - view.round
            choices = game.choices(view)
            if left > 6 or number % 5 or len(choices) < 2 or len(view.hand) < 2:
                continue
            mind = thinking.Mind(game)
            aims = [
                mind.rank(view, choices, budget, random.Random(seed), for_points=aim).found[0][0]
                for aim in (True, False)
            ]
            if aims[0] == aims[1]:
                gains.setdefault(left, []).append(0.0)
                continue
            judged = mind.rank(view, choices, Budget(simulations=8_000), random.Random(~seed)).found
            values = {action: found.value for action, found in judged if found.visits}
            if aims[0] in values and aims[1] in values:
                gains.setdefault(left, []).append(values[aims[1]] - values[aims[0]])
    for left, found in sorted(gains.items()):
        half = 1.96 * statistics.stdev(found) / math.sqrt(len(found))
        more[f"{left} left: gain"] = round(statistics.fmean(found), 4)
        more[f"{left} left: half of the interval"] = round(half, 4)
    return Measured(time.process_time() - start, [], more)


def whim() -> Measured:
    """Acts of ``normal`` by the chances of the learnt seat, with this share of acts that follow none."""
    game, found = Kachuful(KachufulRules.make(start_cards=7)), []
    for state, view, action in moments(7, 24, ("normal",)):
        s = np.zeros(WIDE, dtype=np.int64)
        own = kernel.pack(game, state)
        s[: len(own)] = own
        number = len(game.choices(view))
        told = math.exp(learnt.likely_card(s, _bits([action.card])))
        found.append(((told - learnt._WHIM / number) / (1 - learnt._WHIM), number))
    more = {}
    for share in (0.05, 0.1, 0.2):
        more[str(share)] = round(
            -statistics.fmean(math.log((1 - share) * max(p, 1e-9) + share / n) for p, n in found), 4
        )
    return Measured(0.0, [], {**more, "acts": len(found)})


def exchanges() -> Measured:
    """Rounds in which seats lack suits and no card is left over: how far 400 worlds in a row are from fair.

    The loss is the mean square by which the share of worlds in which a seat has a card differs from that
    among 400 deals that were counted out one by one.
    """
    game, losses, seconds = Kachuful(KachufulRules.make(start_cards=13)), [], 0.0
    for seed, (_, view, _) in enumerate(moments(13, 3, ("rules",))):
        if not any(view.voids):
            continue
        packed, luck = pack_view(game, view, random.Random(seed)), stream(seed)
        s = np.zeros(WIDE, dtype=np.int64)
        draw_world(packed, luck, s)
        bits, rng = np.arange(64, dtype=np.int64), random.Random(seed)
        start = time.process_time()
        worlds = np.zeros((400, SEATS), dtype=np.int64)
        for number in range(400):
            draw_world(packed, luck, s)
            worlds[number] = s[HANDS : HANDS + SEATS]
        seconds += time.process_time() - start
        drawn = (worlds[:, :, None] >> bits & 1).mean(axis=0)
        deals = [game.sample(view, rng).hands for _ in range(400)]
        hands = np.array([[_bits(hand) for hand in each] for each in deals])
        fair = (hands[:, :, None] >> bits & 1).mean(axis=0)
        losses.append(float(((drawn - fair) ** 2).sum() / view.hand_sizes[0]))
    return Measured(seconds, losses)


#: What each measure looks at, found before the constant gets another value.
BEFORE: Final = {
    "apart": (partial(moments, 7, 12),),
    "between": (partial(moments, 10, 8),),
    "together": (partial(moments, 13, 5),),
    "regret": (partial(moments, 7, 24, ("rules",)),),
    "depth": (partial(moments, 7, 24, ("rules",)),),
    "opinion": (partial(moments, 7, 12, ("normal",)),),
}
