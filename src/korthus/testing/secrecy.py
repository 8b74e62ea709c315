"""Nobody learns what is not theirs: other worlds that look the same must go on looking the same.

A fact is everybody's or one seat's. Three things follow, and are tried here. A world sampled from a view
looks just like the truth through that view, and the seat may do the same in it. When the same thing is done
in both and the views stay alike, the events told are alike, unless the states have become the same: what is
shown and then gathered up is no secret any more. And a dealt card that two seats notice is noticed by the
spectator too. Where the rule of the table lets an action be taken back, its seat sees and hears the same in
both worlds.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from korthus.core.errors import IllegalAction
from korthus.core.protocol import CHANCE, AnyGame, Effect, visible
from korthus.table.take_back import reveals
from korthus.testing.mutants import swaps
from korthus.testing.roundtrips import check_state, encode
from korthus.testing.violation import Where


class Sight(NamedTuple):
    """What an action leads to and what one chair gets of it: the state, its view and the events told."""

    state: bytes
    view: bytes
    events: bytes

    def betrays(self, other: Sight) -> bool:
        """Whether the events tell two outcomes apart that still differ and look alike."""
        return self.view == other.view and self.events != other.events and self.state != other.state


def sight(game: AnyGame, state: Any, action: Any, seats: Iterable[int | None]) -> list[Sight]:
    """What each of ``seats`` sees and is told when an action is done."""
    after, events = game.apply(state, action)
    raw = encode(after)
    return [Sight(raw, encode(game.view(after, seat)), encode(visible(events, seat))) for seat in seats]


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


def check_effects(where: Where, state: Any, actor: int, actions: Sequence[Any]) -> None:
    """What the game tells of its listed actions is an ``Effect`` that follows from the view."""
    game = where.game
    view = game.view(state, actor)
    again = game.decode_view(encode(view))
    for action in actions:
        effect = game.effect(view, action)
        if effect is not None and not isinstance(effect, Effect):
            raise where.violation("effects", f"of {action} is {effect!r}, no effect")
        if encode(game.effect(again, action)) != encode(effect):
            raise where.violation("effects", f"of {action} is another one when the view is read back")


def check_worlds(
    where: Where, state: Any, actor: int | None, actions: Sequence[Any], rng: random.Random, count: int
) -> Counter[int | None]:
    """Sample worlds for every chair and compare them; returns how many differed from the truth, by chair."""
    game = where.game
    truth = encode(state)
    cards = Counter(game.deck())
    told = [sight(game, state, action, where.chairs) for action in actions]
    different: Counter[int | None] = Counter()
    for index, seat in enumerate(where.chairs):
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
                    [other] = sight(game, world, action, [seat])
                except IllegalAction:
                    if seat == actor:
                        raise where.violation(
                            "sampled worlds", f"{action} is refused in {where.text(world)}"
                        ) from None
                    continue
                if seat is not None and seat == actor:
                    _check_foreseen(where, state, world, action, seat)
                if other.betrays(sights[index]):
                    raise where.violation(
                        "events",
                        f"{name(seat)} can tell {where.text(world)} from the truth by what {action} tells:"
                        f" {other.events.decode()} instead of {sights[index].events.decode()}",
                    )
    return different


def _check_foreseen(where: Where, state: Any, world: Any, action: Any, seat: int) -> None:
    """What may be taken back tells its seat nothing: it looks alike in every world that looked alike."""
    game = where.game
    truth, other = game.apply(state, action), game.apply(world, action)
    if reveals(truth.events, seat) or game.to_act(truth.state) in (CHANCE, None):
        return
    told, elsewhere = visible(truth.events, seat), visible(other.events, seat)
    seen, instead = game.view(truth.state, seat), game.view(other.state, seat)
    if encode(told) != encode(elsewhere) or encode(seen) != encode(instead):
        raise where.violation(
            "taking back",
            f"seat {seat} could take {action} back, though it tells the truth from {where.text(world)}:"
            f" {encode(told).decode()} instead of {encode(elsewhere).decode()}",
        )


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
            if one.view != two.view:
                noticed.append(seat)
            elif one.betrays(two):
                raise where.violation(
                    "events", f"{name(seat)} is told of cards that are not shown: {two.events.decode()}"
                )
        unseen += len(noticed) < len(where.chairs)
        if fresh and len(noticed) > 1 and None not in noticed:
            raise where.violation(
                "views", f"seats {noticed} both see a card of the deal {deal} that is not public"
            )
    return unseen


def check_alternatives(where: Where, state: Any, actor: int, actions: Sequence[Any]) -> None:
    """A chair that cannot see which of some actions was done is not told of it either.

    Actions that lead to one and the same state hide nothing from each other: an event may tell them apart.
    """
    if actor == CHANCE:
        return
    apart: dict[Any, Any] = {}
    for action in actions:
        apart.setdefault(where.game.apply(state, action).state, action)
    actions = list(apart.values())
    seats = [seat for seat in where.chairs if seat != actor]
    known: list[dict[bytes, tuple[Sight, Any]]] = [{} for _ in seats]
    for action in actions:
        sights = sight(where.game, state, action, seats)
        for seat, alike, seen in zip(seats, known, sights, strict=True):
            first, twin = alike.setdefault(seen.view, (seen, action))
            if seen.betrays(first):
                raise where.violation(
                    "events",
                    f"{name(seat)} sees the same after {twin} and after {action}, but is told"
                    f" {first.events.decode()} and {seen.events.decode()}",
                )


def name(seat: int | None) -> str:
    """A chair in words."""
    return "a spectator" if seat is None else f"seat {seat}"
