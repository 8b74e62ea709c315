"""Threads that work for one that may be interrupted at any moment, without a lock that both could wait for.

``concurrent.futures`` and ``threading`` share locks between threads in Python code. A ``KeyboardInterrupt``
there can leave a lock taken for ever, and then neither the others nor the end of the program get past it. So
work and results are handed over by ``SimpleQueue``, whose locks no signal leaves taken, and threads are begun
below ``threading``, which would wait for each to have begun.
"""

from __future__ import annotations

import weakref
from _thread import start_new_thread
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Outcome(NamedTuple, Generic[T]):
    """What has been done."""

    key: object
    #: What came of it, unless ``error`` was raised.
    result: T | None
    error: BaseException | None

    def value(self) -> T:
        """What came of it.

        Raises:
            BaseException: whatever the work raised.
        """
        if self.error is not None:
            raise self.error
        result: T = self.result  # type: ignore[assignment]  # there is one where there is no error
        return result


_Todo = SimpleQueue[tuple[object, Callable[[], T]] | None]
_Done = SimpleQueue[Outcome[T] | None]


class Threads(Generic[T]):
    """A number of threads. They end when they are closed, or when nobody knows them any more."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._todo: _Todo[T] = SimpleQueue()
        self._done: _Done[T] = SimpleQueue()
        self._calls = 0
        for _ in range(number):
            start_new_thread(_serve, (self._todo, self._done))
        self._dismiss = weakref.finalize(self, _dismiss, self._todo, number)

    def begin(self, key: object, work: Callable[[], T]) -> None:
        """Have a piece of work done; ``wait`` gives it back by its key."""
        self._todo.put((key, work))

    def wait(self, seconds: float | None = None) -> Outcome[T] | None:
        """Something that has been done and was not given back yet; None if nothing is within ``seconds``."""
        try:
            return self._done.get(timeout=seconds)
        except Empty:
            return None

    def do_all(self, works: Sequence[Callable[[], T]]) -> list[T]:
        """Do some works at once; what comes of them, in their order.

        Raises:
            BaseException: whatever the first of them that failed raised, when all are done.
        """
        self._calls += 1
        call = self._calls
        for index, work in enumerate(works):
            self.begin((call, index), work)
        found: dict[object, Outcome[T]] = {}
        while len(found) < len(works):
            outcome = self.wait()
            assert outcome is not None, "the threads have been closed"
            if isinstance(outcome.key, tuple) and outcome.key[0] == call:  # an earlier call was interrupted
                found[outcome.key] = outcome
        return [found[call, index].value() for index in range(len(works))]

    def close(self) -> None:
        """Drop what nobody has begun, wait until what was begun is done, and end."""
        number, self._number = self._number, 0
        try:
            while True:
                self._todo.get_nowait()
        except Empty:
            pass
        self._dismiss()
        while number:
            number -= self._done.get() is None


def _serve(todo: _Todo[T], done: _Done[T]) -> None:
    """The life of a thread. While it waits it holds nothing that could keep its owner alive."""
    while True:
        given = todo.get()
        if given is None:
            break
        done.put(_outcome(*given))
        given = None
    done.put(None)


def _outcome(key: object, work: Callable[[], T]) -> Outcome[T]:
    try:
        return Outcome(key, work(), None)
    except BaseException as error:  # whoever waits for it is told
        return Outcome(key, None, error)


def _dismiss(todo: _Todo[T], number: int) -> None:
    """Send everybody home."""
    for _ in range(number):
        todo.put(None)
