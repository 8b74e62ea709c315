"""One WebSocket: hello, then questions and answers, and news from the room."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import msgspec

from korthus.core.errors import IllegalAction, InvalidAction, KorthusError
from korthus.screens.load import hand_names
from korthus.table import Receipt
from korthus.web.bots.pool import NotReady, WorkerFailed
from korthus.web.bounds import HANDSHAKES, HELLO_WITHIN, MAX_MESSAGE, MESSAGES
from korthus.web.http.asgi import Receive, Scope, Send, address, header
from korthus.web.http.limits import Addresses, Bucket
from korthus.web.http.refusals import (
    ServerRefusal,
    bad_message,
    bad_token,
    damaged_table,
    is_not_playable,
    no_such_table,
    not_ready,
    refusal_of,
    server_error,
    table_closed,
    too_large,
    too_many,
    watching,
)
from korthus.web.http.security import same_origin
from korthus.web.live.house import House
from korthus.web.live.names import clean_chat
from korthus.web.live.room import Room
from korthus.web.logs import record_event
from korthus.web.pages.words import PHRASES, Speaker, refusal, speaker, translator
from korthus.web.socket import wire
from korthus.web.socket.messages import chat_of, choices_of, labels_of, table_news_of, update_of, welcome_of
from korthus.web.socket.outbox import Outbox
from korthus.web.socket.wire import MAX_LISTED, ClosingCode
from korthus.web.store.entries import Said
from korthus.web.store.tokens import hashed


class Sockets:
    """Takes WebSockets in."""

    def __init__(self, house: House, addresses: Addresses) -> None:
        self._house = house
        self._addresses = addresses
        self._open: set[Connection] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket from its handshake to its end."""
        message = await receive()
        if message["type"] != "websocket.connect":
            return
        if not same_origin(header(scope, b"origin"), header(scope, b"host"), self._house.settings.origins):
            await send({"type": "websocket.close", "code": 1008, "reason": "origin"})  # answered as HTTP 403
            return
        where = address(scope)
        if not self._addresses.take(where, HANDSHAKES) or not self._addresses.connect(where):
            await send({"type": "websocket.close", "code": 1013, "reason": "too many"})
            return
        metrics = self._house.metrics
        metrics.sockets += 1
        try:
            await send({"type": "websocket.accept"})
            connection = Connection(self._house, self._addresses, send, where)
            self._open.add(connection)
            try:
                await connection.serve(scope["path"].removeprefix("/ws/"), receive)
            finally:
                self._open.discard(connection)
        finally:
            metrics.sockets -= 1
            self._addresses.disconnect(where)

    async def close(self) -> None:
        """Ask every client to come back in a moment: the server restarts."""
        for connection in list(self._open):
            connection.outbox.close(ClosingCode.RESTART, "restart")
        await asyncio.gather(*(each.outbox.finish() for each in list(self._open)), return_exceptions=True)


class Connection:
    """A client at a table: a seat's device, or a spectator's."""

    def __init__(self, house: House, addresses: Addresses, send: Send, where: str) -> None:
        self._house = house
        self.outbox = Outbox(send)
        self._addresses = addresses
        self.address = where
        self.seat: int | None = None
        self.key: bytes | None = None
        self._room: Room | None = None
        self._lang = "en"
        self._words = True
        #: The number of the last notice that was sent.
        self._heard = 0
        self._messages = Bucket(*MESSAGES)
        #: Answers that are thought about, such as hints.
        self._thinking: asyncio.Task[None] | None = None

    # -- from handshake to end ---------------------------------------------------------------------

    async def serve(self, code: str, receive: Receive) -> None:
        """Talk until either side has had enough."""
        try:
            try:
                async with asyncio.timeout(HELLO_WITHIN):
                    raw = await self._next(receive)
            except TimeoutError:
                self._end(ClosingCode.BAD_HELLO, bad_message("no hello"))
                raw = None
            if raw is not None and await self._greet(code, raw):
                while (raw := await self._next(receive)) is not None:
                    async with self._addresses.turn(self.address):
                        await self._answer(raw)
        except OSError:
            pass  # the client left while we were speaking
        except ServerRefusal as refused:
            self._end(_closing(refused), refused)
        except Exception as error:
            record_event(logging.ERROR, "socket_failed", error=error, table=code[:8])
            self._house.metrics.count("server_errors")
            ours = refusal_of(error)
            self._end(_closing(ours), ours)
        finally:
            if self._thinking is not None:
                self._thinking.cancel()
            self._leave()
            if self.outbox.closing:
                await self.outbox.finish()
            self.outbox.stop()

    async def _next(self, receive: Receive) -> str | None:
        """The next text message, or None at the end.

        Raises:
            ServerRefusal: too large, too often.
        """
        while True:
            message = await receive()
            if message["type"] != "websocket.receive" or self.outbox.closing:
                return None
            text: str | None = message.get("text")
            raw = message.get("bytes") or b"" if text is None else text
            if len(raw) > MAX_MESSAGE or (isinstance(raw, str) and len(raw.encode()) > MAX_MESSAGE):
                raise too_large()
            if self._house.settings.limits and not self._messages.take():
                raise too_many()
            if text is not None:
                return text
            self._refuse(None, bad_message("binary"))

    async def _greet(self, code: str, raw: str) -> bool:
        """Read the hello and answer with the welcome; whether the client may stay."""
        try:
            hello = wire.decode_request(raw)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self._end(ClosingCode.BAD_HELLO, bad_message(str(error)))
            return False
        if not isinstance(hello, wire.Hello):
            self._end(ClosingCode.BAD_HELLO, bad_message("no hello"))
            return False
        self._lang, self._words = hello.lang, hello.words
        room = await self._house.rooms.get(code)
        async with self._addresses.turn(self.address), room.alone():
            if hello.token is None:
                await room.refresh()
            else:
                self.seat = await room.admit(hello.token)
                self.key = hashed(hello.token)
            self._room = room
            room.guests.add(self)
            room.attendant.look()
            await room.describe()
            welcome = welcome_of(room, self.seat, hello.last, self._lang, self._words)
            self._heard = welcome.sequence
            self.post(welcome)
            self._arrived(room)
        return True

    def _arrived(self, room: Room) -> None:
        self._house.tell_presence(room, self.seat)
        room.tell_table(but=self)

    def _leave(self) -> None:
        room, self._room = self._room, None
        if room is not None and self in room.guests:
            room.guests.discard(self)
            room.used = asyncio.get_running_loop().time()
            room.look()
            self._house.tell_presence(room, self.seat)
            room.tell_table()

    def _end(self, code: int, why: KorthusError) -> None:
        self.post(wire.Trouble(code=why.code, reason=refusal(why, translator(self._lang))))
        self.outbox.close(code, why.code)

    # -- news from the room ------------------------------------------------------------------------

    def post(self, message: msgspec.Struct) -> None:
        """Send a message."""
        self.outbox.post(wire.encode(message))

    def update(self) -> None:
        """See ``Guest.update``."""
        if self._room is not None:
            message = update_of(self._room, self.seat, self._heard, self._lang if self._words else None)
            self._heard = message.sequence
            self.post(message)

    def table_news(self) -> None:
        """See ``Guest.table_news``."""
        if self._room is not None:
            self.post(table_news_of(self._room))

    def said(self, said: Said) -> None:
        """See ``Guest.said``."""
        if self._room is not None:
            self.post(chat_of(self._room, said, self._lang))

    def dismiss(self, why: ServerRefusal) -> None:
        """See ``Guest.dismiss``."""
        self._end(ClosingCode.TABLE_CLOSED, why)

    @property
    def language(self) -> str | None:
        """See ``Guest``."""
        return self._lang if self._words else None

    def moved(self) -> None:
        """See ``Guest.moved``."""
        self.post(wire.Moved())
        self.outbox.close(ClosingCode.TAKEN_OVER, "moved")
        if self._room is not None:
            self._room.guests.discard(self)
            self._room = None

    # -- questions of the client -------------------------------------------------------------------

    async def _answer(self, raw: str) -> None:
        """Read a message and do what it asks, or say why not."""
        room = self._room
        if room is None:
            return
        try:
            request = wire.decode_request(raw)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self._refuse(wire.id_of(raw), bad_message(str(error)))
            return
        if isinstance(request, wire.Hello):
            self._refuse(None, bad_message("hello twice"))
            return
        try:
            await self._do(room, request)
        except KorthusError as error:
            self._refuse(request.id, error)
        except OSError:
            raise
        except Exception as error:
            record_event(
                logging.ERROR, "message_failed", error=error, table=room.code, kind=type(request).__name__
            )
            self._house.metrics.count("server_errors")
            self._refuse(request.id, refusal_of(error))

    async def _do(self, room: Room, request: wire.Asking) -> None:
        match request:
            case wire.Act():
                await self._act(room, request)
            case wire.Ping():
                self._ok(request)
            case wire.Lang(lang=lang):
                self._lang = lang
                self._ok(request)
            case wire.Why():
                await self._why(room, request)
            case wire.Describe():
                await self._describe(room, request)
            case wire.Names(boards=boards):
                seat = self._player()
                async with room.alone():
                    view = room.table.view(seat)
                names = hand_names(room.game, view, boards, self._speaker(room).tr)
                self.post(wire.NamesOk(re=request.id, names=names))
            case wire.Hint():
                await self._hint(room, request)
            case wire.Seed(seed=seed):
                await room.add_seed(self._player(), seed)
                self._ok(request)
            case wire.Start():
                self._player()
                await room.start()
                self._ok(request)
            case wire.Undo():
                await room.undo(self._player())
                self._ok(request)
            case wire.UndoAnswer(agree=agree):
                await room.answer_undo(self._player(), agree)
                self._ok(request)
            case wire.Chat():
                await self._chat(room, request)
            case _:
                raise bad_message(type(request).__name__)

    async def _act(self, room: Room, request: wire.Act) -> None:
        def accepted(receipt: Receipt) -> None:
            self.post(wire.ActOk(re=request.id, version=receipt.version, repeated=receipt.repeated))

        await room.act(self._player(), request.text, request.version, str(request.id), accepted)

    async def _why(self, room: Room, request: wire.Why) -> None:
        seat = self._player()
        legal, code, reason = True, None, None
        async with room.alone():
            try:
                if await room.worked_out(seat, request.text) is None:
                    room.table.check(seat, request.text)
            except ServerRefusal:
                raise
            except KorthusError as error:
                legal, code, reason = False, error.code, self._speaker(room).refusal(error)
        self.post(wire.WhyOk(re=request.id, legal=legal, code=code, reason=reason))

    async def _describe(self, room: Room, request: wire.Describe) -> None:
        seat = self._player()
        async with room.alone():
            if not room.table.started:
                raise IllegalAction("NOT_STARTED", "The cards are not dealt yet.")
            view = room.table.view(seat)
            await room.describe(self._lang)
            labels = labels_of(room, view, (choices_of(room, view) or ())[:MAX_LISTED], self._lang)
            found = room.described(view)
            about = self._speaker(room).help(view) if found is None else found.help.get(self._lang, "")
        self.post(wire.DescribeOk(re=request.id, labels=labels, help=about))

    async def _hint(self, room: Room, request: wire.Hint) -> None:
        seat = self._player()
        if not room.table.practice:
            raise IllegalAction("NO_HINT", "Hints are for practice games.")
        if self._thinking is not None and not self._thinking.done():
            raise too_many()
        async with room.alone():
            if room.table.to_act != seat:
                raise IllegalAction("NOT_NOW", "There is nothing for you to decide now.")
            view = room.table.view(seat)
        self._thinking = asyncio.create_task(self._try_to_advise(room, request, view), name="hint")

    async def _try_to_advise(self, room: Room, request: wire.Hint, view: Any) -> None:
        try:
            await self._advise(room, request, view)
        except KorthusError as error:
            self._refuse(request.id, error)
        except WorkerFailed:
            self._refuse(request.id, server_error())
        except NotReady as error:
            self._refuse(request.id, not_ready(error.seconds))

    async def _advise(self, room: Room, request: wire.Hint, view: Any) -> None:
        def waits(place: int) -> None:
            self.post(wire.Waiting(re=request.id, place=place))

        thoughts = await self._house.bots.advise(room.game, view, self.address, waits)
        say = self._speaker(room)
        texts = [thought.text for thought in thoughts]
        if room.game.quick(view):
            labels = [say.label(room.game.parse(text), view) for text in texts]
        else:
            labels = await self._house.rules.label(room.game, view, texts, self._lang, self.address)
        self.post(
            wire.HintOk(
                re=request.id,
                advice=[
                    wire.AdviceOut(
                        thought.text,
                        label,
                        thought.value,
                        thought.error,
                        [say.reason(reason) for reason in thought.reasons],
                    )
                    for thought, label in zip(thoughts, labels, strict=True)
                ],
            )
        )

    async def _chat(self, room: Room, request: wire.Chat) -> None:
        seat = self._player()
        if self._house.settings.limits and not room.may_say(seat):
            raise too_many()
        if request.phrase is not None:
            if request.phrase >= PHRASES:
                raise InvalidAction("NO_SUCH_PHRASE", "There is no such phrase.")
            said = Said(seat, request.phrase, None)
        else:
            said = Said(seat, None, clean_chat(request.text or ""))
        await room.say(said)
        self._ok(request)

    def _player(self) -> int:
        """The seat of this client.

        Raises:
            ServerRefusal: it has none.
        """
        if self.seat is None:
            raise watching()
        return self.seat

    def _speaker(self, room: Room) -> Speaker:
        return speaker(room.game, self._lang)

    def _ok(self, request: wire.Asking) -> None:
        self.post(wire.Ok(re=request.id))

    def _refuse(self, id: str | int | None, why: KorthusError) -> None:
        self._house.metrics.count("refusals", why.code)
        reason = refusal(why, translator(self._lang))
        self.post(wire.Refused(re=id, code=why.code, reason=reason))


#: How a socket is closed after a refusal that ends it.
_CLOSING = {
    bad_token().code: ClosingCode.BAD_TOKEN,
    no_such_table().code: ClosingCode.NO_SUCH_TABLE,
    damaged_table().code: ClosingCode.TABLE_CLOSED,
    too_many().code: ClosingCode.TOO_MANY,
    "TOO_LARGE": ClosingCode.TOO_LARGE,
    table_closed().code: ClosingCode.TABLE_CLOSED,
}


def _closing(refused: KorthusError) -> int:
    """The closing code of a refusal that ends a socket."""
    return ClosingCode.TABLE_CLOSED if is_not_playable(refused) else _CLOSING.get(refused.code, 1011)
