"""Any game as a PettingZoo environment: agents act one after the other (AEC).

>>> from korthus.envs.pettingzoo import env
>>> table = env("kachuful", start_cards=2)
>>> table.reset(seed=7)
>>> observation, reward, terminated, truncated, info = table.last()
>>> sorted(observation)
['action_mask', 'observation']
"""

from __future__ import annotations

import random
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from korthus.core.protocol import AnyGame
from korthus.envs.episode import episode_of, game_for
from korthus.envs.errors import EnvError, check_whole
from korthus.envs.information import information_string
from korthus.envs.rendering import MODES, Renderer
from korthus.extras import check_libraries

check_libraries("korthus.envs.pettingzoo", ("gymnasium", "pettingzoo"), "envs")

from gymnasium import spaces  # noqa: E402  # after the sentence for whoever does not have it
from pettingzoo import AECEnv  # noqa: E402

from korthus.envs.spaces import MaskIn, action_space, observation_space, row_space, shown  # noqa: E402


class KorthusEnv(AECEnv):  # type: ignore[misc]  # PettingZoo comes without types
    """A game; its agents are ``player_0``, ``player_1``, … by seat.

    Rewards are points (``korthus.envs.rewards``): those of a game add up to the outcome. An action that is
    not legal is refused with an ``EnvError``, and nothing has changed.
    """

    def __init__(
        self,
        game: str | AnyGame,
        *,
        preset: str | None = None,
        seats: int | None = None,
        mask_in: MaskIn = "observation",
        max_cycles: int | None = None,
        compiled: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Prepare a table for a game.

        Args:
            game: its name, with ``preset`` and ``options`` as for ``korthus.game``; or a game.
            seats: how many play; None: as few as can.
            mask_in: ``observation``: an observation is a dictionary of the row (``observation``) and of the
                ``action_mask``; ``info``: it is the row, and the mask is in the info of the agent to act.
            max_cycles: actions for each seat after which a game is cut off (truncated); None: never.
            compiled: play on the game's kernel, which is faster and keeps no history: no information states,
                and other games for the same seed. The first time, it is compiled.
            render_mode: ``ansi``, ``rgb_array``, ``svg``, ``human`` (prints) or None.

        Raises:
            InvalidOptions: there is no such game, it cannot be played so, or has no compiled code for it.
            EnvError: there is no such render mode.
        """
        super().__init__()
        if max_cycles is not None:
            check_whole("max_cycles", max_cycles, 1)
        played = game_for(game, preset, options)
        self.episode: Final = episode_of(played, seats, compiled=compiled)
        self.encoding: Final = self.episode.encoding
        self.metadata = {
            "name": f"korthus_{played.name}_v0",
            "render_modes": list(MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.render_mode: Final = render_mode
        self._renderer: Final = Renderer(played, render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(self.episode.seats)]
        self.agents: list[str] = []
        self._seats: Final = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._mask_in: Final = mask_in
        self._most: Final = None if max_cycles is None else max_cycles * self.episode.seats
        self._steps = 0
        self._begun = False
        self._rng = random.Random()
        self.observation_spaces = {
            agent: observation_space(self.encoding, mask_in) for agent in self.possible_agents
        }
        self.action_spaces = {agent: action_space(self.encoding) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """See ``AECEnv.observation_space``; the same for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """See ``AECEnv.action_space``."""
        return self.action_spaces[agent]

    # -- playing -----------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. With a seed all cards from now on follow from it; there are no options."""
        if seed is not None:
            self._rng = random.Random(seed)
        self.episode.begin(self._rng)
        self._begun = True
        self._steps = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection: str | None = None
        self._turn()

    def step(self, action: int | None) -> None:
        """Take an action of ``agent_selection``; None, once its game is over.

        Raises:
            EnvError: the id is not legal now, or no game is on; nothing has changed.
        """
        if not self.agents:
            raise EnvError("NOT_RESET")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        gained = self.episode.step(action)  # type: ignore[arg-type]  # None is no id and is refused
        self._steps += 1
        self._cumulative_rewards[agent] = 0.0
        for each, reward in zip(self.agents, gained, strict=True):
            self.rewards[each] = float(reward)
            self._cumulative_rewards[each] += reward
        if self._mask_in == "info":
            self.infos[agent] = {}
        self._turn()
        if self.render_mode == "human":
            self.render()

    def _turn(self) -> None:
        """Say whose turn it is, or that the game is over."""
        seat = self.episode.to_act
        if seat is None:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._steps == self._most:
            self.truncations = dict.fromkeys(self.agents, True)
        if seat is None or self._steps == self._most:
            self._deads_step_first()
            return
        self.agent_selection = self.possible_agents[seat]
        if self._mask_in == "info":
            self.infos[self.agent_selection] = {"action_mask": self.episode.mask(seat)}

    def last(self, observe: bool = True) -> Any:
        """See ``AECEnv.last``.

        Raises:
            EnvError: there was no ``reset`` yet.
        """
        self._check_begun()
        return super().last(observe)

    # -- seeing ------------------------------------------------------------------------------------

    def observe(self, agent: str) -> Any:
        """What an agent sees, in its ``observation_space``; the mask of one that is not to act is all zeros.

        Raises:
            EnvError: there was no ``reset`` yet.
        """
        self._check_begun()
        seat = self._seats[agent]
        row = self.episode.observe(seat)
        return row if self._mask_in == "info" else shown(row, self.episode.mask(seat), self._mask_in)

    def state(self) -> npt.NDArray[np.float32]:
        """What all seats see together, hidden cards included: for central critics, not for players.

        Raises:
            EnvError: there is no game before ``reset``.
        """
        self._check_begun()
        return np.concatenate([self.episode.observe(seat) for seat in range(self.episode.seats)])

    @property
    def state_space(self) -> spaces.Box:
        """The space of ``state``."""
        row, seats = row_space(self.encoding), self.episode.seats
        return spaces.Box(np.tile(row.low, seats), np.tile(row.high, seats), dtype=np.float32)

    def information_state(self, agent: str) -> str:
        """Everything that an agent has been told, with perfect recall (``korthus.envs.information``).

        Raises:
            EnvError: there is no game before ``reset``.
        """
        self._check_begun()
        seat = self._seats[agent]
        return information_string(self.episode.heard(seat), seat)

    def render(self) -> Any:
        """The table as ``agent_selection`` sees it: text, an array of RGB, or SVG; ``human`` prints text."""
        self._check_begun()
        seat = self._seats[self.agent_selection]
        return self._renderer.render(self.episode.view(seat), self.possible_agents)

    def _check_begun(self) -> None:
        if not self._begun:
            raise EnvError("NOT_RESET")

    def close(self) -> None:
        """Nothing is open."""


#: The door, by the name that PettingZoo's own games have for it.
env = KorthusEnv
