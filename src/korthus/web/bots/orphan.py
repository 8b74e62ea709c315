"""A worker process ends with its server, however that ended and whatever the worker is doing."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
from typing import BinaryIO, Final

#: ``prctl``: have a signal sent when the parent dies.
_PR_SET_PDEATHSIG: Final = 1
#: How much is read at a time, in bytes.
_CHUNK: Final = 2**16


def end_with_server(source: BinaryIO) -> BinaryIO:
    """Read ``source``, which the server writes to, in a thread; the bytes come out of what is returned.

    When the server is gone the source ends, and so does the process, at once. On Linux the kernel sees to it
    besides: even a process that is stopped, or deep in compiled code, does not outlive its server.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))
    out, into = os.pipe()
    threading.Thread(target=_pass_on, args=(source.fileno(), into), name="server", daemon=True).start()
    return os.fdopen(out, "rb")


def _pass_on(source: int, into: int) -> None:
    while chunk := os.read(source, _CHUNK):
        rest = memoryview(chunk)
        while rest:
            rest = rest[os.write(into, rest) :]
    os._exit(0)
