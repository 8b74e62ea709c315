"""How kernels are compiled, and when they are compiled again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

from numba import njit, types

F = TypeVar("F", bound=Callable[..., object])

_OPTIONS: Final[dict[str, Any]] = {"cache": True, "nogil": True, "_nrt": False}


def compiled(function: F) -> F:
    """Compile without Numba's runtime, for functions that only work on the arrays they are given.

    They cannot allocate anything, and no time goes into counting who still uses which array; in short
    functions that would cost more than the work itself. Other compiled code may call them.
    """
    made: F = watched(njit(**_OPTIONS)(function))
    return made


def compiled_as(signature: Any) -> Callable[[F], F]:
    """The same for one signature and at once. It may name functions among the arguments.

    A function that takes functions is otherwise compiled anew for each of them, in every process.
    """

    def compile_now(function: F) -> F:
        dispatcher = watched(njit(**_OPTIONS)(function))
        dispatcher.compile(signature)
        dispatcher.disable_compile()
        made: F = dispatcher
        return made

    return compile_now


class Lent:
    """A compiled function to be passed to another one: its address is looked up once, not at every call."""

    def __init__(self, function: Any, signature: Any) -> None:
        result = function.get_compile_result(signature)
        self._numba_type_ = types.FunctionType(signature)
        self._address: int = result.library.get_pointer_to_function(result.fndesc.llvm_cfunc_wrapper_name)
        self._function = function  # whose code must not go away

    def __wrapper_address__(self) -> int:
        return self._address


def watched(made: Any) -> Any:
    """Let the compiled form on disk grow old with every file it is made from.

    Numba looks at the file of the function alone, but the functions it calls and the numbers it names lie in
    others, and are compiled into it.
    """
    source = Path(made.py_func.__code__.co_filename)
    kept = made._cache._cache_file
    kept._source_stamp = (kept._source_stamp, _stamp(source.parent, source.stem.partition("_")[0]))
    return made


@cache
def _stamp(folder: Path, family: str) -> bytes:
    """The contents of a game's files, learnt numbers among them, and of those that all share, as a hash."""
    here = Path(__file__).parent
    shared = [
        path for name in ("bits", "rng", "compiled", "poker*") for path in sorted(here.glob(f"{name}.py"))
    ]
    sum_of_all = hashlib.sha256()
    for path in (*sorted(folder.glob(f"{family}*.py")), *sorted(folder.glob(f"{family}*.npz")), *shared):
        sum_of_all.update(path.read_bytes())
    return sum_of_all.digest()
