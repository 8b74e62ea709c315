"""Nobody learns what is not theirs: other worlds that look the same must go on looking the same.

A fact is everybody's or one seat's. Three things follow, and are tried here. A world sampled from a view
looks just like the truth through that view, and the seat may do the same in it. When the same thing is done
in both and the views stay alike, the events told are alike. And a dealt card that two seats notice is noticed
by the spectator too.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from korthus.core.errors import IllegalAction
from korthus.core.protocol import CHANCE, AnyGame, visible
from korthus.testing.mutants import swaps
from korthus.testing.roundtrips import check_state, encode
from korthus.testing.violation import Where

#: What a seat has in hand after an action: its view, and the events it was told, as bytes.
Sight = tuple[bytes, bytes]


def sight(game: AnyGame, state: Any, action: Any, seats: Iterable[int | None]) -> list[Sight]:
    """What each of ``seats`` sees and is told when an action is done."""
    after, events = game.apply(state, action)
    return [(encode(game.view(after, seat)), encode(visible(events, seat))) for seat in seats]


def check_choices(where: Where, state: Any, actor: int, legal: tuple[Any, ...] | None) -> None:
    """The view of the seat to act is enough to know its actions; nobody else has any."""
    game = where.game
    for seat in where.chairs:
        view = game.view(state, seat)
        if view.seat != seat or view.to_act != actor:
            raise where.violation("views", f"of {seat} says {view.seat=} and {view.to_act=}, not {actor}")
        if seat != actor and game.choices(view) != ():
            raise where.violation("choices", f"{name(seat)} has choices, though {actor} is to act")
    if legal is not None and game.choices(game.view(state, actor)) != legal:
        raise where.violation("choices", f"the view of seat {actor} gives other actions than the state")


def check_worlds(
    where: Where, state: Any, actor: int | None, actions: Sequence[Any], rng: random.Random, count: int
) -> Counter[int | None]:
    """Sample worlds for every chair and compare them; returns how many differed from the truth, by chair."""
    game = where.game
    truth = encode(state)
    cards = Counter(game.deck())
    told = [sight(game, state, action, where.chairs) for action in actions]
    different: Counter[int | None] = Counter()
    for place, seat in enumerate(where.chairs):
        view = game.view(state, seat)
        seen = encode(view)
        for _ in range(count):
            world = game.sample(view, rng)
            raw = encode(world)
            different[seat] += raw != truth
            if type(world) is not game.state_type or game.to_act(world) != actor:
                raise where.violation("sampled worlds", f"of {name(seat)}: {world!r} is another's turn")
            if encode(game.view(world, seat)) != seen:
                raise where.violation(
                    "sampled worlds", f"{name(seat)} would see the sampled {where.text(world)} differently"
                )
            located = Counter(game.located(world))
            if not located <= cards or located.total() != len(game.located(state)):
                raise where.violation(
                    "sampled worlds", f"of {name(seat)} have other cards: {where.text(world)}"
                )
            if game.chips(world) != game.chips(state):
                raise where.violation(
                    "sampled worlds", f"of {name(seat)} have other chips: {where.text(world)}"
                )
            check_state(where, world)
            if seat == actor and game.legal_actions(world) != game.legal_actions(state):
                raise where.violation(
                    "sampled worlds", f"seat {seat} could do something else in {where.text(world)}"
                )
            for action, sights in zip(actions, told, strict=True):
                try:
                    [(after, events)] = sight(game, world, action, [seat])
                except IllegalAction:
                    if seat == actor:
                        raise where.violation(
                            "sampled worlds", f"{action} is refused in {where.text(world)}"
                        ) from None
                    continue
                if (after, events) != sights[place] and after == sights[place][0]:
                    raise where.violation(
                        "events",
                        f"{name(seat)} can tell {where.text(world)} from the truth by what {action} tells:"
                        f" {events.decode()} instead of {sights[place][1].decode()}",
                    )
    return different


def check_deals(
    where: Where, state: Any, deal: Any, pool: tuple[Any, ...], rng: random.Random, tries: int
) -> int:
    """Exchange cards in a deal; returns how many exchanges went unseen by somebody.

    Chairs that see no difference are told none, and a card that two seats can see is there for all to see.
    """
    game = where.game
    truth = sight(game, state, deal, where.chairs)
    unseen = 0
    for other, fresh in swaps(deal, pool, rng, tries):
        if other == deal:
            continue
        sights = sight(game, state, other, where.chairs)
        noticed = []
        for seat, one, two in zip(where.chairs, truth, sights, strict=True):
            if one[0] != two[0]:
                noticed.append(seat)
            elif one[1] != two[1]:
                raise where.violation(
                    "events", f"{name(seat)} is told of cards that are not shown: {two[1].decode()}"
                )
        unseen += len(noticed) < len(where.chairs)
        if fresh and len(noticed) > 1 and None not in noticed:
            raise where.violation(
                "views", f"seats {noticed} both see a card of the deal {deal} that is not public"
            )
    return unseen


def check_alternatives(where: Where, state: Any, actor: int, actions: Sequence[Any]) -> None:
    """A chair that cannot see which of some actions was done is not told of it either."""
    if actor == CHANCE:
        return
    seats = [seat for seat in where.chairs if seat != actor]
    known: list[dict[bytes, tuple[bytes, Any]]] = [{} for _ in seats]
    for action in actions:
        for seat, sights, (after, events) in zip(
            seats, known, sight(where.game, state, action, seats), strict=True
        ):
            told, twin = sights.setdefault(after, (events, action))
            if told != events:
                raise where.violation(
                    "events",
                    f"{name(seat)} sees the same after {twin} and after {action}, but is told"
                    f" {told.decode()} and {events.decode()}",
                )


def name(seat: int | None) -> str:
    """A chair in words."""
    return "a spectator" if seat is None else f"seat {seat}"
