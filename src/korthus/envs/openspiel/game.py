"""The games as OpenSpiel knows them, with their parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

import pyspiel

from korthus.core.phrases import either
from korthus.core.protocol import AnyGame
from korthus.envs.brings import Bounds, bounds_of
from korthus.envs.chance import MOST_DRAWS
from korthus.envs.errors import bad_option, check_whole
from korthus.envs.openspiel.observer import Observer
from korthus.envs.openspiel.state import KorthusState
from korthus.envs.openspiel.table import table_of, written
from korthus.envs.parts import LARGEST
from korthus.games.catalogue import game_names, game_with
from korthus.games.registry import load as load_class
from korthus.locale import Translator

#: More actions than anybody plays in a game: what is promised where the game does not know better.
MAX_MOVES: Final = 100_000
#: What is promised of the points of a game that does not know better.
ANYTHING: Final = Bounds(MAX_MOVES, -LARGEST, LARGEST)

#: What can be asked for beside ``players``.
DEFAULTS: Final[dict[str, Any]] = {
    # Preset and options: "preset:single_hand;bets:2/4/" (``table.written``).
    "rules": "",
    # Whether returns are points above the table's mean, so that they add up to 0.
    "margin": False,
    # Room of an information state tensor, in things told; 0: as many as there can be in a game.
    "told": 0,
    # What OpenSpiel is promised about the length of a game and the size of its returns; 0: what the game
    # says itself (``envs.brings.Bounds``), or much where it says nothing.
    "max_moves": 0,
    "max_points": 0,
}


def registered_name(game: str) -> str:
    """What a game is called in OpenSpiel."""
    return f"korthus_{game}"


def load(
    game: str,
    *,
    preset: str | None = None,
    players: int | None = None,
    seats: int | None = None,
    margin: bool = False,
    told: int = 0,
    max_moves: int = 0,
    max_points: int = 0,
    **options: object,
) -> KorthusGame:
    """A game by name, with ``preset`` and ``options`` as for ``korthus.game``.

    Args:
        players: how many play; None: as few as can.
        seats: the same, by the name that it has at the other doors.
        margin: returns are points above the table's mean (between two, half of what one is ahead) instead of
            points: then the game is zero-sum, as CFR and exploitability need it.
        told: room of an information state tensor, in events and own actions; 0: as many as a seat can be
            told in a game, where that is known (``korthus.envs.brings``), but at most 16 MiB.
        max_moves: what is promised about the number of actions in a game; 0: as many as there can be, where
            that is known, else 100,000.
        max_points: what is promised about the size of returns, for algorithms that divide by it; 0: what a
            seat can win and lose, where that is known, else 16,777,216.

    Raises:
        InvalidOptions: there is no such game, or it cannot be played so.
    """
    # Refused in words of the house; OpenSpiel would not.
    if None not in (players, seats) and players != seats:
        raise bad_option("seats", seats, f"players={players!r}"[:60])
    count = seats if players is None else players
    played = game_with(game, preset, options)
    many = played.seats(played.new(count))
    if not isinstance(margin, bool):
        raise bad_option("margin", margin, either(("True", "False")))
    for name, value in (("told", told), ("max_moves", max_moves), ("max_points", max_points)):
        check_whole(name, value, 0)
    rules = written(preset, options)
    table_of(game, rules, many, margin, told)
    asked = {"rules": rules, "margin": margin, "told": told, "max_moves": max_moves, "max_points": max_points}
    changed = {name: value for name, value in asked.items() if value != DEFAULTS[name]}
    loaded: KorthusGame = pyspiel.load_game(registered_name(game), {"players": many, **changed})
    return loaded


class KorthusGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel comes without types
    """A game; see OpenSpiel's ``Game`` for what its methods promise. Each has a class of its own."""

    #: The name of the game in the catalogue.
    game: ClassVar[str]

    def __init__(self, params: Mapping[str, Any]) -> None:
        asked = {**DEFAULTS, **params}
        kind = load_class(self.game)
        seats = asked.get("players", kind.min_seats)
        self.table: Final = table_of(self.game, asked["rules"], seats, asked["margin"], asked["told"])
        changed = {key: value for key, value in params.items() if value != DEFAULTS.get(key)}
        most, low, high = _promised(self.table.game, seats, asked)
        # A deal before each action and one more; where all cards of a deal come one by one, a node for each.
        self._most_chance: Final = (most + 1) * len(self.table.game.deck())
        info = {
            "num_distinct_actions": self.table.encoding.actions,
            "max_chance_outcomes": max(MOST_DRAWS, len(set(self.table.game.deck()))),
            "num_players": seats,
            "min_utility": low,
            "max_utility": high,
            "max_game_length": most,
        }
        if asked["margin"]:
            info["utility_sum"] = 0.0
        super().__init__(game_type(kind, margin=asked["margin"]), pyspiel.GameInfo(**info), changed)

    def __reduce__(self) -> tuple[object, ...]:
        return _loaded, (str(self),)

    def __deepcopy__(self, memo: object) -> KorthusGame:
        return self

    def new_initial_state(self) -> KorthusState:
        """Before the first deal."""
        return KorthusState(self)

    def max_chance_nodes_in_history(self) -> int:
        """As many as the cards of a deal before every action and of one more."""
        return self._most_chance

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        """Who tells a player what it knows.

        Raises:
            ValueError: there are parameters, or more is asked for than a seat may know.
        """
        if params:
            raise ValueError(f"there are no parameters for observations; {params} were given")
        return Observer(self.table, kind or pyspiel.IIGObservationType(perfect_recall=False))


def _promised(game: AnyGame, seats: int, asked: Mapping[str, Any]) -> tuple[int, float, float]:
    """The most actions of a game, and the least and the most that it returns."""
    known = bounds_of(game, seats) or ANYTHING
    most = asked["max_moves"] or known.moves or MAX_MOVES
    low, high = float(known.low), float(known.high)
    if asked["margin"]:  # one seat has the most, all others the least
        high = (high - low) * (seats - 1) / seats
        low = -high
    if asked["max_points"]:
        high = float(asked["max_points"])
        low = -high
    return most, low, high


def _loaded(text: str) -> KorthusGame:
    """The game of its text; to call this in another process, the games are registered by importing it."""
    found: KorthusGame = pyspiel.load_game(text)
    return found


def game_type(kind: type[AnyGame], *, margin: bool = False) -> Any:
    """What OpenSpiel is told about a game."""
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=registered_name(kind.name),
        long_name=f"{Translator('en')(f'{kind.name}.title')} (korthus)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if margin else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.REWARDS,
        max_num_players=kind.max_seats,
        min_num_players=kind.min_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": kind.min_seats, **DEFAULTS},
        provides_factored_observation_string=True,
    )


def register() -> None:
    """Make every game of the catalogue known to OpenSpiel; those that it knows already stay as they are."""
    known = set(pyspiel.registered_names())
    for name in game_names():
        if registered_name(name) not in known:
            # A class, because OpenSpiel holds what it is given until after Python has ended; classes stay.
            made = type(f"{name.title()}Game", (KorthusGame,), {"game": name})
            pyspiel.register_game(game_type(load_class(name)), made)
