"""Saved games and finished records in the person's data folder."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Final

from korthus.cli.errors import Refused
from korthus.cli.folders import data_folder, free_name, read_file, write_file
from korthus.core.record import encode_record
from korthus.table.table import Table

_SUFFIX: Final = ".json"


class SaveFile:
    """Where one table is kept while it is being played."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def new(cls, game: str) -> SaveFile:
        """A file of its own for a new game."""
        return cls(free_name(_saves(), _stem(game), _SUFFIX))

    def keep(self, table: Table) -> None:
        """Write the table down.

        Raises:
            Refused: the file cannot be written.
        """
        write_file(self.path, table.save())

    def drop(self) -> None:
        """Remove the file, if it is there.

        Raises:
            Refused: it cannot be removed.
        """
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            raise Refused("FILE_TROUBLE", file=str(self.path), trouble=error.strerror) from error

    def open(self) -> Table:
        """The table that was kept.

        Raises:
            Refused: the file cannot be read.
            InvalidRecord: it is not a saved table.
        """
        return Table.load(read_file(self.path))


def saved_games(game: str | None = None) -> list[Path]:
    """The files of saved games (of one game), the latest first."""
    pattern = f"{game or '*'}-*{_SUFFIX}"
    return sorted(_saves().glob(pattern), key=lambda file: (file.stat().st_mtime_ns, file.name), reverse=True)


def game_of_file(file: Path) -> str:
    """Which game a file of ``saved_games`` holds, by its name."""
    return file.name.partition("-")[0]


def write_record(table: Table) -> Path:
    """Write the record of a table into the data folder, and say where.

    Raises:
        Refused: the file cannot be written.
    """
    path = free_name(data_folder() / "records", _stem(table.game.name), _SUFFIX)
    write_file(path, encode_record(table.record()))
    return path


def _saves() -> Path:
    return data_folder() / "saves"


def _stem(game: str) -> str:
    return f"{game}-{datetime.now():%Y%m%d-%H%M%S}"
