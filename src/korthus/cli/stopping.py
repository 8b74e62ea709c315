"""Ctrl-C, and the signals by which a system asks a program to end.

Both are a ``KeyboardInterrupt`` wherever the program happens to be. A long job catches it, keeps what it has
done, and raises an error ``from`` it that says so; the program then ends with 128 and the number of the
signal, as other programs do.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from types import FrameType
from typing import Final, Protocol, TypeVar

#: What a system sends to end a program, where it has such a signal: on request, and when its terminal closes.
_ENDINGS: Final = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))

#: Seconds within which several signals are one: whoever presses a key once may send the program two of them,
#: its own and that of its group (``timeout -s INT``).
_ONE_PRESS: Final = 1.0

_Handler = Callable[[int, FrameType | None], None]


class _Closable(Protocol):
    """What is closed in the end."""

    def close(self) -> None: ...


_C = TypeVar("_C", bound=_Closable)
T = TypeVar("T")


class Terminated(KeyboardInterrupt):
    """The system asks the program to end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def exit_code(stop: KeyboardInterrupt) -> int:
    """What a program that was stopped ends with."""
    return 128 + (stop.number if isinstance(stop, Terminated) else signal.SIGINT)


def ignore_signals() -> None:
    """Let a program that ends already end in its own way, however often it is asked to."""
    for number in (signal.SIGINT, *_ENDINGS):
        signal.signal(number, signal.SIG_IGN)


@contextmanager
def stoppable() -> Iterator[None]:
    """Within, a signal that ends the program is heard as ``Terminated``, so that it can be answered."""

    def heard(number: int, _: FrameType | None) -> None:
        raise Terminated(number)

    with _handled(_ENDINGS, heard):
        yield


@contextmanager
def held() -> Iterator[Callable[[], None]]:
    """Within, Ctrl-C and the other signals wait for a moment when nothing is half done.

    At such a moment the job calls the function that it is given, which raises what came. Whoever asks a
    second time, and not with the same press of a key, does not wait.
    """
    came: KeyboardInterrupt | None = None
    began = 0.0

    def heard(number: int, _: FrameType | None) -> None:
        nonlocal came, began
        now = time.monotonic()
        if came is None:
            began = now
        elif now - began < _ONE_PRESS:
            return
        first, came = came, KeyboardInterrupt() if number == signal.SIGINT else Terminated(number)
        if first is not None:
            raise came

    def check() -> None:
        if came is not None:
            raise came

    with _handled((signal.SIGINT, *_ENDINGS), heard):
        yield check


@contextmanager
def ending() -> Iterator[None]:
    """Within, what was done is kept and told to the end, however often somebody asks."""
    with _handled((signal.SIGINT, *_ENDINGS), lambda number, frame: None):
        yield


@contextmanager
def closing_in_the_end(thing: _C) -> Iterator[_C]:
    """Within, a thing is used; then it is closed, however often somebody asks meanwhile."""
    try:
        yield thing
    finally:
        with ending():
            thing.close()


@contextmanager
def displayed(display: AbstractContextManager[T]) -> Iterator[T]:
    """Within, something of Rich's is shown. It begins and ends whole; what comes meanwhile is heard after.

    Broken off half-way it would leave the cursor hidden and what is printed caught, also for those who go on.
    """
    came: list[int] = []

    def later(number: int, _: FrameType | None) -> None:
        came.append(number)

    def hear() -> None:
        if came:
            signal.raise_signal(came.pop())

    numbers = (signal.SIGINT, *_ENDINGS)
    try:
        with _handled(numbers, later):
            found = display.__enter__()
        hear()
        yield found
    finally:
        try:
            with _handled(numbers, later):
                display.__exit__(None, None, None)
        except KeyboardInterrupt:  # it came before anybody listened; to end twice does no harm
            display.__exit__(None, None, None)
            raise
        hear()


@contextmanager
def _handled(numbers: tuple[int, ...], handler: _Handler) -> Iterator[None]:
    """Answer signals with a handler for a while; those that are ignored (``nohup``) stay ignored."""
    before = {}
    if threading.current_thread() is threading.main_thread():  # no other thread may say how signals are heard
        for number in numbers:
            if signal.getsignal(number) is not signal.SIG_IGN:
                before[number] = signal.signal(number, handler)
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, signal.SIG_DFL if old is None else old)
