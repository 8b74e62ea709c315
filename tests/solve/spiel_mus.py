"""A hand of Mus as an OpenSpiel game, played by the engine: a referee for the solver."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import pyspiel
from tests.solve.lines import Moment, deal, pairs, say

from korthus.games.mus.game import Mus
from korthus.games.mus.view import make_view
from korthus.solve.mus.hand_game import MusHand

_WORDS = ("pass", "no quiero", "quiero", "envido 2", "ordago")
_TYPE = pyspiel.GameType(
    short_name="korthus_mus_hand",
    long_name="A hand of Mus",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
)


class Shared:
    """What all states of a game share. OpenSpiel copies states deeply; this is not copied."""

    def __init__(self, hand: MusHand) -> None:
        self.hand = hand
        self.mus = Mus(hand.rules)
        self.pairs = list(pairs(hand))

    def __deepcopy__(self, memo: object) -> Shared:
        return self


class SpielMus(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel comes without types
    """The game: chance deals a pair of hands, then the engine asks for words."""

    def __init__(self, hand: MusHand) -> None:
        shared = Shared(hand)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(_WORDS),
            max_chance_outcomes=len(shared.pairs),
            num_players=2,
            min_utility=-60.0,
            max_utility=60.0,
            utility_sum=0.0,
            max_game_length=40,
        )
        super().__init__(_TYPE, info, {})
        self.shared = shared

    def new_initial_state(self) -> SpielState:
        """Before the deal."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Who tells a seat what it knows."""
        return Observer()


class Observer:
    """What a seat knows, as text."""

    tensor = None
    dict: ClassVar[Mapping[str, Any]] = {}

    def set_from(self, state: SpielState, player: int) -> None:
        """There are no tensors to set."""

    def string_from(self, state: SpielState, player: int) -> str:
        """The information state."""
        return state.information_state_string(player)


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel comes without types
    """A moment of the engine."""

    def __init__(self, game: SpielMus) -> None:
        super().__init__(game)
        self._shared = game.shared
        self._moment: Moment | None = None

    def current_player(self) -> int:
        if self._moment is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self._moment.over:
            return int(pyspiel.PlayerId.TERMINAL)
        assert self._moment.state.actor is not None
        return self._moment.state.actor

    def chance_outcomes(self) -> list[tuple[int, float]]:
        chance = self._shared.hand.hands.chance
        return [(number, float(chance[pair])) for number, pair in enumerate(self._shared.pairs)]

    def _legal_actions(self, player: int) -> list[int]:
        assert self._moment is not None
        return sorted(_WORDS.index(str(a)) for a in self._shared.mus.legal_actions(self._moment.state))

    def _apply_action(self, action: int) -> None:
        if self._moment is None:
            hands = self._shared.hand.hands.all
            first, second = self._shared.pairs[action]
            self._moment = deal(self._shared.mus, hands[first], hands[second])
        else:
            self._moment = say(self._shared.mus, self._moment, _WORDS[action])

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player == pyspiel.PlayerId.CHANCE else _WORDS[action]

    def is_terminal(self) -> bool:
        return self._moment is not None and self._moment.over

    def returns(self) -> list[float]:
        ahead = 0.0 if self._moment is None else float(self._moment.stones)
        return [ahead, -ahead]

    def information_state_string(self, player: int) -> str:
        moment = self._moment
        assert moment is not None
        view = make_view(self._shared.mus.rules, moment.state, player)
        return f"{player} {' '.join(view.hand)} {view.pares} {view.juego} {moment.said}"

    def moment(self) -> Moment:
        """The moment of the engine."""
        assert self._moment is not None
        return self._moment

    def __str__(self) -> str:
        return "start" if self._moment is None else f"{self._moment.state.hands} {self._moment.said}"
