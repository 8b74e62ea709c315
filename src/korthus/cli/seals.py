"""What the terminal has shown of its games' luck: the seal before the first card, the hash at the end.

They lie apart from the records, one small file for each seal, so that a record that was changed is found out.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

import msgspec

from korthus.cli.errors import Refused
from korthus.cli.folders import data_folder, files_in, is_there, make_folder, read_file, write_file
from korthus.core.record import Record, closing_hash
from korthus.table import Kept, Table

FORMAT: Final = "korthus seal"


class Closed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished game: the name of its record's file, and its closing hash."""

    record: str
    closing: str


class Seal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A seal that was shown, and the games that were played under it: several with the same ``--seed``."""

    format: Literal["korthus seal"] = FORMAT
    commitment: str
    games: tuple[Closed, ...] = ()


def keep_seal(table: Table) -> None:
    """Keep the seal that is shown before the first card.

    Raises:
        Refused: it cannot be written down.
    """
    if _kept(table.commitment) is None:
        _write(Seal(commitment=table.commitment))


def keep_closing(table: Table, record: Path) -> None:
    """Keep the closing hash of a finished game.

    Raises:
        Refused: it cannot be written down.
    """
    seal = _kept(table.commitment) or Seal(commitment=table.commitment)
    closed = Closed(record.name, closing_hash(table.record()))
    others = tuple(game for game in seal.games if game.record != record.name)
    _write(Seal(commitment=seal.commitment, games=(*others, closed)))


def kept_of(record: Record, file: Path) -> Kept:
    """What was kept of a record: found by the name of its file, else by its seal.

    Raises:
        Refused: what was kept cannot be read.
    """
    try:
        seals = _all()
    except Refused as error:
        if error.code not in ("NO_HOME", "RELATIVE_HOME"):
            raise
        return Kept()  # who has no home has kept nothing
    for seal in seals:
        for game in seal.games:
            if game.record == file.name:
                return Kept(commitment=seal.commitment, closing=game.closing)
    real = closing_hash(record)
    for seal in seals:
        if seal.commitment == record.shuffle.commitment:
            known = any(game.closing == real for game in seal.games)
            return Kept(commitment=seal.commitment, closing=real if known else None)
    return Kept()


def _folder() -> Path:
    return data_folder() / "seals"


def _path(commitment: str) -> Path:
    return _folder() / f"{commitment}.json"


def _all() -> list[Seal]:
    folder = _folder()
    try:
        folder.parent.stat()
    except OSError:  # no such folder, or a home that may not be entered: nothing can have been kept in it
        return []
    files = files_in(folder, "*.json")
    return [seal for file in files if (seal := _decode(read_file(file))) is not None]


def _kept(commitment: str) -> Seal | None:
    path = _path(commitment)
    return _decode(read_file(path)) if is_there(path) else None


def _write(seal: Seal) -> None:
    make_folder(_folder())
    write_file(_path(seal.commitment), msgspec.json.encode(seal), lambda raw: _decode(raw) is not None)


def _decode(raw: bytes) -> Seal | None:
    """A seal, or None where somebody has put something else."""
    try:
        return msgspec.json.decode(raw, type=Seal)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
