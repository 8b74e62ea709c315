"""Players that do to the arena what players should not do. Between that, they play at random."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from korthus.bots.protocol import Budget
from korthus.bots.random import RandomBot
from korthus.core.protocol import Action, View

#: Names the folder in which the players leave traces.
TRACES = "KORTHUS_TEST_TRACES"

DYING = "tests.arena.odd_bots:DyingBot"
DEADLY = "tests.arena.odd_bots:DeadlyBot"
FAILING = "tests.arena.odd_bots:FailingBot"
HELD = "tests.arena.odd_bots:HeldBot"
MEETING = "tests.arena.odd_bots:MeetingBot"
NOTING = "tests.arena.odd_bots:NotingBot"
STOPPING = "tests.arena.odd_bots:StoppingBot"
UNSEATED = "tests.arena.odd_bots:UnseatedBot"


def traces() -> Path:
    """Where the players of this test leave traces."""
    return Path(os.environ[TRACES])


def count(name: str) -> int:
    """Leave a trace of this name; the how manieth it is, among all processes."""
    number = 1
    while True:
        try:
            (traces() / f"{name} {number}").touch(exist_ok=False)
        except FileExistsError:
            number += 1
        else:
            return number


class DyingBot(RandomBot):
    """Takes its process with it at the fifth of all moves that such players make."""

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """See ``Bot.choose``."""
        if count("move") == 5:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(view, budget)


class DeadlyBot(RandomBot):
    """Takes its process with it whenever it is to move."""

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """See ``Bot.choose``."""
        os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(view, budget)


class FailingBot(RandomBot):
    """Has a mistake in it."""

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """See ``Bot.choose``."""
        raise RuntimeError("it does not know what to do.")


class UnseatedBot(RandomBot):
    """Fails before its first turn."""

    def restart(self) -> None:
        """See ``Bot.restart``."""
        raise RuntimeError("it does not sit down.")


def hold_after(lines: int, file: Path) -> None:
    """Let every ``HeldBot`` wait as soon as a file has this number of lines (none if it is not there)."""
    new = traces() / "held.new"
    new.write_text(f"{lines} {file}")
    new.replace(traces() / "held")


def let_go() -> None:
    """Let them move again."""
    (traces() / "held").unlink()


def _held() -> bool:
    try:
        lines, file = (traces() / "held").read_text().split(" ", 1)
        return Path(file).read_bytes().count(b"\n") >= int(lines)
    except FileNotFoundError:
        return False


class HeldBot(RandomBot):
    """Says whose process it is in, and waits where ``hold_after`` says so."""

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """See ``Bot.choose``."""
        (traces() / f"pid {os.getpid()}").touch()
        while _held():
            time.sleep(0.01)
        return super().choose(view, budget)


class MeetingBot(RandomBot):
    """Says whose process it is in, and moves when it is not the only one."""

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """See ``Bot.choose``."""
        (traces() / f"pid {os.getpid()}").touch()
        while len(list(traces().glob("pid *"))) < 2:
            time.sleep(0.01)
        return super().choose(view, budget)


class NotingBot(RandomBot):
    """Says how much it may think."""

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """See ``Bot.choose``."""
        said = "none" if budget is None else f"{budget.seconds} s, {budget.simulations} simulations"
        (traces() / said).touch()
        return super().choose(view, budget)


class StoppingBot(RandomBot):
    """Presses Ctrl-C at the fifth move, once."""

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """See ``Bot.choose``."""
        if count("move") == 5:
            raise KeyboardInterrupt
        return super().choose(view, budget)
