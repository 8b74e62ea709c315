"""A database that cannot be used is refused in one sentence; one that is damaged can be looked through."""

from __future__ import annotations

import logging
import os
import random
import sqlite3
import sys
from pathlib import Path

import pytest
from tests.web.client import Api
from tests.web.inside import inside
from tests.web.support import in_loop, play_on
from tests.web.test_upgrade import old_database

from korthus.cli.app import main
from korthus.core.errors import KorthusError
from korthus.web.run import serve
from korthus.web.settings import Settings
from korthus.web.store.database_lock import database_lock
from korthus.web.store.soundness import check_database, prepare_database

#: Where nobody listens and nothing can be reached.
NOWHERE = "postgresql+asyncpg://somebody:secret@127.0.0.1:1/korthus"


def _refused(url: str) -> KorthusError:
    """How a server refuses to start on a database."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("korthus.web.run._bind_for_people", lambda _: pytest.fail("it would serve"))
        with pytest.raises(KorthusError) as refused:
            serve(Settings(database=url, port=0), print)
    return refused.value


def test_a_file_that_is_no_database_is_refused_in_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "x.sqlite3"
    file.write_bytes(b"hello world" * 1000)
    refused = _refused(f"sqlite:///{file}")
    assert refused.code == "DATABASE_TROUBLE"
    assert refused.reason == f"The database {file} cannot be used: file is not a database."
    assert file.read_bytes() == b"hello world" * 1000


def test_a_read_only_database_is_refused_in_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "x.sqlite3"
    prepare_database(f"sqlite:///{file}")
    refused = _refused(f"sqlite:///file:{file}?mode=ro&uri=true")
    assert refused.code == "DATABASE_TROUBLE"
    assert "readonly" in str(refused)


def test_a_folder_that_is_not_there_is_refused_in_one_sentence(tmp_path: Path) -> None:
    refused = _refused(f"sqlite:///{tmp_path / 'no' / 'x.sqlite3'}")
    assert refused.code == "DATABASE_TROUBLE"
    assert "unable to open" in str(refused)


def test_a_database_that_cannot_be_reached_is_refused_without_its_password() -> None:
    refused = _refused(NOWHERE)
    assert refused.code == "DATABASE_TROUBLE"
    assert "127.0.0.1" in str(refused)
    assert "secret" not in str(refused)


def test_an_old_sqlite_is_refused_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 37, 2))
    assert _refused(f"sqlite:///{tmp_path / 'x.sqlite3'}").code == "OLD_SQLITE"


def test_a_file_has_one_server_whatever_it_is_called(tmp_path: Path) -> None:
    file = tmp_path / "a" / "x.sqlite3"
    file.parent.mkdir()
    prepare_database(f"sqlite:///{file}")
    (tmp_path / "folder").symlink_to(file.parent)
    (tmp_path / "link.sqlite3").symlink_to(file)
    os.link(file, tmp_path / "hard.sqlite3")
    names = [
        f"sqlite:///{file}",
        f"sqlite:///{tmp_path / 'folder' / 'x.sqlite3'}",
        f"sqlite:///{tmp_path / 'link.sqlite3'}",
        f"sqlite:///{file}?timeout=5",
        f"sqlite:///file:{file}?uri=true",
        f"sqlite:///{tmp_path / 'a' / '..' / 'a' / 'x.sqlite3'}",
    ]
    if sys.platform == "linux":
        names.append(f"sqlite:///{tmp_path / 'hard.sqlite3'}")
    for first in names:
        with database_lock(first):
            prepare_database(first)  # the lock does not keep its own server out
            for second in names:
                with pytest.raises(KorthusError) as refused, database_lock(second):
                    pass
                assert refused.value.code == "DATABASE_IN_USE", (first, second)


@in_loop
async def _three_tables(folder: Path) -> None:
    async with inside(folder) as (url, _), Api(url) as api:
        for _ in range(3):
            code, (anna, bo) = await api.open_for_two("mulle")
            async with api.socket(code, anna) as first, api.socket(code, bo) as second:
                await play_on([first, second], random.Random(1), actions=3)


def test_the_whole_database_can_be_looked_through(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _three_tables(tmp_path)
    monkeypatch.setattr(logging.getLogger(), "handlers", [])  # as it is for who types the command
    file = tmp_path / "tables.sqlite3"
    words = ["serve", "--check", "--lang", "en"]
    assert main([*words, "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "All is as it was written. Tables: 3.\n"
    with sqlite3.connect(file) as database:
        [(first,), (second,), _] = database.execute("SELECT code FROM tables ORDER BY code")
        database.execute("UPDATE log SET at = at + 1 WHERE sequence = 3 AND code = ?", (first,))
        database.execute("UPDATE log SET code = 'AAAAAAAA' WHERE sequence = 5 AND code = ?", (second,))
    # The last entry of the second table is gone, which only the stray one tells.
    assert main([*words, "--database", f"sqlite:///{file}"]) == 1
    said = capsys.readouterr()
    assert said.out == f"Table {first} is damaged.\nEntries in the log that belong to no table: 1.\n"
    assert "1 of 3 tables" in said.err
    assert "Traceback" not in said.err


def _without_last_entry(good: bytes) -> list[bytes]:
    """The file with one bit changed: a page of the log or of an index does not know its last entry."""
    found = []
    for at in range(4096, len(good), 4096):
        count = int.from_bytes(good[at + 3 : at + 5], "big")
        if good[at] == 10 and count % 2:  # a leaf of an index, which is what the log is
            raw = bytearray(good)
            raw[at + 4] ^= 1
            found.append(bytes(raw))
    return found


def test_a_bit_that_loses_the_last_entry_of_a_game_is_found_before_it_is_served(tmp_path: Path) -> None:
    _three_tables(tmp_path)
    file = tmp_path / "tables.sqlite3"
    with sqlite3.connect(file) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    damages = _without_last_entry(file.read_bytes())
    assert damages
    for raw in damages:
        file.write_bytes(raw)
        refused = _refused(f"sqlite:///{file}")
        assert refused.code == "DATABASE_UNSOUND"
        assert str(file) in str(refused)
        prepare_database(f"sqlite:///{file}", despite_damage=True)  # for who wants what can be read


def test_an_entry_that_changed_its_table_is_found_before_it_is_served(tmp_path: Path) -> None:
    _three_tables(tmp_path)
    file = tmp_path / "tables.sqlite3"
    with sqlite3.connect(file) as database:
        [(code,)] = database.execute("SELECT code FROM tables ORDER BY code LIMIT 1")
        database.execute("UPDATE log SET code = 'AAAAAAAA' WHERE sequence = 5 AND code = ?", (code,))
    refused = _refused(f"sqlite:///{file}")
    assert refused.code == "STRAY_ENTRIES"
    assert refused.params["count"] == 1
    prepare_database(f"sqlite:///{file}", despite_damage=True)


def test_looking_through_changes_nothing_and_says_what_it_cannot_do(tmp_path: Path) -> None:
    file = tmp_path / "x.sqlite3"
    with pytest.raises(KorthusError) as missing:
        check_database(f"sqlite:///{file}", print)
    assert missing.value.code == "DATABASE_TROUBLE"
    assert not file.exists()
    old_database(file)
    before = list(sqlite3.connect(file).iterdump())
    with pytest.raises(KorthusError) as old:
        check_database(f"sqlite:///{file}", print)
    assert old.value.code == "OLD_DATABASE"
    assert list(sqlite3.connect(file).iterdump()) == before
    prepare_database(f"sqlite:///{file}")
    found = check_database(f"sqlite:///{file}", print)
    assert (found.tables, found.sound) == (3, True)


def test_what_sqlite_finds_is_said(tmp_path: Path) -> None:
    file = tmp_path / "x.sqlite3"
    prepare_database(f"sqlite:///{file}")
    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE other (x TEXT NOT NULL)")
    connection.execute("INSERT INTO other VALUES ('a')")
    connection.execute("PRAGMA writable_schema = 1")
    # SQLite now expects what is not there.
    connection.execute(
        "UPDATE sqlite_master SET sql = 'CREATE TABLE other (x TEXT, y TEXT NOT NULL)' WHERE name = 'other'"
    )
    connection.commit()
    connection.close()
    found = check_database(f"sqlite:///{file}", print)
    assert found.file
    assert "other" in found.file[0]
    assert not found.sound
