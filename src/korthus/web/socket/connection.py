"""One WebSocket: hello, then questions and answers, and news from the table."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from korthus.arena.review.units import unit_of
from korthus.bots.chair import for_players
from korthus.core.errors import IllegalAction, InvalidAction, KorthusError
from korthus.core.phrases import Phrase
from korthus.core.protocol import Event
from korthus.core.troubles import trouble_with_json
from korthus.screens.load import hand_names
from korthus.table import Receipt
from korthus.web.bots.line import Person
from korthus.web.bots.pool import NotReady, WorkerFailed
from korthus.web.bounds import HANDSHAKES, HELLO_WITHIN, MAX_MESSAGE, MESSAGES
from korthus.web.http.asgi import Receive, Scope, Send, address, header
from korthus.web.http.limits import Addresses, Bucket
from korthus.web.http.refusals import ServerRefusal, bad_message, is_not_playable, not_ready, refusal_of
from korthus.web.http.security import same_origin
from korthus.web.live.live_table import LiveTable
from korthus.web.live.names import clean_chat
from korthus.web.live.services import Services
from korthus.web.live.watching import Watching
from korthus.web.logs import record_event
from korthus.web.pages.words import PHRASES, Speaker, refusal, speaker, translator
from korthus.web.socket import wire
from korthus.web.socket.messages import (
    chat_of,
    choices_of,
    coaching_of,
    labels_of,
    table_news_of,
    update_of,
    welcome_of,
)
from korthus.web.socket.outbox import Outbox
from korthus.web.socket.wire import MAX_LISTED, ClosingCode
from korthus.web.store.entries import Said
from korthus.web.store.tokens import hashed

#: What can be wrong with a message besides its fields.
_NO_HELLO: Final = Phrase("serve.message.no_hello", "the first message has to be a hello")
_NO_TEXT: Final = Phrase("serve.message.no_text", "it is not a text")
_HELLO_AGAIN: Final = Phrase("serve.message.hello_again", "the hello comes once")


class Sockets:
    """Takes WebSockets in."""

    def __init__(self, services: Services, addresses: Addresses) -> None:
        self._services = services
        self._addresses = addresses
        self._open: set[Connection] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket from its handshake to its end."""
        message = await receive()
        if message["type"] != "websocket.connect":
            return
        if not same_origin(header(scope, b"origin"), header(scope, b"host"), self._services.settings.origins):
            await send({"type": "websocket.close", "code": 1008, "reason": "origin"})  # answered as HTTP 403
            return
        where = address(scope)
        if not self._addresses.take(where, HANDSHAKES) or not self._addresses.connect(where):
            await send({"type": "websocket.close", "code": 1013, "reason": "too many"})
            return
        metrics = self._services.metrics
        metrics.sockets += 1
        try:
            await send({"type": "websocket.accept"})
            connection = Connection(self._services, self._addresses, send, where)
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

    def __init__(self, services: Services, addresses: Addresses, send: Send, where: str) -> None:
        self._services = services
        self.outbox = Outbox(send)
        self._addresses = addresses
        self.address = where
        self.seat: int | None = None
        self.key: bytes | None = None
        self._live: LiveTable | None = None
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
                self._end(ClosingCode.BAD_HELLO, bad_message(_NO_HELLO))
                raw = None
            if raw is not None and await self._greet(code, raw):
                while (raw := await self._next(receive)) is not None:
                    async with self._addresses.turn(self._person):
                        await self._answer(raw)
        except OSError:
            pass  # the client left while we were speaking
        except ServerRefusal as refused:
            self._end(_closing(refused), refused)
        except Exception as error:
            record_event(logging.ERROR, "socket_failed", error=error, table=code[:8])
            self._services.metrics.count("server_errors")
            ours = refusal_of(error)
            self._end(_closing(ours), ours)
        finally:
            if self._thinking is not None:
                self._thinking.cancel()
            self._leave()
            if self.outbox.closing:
                await self.outbox.finish()
            self.outbox.stop()

    @property
    def _person(self) -> Person:
        """Who this is: only where they come from is known until the welcome."""
        return Person(self.address) if self._live is None else self._live.person_of(self)

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
                raise ServerRefusal("TOO_LARGE")
            if self._services.settings.limits and not self._messages.take():
                raise ServerRefusal("TOO_MANY")
            if text is not None:
                return text
            self._refuse(None, bad_message(_NO_TEXT))

    async def _greet(self, code: str, raw: str) -> bool:
        """Read the hello and answer with the welcome; whether the client may stay."""
        try:
            hello = wire.decode_request(raw)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self._end(ClosingCode.BAD_HELLO, bad_message(trouble_with_json(error)))
            return False
        if not isinstance(hello, wire.Hello):
            self._end(ClosingCode.BAD_HELLO, bad_message(_NO_HELLO))
            return False
        self._lang, self._words = hello.lang, hello.words
        live = await self._services.live_tables.get(code)
        async with self._addresses.turn(self._person), live.alone():
            if hello.token is None:
                await live.refresh()
                if live.table.held_back:
                    raise ServerRefusal("HELD_BACK")
            else:
                self.seat = await live.admit(hello.token)
                self.key = hashed(hello.token)
            self._live = live
            live.guests.add(self)
            if self.seat is not None:
                live.came.add(self.seat)
            live.attendant.look()
            await live.describe()
            welcome = welcome_of(live, self.seat, hello.last, self._lang, self._words)
            self._heard = welcome.sequence
            self.post(welcome)
            self._arrived(live)
        return True

    def _arrived(self, live: LiveTable) -> None:
        self._services.tell_presence(live, self.seat)
        live.tell_table(but=self)

    def _leave(self) -> None:
        live, self._live = self._live, None
        if live is not None and self in live.guests:
            live.guests.discard(self)
            live.used = asyncio.get_running_loop().time()
            live.look()
            self._services.tell_presence(live, self.seat)
            live.tell_table()

    def _end(self, code: int, why: KorthusError) -> None:
        self.post(wire.Trouble(code=why.code, reason=refusal(why, translator(self._lang))))
        self.outbox.close(code, why.code)

    # -- news from the table ------------------------------------------------------------------------

    def post(self, message: msgspec.Struct) -> None:
        """Send a message."""
        self.outbox.post(wire.encode(message))

    def update(self) -> None:
        """See ``Guest.update``."""
        if self._live is not None:
            message = update_of(self._live, self.seat, self._heard, self._lang if self._words else None)
            self._heard = message.sequence
            self.post(message)

    def table_news(self) -> None:
        """See ``Guest.table_news``."""
        if self._live is not None:
            self.post(table_news_of(self._live))

    def said(self, said: Said) -> None:
        """See ``Guest.said``."""
        if self._live is not None:
            self.post(chat_of(self._live, said, self._lang))

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
        if self._live is not None:
            self._live.guests.discard(self)
            self._live = None

    # -- questions of the client -------------------------------------------------------------------

    async def _answer(self, raw: str) -> None:
        """Read a message and do what it asks, or say why not."""
        live = self._live
        if live is None:
            return
        try:
            request = wire.decode_request(raw)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self._refuse(wire.id_of(raw), bad_message(trouble_with_json(error)))
            return
        if isinstance(request, wire.Hello):
            self._refuse(None, bad_message(_HELLO_AGAIN))
            return
        try:
            await self._do(live, request)
        except KorthusError as error:
            self._refuse(request.id, error)
        except OSError:
            raise
        except Exception as error:
            self._fail(live, request, error)

    def _fail(self, live: LiveTable, request: wire.Asking, error: Exception) -> None:
        """Note what nobody expected, and answer all the same."""
        record_event(
            logging.ERROR, "message_failed", error=error, table=live.code, kind=type(request).__name__
        )
        self._services.metrics.count("server_errors")
        self._refuse(request.id, refusal_of(error))

    async def _do(self, live: LiveTable, request: wire.Asking) -> None:
        match request:
            case wire.Act():
                await self._act(live, request)
            case wire.Ping():
                self._ok(request)
            case wire.Lang(lang=lang):
                self._lang = lang
                self._ok(request)
            case wire.Why():
                await self._why(live, request)
            case wire.Describe():
                await self._describe(live, request)
            case wire.Names(boards=boards):
                seat = self._player()
                async with live.alone():
                    view = live.table.view(seat)
                names = hand_names(live.game, view, boards, self._speaker(live).tr)
                self.post(wire.NamesOk(re=request.id, names=names))
            case wire.Hint():
                await self._hint(live, request)
            case wire.Coach():
                await self._coach(live, request)
            case wire.Seed(seed=seed):
                await live.add_seed(self._player(), seed)
                self._ok(request)
            case wire.Start():
                self._player()
                await live.start()
                self._ok(request)
            case wire.Undo():
                await live.undo(self._player())
                self._ok(request)
            case wire.UndoAnswer(agree=agree):
                await live.answer_undo(self._player(), agree)
                self._ok(request)
            case wire.Chat():
                await self._chat(live, request)
            case wire.Auto():
                await live.play_for(self._player())
                self._ok(request)
            case wire.Resign():
                await live.resign(self._player())
                self._ok(request)
            case wire.Watch(paused=paused, speed=speed):
                await live.watch_as(Watching(paused, speed))
                self._ok(request)
            case wire.Fill(level=level):
                self._player()
                await live.fill(level)
                self._ok(request)
            case wire.DeclineAgain():
                await live.do_not_go_on(self._player())
                self._ok(request)
            case _:
                raise AssertionError(f"nobody answers a {type(request).__name__}")

    async def _act(self, live: LiveTable, request: wire.Act) -> None:
        def accepted(receipt: Receipt) -> None:
            self.post(wire.ActOk(re=request.id, version=receipt.version, repeated=receipt.repeated))

        await live.act(self._player(), request.text, request.version, str(request.id), accepted)

    async def _why(self, live: LiveTable, request: wire.Why) -> None:
        seat = self._player()
        legal, code, reason = True, None, None
        async with live.alone():
            try:
                if await live.worked_out(seat, request.text) is None:
                    live.table.check(seat, request.text)
            except ServerRefusal:
                raise
            except KorthusError as error:
                legal, code, reason = False, error.code, self._speaker(live).refusal(error)
        self.post(wire.WhyOk(re=request.id, legal=legal, code=code, reason=reason))

    async def _describe(self, live: LiveTable, request: wire.Describe) -> None:
        seat = self._player()
        async with live.alone():
            if not live.table.started:
                raise IllegalAction("NOT_STARTED", "The cards are not dealt yet.")
            view = live.table.view(seat)
            await live.describe(self._lang)
            labels = labels_of(live, view, (choices_of(live, view) or ())[:MAX_LISTED], self._lang)
            found = live.described(view)
            about = self._speaker(live).help(view) if found is None else found.help.get(self._lang, "")
        self.post(wire.DescribeOk(re=request.id, labels=labels, help=about))

    async def _hint(self, live: LiveTable, request: wire.Hint) -> None:
        seat = self._player()
        if not live.table.practice:
            raise IllegalAction("NO_HINT", "Hints are for practice games.")
        if self._thinking is not None and not self._thinking.done():
            raise ServerRefusal("TOO_MANY")
        async with live.alone():
            if live.table.to_act != seat:
                raise IllegalAction("NOT_NOW", "There is nothing for you to decide now.")
            view = live.table.view(seat)
            told = for_players(live.table.told(seat))
        self._thinking = asyncio.create_task(self._try_to_advise(live, request, view, told), name="hint")

    async def _coach(self, live: LiveTable, request: wire.Coach) -> None:
        seat = self._player()
        if any(each.bot is None and each.seat != seat for each in live.seats):
            raise IllegalAction("NO_COACH", "There is no coach in games against people.")
        async with live.alone():
            if live.table.to_act != seat:
                raise IllegalAction("NOT_NOW", "There is nothing for you to decide now.")
            view = live.table.view(seat)
            await live.describe(self._lang)
            said = coaching_of(live, view, self._lang)
        self.post(wire.CoachOk(re=request.id, now=said.now, tips=said.tips))

    async def _try_to_advise(
        self, live: LiveTable, request: wire.Hint, view: Any, told: Sequence[Event]
    ) -> None:
        try:
            await self._advise(live, request, view, told)
        except KorthusError as error:
            self._refuse(request.id, error)
        except WorkerFailed:
            self._refuse(request.id, ServerRefusal("SERVER_ERROR"))
        except NotReady as error:
            self._refuse(request.id, not_ready(error.seconds))
        except Exception as error:
            self._fail(live, request, error)

    async def _advise(self, live: LiveTable, request: wire.Hint, view: Any, told: Sequence[Event]) -> None:
        def waits(place: int) -> None:
            self.post(wire.Waiting(re=request.id, place=place))

        thoughts = await self._services.bots.advise(live.game, view, live.person_of(self), waits, told=told)
        say = self._speaker(live)
        texts = [thought.text for thought in thoughts]
        actions = [live.game.parse(text) for text in texts]
        if live.game.quick(view):
            labels = [say.label(action, view) for action in actions]
        else:
            labels = await self._services.rules.label(
                live.game, view, texts, self._lang, live.person_of(self)
            )
        self.post(
            wire.HintOk(
                re=request.id,
                advice=[
                    wire.AdviceOut(
                        thought.text,
                        action,
                        label,
                        thought.value,
                        thought.error,
                        [say.reason(reason) for reason in thought.reasons],
                        thought.chance,
                    )
                    for thought, action, label in zip(thoughts, actions, labels, strict=True)
                ],
                unit=unit_of(live.game).name,
            )
        )

    async def _chat(self, live: LiveTable, request: wire.Chat) -> None:
        seat = self._player()
        if self._services.settings.limits and not live.may_say(seat):
            raise ServerRefusal("TOO_MANY")
        if request.phrase is not None:
            if request.phrase >= PHRASES:
                raise InvalidAction("NO_SUCH_PHRASE", "There is no such phrase.")
            said = Said(seat, request.phrase, None)
        else:
            said = Said(seat, None, clean_chat(request.text or ""))
        await live.say(said)
        self._ok(request)

    def _player(self) -> int:
        """The seat of this client.

        Raises:
            ServerRefusal: it has none.
        """
        if self.seat is None:
            raise ServerRefusal("WATCHING")
        return self.seat

    def _speaker(self, live: LiveTable) -> Speaker:
        return speaker(live.game, self._lang)

    def _ok(self, request: wire.Asking) -> None:
        self.post(wire.Ok(re=request.id))

    def _refuse(self, id: str | int | None, why: KorthusError) -> None:
        self._services.metrics.count("refusals", why.code)
        reason = refusal(why, translator(self._lang))
        self.post(wire.Refused(re=id, code=why.code, reason=reason))


#: How a socket is closed after a refusal that ends it.
_CLOSING = {
    "BAD_TOKEN": ClosingCode.BAD_TOKEN,
    "NO_SUCH_TABLE": ClosingCode.NO_SUCH_TABLE,
    "DAMAGED_TABLE": ClosingCode.TABLE_CLOSED,
    "TOO_MANY": ClosingCode.TOO_MANY,
    "TOO_LARGE": ClosingCode.TOO_LARGE,
    "TABLE_CLOSED": ClosingCode.TABLE_CLOSED,
    "HELD_BACK": ClosingCode.TABLE_CLOSED,
}


def _closing(refused: KorthusError) -> int:
    """The closing code of a refusal that ends a socket."""
    return ClosingCode.TABLE_CLOSED if is_not_playable(refused) else _CLOSING.get(refused.code, 1011)
