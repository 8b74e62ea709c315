"""An alarm that rings in the middle of what somebody else's code does, so that it cannot take for ever.

It rings again and again until the code gives up, because code may catch everything, and it waits until a
module is loaded: half a module would be broken for good. Where the system has an
interval timer, that also wakes code that sleeps or waits. In other threads than the main one, and on Windows,
Python itself raises the alarm, at the next line of Python. Compiled code that never comes back hears neither.
"""

from __future__ import annotations

import ctypes
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Final, TypeVar

T = TypeVar("T")
#: Sets an alarm anew, to seconds from now.
Again = Callable[[float], None]

#: Seconds between two rings.
_BETWEEN: Final = 0.05
#: The file of Python's own code that loads modules.
_IMPORT: Final = "<frozen importlib._bootstrap>"


class TooLate(BaseException):
    """Time is up. No ``Exception``: code that catches those should hear it all the same."""


def call_within(seconds: float, work: Callable[[Again], T]) -> T:
    """What ``work`` gives back; it is handed what sets the alarm anew.

    Raises:
        TooLate: it took longer, and was interrupted.
    """
    on_main = threading.current_thread() is threading.main_thread()
    by = by_signal if on_main and hasattr(signal, "setitimer") else by_python
    return by(seconds, work)


def by_signal(seconds: float, work: Callable[[Again], T]) -> T:
    """``call_within`` by the interval timer of the system, for the main thread."""
    listens = True

    def ring(_: int, frame: FrameType | None) -> None:
        if listens and not _loading(frame):
            raise TooLate

    def again(after: float) -> None:
        if listens:
            signal.setitimer(signal.ITIMER_REAL, after, _BETWEEN)

    before = signal.signal(signal.SIGALRM, ring)
    try:
        again(seconds)
        return work(again)
    finally:
        listens = False  # first, and in one step: a ring between here and the next line is not heard
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


def by_python(seconds: float, work: Callable[[Again], T]) -> T:
    """``call_within`` by another thread, which has Python raise the alarm in this one.

    The alarm may ring anywhere in this thread, also where it holds a lock that it would then keep for ever;
    so the two threads share no lock until no alarm can come any more.
    """
    me = threading.get_ident()
    ends = time.monotonic() + seconds
    listens, ringing = True, False
    done = threading.Event()

    def watch() -> None:
        nonlocal ringing
        while not done.wait(min(max(ends - time.monotonic(), 0.001), _BETWEEN)):
            ringing = True  # before it looks whether anybody listens: whoever stops listening looks at this
            if listens and time.monotonic() >= ends and not _loading(sys._current_frames().get(me)):
                _raise_in(me, TooLate)
            ringing = False

    def again(after: float) -> None:
        nonlocal ends
        ends = time.monotonic() + after

    try:
        threading.Thread(target=watch, name="alarm", daemon=True).start()
        return work(again)
    finally:
        while True:
            try:
                listens = False
                while ringing:
                    time.sleep(0)
                _raise_in(me, None)  # what rang and was not heard yet is forgotten
                break
            except TooLate:  # it rang just now
                continue
        done.set()


def _loading(frame: FrameType | None) -> bool:
    """Whether a module is being loaded where the code is."""
    while frame is not None:
        if frame.f_code.co_filename == _IMPORT:
            return True
        frame = frame.f_back
    return False


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Have Python raise an error in a thread at its next line; None takes back what is not raised yet."""
    what = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), what)
