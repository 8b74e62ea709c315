"""The real server as a process of its own, to be started, killed and started again."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tests.support.patience import PATIENCE

#: What makes a server quick and quiet enough for tests.
_AT_ONCE: Final = ("--deal-after", "0", "--bot-pause", "0", "--no-limits")
QUICK: Final = (*_AT_ONCE, "--watch-pause", "0")
#: The same where somebody stops computers that play among themselves: their game must not end before that.
WATCHED: Final = (*_AT_ONCE, "--watch-pause", "60")


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class ServerProcess:
    """``korthus serve`` on a folder of its own; the same address after each start."""

    def __init__(
        self,
        folder: Path,
        *options: str,
        database: str | None = None,
        log_level: str = "info",
        python: str | Path = sys.executable,
    ) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / f"server-{self.port}.log"
        self._options = [*options, *(["--database", database] if database else ["--data", str(folder)])]
        self._log_level = log_level
        #: Whose environment it runs in; another from the next start on if it is changed.
        self.python = str(python)
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process is not None:
            self.kill()

    @property
    def pid(self) -> int:
        """The process, while it runs."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> float:
        """Start it, and wait until it listens; how long that took."""
        began = time.monotonic()
        command = [
            self.python,
            "-m",
            "korthus",
            "serve",
            "--no-open",
            "--no-warm",
            "--port",
            str(self.port),
        ]
        self._process = subprocess.Popen(
            [*command, "--log", str(self.log), "--log-level", self._log_level, *self._options],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        took = time.monotonic() - began
        assert line == f"korthus serves {self.url}\n", (
            line,
            self.log.read_text() if self.log.exists() else "",
        )
        return took

    def kill(self) -> None:
        """End it as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ask it to end; its exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        process, self._process = self._process, None
        assert process is not None
        process.send_signal(how)
        code = process.wait(timeout=PATIENCE)
        assert process.stdout is not None
        process.stdout.close()
        return code
