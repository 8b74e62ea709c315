"""How the code of the environments is compiled, and when it is compiled again."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, Final, TypeVar

from korthus.kernels import compiled as kernels
from korthus.kernels.keeping import KeptCode

F = TypeVar("F", bound=Callable[..., object])

_log: Final = logging.getLogger("korthus.envs")
#: The games of which this process has said that it compiles them.
_said: Final[set[str]] = set()

_HERE: Final = Path(__file__).parent
_KERNELS: Final = Path(kernels.__file__).parent


def compiled(function: F) -> F:
    """As ``kernels.compiled.compiled``, for a function in ``envs/<game>`` that may use ``vector_rows``."""
    made: F = _kept(kernels.compiled(function), function, _game_of(function))
    return made


def inlined(function: F) -> F:
    """As ``kernels.compiled.inlined``, likewise: for what is called once in each step, however long it is."""
    made: F = _kept(kernels.inlined(function), function, _game_of(function))
    return made


def compiled_for(game: str, function: Callable[..., object], verbs: Mapping[str, object]) -> Any:
    """A function compiled once more for a game: the names in ``verbs`` mean the game's.

    So the text of a loop stands once, and yet no call in it has to find out whose game it is. The code is
    kept under the name of the game.
    """
    own = _bound(game, function, verbs)
    return _kept(kernels.compiled(own), own, game)


def inlined_for(game: str, function: Callable[..., object], verbs: Mapping[str, object]) -> Any:
    """The same for a function that is compiled into its callers."""
    own = _bound(game, function, verbs)
    return _kept(kernels.inlined(own), own, game)


def _bound(game: str, function: Any, verbs: Mapping[str, object]) -> FunctionType:
    own = FunctionType(function.__code__, {**function.__globals__, **verbs}, function.__name__)
    own.__qualname__ = f"{function.__name__}_{game}"
    return own


def _game_of(function: Any) -> str:
    return Path(function.__code__.co_filename).parent.name


def expect(game: str) -> None:
    """Whoever has asked for the code of a game to be compiled is not told that it is."""
    _said.add(game)


class _KeptCode(KeptCode):
    """Kept code of a game; whoever has to wait because there is none is told so, once for each game."""

    def __init__(self, function: Any, game: str) -> None:
        super().__init__(function, _stamp(game))
        self._game: Final = game

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """See ``KeptCode.load_overload``."""
        found = super().load_overload(sig, target_context)
        if found is None and self._game not in {_HERE.name, *_said}:  # what all games share is little
            _said.add(self._game)
            _log.warning(
                "Compiling the environment of %s, which takes up to a minute and happens once; "
                "`korthus warm --envs` does it beforehand.",
                self._game,
            )
        return found


def _kept(made: Any, function: Any, game: str) -> Any:
    made._cache = _KeptCode(function, game)
    return made


@cache
def _stamp(game: str) -> bytes:
    """All that the code of a game here may be made from, as a hash."""
    folders = (_HERE / game, _KERNELS / game)
    found = [path for folder in folders for path in folder.glob("*.py")]
    found += [*_HERE.glob("vector_*.py"), *_KERNELS.glob("*.py")]
    total = hashlib.sha256()
    for path in sorted(found):
        total.update(path.read_bytes())
    return total.digest()
