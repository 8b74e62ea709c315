"""Where the arrays live: NumPy on the processor, or PyTorch on either; one code for all by the array API.

A processor works best on pieces that fit into its cache, several at once; a graphics card on pieces as large
as its memory allows. Both are a matter of this file and change no result.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, cached_property, partial
from typing import Any, Final, TypeVar

import array_api_compat
import numpy as np
import numpy.typing as npt
from threadpoolctl import ThreadpoolController

from korthus.solve.core.errors import SolveError
from korthus.threads import Threads

Array = Any
T = TypeVar("T")
R = TypeVar("R")

#: Numbers in one piece of work: such an array stays in the cache of a core, or in the memory of a card.
_PIECE: Final = {"cpu": 40_000, "cuda": 20_000_000}

DEVICES: Final = ("cpu", "cuda")


@cache
def _libraries() -> ThreadpoolController:
    """The libraries that hire threads of their own."""
    return ThreadpoolController()


class Backend:
    """Arrays of one library on one device.

    Args:
        xp: the library, a namespace of the array API.
        device: ``cpu`` or ``cuda``.
        threads: how many pieces are worked on at once.
        piece: numbers in one piece; what suits the device if nothing is said.
    """

    def __init__(self, xp: Any, *, device: str = "cpu", threads: int = 1, piece: int | None = None) -> None:
        self.xp = xp
        self.device = device
        self.threads = threads
        self._piece = _PIECE[device] if piece is None else piece
        self.narrow = xp.float32
        self.wide = xp.float64

    @cached_property
    def _options(self) -> dict[str, Any]:
        return {} if self.device == "cpu" else {"device": self.device}

    def array(self, values: npt.NDArray[Any], dtype: Any = None) -> Array:
        """A copy of a NumPy array."""
        return self.xp.asarray(np.ascontiguousarray(values), dtype=dtype, copy=True, **self._options)

    def full(self, shape: tuple[int, ...], value: float, dtype: Any) -> Array:
        """An array of equal numbers."""
        return self.xp.full(shape, value, dtype=dtype, **self._options)

    def numpy(self, values: Array) -> npt.NDArray[Any]:
        """A NumPy array with the same numbers, perhaps the same memory."""
        return np.asarray(array_api_compat.to_device(values, "cpu"))

    def widen(self, values: Array) -> Array:
        """The same numbers in double precision."""
        return self.xp.astype(values, self.wide)

    def pieces(self, rows: int, width: int) -> list[slice]:
        """Rows of a given width in pieces of even size."""
        count = max(1, -(-rows * width // self._piece))
        step = -(-rows // count)
        return [slice(start, min(start + step, rows)) for start in range(0, rows, step)]

    def map(self, function: Callable[[T], R], items: Sequence[T]) -> list[R]:
        """The function of each item, in order; several at once inside ``working``."""
        if self._pool is None or len(items) == 1:
            return list(map(function, items))
        return self._pool.do_all([partial(function, item) for item in items])

    def recorded(self, function: Callable[[], None]) -> Callable[[], None]:
        """A function that does the same every time it is called, perhaps faster from the third time on."""
        return function

    _pool: Threads[Any] | None = None

    @contextmanager
    def working(self) -> Iterator[None]:
        """Hire the threads for a while. Matrix products do not hire others of their own meanwhile."""
        if self._pool is not None or self.device != "cpu":
            yield
            return
        pool = Threads[Any](self.threads) if self.threads > 1 else None
        with _libraries().limit(limits=1):
            self._pool = pool
            try:
                yield
            finally:
                self._pool = None
                if pool is not None:
                    pool.close()


class GraphBackend(Backend):
    """PyTorch on a graphics card, with the launches of an iteration recorded once and then replayed.

    Most of the time of an iteration on a card goes into launching thousands of small operations one by one.
    """

    def recorded(self, function: Callable[[], None]) -> Callable[[], None]:
        """See ``Backend.recorded``: called once as it is, then recorded and replayed."""
        import torch

        warm = False
        graph: Any = None

        def call() -> None:
            nonlocal warm, graph
            if not warm:
                warm = True
                side = torch.cuda.Stream()
                side.wait_stream(torch.cuda.current_stream())
                with torch.cuda.stream(side):
                    function()
                torch.cuda.current_stream().wait_stream(side)
                return
            if graph is None:
                graph = torch.cuda.CUDAGraph()
                with torch.cuda.graph(graph):
                    function()
            graph.replay()

        return call


def numpy_backend(threads: int | None = None) -> Backend:
    """NumPy on as many cores as there are."""
    return Backend(array_api_compat.array_namespace(np.zeros(1)), threads=threads or os.cpu_count() or 1)


def torch_backend(device: str, *, graphs: bool = False) -> Backend:
    """PyTorch on a device; with ``graphs`` iterations are recorded and replayed.

    Raises:
        SolveError: it is not installed, or has no such device.
    """
    try:
        import torch
    except ImportError:
        raise SolveError("NO_TORCH") from None
    if device != "cpu" and not torch.cuda.is_available():
        raise SolveError("NO_DEVICE", device=device)
    kind = GraphBackend if graphs and device != "cpu" else Backend
    return kind(array_api_compat.array_namespace(torch.zeros(1)), device=device)


def backend_for(device: str) -> Backend:
    """The fastest there is on a device.

    Raises:
        SolveError: there is no such device here.
    """
    if device not in DEVICES:
        raise SolveError("NO_DEVICE", device=device)
    return numpy_backend() if device == "cpu" else torch_backend(device, graphs=True)
