"""Threads that work for one that is interrupted: nobody waits for a lock that nobody gives back."""

from __future__ import annotations

import gc
import operator
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from itertools import count
from types import FrameType
from typing import Any

import pytest
from tests.support.patience import PATIENCE

from korthus.arena.crews import ThreadCrew, in_order
from korthus.core.errors import KorthusError
from korthus.threads import Threads


class Twice:
    """Twice the number of a unit."""

    def do(self, unit: int) -> int:
        return 2 * unit

    def failed(self, unit: int, error: Exception) -> KorthusError:
        raise AssertionError from error

    def died(self, unit: int) -> KorthusError:
        raise AssertionError


def interrupted(work: Callable[[], Any], after: int) -> bool:
    """Do some work, and interrupt it at an instruction of Python; whether it came to that one."""
    left = after

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal left
        frame.f_trace_opcodes = True
        if event == "opcode":
            left -= 1
            if left < 0:
                sys.settrace(None)
                raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return False


def ends(work: Callable[[], None]) -> bool:
    """Whether some work comes to its end; it is left alone if it does not."""
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(PATIENCE)
    return not thread.is_alive()


def test_a_crew_of_threads_can_be_closed_wherever_it_was_interrupted() -> None:
    for after in count():
        crew = ThreadCrew(Twice(), 2)
        came = interrupted(lambda: list(in_order(crew, range(6))), after)  # noqa: B023
        assert ends(crew.close), f"it is stuck after instruction {after}"
        if not came:
            break
    assert after > 100, "there was something to interrupt"


def test_threads_go_on_wherever_a_call_was_interrupted() -> None:
    threads: Threads[int] = Threads(2)
    works = [partial(operator.mul, 2, number) for number in range(5)]
    for after in count():
        came = interrupted(lambda: threads.do_all(works), after)
        assert threads.do_all(works) == [0, 2, 4, 6, 8], f"results of a call that was stopped at {after}"
        if not came:
            break
    assert after > 100
    assert ends(threads.close)


def test_no_work_of_an_interrupted_call_runs_beside_the_next_call() -> None:
    threads: Threads[None] = Threads(2)
    running: list[int] = []
    beside: list[tuple[int, ...]] = []

    def work(call: int) -> None:
        running.append(call)
        for _ in range(20):
            seen = tuple(running)
            if set(seen) != {call}:
                beside.append(seen)
            time.sleep(0)
        running.remove(call)

    for after in count():
        came = interrupted(lambda: threads.do_all([partial(work, 2 * after)] * 4), after)  # noqa: B023
        threads.do_all([partial(work, 2 * after + 1)] * 4)
        if not came:
            break
    assert after > 100
    assert beside == []
    assert ends(threads.close)


def test_what_was_not_begun_is_dropped_and_what_was_begun_is_finished() -> None:
    threads: Threads[int] = Threads(1)
    begun, go, done = threading.Event(), threading.Event(), []

    def work() -> int:
        begun.set()
        go.wait(PATIENCE)
        done.append(1)
        return 1

    for number in range(3):
        threads.begin(number, work)
    begun.wait(PATIENCE)
    closing = threading.Thread(target=threads.close)
    closing.start()
    while threads._todo.qsize() > 1:  # what waits is dropped, and the thread is sent home
        time.sleep(0.001)
    go.set()
    closing.join(PATIENCE)
    assert done == [1]
    threads.close()


def test_threads_that_nobody_knows_any_more_end() -> None:
    threads: Threads[int] = Threads(2)
    assert threads.do_all([lambda: 1, lambda: 2]) == [1, 2]
    done = threads._done
    del threads
    gc.collect()
    assert [done.get(timeout=PATIENCE) for _ in range(2)] == [None, None]


def test_what_the_work_raises_is_raised_and_the_rest_is_done() -> None:
    threads: Threads[int] = Threads(2)

    def fail() -> int:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        threads.do_all([fail, lambda: 1])
    assert threads.do_all([lambda: 3]) == [3]
    threads.close()
