"""Lines are fair by person and bounded, and nobody is lost in them."""

from __future__ import annotations

import asyncio
import random
from collections import deque
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from tests.support.patience import PATIENCE
from tests.web.client import Api, Client
from tests.web.inside import inside
from tests.web.support import in_loop

from korthus.web.bots.line import UNASKED, Line, Person
from korthus.web.bots.thoughts import Advised, Thought
from korthus.web.bounds import (
    AT_ONCE,
    FORGOTTEN_IN,
    REVIEWS_OF_AN_ADDRESS,
    SECONDS_ALIKE,
    TURNS_OF_AN_ADDRESS,
)
from korthus.web.http.limits import Addresses
from korthus.web.http.refusals import ServerRefusal


class _Clock:
    """Says the time that it is told."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


async def _served(line: Line, wishes: list[tuple[Person, int]]) -> list[tuple[Person, int]]:
    """The order in which wishes are served that all come while one is being served."""
    order: list[tuple[Person, int]] = []
    first = line.join(Person("first"))
    await line.wait(first)

    async def ask(person: Person, number: int) -> None:
        async with line.turn(person):
            order.append((person, number))
            await asyncio.sleep(0)

    tasks = [asyncio.create_task(ask(person, number)) for person, number in wishes]
    await asyncio.sleep(0)
    line.leave(first)
    await asyncio.gather(*tasks)
    return order


@in_loop
async def test_persons_take_turns_and_each_ones_wishes_keep_their_order() -> None:
    much, little, other = Person("much"), Person("little"), Person("other")
    order = await _served(Line(1, clock=_Clock()), [(much, 1), (much, 2), (much, 3), (little, 1), (other, 1)])
    assert order == [(much, 1), (little, 1), (other, 1), (much, 2), (much, 3)]


@in_loop
async def test_people_who_share_an_address_each_have_a_turn_as_if_they_did_not() -> None:
    greedy, meek = Person("school", "greedy"), Person("school", "meek")
    pupils = [Person("school", f"pupil {number}") for number in range(3)]
    away = Person("away")
    wishes = [(greedy, 1), (greedy, 2), *((each, 1) for each in pupils), (meek, 1), (away, 1), (away, 2)]
    order = await _served(Line(1, clock=_Clock()), wishes)
    assert sorted(order[:6]) == sorted({(person, 1) for person, _ in wishes}), "everybody once"
    assert order[6:] == [(greedy, 2), (away, 2)], "and then who asks for more"


@in_loop
async def test_an_address_has_so_many_turns_in_a_round_however_many_people_it_makes_up() -> None:
    crowd = [Person("home", f"made up {number}") for number in range(3 * TURNS_OF_AN_ADDRESS)]
    meek = Person("home", "meek")
    away = Person("away")
    wishes = [*((each, number) for number in (1, 2) for each in crowd), (meek, 1), (away, 1), (away, 2)]
    order = await _served(Line(1, clock=_Clock()), wishes)
    assert order.index((away, 1)) == TURNS_OF_AN_ADDRESS
    assert order.index((away, 2)) == 2 * TURNS_OF_AN_ADDRESS + 1
    assert order.index((meek, 1)) < order.index((crowd[0], 2)), "those who share it take turns among them"
    assert sorted(order) == sorted(wishes)


@in_loop
async def test_whoever_comes_while_their_address_has_its_turns_adds_none_to_them() -> None:
    line = Line(1, clock=_Clock())
    first = line.join(Person("first"))
    line.join(Person("home", "early"))
    line.join(Person("home", "late"))
    away = line.join(Person("away"))
    line.leave(first)
    for number in range(2 * TURNS_OF_AN_ADDRESS):
        line.join(Person("home", f"later {number}"))
    assert line.place(away) == 2


@in_loop
async def test_a_place_is_what_comes_before() -> None:
    line = Line(1, clock=_Clock())
    served = line.join(Person("first"))
    waiting = [line.join(Person(name)) for name in ("much", "much", "much", "little")]
    assert line.place(served) == 0
    expected = {id(wish): place for wish, place in zip(waiting, (1, 3, 4, 2), strict=True)}
    assert [line.place(wish) for wish in waiting] == list(expected.values())
    for turn in range(4):
        line.leave(served)
        served = next(wish for wish in waiting if expected[id(wish)] == turn + 1)
        assert served.turn.done()
        assert line.place(served) == 0


@in_loop
async def test_a_place_is_when_one_is_served_whoever_shares_the_address() -> None:
    luck = random.Random(5)
    for _ in range(30):
        clock = _Clock()
        line = Line(1, clock=clock)
        served = line.join(Person("first"))
        people = [Person(luck.choice("ab"), luck.choice("xyz")) for _ in range(12)]
        waiting = [line.join(person) for person in people]
        while len(line):
            places = [line.place(wish) for wish in waiting if not wish.turn.done()]
            assert sorted(places) == list(range(1, len(line) + 1))
            following = next(wish for wish in waiting if line.place(wish) == 1)
            line.leave(served)
            assert following.turn.done()
            served = following
            clock.now += luck.choice((0.0, SECONDS_ALIKE))


@in_loop
async def test_an_address_that_used_more_seconds_waits_for_one_that_used_less() -> None:
    clock = _Clock()
    line = Line(1, clock=clock)
    first = line.join(Person("much", "somebody"))
    much = [line.join(Person("much", name)) for name in "xyz"]
    little = line.join(Person("little"))
    assert [line.place(wish) for wish in (*much, little)] == [1, 2, 3, 4], "nobody has used anything"
    clock.now = 2 * SECONDS_ALIKE
    assert [line.place(wish) for wish in (*much, little)] == [2, 3, 4, 1], "while one is served"
    line.leave(first)
    clock.now += 3 * SECONDS_ALIKE
    line.leave(little)
    assert much[0].turn.done()
    assert line.place(line.join(Person("new"))) == 1, "whoever has used nothing goes before both"


@in_loop
async def test_a_small_difference_in_seconds_changes_no_order() -> None:
    clock = _Clock()
    line = Line(1, clock=clock)
    first = line.join(Person("much"))
    again, other = line.join(Person("much")), line.join(Person("little"))
    clock.now = 0.9 * SECONDS_ALIKE
    line.leave(first)
    assert again.turn.done()
    assert not other.turn.done()


@in_loop
async def test_what_an_address_used_is_forgotten_in_time() -> None:
    clock = _Clock()
    line = Line(1, clock=clock)
    first = line.join(Person("much"))
    clock.now = 4 * SECONDS_ALIKE
    line.leave(first)
    clock.now += 3 * FORGOTTEN_IN  # half of half of half of it: less than what is alike
    served = line.join(Person("somebody"))
    once_much, other = line.join(Person("much")), line.join(Person("little"))
    assert (line.place(once_much), line.place(other)) == (1, 2)
    line.leave(served)
    assert once_much.turn.done()


@in_loop
async def test_work_that_nobody_asked_for_comes_last() -> None:
    line = Line(1, clock=_Clock())
    first = line.join(Person("first"))
    unasked = line.join(UNASKED)
    asked = [line.join(Person("a")), line.join(Person("b"))]
    assert [line.place(wish) for wish in (unasked, *asked)] == [3, 1, 2]
    for wish in (first, *asked):
        line.leave(wish)
    assert unasked.turn.done()


@in_loop
async def test_of_many_addresses_those_that_used_least_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("korthus.web.bots.line.MAX_ADDRESSES", 4)
    clock = _Clock()
    line = Line(1, clock=clock)
    for number in range(10):
        wish = line.join(Person(f"{number}"))
        clock.now += 1.0 + (number == 0)
        line.leave(wish)
        assert len(line._used._seconds) <= 4
    assert line._used.of("0", clock.now) > 1.5, "who used most is remembered"


@in_loop
async def test_a_line_is_bounded_in_all_for_each_and_for_each_address() -> None:
    line = Line(1, most=12, most_each=2)
    first = Person("a", "first")
    line.join(first)
    line.join(first)
    line.join(first)
    with pytest.raises(ServerRefusal, match="LINE_FULL"):
        line.join(first)
    for name in ("second", "third", "fourth", "fifth"):
        line.join(Person("a", name))
    with pytest.raises(ServerRefusal, match="LINE_FULL"):
        line.join(Person("a", "sixth"))  # half of the line
    for name in ("b", "c", "d"):
        line.join(Person(name))
        line.join(Person(name))
    with pytest.raises(ServerRefusal, match="LINE_FULL"):
        line.join(Person("e"))


@in_loop
async def test_nobody_at_any_address_can_fill_a_line_of_the_server(tmp_path: Path) -> None:
    async with inside(tmp_path) as (_, services):
        desks = [services.rules, services.lessons, services.studies]
        lines = [services.bots._moves.line, services.bots._hints.line, *(each._line for each in desks)]
        for line in (*lines, services.bots.reviews):
            turns = REVIEWS_OF_AN_ADDRESS if line is services.bots.reviews else TURNS_OF_AN_ADDRESS
            line._clock = partial(float, line._clock())  # nobody is charged for how long this test takes
            with pytest.raises(ServerRefusal, match="LINE_FULL"):
                deque(line.join(Person("home", f"made up {number}")) for number in count())
            wish = line.join(Person("away"))
            assert line.place(wish) == turns + 1


@in_loop
async def test_tables_without_anybody_share_the_turns_of_an_address(tmp_path: Path) -> None:
    async with inside(tmp_path) as (url, services), Api(url) as api:
        seats = [{"kind": "bot", "level": "random"}] * 2
        codes = [(await api.open_table("kachuful", seats))["code"] for _ in range(2)]
        people = [(await services.live_tables.get(code)).person for code in codes]
        assert people[0] != people[1]
        assert {each.address for each in people} == {UNASKED.address}


@in_loop
async def test_who_gives_up_waiting_keeps_nobody_from_a_turn() -> None:
    line = Line(1)
    first = line.join(Person("first"))
    await line.wait(first)
    wishes = [line.join(Person("x")) for _ in range(3)]
    waiting = [asyncio.create_task(line.wait(wish)) for wish in wishes]
    await asyncio.sleep(0)
    waiting[0].cancel()
    line.leave(first)  # it is the turn of the one who is being cancelled
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert [each.done() for each in waiting] == [True, True, False], "one place serves one"
    waiting[2].cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    line.leave(wishes[1])
    async with asyncio.timeout(PATIENCE), line.turn(Person("y")):
        assert len(line) == 0


@in_loop
async def test_what_an_address_used_does_not_depend_on_who_looks() -> None:
    used = []
    for looks in (1, 600):
        clock = _Clock()
        line = Line(1, clock=clock)
        served = line.join(Person("home"))
        waiting = line.join(Person("away"))
        for _ in range(looks):
            clock.now += 600 / looks
            line.place(waiting)
        line.leave(served)
        used.append(line._used.of("home", clock.now))
    assert used[0] == pytest.approx(used[1])
    assert used[0] < 2 * FORGOTTEN_IN


@in_loop
async def test_two_people_at_one_address_are_two_and_one_persons_sockets_are_one(tmp_path: Path) -> None:
    async with inside(tmp_path) as (url, services), Api(url) as api:
        players = [(await api.post("/api/me", None)).json()["player"] for _ in range(2)]
        people = []
        for player in (*players, players[0]):
            seats = [{"kind": "me", "name": "A"}, {"kind": "bot", "level": "random"}]
            opened = await api.open_table("kachuful", seats, player=player)
            async with api.socket(opened["code"], opened["token"]) as one:
                await _my_turn(one)
                people.append((await services.live_tables.get(opened["code"])).person)
        assert people[0] == people[2], "one person at two tables"
        assert people[0].address == people[1].address
        assert people[0] != people[1]


async def _my_turn(client: Client) -> None:
    await client.wait_for(lambda: client.my_turn)


@in_loop
async def test_moves_do_not_wait_for_hints_and_hints_wait_in_a_bounded_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with inside(tmp_path) as (url, services), Api(url) as api:
        held = asyncio.Event()

        async def think(*_: Any, **__: Any) -> Advised:
            await held.wait()
            return Advised([Thought("bid 0", 0.0, None, [])])

        monkeypatch.setattr(services.bots._adviser, "ask", think)
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
        live = await services.live_tables.get(opened["code"])
        choice = await services.bots.choose(
            live.game, live.table.view(seat), "random", Person("somebody else")
        )
        assert choice.why is None, "a move is chosen while all hints wait"
        assert live.table.version == version
        held.set()
        answer = await sockets[4].until(lambda message: message["type"] == "ok" and message["re"] == 1)
        assert answer["advice"][0]["text"] == "bid 0"
        for each in sockets:
            await each.close()


@in_loop
async def test_chat_is_limited_by_person_on_however_many_sockets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("korthus.web.live.live_table.CHATS", (0.0, 5.0))
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
        async with addresses.turn(Person(address)):
            busy[address] += 1
            most[address] = max(most[address], busy[address])
            await held.wait()
            busy[address] -= 1

    for address in "ab":
        addresses.connect(address)
    tasks = [asyncio.create_task(work(address)) for address in ["a"] * 20 + ["b"]]
    for _ in range(5):
        await asyncio.sleep(0)
    assert most == {"a": AT_ONCE, "b": 1}, "somebody else is not held up"
    held.set()
    await asyncio.gather(*tasks)
    assert most == {"a": AT_ONCE, "b": 1}
    assert busy == {"a": 0, "b": 0}


@in_loop
async def test_one_persons_messages_do_not_hold_up_those_of_another_at_the_same_address() -> None:
    addresses = Addresses(enabled=True)
    order: list[str] = []

    async def work(name: str) -> None:
        async with addresses.turn(Person("school", name)):
            order.append(name)
            await asyncio.sleep(0)

    addresses.connect("school")
    names = ["greedy"] * 50 + ["meek"]
    await asyncio.gather(*map(work, names))
    assert order.index("meek") <= AT_ONCE + 1
    assert sorted(order) == sorted(names)
