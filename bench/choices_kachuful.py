"""What the choices of Kachuful players are worth against those of another, moment by moment.

``python -m bench.choices_kachuful strong easy normal --games 50`` lets four ``strong`` play whole games. In
every moment with a choice each of the other players is asked, too, as if it sat there; where it would do
something else, the rest of the round is played both ways, from the cards as they really lie, by the same
seats with the same luck. So what two players would do alike costs no luck, and a few dozen games tell what
takes hundreds in a match (``bench.strength_kachuful``, which has the last word: here nobody meets the
situations that its own play leads to). Players may be given budgets as there: ``strong@400``.

Prints one JSON line for each player: how often it would choose otherwise, and points ahead of the mean of the
others that a seat gains by it in a game, with a 95 % interval over games. How far it is comes on the standard
error.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

from bench.measure import report
from bench.strength_kachuful import contestant, interval

from korthus.bots.protocol import Budget
from korthus.bots.registry import make_bot
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE
from korthus.games.kachuful import Kachuful, KachufulRules, KachufulState
from korthus.games.kachuful.actions import KachufulAction

SEATS = 4
#: Who plays the rounds out.
FINISHER, PACE = "normal", Budget(simulations=100)

Moment = tuple[KachufulState, int, KachufulAction]


def moments(game: Kachuful, host: str, deal: int) -> Iterator[Moment]:
    """Every moment with a choice in a game between four of the same: the state, the seat, what it did."""
    name, budget = contestant(host)
    bots = [make_bot(name, game, f"{deal}/{seat}") for seat in range(SEATS)]
    chance, state = FairChance.seeded(deal), game.new(SEATS)
    while (seat := game.to_act(state)) is not None:
        if seat == CHANCE:
            state = game.apply(state, game.draw(state, chance)).state
            continue
        view = game.view(state, seat)
        action: Any = bots[seat].choose(view, budget)
        if len(game.choices(view)) > 1:
            yield state, seat, action
        state = game.apply(state, action).state


def worth(game: Kachuful, state: KachufulState, seat: int, action: KachufulAction, luck: str) -> float:
    """Points ahead of the mean of the others in this round, if the seat does this."""
    bots = [make_bot(FINISHER, game, f"{luck}/{each}") for each in range(SEATS)]
    over = len(state.sheet) + 1
    state = game.apply(state, action).state
    while len(state.sheet) < over:
        actor = game.to_act(state)
        assert actor is not None
        chosen: Any = bots[actor].choose(game.view(state, actor), PACE)
        state = game.apply(state, chosen).state
    points = state.sheet[-1].points
    return points[seat] - (sum(points) - points[seat]) / (SEATS - 1)


def ask(game: Kachuful, host: str, guests: list[str], times: int, deal: int) -> list[list[float]]:
    """By guest: for each moment of a game in which it would do something else, the points that this gains."""
    gains: list[list[float]] = [[] for _ in guests]
    for number, (state, seat, action) in enumerate(moments(game, host, deal)):
        known: dict[KachufulAction, float] = {}
        for guest, found in zip(guests, gains, strict=True):
            name, budget = contestant(guest)
            bot = make_bot(name, game, f"{guest}/{deal}/{number}")
            other: Any = bot.choose(game.view(state, seat), budget)
            if other == action:
                continue
            for what in (action, other):
                if what not in known:
                    lucks = [f"{deal}/{number}/{time}" for time in range(times)]
                    known[what] = statistics.fmean(worth(game, state, seat, what, luck) for luck in lucks)
            found.append(known[other] - known[action])
    return gains


def main() -> None:
    """Ask and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("host")
    parser.add_argument("guests", nargs="+")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--first", type=int, default=1, help="the first deal")
    parser.add_argument("--times", type=int, default=4, help="how often each way is played out")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    task = partial(ask, Kachuful(KachufulRules.make()), args.host, args.guests, args.times)
    by_game: list[list[list[float]]] = []
    with ProcessPoolExecutor(args.jobs) as pool:
        for found in pool.map(task, range(args.first, args.first + args.games)):
            by_game.append(found)
            so_far = [
                f"{guest} {statistics.fmean(sum(each[n]) / SEATS for each in by_game):+.2f}"
                for n, guest in enumerate(args.guests)
            ]
            print(f"{len(by_game)}/{args.games}: {', '.join(so_far)}", file=sys.stderr, flush=True)
    for n, guest in enumerate(args.guests):
        gain, low, high = interval([sum(each[n]) / SEATS for each in by_game])
        report(
            f"Kachuful: points a game by the choices of {guest} in place of those of {args.host}",
            gain=gain,
            interval=[low, high],
            other_choices_a_game=round(statistics.fmean(len(each[n]) for each in by_game) / SEATS, 2),
            games=args.games,
        )


if __name__ == "__main__":
    main()
