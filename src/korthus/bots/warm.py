"""What is compiled for the players of a game, in pieces that do not wait for each other.

A piece is a level of a game, or its games at random. Levels share most of their code, so the first piece of a
game takes nearly all of its time. Loading this loads no compiler; compiling a piece does.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, cast

import korthus
from korthus.bots.advice import Adviser
from korthus.bots.brings import CompiledPlayers, Compiling
from korthus.bots.levels import NAMES
from korthus.bots.protocol import Budget
from korthus.bots.registry import bot_names, make_bot
from korthus.core.protocol import CHANCE, AnyGame, visible
from korthus.games.catalogue import game_names
from korthus.games.registry import brought
from korthus.kernels.brings import kernel_named
from korthus.kernels.code_folders import Trouble, report
from korthus.kernels.stamps import is_warm, put_stamp, where

#: The piece of ``korthus simulate``.
AT_RANDOM: Final = "at_random"
#: The level that most people play against is compiled first.
_FIRST: Final = "normal"
#: Who plays the games: a search may know two kinds of players.
_HOSTS: Final = ("random", "rules")
#: The least thought that uses all the code of a long one: with one simulation Mulle's players weigh no hand.
_MOMENT: Final = Budget(simulations=2)

#: What a piece without much code of its own takes to compile, in seconds on one core.
_LITTLE: Final = 1.0
_RANDOM: Final = 5.0


class Piece(NamedTuple):
    """Something that is compiled as a whole."""

    game: str
    #: A level, or ``AT_RANDOM``.
    part: str

    def __str__(self) -> str:
        return f"{self.game}:{self.part}"


def compiling_of(game: str) -> Compiling | None:
    """What has to be compiled for a game; None if nothing has."""
    found = cast("CompiledPlayers | None", brought(game, "bots", "compiling"))
    return None if found is None else found.COMPILING


def compiled_games() -> tuple[str, ...]:
    """The games whose players run on compiled code."""
    return tuple(game for game in game_names() if compiling_of(game) is not None)


def compiled_levels(game: str) -> tuple[str, ...]:
    """The players of a game that need a compiler, the one that most people want first."""
    if compiling_of(game) is None:
        return ()
    levels = [name for name in NAMES if name in bot_names(game)]
    return tuple(sorted(levels, key=lambda name: name != _FIRST))


def pieces(
    games: Sequence[str] | None = None, level: str | None = None, *, at_random: bool = True
) -> list[Piece]:
    """What can be compiled for some games (None: for all), in a good order; for one level alone if given."""
    if games is None:
        games = compiled_games()
    found = [
        Piece(game, name)
        for game in games
        for name in compiled_levels(game)
        if level is None or name == level
    ]
    compiled = [game for game in games if compiling_of(game) is not None]
    return found + ([Piece(game, AT_RANDOM) for game in compiled] if at_random and level is None else [])


def cold(among: Sequence[Piece]) -> list[Piece]:
    """Those of some pieces that are not compiled yet, or no longer."""
    return [piece for piece in among if not is_warm(str(piece))]


def compile_piece(piece: Piece) -> None:
    """Compile a piece and keep it on disk, by using it."""
    from korthus.kernels import keeping  # loads the compiler

    if piece.part == AT_RANDOM:
        _play_at_random(piece.game)
    else:
        compiling = _compiling(piece)
        for host in _HOSTS:
            if host not in bot_names(piece.game):
                continue
            for preset in compiling.presets:
                _look_on(korthus.game(piece.game, preset), host, piece.part)
            for preset, seats in compiling.crowds:
                _look_on(korthus.game(piece.game, preset), host, piece.part, seats)
    # What another piece has loaded is not loaded again: this is all that the process uses of the game.
    others = {*game_names()} - {piece.game}
    needed = [code for code, source in keeping.used.items() if source.parent.name not in others]
    try:
        put_stamp(str(piece), needed)
    except OSError as error:  # it is compiled all the same; the next process will look again
        report(Trouble.UNWRITTEN, where().writes, error.strerror or str(error))


def _play_at_random(name: str) -> None:
    """Call every verb of a kernel, with the types it is always called with."""
    import numpy as np  # with the compiler, which needs it

    from korthus.kernels.bulk import random_games
    from korthus.kernels.rng import stream

    kernel = kernel_named(name)
    assert kernel is not None, f"{name} brings none"
    game = korthus.game(name)
    packed = kernel.pack(game, game.new())
    random_games(kernel, packed, game.min_seats, 1, 0)
    rng = stream(0)
    kernel.deal(packed, rng)
    legal = np.zeros(kernel.MAX_LEGAL, dtype=np.int64)
    assert kernel.legal(packed, legal) > 0
    assert kernel.actor(packed) >= 0
    kernel.apply(packed, legal[0])
    kernel.playout(packed, rng)
    kernel.scores(packed, np.zeros(game.max_seats, dtype=np.int64))


def _look_on(game: AnyGame, host: str, level: str, crowd: int | None = None) -> None:
    """Let a level think for a moment wherever a seat can choose in a whole game of others.

    The end of a game may be solved by other code than its beginning is searched with.

    Args:
        crowd: how many sit at the table, if not the fewest; what one of them sees is enough then.
    """
    chance, seats = korthus.FairChance.seeded(1), crowd or game.min_seats
    hosts = [make_bot(host, game, seat) for seat in range(seats)]
    guests = [make_bot(level, game, seat) for seat in range(seats if crowd is None else 1)]
    state = game.new(seats)
    while (seat := game.to_act(state)) is not None:
        if seat == CHANCE:
            step = game.apply(state, game.draw(state, chance))
        else:
            view = game.view(state, seat)
            if seat < len(guests) and len(game.choices(view)) > 1:
                guest = guests[seat]
                guest.choose(view, _MOMENT)
                assert isinstance(guest, Adviser)
                guest.advise(view, _MOMENT)
            step = game.apply(state, hosts[seat].choose(view))
        state = step.state
        for listener, guest in enumerate(guests):
            guest.observe(visible(step.events, listener))


class Forecast:
    """How long compiling some pieces will still take, learnt from what the first ones took."""

    def __init__(self, todo: Sequence[Piece], begun: set[str]) -> None:
        """``begun`` has the games of which some level is compiled."""
        self._todo = list(todo)
        self._begun = set(begun)
        self._expected = 0.0
        self._took = 0.0

    def ahead(self) -> dict[Piece, float]:
        """What is left, each with the seconds, about, until it is ready."""
        begun = set(self._begun)
        total = 0.0
        found: dict[Piece, float] = {}
        for piece in self._todo:
            total += _cost(piece, begun)
            begun.add(piece.game)
            found[piece] = total * self._pace
        return found

    def done(self, piece: Piece, seconds: float) -> None:
        """A piece took so long."""
        self._expected += _cost(piece, self._begun)
        self._took += seconds
        self._begun.add(piece.game)
        self._todo.remove(piece)

    def give_up(self, game: str) -> None:
        """Nothing more is compiled of a game."""
        self._todo = [piece for piece in self._todo if piece.game != game]

    @property
    def _pace(self) -> float:
        """How slow this machine is beside the one on which the seconds were taken."""
        return self._took / self._expected if self._expected >= 10.0 else 1.0


def _cost(piece: Piece, begun: set[str]) -> float:
    if piece.game not in begun:
        return _compiling(piece).seconds
    return _RANDOM if piece.part == AT_RANDOM else _compiling(piece).more.get(piece.part, _LITTLE)


def _compiling(piece: Piece) -> Compiling:
    found = compiling_of(piece.game)
    assert found is not None
    return found


def compile_all(
    todo: Sequence[Piece], broken: Callable[[Piece, Exception], None] | None = None
) -> Iterator[dict[Piece, float]]:
    """Compile pieces one after the other; what is left (see ``Forecast.ahead``) before each and at the end.

    Args:
        broken: hears of a piece that cannot be compiled; the rest of its game is left out, and the other
            games go on. Without it the error comes out of here.
    """
    games = tuple(dict.fromkeys(piece.game for piece in todo))
    levels = [piece for piece in pieces(games, at_random=False) if piece not in todo]
    forecast = Forecast(todo, {piece.game for piece in levels if is_warm(str(piece))})
    while ahead := forecast.ahead():
        yield ahead
        piece = next(iter(ahead))
        began = time.monotonic()
        try:
            compile_piece(piece)
        except Exception as error:
            if broken is None:
                raise
            broken(piece, error)
            forecast.give_up(piece.game)
        else:
            forecast.done(piece, time.monotonic() - began)
    yield {}
