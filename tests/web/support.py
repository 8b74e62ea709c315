"""What several tests of the web table need."""

from __future__ import annotations

import asyncio
import functools
import random
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
from tests.web.client import Client

import korthus
from korthus.core.protocol import AnyGame

#: Options that make a game of each kind short.
SHORT: dict[str, dict[str, Any]] = {
    "mulle": {"omgangar": 1},
    "kachuful": {"start_cards": 2, "total_rounds": 3},
    "mus": {"target_stones": 30},
    "eight": {"hands": 2},
}


def in_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run a test in an event loop of its own."""

    @functools.wraps(test)
    def run(*args: Any, **fields: Any) -> None:
        asyncio.run(test(*args, **fields))

    return run


def game_of(client: Client) -> AnyGame:
    """The game that a client plays."""
    return korthus.game(client.state["game"], client.state["preset"], **client.state["options"])


def some_action(client: Client, rng: random.Random) -> str:
    """A legal action of the client whose turn it is, from what it was told."""
    actions = client.state["actions"]
    if actions is not None:
        text: str = rng.choice(actions)["text"]
        return text
    game = game_of(client)
    view = game.decode_view(msgspec.json.encode(client.state["view"]))
    return str(game.pick(view, rng))


async def level_up(clients: list[Client], version: int) -> None:
    """Wait until every client has heard of a version of the table."""
    for client in clients:
        while client.state["version"] < version:
            await client.receive()


async def play_on(clients: list[Client], rng: random.Random, actions: int = 10_000) -> int:
    """Let clients play at random until the game is over or enough is played; how many actions that took."""
    played = 0
    await level_up(clients, max(client.state["version"] for client in clients))
    while played < actions and not clients[0].over:
        turn = next((client for client in clients if client.my_turn), None)
        if turn is None:  # a bot's turn
            await clients[0].receive()
            await level_up(clients, clients[0].state["version"])
            continue
        answer = await turn.act(some_action(turn, rng))
        assert answer["type"] == "ok", answer
        await level_up(clients, answer["version"])
        played += 1
    return played
