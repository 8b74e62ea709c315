"""A state of an OpenSpiel game."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

import pyspiel

from korthus.core.protocol import CHANCE
from korthus.envs.information import information_string
from korthus.envs.openspiel.moment import Moment
from korthus.envs.openspiel.table import Table

if TYPE_CHECKING:
    from korthus.envs.openspiel.game import KorthusGame


class KorthusState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel comes without types
    """A moment of a game; see OpenSpiel's ``State`` for what its methods promise."""

    def __init__(self, game: KorthusGame) -> None:
        super().__init__(game)
        self.table: Table = game.table
        self.moment: Moment = game.table.first

    def current_player(self) -> int:
        actor = self.moment.to_act
        if actor is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def is_terminal(self) -> bool:
        return self.moment.to_act is None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(number, chance) for number, (_, chance) in self.moment.outcomes.items()]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.moment.ids(self.table.encoding))

    def _apply_action(self, action: int) -> None:
        moment = self.moment
        if moment.to_act == CHANCE:
            self.moment = moment.chanced(action)
        else:
            self.moment = moment.acted(moment.ids(self.table.encoding)[action])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(self.moment.outcomes[action][0])
        legal = self.moment.ids(self.table.encoding) if player == self.moment.to_act else {}
        return str(legal[action]) if action in legal else self.table.encoding.text(action)

    def returns(self) -> list[float]:
        return self.table.worth(self.moment.paid, self.table.start)

    def rewards(self) -> list[float]:
        """What has been gained since a seat last acted."""
        return self.table.worth(self.moment.paid, self.moment.before)

    def information_state(self, player: int) -> str:
        """Everything that a seat has been told (``korthus.envs.information``)."""
        return information_string(self.moment.told[player], player)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> KorthusState:
        """A state of a world that fits all that a player knows; ``sampler`` gives numbers from 0 to 1.

        The player's information state is the same there. The others have been told what everybody has, and
        what they see in that world. The history is that of this state.
        """
        world: KorthusState = self.clone()
        world.moment = self.moment.sampled(player, random.Random(sampler()))
        return world

    def __str__(self) -> str:
        text = self.table.game.format_state(self.moment.state)
        return f"{text}\ndrawn: {' '.join(map(str, self.moment.drawn))}" if self.moment.drawn else text
