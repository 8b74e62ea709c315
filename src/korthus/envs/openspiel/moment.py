"""One moment of a game as OpenSpiel sees it: a state, what everybody was told, and cards of a deal so far."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

from korthus.core.draws import Luck, Wanted, wanted
from korthus.core.protocol import CHANCE, Action, AnyGame
from korthus.envs.chance import Dealt, deal_of, deals, next_cards
from korthus.envs.encoding import Encoding
from korthus.envs.information import Told, nothing_told, sampled, tell
from korthus.envs.rewards import Points, points


class Moment:
    """Never changes, so that copies share it; what it works out is kept."""

    def __init__(
        self, game: AnyGame, state: Any, told: Told, paid: Points, before: Points, drawn: tuple[Any, ...] = ()
    ) -> None:
        self._game: Final = game
        self.state: Final = state
        self.told: Final = told
        #: The points of each seat now, and when a seat last acted.
        self.paid: Final = paid
        self.before: Final = before
        #: The cards that have come so far of a deal that comes card by card.
        self.drawn: Final = drawn
        self.to_act: Final = game.to_act(state)
        self._ids: Mapping[int, Action] | None = None

    @classmethod
    def first(cls, game: AnyGame, state: Any, start: Points) -> Moment:
        """The first moment of a game."""
        return cls(game, state, nothing_told(game.seats(state)), start, start)

    def __deepcopy__(self, memo: object) -> Moment:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return Moment, (self._game, self.state, self.told, self.paid, self.before, self.drawn)

    # -- chance ------------------------------------------------------------------------------------

    @cached_property
    def due(self) -> Wanted:
        """What chance draws here."""
        return wanted(self._game, self.state)

    @cached_property
    def listed(self) -> tuple[Dealt, ...] | None:
        """Every deal, where they can be listed; None where cards come one by one."""
        return deals(self._game, self.state)

    @cached_property
    def outcomes(self) -> Mapping[int, tuple[Action | Any, float]]:
        """What chance can do here by ids: a deal, or the next card of one, with its probability."""
        if self.listed is not None:
            return {number: (each.deal, float(each.probability)) for number, each in enumerate(self.listed)}
        places = {card: index for index, card in enumerate(dict.fromkeys(self.due.pool))}
        return {
            places[each.card]: (each.card, float(each.probability))
            for each in next_cards(self.due, self.drawn)
        }

    def chanced(self, outcome: int) -> Moment:
        """The moment after chance has done something."""
        found, _ = self.outcomes[outcome]
        if self.listed is not None:
            return self._after(CHANCE, found)
        drawn = (*self.drawn, found)
        if len(drawn) == self.due.size:
            return self._after(CHANCE, deal_of(self._game, self.state, drawn))
        return Moment(self._game, self.state, self.told, self.paid, self.before, drawn)

    # -- seats -------------------------------------------------------------------------------------

    def ids(self, encoding: Encoding) -> Mapping[int, Action]:
        """The legal actions of the seat to act by their ids; the encoding is always the same."""
        if self._ids is None:
            self._ids = encoding.ids(self._game.view(self.state, self.to_act))
        return self._ids

    def acted(self, action: Action) -> Moment:
        """The moment after the seat to act has done something."""
        assert self.to_act is not None
        return self._after(self.to_act, action)

    def _after(self, actor: int, action: Action) -> Moment:
        state, events = self._game.apply(self.state, action)
        before = self.before if actor == CHANCE else self.paid
        return Moment(
            self._game, state, tell(self.told, actor, action, events), points(self._game, state), before
        )

    def sampled(self, seat: int, rng: random.Random) -> Moment:
        """A moment of a world that fits everything a seat knows, as likely as it should be."""
        game = self._game
        world = game.sample(game.view(self.state, seat), rng)
        views = [game.view(world, each) for each in range(game.seats(world))]
        drawn = Luck(rng).draw(wanted(game, world).pool, len(self.drawn)) if self.drawn else ()
        return Moment(game, world, sampled(self.told, seat, views), self.paid, self.before, drawn)
