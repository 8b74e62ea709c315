"""One seat of any game as a Gymnasium environment, against players of the house.

>>> from korthus.envs.gymnasium import env
>>> chair = env("kachuful", opponents="rules", start_cards=2)
>>> observation, info = chair.reset(seed=7)
>>> observation, reward, terminated, truncated, info = chair.step(int(observation["action_mask"].argmax()))

Games that were known when this was imported can be made by name, too:
``gymnasium.make("korthus/kachuful-v0", opponents="rules")``.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final, SupportsFloat

from korthus.bots.chair import Chair
from korthus.bots.protocol import Budget
from korthus.bots.registry import make_bot
from korthus.core.errors import GameOver
from korthus.core.phrases import Phrase
from korthus.core.protocol import Action, AnyGame, Event
from korthus.envs.episode import Episode, game_for
from korthus.envs.errors import EnvError, bad_option, check_whole, is_whole, refusal_of
from korthus.envs.information import information_string
from korthus.envs.rendering import MODES, Renderer
from korthus.extras import check_libraries
from korthus.games.catalogue import game_names

check_libraries("korthus.envs.gymnasium", ("gymnasium",), "envs")

import gymnasium  # noqa: E402  # after the sentence for whoever does not have it

from korthus.envs.spaces import MaskIn, action_space, observation_space, shown  # noqa: E402

#: Who is to be sat opposite: one name for all, or one for each seat from the own on round the table.
Opponents = str | Sequence[str]


class SeatEnv(gymnasium.Env[Any, Any]):
    """A game as one seat lives it: the others, and chance, move until it is the learner's turn again.

    The reward of a step is what the seat has gained until then (``korthus.envs.rewards``). An id that is not
    legal changes nothing: the observation is the same again, the reward is 0, and ``info["refused"]`` says
    why.
    """

    metadata = {  # noqa: RUF012  # Gymnasium's base class declares it
        "render_modes": list(MODES),
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str | AnyGame,
        *,
        opponents: Opponents = "random",
        seat: int | None = 0,
        preset: str | None = None,
        seats: int | None = None,
        mask_in: MaskIn = "observation",
        simulations: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Sit down at one seat of a game.

        Args:
            game: its name, with ``preset`` and ``options`` as for ``korthus.game``; or a game.
            opponents: the players on the other seats by name (``korthus bots GAME`` lists them): one for all,
                or one for each, from the next seat on round the table.
            seat: the learner's seat; None: another one in every game, each as likely.
            seats: how many play; None: as few as can.
            mask_in: as for ``korthus.envs.pettingzoo.env``.
            simulations: how much an opponent that searches may think about a move; None: as it likes.
            render_mode: ``ansi``, ``rgb_array``, ``svg``, ``human`` (prints) or None.

        Raises:
            InvalidOptions: there is no such game, seat or player, or it cannot be played so.
            EnvError: there is no such render mode.
        """
        played = game_for(game, preset, options)
        self.episode: Final = Episode(played, seats)
        others = self.episode.seats - 1
        names = (opponents,) * others if isinstance(opponents, str) else _names(opponents)
        self._check(seat, names)
        if simulations is not None:
            check_whole("simulations", simulations, 1)
        self._names: Final = names
        self._seat: Final = seat
        self._mask_in: Final = mask_in
        self._budget: Final = None if simulations is None else Budget(simulations=simulations)
        self.render_mode = render_mode
        self._renderer: Final = Renderer(played, render_mode)
        self.observation_space = observation_space(self.episode.encoding, mask_in)
        self.action_space = action_space(self.episode.encoding)
        #: By an opponent's seat: the name of the player there.
        self._opponents: dict[int, str] = {}
        self._seeds: dict[int, int] = {}
        self._chairs: dict[int, Chair] = {}
        #: By an opponent's seat: how many of the things that its seat was told it has heard.
        self._heard: dict[int, int] = {}
        #: What the learner gained before its first turn, which its first step brings.
        self._before = 0.0
        self._begun = False
        #: The learner's seat in this game.
        self.seat = 0 if seat is None else seat

    def _check(self, seat: int | None, names: Sequence[str]) -> None:
        """See that the seat and the players are there."""
        seats = self.episode.seats
        if seat is not None and not (is_whole(seat) and seat in range(seats)):
            raise bad_option("seat", seat, f"none, or 0 to {seats - 1}")
        if len(names) != seats - 1:
            raise bad_option("opponents", len(names), f"{seats - 1}")
        for name in names:
            make_bot(name, self.episode.game, 0)

    # -- playing -----------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a new game and play until it is the learner's turn; there are no options.

        With a seed everything from now on follows from it.
        """
        super().reset(seed=seed)
        self._begun = True
        while True:
            if self._seat is None:
                self.seat = int(self.np_random.integers(self.episode.seats))
            self._sit_down()
            self.episode.begin(random.Random(self._number()))
            self._before = self._play_on()
            if self.episode.to_act is not None:  # a game may end before the learner has had a turn
                break
        self._show()
        return self._observation(), self._info()

    def _check_begun(self) -> None:
        if not self._begun:
            raise EnvError("NOT_RESET")

    def _number(self) -> int:
        return int(self.np_random.integers(1 << 62))

    def _sit_down(self) -> None:
        """Give every opponent a seat and luck of its own."""
        seats = self.episode.seats
        self._opponents = {(self.seat + 1 + index) % seats: name for index, name in enumerate(self._names)}
        self._seeds = {index: self._number() for index in self._opponents}
        self._chairs = {}

    def step(self, action: int) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        """Take an action of the learner, and play until it is its turn again or the game is over.

        Raises:
            GameOver: the game is over; ``reset`` begins another one.
            EnvError: there was no ``reset`` yet.
        """
        self._check_begun()
        chosen = self.episode.ids.get(action)
        if chosen is None:
            refused = refusal_of(action, sorted(self.episode.ids))
            if isinstance(refused, GameOver):
                raise refused
            return self._observation(), 0.0, False, False, {**self._info(), "refused": refused.reason}
        reward = self._before + self.episode.play(chosen)[self.seat] + self._play_on()
        self._before = 0.0
        self._show()
        return self._observation(), float(reward), self.episode.to_act is None, False, self._info()

    def _play_on(self) -> float:
        """Let the opponents play until it is the learner's turn; what that brings the learner."""
        gained = 0.0
        while (index := self.episode.to_act) not in (None, self.seat):
            assert index is not None
            gained += self.episode.play(self._choose(index))[self.seat]
        return gained

    def _choose(self, seat: int) -> Action:
        """What the opponent on a seat does."""
        if seat not in self._chairs:
            # Made when first needed, and again after a copy: a player is its seed and what it was told.
            self._chairs[seat] = Chair(make_bot(self._opponents[seat], self.episode.game, self._seeds[seat]))
            self._heard[seat] = 0
        heard = self.episode.heard(seat)
        news = heard[self._heard[seat] :]
        self._heard[seat] = len(heard)
        self._chairs[seat].hear([entry for entry in news if isinstance(entry, Event)])
        return self._chairs[seat].choose(self.episode.view(seat), self._budget)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_chairs": {}}

    # -- seeing ------------------------------------------------------------------------------------

    def _observation(self) -> Any:
        return shown(self.episode.observe(self.seat), self.episode.mask(self.seat), self._mask_in)

    def _info(self) -> dict[str, Any]:
        if self._mask_in == "observation":
            return {"seat": self.seat}
        return {"seat": self.seat, "action_mask": self.episode.mask(self.seat)}

    def information_state(self) -> str:
        """Everything that the learner has been told, with perfect recall (``korthus.envs.information``)."""
        return information_string(self.episode.heard(self.seat), self.seat)

    def render(self) -> Any:
        """The table as the learner sees it: text, an array of RGB, or SVG; ``human`` prints the text."""
        names = [self._opponents.get(index, "learner") for index in range(self.episode.seats)]
        return self._renderer.render(self.episode.view(self.seat), names)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


def _names(opponents: object) -> tuple[str, ...]:
    """The players that are given one by one.

    Raises:
        InvalidOptions: that is no list of names.
    """
    if isinstance(opponents, Sequence) and all(isinstance(each, str) for each in opponents):
        return tuple(opponents)
    raise bad_option("opponents", opponents, Phrase("envs.values.players", "a name, or a list of names"))


#: The door, called as it is in every room here.
env = SeatEnv

for _name in game_names():
    gymnasium.register(
        f"korthus/{_name}-v0", entry_point="korthus.envs.gymnasium:env", kwargs={"game": _name}
    )
