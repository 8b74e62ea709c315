"""Exchange what a seat cannot see, and every byte that its socket gets stays the same.

Two servers open the same table: same code, secrets and seed. In the second one, what an audience cannot see
is replaced behind the counter by another world that its view allows. Then both are asked and played alike.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.client import Api, Client
from tests.web.inside import inside
from tests.web.support import in_loop, level_up

from korthus.core.chance import seed_bytes
from korthus.core.protocol import CHANCE, Action, visible
from korthus.web.http import routes as http
from korthus.web.live import opening
from korthus.web.live.live_table import LiveTable

GAMES = ("mulle", "kachuful", "mus", "eight")
AUDIENCES: tuple[int | None, ...] = (0, 1, None)


class _SameSecrets:
    """Codes, tokens and seeds that come in the same order every time."""

    def __init__(self, game: str) -> None:
        self._numbers: Iterator[int] = itertools.count()
        self._game = game

    def token(self) -> str:
        return f"{next(self._numbers):043d}"

    def code(self) -> str:
        return "ABCDEFGH"

    def seed(self) -> bytes:
        return seed_bytes(f"secrecy of {self._game}")


async def _open(api: Api, monkeypatch: pytest.MonkeyPatch, game: str) -> list[str]:
    same = _SameSecrets(game)
    monkeypatch.setattr(opening, "new_token", same.token)
    monkeypatch.setattr(http, "new_token", same.token)
    monkeypatch.setattr(opening, "new_code", same.code)
    monkeypatch.setattr(opening, "new_seed", same.seed)
    _, tokens = await api.open_for_two(game)
    return tokens


async def _questions(client: Client) -> None:
    """Everything that can be asked without changing anything."""
    await client.ask("ping", id="p")
    await client.ask("describe", id="d")
    await client.ask("why", id="w", text="discard KL 2")
    await client.ask("undo", id="u")
    await client.ask("names", id="n", boards=[[], [], []])
    await client.ask("hint", id="h")
    await client.ask("coach", id="c")


@pytest.mark.parametrize("seat", AUDIENCES, ids=["first", "second", "spectator"])
@pytest.mark.parametrize("game", GAMES)
@in_loop
async def test_bytes_do_not_depend_on_what_cannot_be_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, seat: int | None
) -> None:
    rng = random.Random(f"{game} {seat}")
    folders = [tmp_path / name for name in ("real", "other")]
    for folder in folders:
        folder.mkdir()
    async with (
        inside(folders[0]) as (real_url, real_services),
        inside(folders[1]) as (other_url, other_services),
        Api(real_url) as real_api,
        Api(other_url) as other_api,
    ):
        tokens = await _open(real_api, monkeypatch, game)
        assert await _open(other_api, monkeypatch, game) == tokens
        real, other = (
            await real_services.live_tables.get("ABCDEFGH"),
            await other_services.live_tables.get("ABCDEFGH"),
        )
        assert _exchange(real, other, seat, rng)
        lang = rng.choice(("en", "sv", "es"))
        pairs = []
        for address in (real_url, other_url):
            # Both persons are here, so that no clock runs whose time would differ.
            others = [Client(address, "ABCDEFGH", token) for who, token in enumerate(tokens) if who != seat]
            token = None if seat is None else tokens[seat]
            pairs.append((Client(address, "ABCDEFGH", token, words=True, lang=lang), others))
        for client, others in pairs:
            for person in others:
                await person.connect()
            await client.connect()
            if seat is not None:
                await _questions(client)
        mine = [client for client, _ in pairs]
        assert mine[0].raw == mine[1].raw
        played = 0
        for _ in range(6):
            chosen = _same_to(seat, real, other, rng)
            if chosen is None:
                break
            actor = _turn(real)
            for live, text in zip((real, other), chosen, strict=True):
                await live.act(actor, text, None)
            played += 1
            for client in mine:
                await level_up([client], real.table.version)
            assert mine[0].raw == mine[1].raw
        assert played > 0
        assert real.table._state != other.table._state
        for client, others in pairs:
            for each in (client, *others):
                await each.close()


def _turn(live: LiveTable) -> int:
    seat = live.table.to_act
    assert seat is not None
    return seat


def _exchange(real: LiveTable, other: LiveTable, seat: int | None, rng: random.Random) -> bool:
    """Put another world in place that ``seat`` cannot tell from the real one; whether there is one."""
    game, state = real.game, real.table._state
    view = game.view(state, seat)
    for _ in range(50):
        other.table._state = game.sample(view, rng)
        assert other.table.view(seat) == view
        if other.table._state != state and _same_to(seat, real, other, rng) is not None:
            return True
    return False


def _same_to(
    seat: int | None, real: LiveTable, other: LiveTable, rng: random.Random
) -> tuple[str, str] | None:
    """An action in each world after which ``seat`` still sees the same, and no new cards come."""
    actor = _turn(real)
    if actor == CHANCE or real.table.over or actor != other.table.to_act:
        return None
    theirs = list(other.table.choices(actor))
    actions = list(real.table.choices(actor))
    rng.shuffle(actions)
    rng.shuffle(theirs)
    for action in actions[:40]:
        seen = _after(real, action, seat)
        if seen is None:
            continue
        for same in ([action] if action in theirs else []) + theirs[:40]:
            if _after(other, same, seat) == seen:
                return str(action), str(same)
    return None


def _after(live: LiveTable, action: Action, seat: int | None) -> object:
    """What a seat sees after an action; None if a deal or the end follows."""
    game, state = live.game, live.table._state
    step = game.apply(state, action)
    if game.to_act(step.state) in (CHANCE, None):
        return None
    return game.view(step.state, seat), visible(step.events, seat)
