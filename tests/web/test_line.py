"""Lines are fair by person and bounded, and nobody is lost in them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.web.client import Api, Client
from tests.web.inside import inside
from tests.web.support import in_loop

from korthus.web.bots.line import Line
from korthus.web.bots.thoughts import Advised, Thought
from korthus.web.bounds import AT_ONCE
from korthus.web.http.limits import Addresses
from korthus.web.http.refusals import ServerRefusal


async def _served(line: Line, wishes: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """The order in which wishes are served that all come while one is being served."""
    order: list[tuple[str, int]] = []
    first = line.join("first")
    await line.wait(first)

    async def ask(person: str, number: int) -> None:
        async with line.turn(person):
            order.append((person, number))
            await asyncio.sleep(0)

    tasks = [asyncio.create_task(ask(person, number)) for person, number in wishes]
    await asyncio.sleep(0)
    line.leave()
    await asyncio.gather(*tasks)
    return order


@in_loop
async def test_persons_take_turns_and_each_ones_wishes_keep_their_order() -> None:
    order = await _served(Line(1), [("much", 1), ("much", 2), ("much", 3), ("little", 1), ("other", 1)])
    assert order == [("much", 1), ("little", 1), ("other", 1), ("much", 2), ("much", 3)]


@in_loop
async def test_a_place_is_what_comes_before() -> None:
    line = Line(1)
    served = line.join("first")
    waiting = [line.join(person) for person in ("much", "much", "much", "little")]
    assert line.place(served) == 0
    expected = {id(wish): place for wish, place in zip(waiting, (1, 3, 4, 2), strict=True)}
    assert [line.place(wish) for wish in waiting] == list(expected.values())
    for turn in range(4):
        line.leave()
        now = next(wish for wish in waiting if expected[id(wish)] == turn + 1)
        assert now.turn.done()
        assert line.place(now) == 0


@in_loop
async def test_a_line_is_bounded_in_all_and_for_each() -> None:
    line = Line(1, most=3, most_each=2)
    line.join("a")
    line.join("a")
    line.join("a")
    with pytest.raises(ServerRefusal, match="LINE_FULL"):
        line.join("a")
    line.join("b")
    with pytest.raises(ServerRefusal, match="LINE_FULL"):
        line.join("c")


@in_loop
async def test_who_gives_up_waiting_keeps_nobody_from_a_turn() -> None:
    line = Line(1)
    await line.wait(line.join("first"))
    waiting = [asyncio.create_task(line.wait(line.join("x"))) for _ in range(3)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    line.leave()  # it is the turn of the one who is being cancelled
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert waiting[1].done()
    waiting[2].cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    line.leave()
    async with asyncio.timeout(60), line.turn("y"):
        assert len(line) == 0


async def _my_turn(client: Client) -> None:
    await client.wait_for(lambda: client.my_turn)


@in_loop
async def test_moves_do_not_wait_for_hints_and_hints_wait_in_a_bounded_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with inside(tmp_path) as (url, house), Api(url) as api:
        held = asyncio.Event()

        async def think(*_: Any) -> Advised:
            await held.wait()
            return Advised([Thought("bid 0", 0.0, None, [])])

        monkeypatch.setattr(house.bots._adviser, "ask", think)
        seats = [{"kind": "me", "name": "A"}, {"kind": "bot", "level": "random"}]
        opened = await api.open_table("kachuful", seats, practice=True)
        sockets = [api.socket(opened["code"], opened["token"], words=True) for _ in range(7)]
        for each in sockets:
            await each.connect()
            await _my_turn(each)
            await each.send({"type": "hint", "id": 1})
            await each.send({"type": "ping", "id": 2})
        seen = [await each.until(lambda message: message.get("re") == 1) for each in sockets[1:]]
        assert [(one["type"], one.get("place"), one.get("code")) for one in seen] == [
            *[("waiting", place, None) for place in (1, 2, 3, 4)],
            *[("refused", None, "LINE_FULL")] * 2,
        ]
        seat = sockets[0].state["seat"]
        version = sockets[0].state["version"]
        room = await house.rooms.get(opened["code"])
        choice = await house.bots.choose(room.game, room.table.view(seat), "random", "somebody else")
        assert choice.why is None, "a move is chosen while all hints wait"
        assert room.table.version == version
        held.set()
        answer = await sockets[4].until(lambda message: message["type"] == "ok" and message["re"] == 1)
        assert answer["advice"][0]["text"] == "bid 0"
        for each in sockets:
            await each.close()


@in_loop
async def test_chat_is_limited_by_person_on_however_many_sockets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("korthus.web.live.room.CHATS", (0.0, 5.0))
    async with inside(tmp_path, limits=True) as (url, _), Api(url) as api:
        seats = [{"kind": "me", "name": "A"}, {"kind": "bot", "level": "random"}]
        opened = await api.open_table("kachuful", seats)
        answers = []
        for _ in range(3):
            async with api.socket(opened["code"], opened["token"]) as socket:
                answers += [await socket.ask("chat", phrase=0) for _ in range(4)]
        assert [answer.get("code") for answer in answers] == [None] * 5 + ["TOO_MANY"] * 7


@in_loop
async def test_few_messages_of_an_address_are_worked_on_at_a_time() -> None:
    addresses = Addresses(enabled=True)
    busy: dict[str, int] = {"a": 0, "b": 0}
    most: dict[str, int] = {"a": 0, "b": 0}
    held = asyncio.Event()

    async def work(address: str) -> None:
        async with addresses.turn(address):
            busy[address] += 1
            most[address] = max(most[address], busy[address])
            await held.wait()
            busy[address] -= 1

    tasks = [asyncio.create_task(work(address)) for address in ["a"] * 20 + ["b"]]
    for _ in range(5):
        await asyncio.sleep(0)
    assert most == {"a": AT_ONCE, "b": 1}, "somebody else is not held up"
    held.set()
    await asyncio.gather(*tasks)
    assert most == {"a": AT_ONCE, "b": 1}
    assert busy == {"a": 0, "b": 0}
