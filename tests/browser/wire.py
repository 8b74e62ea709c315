"""A cable between a browser and the server that can be pulled out and put in again."""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
from types import TracebackType
from typing import Final, Self

_CHUNK: Final = 65_536
#: Closing a socket with this set tells the other side at once that the connection is broken.
_BREAK: Final = struct.pack("ii", 1, 0)


class Wire:
    """Carries bytes from an address of its own to a port of this machine, both ways."""

    def __init__(self, port: int) -> None:
        self._goal = ("127.0.0.1", port)
        self._lock = threading.Lock()
        self._open: set[socket.socket] = set()
        self._is_cut = False
        self._connections = 0
        self._door = socket.create_server(("127.0.0.1", 0))
        #: The address that a browser is given.
        self.url = f"http://127.0.0.1:{self._door.getsockname()[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.cut()
        self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()

    def cut(self) -> None:
        """Break every connection; new ones break too."""
        with self._lock:
            self._is_cut = True
            broken, self._open = self._open, set()
        for end in broken:
            _break(end)

    def mend(self) -> None:
        """Let connections be made again."""
        with self._lock:
            self._is_cut = False

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._door.accept()
            except OSError:  # the door is closed
                return
            try:
                far = socket.create_connection(self._goal)
            except OSError:
                _break(near)
                continue
            with self._lock:
                if not self._is_cut:
                    self._open |= {near, far}
                    self._connections += 1
                    for source, goal in ((near, far), (far, near)):
                        upwards = source is near
                        threading.Thread(
                            target=self._carry, args=(source, goal, self._connections, upwards), daemon=True
                        ).start()
                    continue
            for end in (near, far):
                _break(end)

    def _passed(self, connection: int, upwards: bool, data: bytes) -> None:
        """Some bytes have gone through a connection, to the server or from it."""

    def _carry(self, source: socket.socket, goal: socket.socket, connection: int, upwards: bool) -> None:
        with contextlib.suppress(OSError):  # one end is gone: so goes the other
            while data := source.recv(_CHUNK):
                self._passed(connection, upwards, data)
                goal.sendall(data)
        with self._lock:
            ours = {source, goal} & self._open
            self._open -= ours
        for end in ours:
            _break(end)


def _break(end: socket.socket) -> None:
    with contextlib.suppress(OSError):  # the other side was quicker
        end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _BREAK)
        end.shutdown(socket.SHUT_RDWR)
    end.close()
