"""How kernels are compiled, and when they are compiled again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

from numba import njit, types
from numba.core import sigutils
from numba.core.ccallback import CFunc

from korthus.kernels import learnt_files
from korthus.kernels.code_folders import ROOMS
from korthus.kernels.keeping import KeptCode

F = TypeVar("F", bound=Callable[..., object])

#: What the compiled code of every game may be made from.
_SHARED: Final = ("bits.py", "rng.py", "compiled.py")
#: Rooms whose code is compiled together with code of other rooms than the kernels.
_USES: Final = {"learn": ("bots",)}
_OPTIONS: Final[dict[str, Any]] = {"nogil": True, "_nrt": False}
_ALLOCATING: Final[dict[str, Any]] = {"nogil": True, "_nrt": True}


def compiled(function: F) -> F:
    """Compile without Numba's runtime, for functions that only work on the arrays they are given.

    They cannot allocate anything, and no time goes into counting who still uses which array; in short
    functions that would cost more than the work itself. Other compiled code may call them.
    """
    made: F = _kept(njit(**_OPTIONS)(function), function)
    return made


def allocating(function: F) -> F:
    """Compile a function that makes arrays of its own, whatever code calls it."""
    made: F = _kept(njit(**_ALLOCATING)(function), function)
    return made


def inlined(function: F) -> F:
    """Compile a short function into each of its callers."""
    made: F = _kept(njit(nogil=True, inline="always")(function), function)
    return made


def compiled_as(signature: Any) -> Callable[[F], F]:
    """The same as ``compiled`` for one signature and at once. It may name functions among the arguments.

    A function that takes functions is otherwise compiled anew for each of them, in every process.
    """

    def compile_now(function: F) -> F:
        dispatcher = _kept(njit(**_OPTIONS)(function), function)
        dispatcher.compile(signature)
        dispatcher.disable_compile()
        made: F = dispatcher
        return made

    return compile_now


def compiled_for_c(signature: Any, function: Callable[..., object]) -> CFunc:
    """A function as C would call it, compiled at once."""
    plain: Any = sigutils
    made = CFunc(function, plain.normalize_signature(signature), locals={}, options={})
    _kept(made, function).compile()
    return made


class Lent:
    """A compiled function to be passed to another one: its address is looked up once, not at every call."""

    def __init__(self, function: Any, signature: Any) -> None:
        result = function.get_compile_result(signature)
        self._numba_type_ = types.FunctionType(signature)
        self._address: int = result.library.get_pointer_to_function(result.fndesc.llvm_cfunc_wrapper_name)
        self._function = function  # whose code must not go away

    def __wrapper_address__(self) -> int:
        return self._address


def _kept(made: Any, function: Callable[..., object]) -> Any:
    """Keep the compiled form on disk, and let it grow old with every file it is made from.

    Numba looks at the file of the function alone, but the functions it calls and the numbers it names lie in
    others, and are compiled into it.
    """
    made._cache = KeptCode(function, _stamp(Path(function.__code__.co_filename)))
    return made


@cache
def _stamp(source: Path) -> bytes:
    """The contents of every file that a function may be made from, learnt numbers among them, as a hash.

    In the package of a game these are the files beside it and the packages of the same name in the rooms that
    it may use, the rules among them, whose numbers are compiled in; in a room itself, those whose names begin
    with the same word. And always what all kernels share, and the numbers of a folder that is named in place
    of the shipped ones.
    """
    here = Path(__file__).parent
    folder = source.parent
    room = folder.parent.name
    if room in (*ROOMS, *_USES):
        made_from = {*_files(folder, "*"), *_files(here / folder.name, "*")}
        made_from.update(_files(here.parent / "games" / folder.name, "*"))
        for other in _USES.get(room, ()):
            made_from.update(_files(here.parent / other / folder.name, "*"))
    else:
        made_from = {*_files(folder, f"{source.stem.partition('_')[0]}*")}
    sum_of_all = hashlib.sha256(learnt_files.stamp())
    for path in sorted(made_from | {here / name for name in _SHARED}):
        sum_of_all.update(path.read_bytes())
    return sum_of_all.digest()


def _files(folder: Path, names: str) -> list[Path]:
    return [*folder.glob(f"{names}.py"), *folder.glob(f"{names}.npz")]
