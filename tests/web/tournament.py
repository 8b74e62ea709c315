"""Friends who play a tournament over HTTP and sockets."""

from __future__ import annotations

import random
from contextlib import AsyncExitStack
from typing import Any, Final

from tests.web.client import Api, Client, Json
from tests.web.support import play_on

GAME: Final = "eight"
OPTIONS: Final = {"hands": 1}


class Friend:
    """Somebody with a player token and the seats they hold."""

    def __init__(self, api: Api, name: str, player: str) -> None:
        self.api = api
        self.name = name
        self.player = player
        #: The token of the seat at each table.
        self.seats: dict[str, str] = {}

    @property
    def head(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.player}"}

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The answer of the server, which must be a good one."""
        if method == "GET":
            answer = await self.api.get(path, headers=self.head)
        else:
            answer = await self.api.post(path, body or {}, headers=self.head)
        assert answer.is_success, answer.text
        return answer.json()

    async def look(self, code: str) -> Json:
        found: Json = await self.ask("GET", f"/api/tournaments/{code}")
        return found

    async def refusal(self, path: str, body: Any = None) -> str:
        """The code with which something is refused."""
        answer = await self.api.post(path, body or {}, headers=self.head)
        assert not answer.is_success, answer.text
        return str(answer.json()["code"])

    async def play(self, code: str, number: int | None = None) -> Json:
        """Go to the table of a game, or of the next one."""
        seat: Json = await self.ask("POST", f"/api/tournaments/{code}/play", {"number": number})
        self.seats[seat["code"]] = seat["token"]
        return seat


async def dealt(client: Client) -> None:
    """Wait until the cards lie there."""
    await client.wait_for(lambda: client.state.get("view") is not None)


async def befriend(api: Api, name: str) -> Friend:
    return Friend(api, name, (await api.post("/api/me", {})).json()["player"])


async def tournament(
    api: Api, *names: str, game: str = GAME, options: Json | None = None, seats: int = 2, **wish: Any
) -> tuple[str, list[Friend]]:
    """A tournament that the first of some friends made, and to which all others came by its link."""
    friends = [await befriend(api, name) for name in names]
    made = await friends[0].ask(
        "POST",
        "/api/tournaments",
        {
            "game": game,
            "options": OPTIONS if options is None else options,
            "seats": seats,
            "name": names[0],
            "player": friends[0].player,
            "others": [None] * (len(names) - 1),
            **wish,
        },
    )
    for friend in friends[1:]:
        await friend.ask(
            "POST",
            f"/api/tournaments/{made['code']}/join",
            {"invite": made["invite"], "name": friend.name, "player": friend.player},
        )
    return made["code"], friends


async def play_fixture(code: str, friends: list[Friend], number: int, actions: int = 10_000) -> str:
    """Let the players of a game sit down and play; the code of its table."""
    players = [friends[each] for each in (await friends[0].look(code))["fixtures"][number]["players"]]
    seats = [await friend.play(code, number) for friend in players]
    table: str = seats[0]["code"]
    assert {seat["code"] for seat in seats} == {table}
    async with AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(friend.api.socket(table, friend.seats[table]))
            for friend in players
        ]
        for client in clients:
            await dealt(client)
        await play_on(clients, random.Random(number), actions=actions)
    return table
