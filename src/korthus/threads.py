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


class _Piece(Generic[T]):
    """A piece of work. It is done by whoever comes first; called off if that is nobody's thread."""

    def __init__(self, key: object, work: Callable[[], T], done: SimpleQueue[Outcome[T] | None]) -> None:
        self._key, self._work, self._done = key, work, done
        self._takers: list[bool] = []
        self.outcome: Outcome[T] | None = None

    def do(self) -> None:
        """Do it, unless it has been called off."""
        self._takers.append(True)
        if self._takers[0]:
            self.outcome = _outcome(self._key, self._work)
            self._done.put(self.outcome)

    def call_off(self) -> bool:
        """See to it that nobody begins it; whether somebody has, and is not done with it yet."""
        self._takers.append(False)
        return self._takers[0] and self.outcome is None


_Todo = SimpleQueue[_Piece[T] | None]
_Done = SimpleQueue[Outcome[T] | None]


class Threads(Generic[T]):
    """A number of threads, for one caller at a time. They end when they are closed or nobody knows them."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._todo: _Todo[T] = SimpleQueue()
        self._done: _Done[T] = SimpleQueue()
        #: The works of the last call of ``do_all``, and where it hears of them.
        self._last: tuple[list[_Piece[T]], _Done[T]] = ([], SimpleQueue())
        for _ in range(number):
            start_new_thread(_serve, (self._todo, self._done))
        self._dismiss = weakref.finalize(self, _dismiss, self._todo, number)

    def begin(self, key: object, work: Callable[[], T]) -> None:
        """Have a piece of work done; ``wait`` gives it back by its key."""
        self._todo.put(_Piece(key, work, self._done))

    def wait(self, seconds: float | None = None) -> Outcome[T] | None:
        """Something that has been done and was not given back yet; None if nothing is within ``seconds``."""
        try:
            return self._done.get(timeout=seconds)
        except Empty:
            return None

    def do_all(self, works: Sequence[Callable[[], T]]) -> list[T]:
        """Do some works at once; what comes of them, in their order. None of them may call this itself.

        Raises:
            BaseException: whatever the first of them that failed raised, when all are done.
        """
        self._settle()
        done: _Done[T] = SimpleQueue()
        pieces = [_Piece(None, work, done) for work in works]
        self._last = pieces, done
        try:
            for piece in pieces:
                self._todo.put(piece)
            outcomes = [_heard(piece, done) for piece in pieces]
        except BaseException:
            self._settle()
            raise
        self._last = [], done
        return [outcome.value() for outcome in outcomes]

    def _settle(self) -> None:
        """Call off what is left of a call that was interrupted, and wait until nobody works on it.

        It may write where the next call does.
        """
        pieces, done = self._last
        for piece in pieces:
            while piece.call_off():
                done.get()

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
        given.do()
        given = None
    done.put(None)


def _heard(piece: _Piece[T], done: _Done[T]) -> Outcome[T]:
    """What came of a piece. It is there before it is heard of, so a word that gets lost does no harm."""
    while piece.outcome is None:
        done.get()
    return piece.outcome


def _outcome(key: object, work: Callable[[], T]) -> Outcome[T]:
    try:
        return Outcome(key, work(), None)
    except BaseException as error:  # whoever waits for it is told
        return Outcome(key, None, error)


def _dismiss(todo: _Todo[T], number: int) -> None:
    """Send everybody home."""
    for _ in range(number):
        todo.put(None)
