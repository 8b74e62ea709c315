"""What of a database's errors is told as its being away, which is tried again, and what as a fault."""

from __future__ import annotations

import asyncio

import pytest
from tests.web.support import in_loop

from korthus.web.http.refusals import refusal_of
from korthus.web.store.store import Store
from korthus.web.store.trouble import DatabaseAway


def _refusal(state: str, text: str) -> bytes:
    """What PostgreSQL sends to whom it does not let in."""
    body = f"SFATAL\0VFATAL\0C{state}\0M{text}\0\0".encode()
    return b"E" + (len(body) + 4).to_bytes(4, "big") + body


async def _asked(state: str, text: str) -> Exception:
    """What a store raises that meets a PostgreSQL in a state."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = await reader.readexactly(8)
        if int.from_bytes(first[4:], "big") == 80877103:  # asks for TLS
            writer.write(b"N")
            first = await reader.readexactly(8)
        await reader.readexactly(int.from_bytes(first[:4], "big") - 8)
        writer.write(_refusal(state, text))
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    store = Store(f"postgresql+asyncpg://somebody:secret@127.0.0.1:{port}/tables")
    try:
        await store.table("ABCDEFGH")
    except Exception as error:
        return error
    finally:
        await store.close()
        server.close()
    raise AssertionError("it was let in")


@pytest.mark.parametrize(
    ("state", "text"),
    [
        ("57P03", "the database system is starting up"),
        ("53300", "sorry, too many clients already"),
        ("57P01", "terminating connection due to administrator command"),
    ],
)
@in_loop
async def test_a_postgresql_that_starts_or_is_full_is_away_and_no_fault(state: str, text: str) -> None:
    error = await _asked(state, text)
    assert isinstance(error, DatabaseAway)
    assert refusal_of(error).status == 503


@in_loop
async def test_a_wrong_password_is_no_matter_of_waiting() -> None:
    assert not isinstance(await _asked("28P01", "password authentication failed"), DatabaseAway)
