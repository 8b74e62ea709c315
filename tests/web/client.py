"""A client of the web table for tests and benches: HTTP by httpx, sockets by websockets."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

import httpx
import msgspec
from tests.support.patience import PATIENCE
from websockets.asyncio.client import ClientConnection, connect

Json = dict[str, Any]
_ids = itertools.count(1)


class Closed(Exception):
    """The server closed the socket."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason


class Api:
    """The HTTP side of a server."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._http = httpx.AsyncClient(base_url=url, timeout=PATIENCE)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._http.aclose()

    async def get(self, path: str, **options: Any) -> httpx.Response:
        """Ask for something."""
        return await self._http.get(path, **options)

    async def post(self, path: str, body: Any, **options: Any) -> httpx.Response:
        """Send something."""
        return await self._http.post(path, json=body, **options)

    async def open_table(self, game: str, seats: list[Json], **wishes: Any) -> Json:
        """Open a table and give its code and secrets back."""
        answer = await self.post("/api/tables", {"game": game, "seats": seats, **wishes})
        assert answer.status_code == 201, answer.text
        opened: Json = answer.json()
        return opened

    async def open_for_two(self, game: str, **wishes: Any) -> tuple[str, list[str]]:
        """A table for two persons, both seated: its code and the tokens by seat."""
        opened = await self.open_table(game, [{"kind": "me", "name": "Anna"}, {"kind": "friend"}], **wishes)
        joined = await self.post(
            f"/api/tables/{opened['code']}/join", {"invite": opened["invites"][0]["invite"], "name": "Bo"}
        )
        assert joined.status_code == 201, joined.text
        return opened["code"], [opened["token"], joined.json()["token"]]

    def socket(self, code: str, token: str | None = None, **hello: Any) -> Client:
        """A client for a table, not connected yet."""
        return Client(self.url, code, token, **hello)


class Client:
    """One WebSocket at a table. ``state`` is the last welcome with every update laid over it."""

    def __init__(
        self,
        url: str,
        code: str,
        token: str | None = None,
        *,
        last: int = 0,
        lang: str = "en",
        words: bool = False,
    ) -> None:
        self._url = f"{url.replace('http', 'ws', 1)}/ws/{code}"
        self._hello = {"type": "hello", "token": token, "lang": lang, "words": words}
        self._socket: ClientConnection | None = None
        #: The sequence number of the last notice, and all notices by number.
        self.heard = last
        self.notices: dict[int, Json] = {}
        self.state: Json = {}
        #: Every frame as it came.
        self.raw: list[str] = []

    async def __aenter__(self) -> Self:
        await self.connect()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def connect(self) -> Json:
        """Say hello and hear the welcome; again after a loss, from where it was."""
        self._socket = await connect(self._url, compression=None, proxy=None, max_size=2**22)
        await self.send({**self._hello, "last": self.heard})
        return await self.until(lambda message: message["type"] == "welcome")

    async def close(self) -> None:
        """Leave."""
        if self._socket is not None:
            await self._socket.close()

    async def send(self, message: Json) -> None:
        """Send a message as it is."""
        await self.send_raw(msgspec.json.encode(message).decode())

    async def send_raw(self, frame: str | bytes) -> None:
        """Send a frame as it is."""
        assert self._socket is not None
        await self._socket.send(frame)

    async def receive(self, timeout: float = PATIENCE) -> Json:
        """The next message.

        Raises:
            Closed: there is none, for the server has closed the socket.
        """
        assert self._socket is not None
        try:
            async with asyncio.timeout(timeout):
                frame = await self._socket.recv()
        except ConnectionError as error:
            raise Closed(1006, "") from error
        except Exception as error:
            received = getattr(error, "rcvd", None)
            if not hasattr(error, "rcvd"):
                raise
            raise Closed(received.code if received else 1006, received.reason if received else "") from error
        assert isinstance(frame, str)
        self.raw.append(frame)
        message: Json = msgspec.json.decode(frame)
        self._take_in(message)
        return message

    def _take_in(self, message: Json) -> None:
        if message["type"] not in ("welcome", "update", "table"):
            return
        for notice in message.get("notices", ()):
            assert notice["sequence"] == self.heard + 1, "a notice is missing or doubled"
            self.heard = notice["sequence"]
            self.notices[self.heard] = notice
        self.state = {**self.state, **message}

    async def until(self, wanted: Callable[[Json], bool], timeout: float = PATIENCE) -> Json:
        """Receive until a message is the wanted one."""
        async with asyncio.timeout(timeout):
            while not wanted(message := await self.receive(timeout)):
                pass
        return message

    async def wait_for(self, condition: Callable[[], bool], timeout: float = PATIENCE) -> None:
        """Receive until something is the case; it may be already."""
        async with asyncio.timeout(timeout):
            while not condition():
                await self.receive(timeout)

    async def ask(self, type: str, *, id: str | int | None = None, **fields: Any) -> Json:
        """Send a question and wait for its ``ok`` or ``refused``."""
        number = id if id is not None else f"q{next(_ids)}"
        await self.send({"type": type, "id": number, **fields})
        return await self.until(lambda message: message.get("re") == number)

    async def act(self, text: str, *, id: str | int | None = None, version: int | None = None) -> Json:
        """Play an action for the present version."""
        return await self.ask(
            "act", id=id, text=text, version=self.state["version"] if version is None else version
        )

    @property
    def my_turn(self) -> bool:
        """Whether this client's seat is to act."""
        return self.state.get("view") is not None and self.state["to_act"] == self.state["seat"]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.get("outcome") is not None
