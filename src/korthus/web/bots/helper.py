"""A process beside the server: started when it is first needed, ended when an answer does not come."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import Final

from korthus.apart import APART

#: Bytes of a line that a helper may answer with.
_LINE: Final = 16 * 2**20


class Helper:
    """One process that runs a module of korthus and is written to and read from."""

    def __init__(self, module: str) -> None:
        self._module = module
        self.process: Process | None = None

    async def begin(self) -> bool:
        """Have a process; whether it has just been started."""
        if self.process is not None and self.process.returncode is None:
            return False
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", self._module, stdin=PIPE, stdout=PIPE, limit=_LINE, **APART
        )
        return True

    async def write(self, question: bytes) -> asyncio.StreamReader:
        """Ask it something; where the answer will come from."""
        assert self.process is not None
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(question)
        await self.process.stdin.drain()
        return self.process.stdout

    async def end(self) -> None:
        """End the process, if there is one, and wait until it is gone."""
        process, self.process = self.process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()
