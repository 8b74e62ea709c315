"""The luck of the deal: the same cards again, played by equals.

What lies in which order in a pack is luck; what is done with it is play. So the recorded packs are laid out
again and a computer player sits in every seat. What a seat gets then, on average over several games, is what
its cards (and its seat) were worth; what it got beyond that, or fell short of, is play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, TypeVar

from korthus.arena.duplicate import DuplicateChance
from korthus.bots.chair import Chair
from korthus.bots.protocol import Budget
from korthus.bots.registry import make_bot
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE, AnyGame, visible
from korthus.table.replay import Replay

T = TypeVar("T")

#: Why luck cannot be told from play: the record has no seed, or deals that do not follow from it, or the game
#: was given up, and whole games with its cards say nothing about a part.
Missing = Literal["no_seed", "wrong_deals", "given_up"]


class Packs(NamedTuple):
    """The cards of each fresh pack of a record in the order in which they were dealt."""

    orders: tuple[tuple[Any, ...], ...]
    server_seed: bytes


class PacksAgain(DuplicateChance):
    """Pack number *n* lies as it lay in the record; what nobody saw of it has one fixed order.

    Where a game needs as many cards in every line of play (Mulle, Kachuful, Eight Cards), every deal is the
    recorded one. Where players change cards (Mus), every hand begins with the recorded deal and the changes
    take what lay next in the pack. A game that lasts longer than the record goes on with packs of its seed.
    """

    def __init__(self, packs: Packs) -> None:
        super().__init__(packs.server_seed)
        self._orders = packs.orders

    def _shuffled(self, pool: Sequence[T]) -> list[T]:
        rest = super()._shuffled(pool)
        number = self._decks - 1
        if self._returns or number >= len(self._orders):
            return rest
        order = list(self._orders[number])
        for card in order:
            rest.remove(card)
        return order + rest


class _Witness:
    """A ``Chance`` that deals as the table did and writes the packs down."""

    def __init__(self, chance: FairChance) -> None:
        self._chance = chance
        self.orders: list[list[Any]] = []
        self._left: Counter[Any] = Counter()
        self._whole = 0
        self._mixed = False

    def draw(self, pool: Sequence[T], count: int) -> tuple[T, ...]:
        """See ``Chance.draw``. Once cards were put back, what is drawn is not the order of the pack."""
        if len(pool) >= self._whole:
            self._whole = len(pool)
            self._left = Counter(pool)
            self._mixed = False
            self.orders.append([])
        drawn = self._chance.draw(pool, count)
        self._mixed = self._mixed or not Counter(pool) <= self._left
        if not self._mixed:
            self.orders[-1].extend(drawn)
            self._left.subtract(drawn)
        return drawn


def packs_of(replay: Replay) -> Packs | Missing:
    """The packs of a record, or why they are not known."""
    seed = replay.record.shuffle.server_seed
    if seed is None:
        return "no_seed"
    game, server_seed = replay.game, bytes.fromhex(seed)
    witness = _Witness(FairChance(server_seed, replay.record.shuffle.seat_seeds))
    for step, entry in enumerate(replay.record.actions):
        if entry.seat != "deal":
            continue
        replay.goto(step)
        if str(game.draw(replay.state, witness)) != entry.text:
            return "wrong_deals"
    return Packs(tuple(tuple(order) for order in witness.orders), server_seed)


def play_again(
    game: AnyGame, seats: int, packs: Packs, *, level: str, budget: Budget | None, seed: str
) -> tuple[int, ...]:
    """The scores of a game with these packs and a player of ``level`` in every seat."""
    chance = PacksAgain(packs)
    chairs = [Chair(make_bot(level, game, f"{seed}/{seat}")) for seat in range(seats)]
    state = game.new(seats)
    while (actor := game.to_act(state)) is not None:
        if actor == CHANCE:
            action = game.draw(state, chance)
        else:
            action = chairs[actor].choose(game.view(state, actor), budget)
        state, events = game.apply(state, action)
        for seat, chair in enumerate(chairs):
            chair.hear(visible(events, seat))
    outcome = game.outcome(state)
    assert outcome is not None  # nobody is to act any more
    return tuple(outcome.scores)
