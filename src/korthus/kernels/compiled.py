"""How kernels are compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from numba import njit

F = TypeVar("F", bound=Callable[..., object])

_OPTIONS: Final[dict[str, Any]] = {"cache": True, "nogil": True, "_nrt": False}


def compiled(function: F) -> F:
    """Compile without Numba's runtime, for functions that only work on the arrays they are given.

    They cannot allocate anything, and no time goes into counting who still uses which array; in short
    functions that would cost more than the work itself. Other compiled code may call them.
    """
    made: F = njit(**_OPTIONS)(function)
    return made


def compiled_as(signature: Any) -> Callable[[F], F]:
    """The same for one signature and at once. It may name functions among the arguments.

    A function that takes functions is otherwise compiled anew for each of them, in every process.
    """

    def compile_now(function: F) -> F:
        made: F = njit(signature, **_OPTIONS)(function)
        return made

    return compile_now
