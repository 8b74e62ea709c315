"""Saved games and finished records in the person's data folder."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from korthus.cli.errors import Refused
from korthus.cli.folders import (
    check_place,
    data_folder,
    file_trouble,
    files_in,
    free_name,
    make_folder,
    read_file,
    trouble_with,
    write_file,
)
from korthus.core.headings import is_of_format
from korthus.core.record import encode_record
from korthus.table.saved import FORMAT
from korthus.table.table import Table

_SUFFIX: Final = ".json"


def is_save(raw: bytes) -> bool:
    """Whether some bytes are a saved table, so that a newer one may take their place."""
    return is_of_format(raw, FORMAT)


class SaveFile:
    """A file that one table is kept in."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def keep(self, table: Table) -> None:
        """Write the table down.

        Raises:
            Refused: the file cannot be written, or holds something else.
        """
        write_file(self.path, table.save(), is_save)

    def drop(self) -> None:
        """Remove the file, if it is there and a saved table; anything else is left alone.

        Raises:
            Refused: it cannot be removed.
        """
        if not os.path.lexists(self.path):
            return
        try:
            check_place(self.path, is_save)
        except Refused as error:
            if error.code in ("FILE_EXISTS", "NO_PLAIN_FILE"):
                return
            raise
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            raise trouble_with(self.path, error) from error

    def open(self) -> Table:
        """The table that was kept.

        Raises:
            Refused: the file cannot be read.
            InvalidRecord: it is not a saved table.
        """
        return Table.load(read_file(self.path))


class Keeping:
    """Keeps a table while it is being played, and its record in the end.

    Its place is a file in the person's data folder, or the file it was taken from. Where that cannot be
    written, the table is kept in a temporary folder rather than not at all; ``trouble`` says why.
    """

    def __init__(self, game: str, path: Path | None = None) -> None:
        """A place for a new game, or the one a game was taken from. Nothing is written yet."""
        self._game = game
        self._path = path
        self._spare: Path | None = None
        #: Where the table lies as it was kept last; None if it could not be kept.
        self.file: Path | None = None
        #: Why it is not in its place.
        self.trouble: Refused | None = None

    @property
    def usual(self) -> bool:
        """Whether the table lies in the data folder, where it is found without a name."""
        return self.file is not None and self.file in saved_games_in_sight()

    def keep(self, table: Table) -> None:
        """Write the table down, in its place or in a temporary folder; ``file`` and ``trouble`` say where."""
        spare = self.file if self.file != self._path else None
        try:
            self.file, self.trouble = self._keep_in_place(table), None
        except Refused as error:
            self.trouble = error
            self.file = self._keep_elsewhere(table)
        if spare is not None and self.file != spare:
            SaveFile(spare).drop()

    def drop(self) -> None:
        """Throw away what was kept.

        Raises:
            Refused: a file cannot be removed.
        """
        for path in (self.file, self._path):
            if path is not None:
                SaveFile(path).drop()
        self.file = None
        if self._spare is not None:
            with suppress(OSError):  # the record may lie in it
                self._spare.rmdir()

    def finish(self, table: Table) -> Path | None:
        """Write the record, and throw the save away; gives the record's place, None if it has none.

        Raises:
            Refused: the save cannot be removed.
        """
        try:
            folder = data_folder() / "records"
            make_folder(folder)
            path = _write_record(table, folder)
            self.trouble = None
        except Refused as error:
            self.trouble = error
            try:
                path = _write_record(table, self._spare_folder())
            except (Refused, OSError):
                return None
        self.drop()
        return path

    def _keep_in_place(self, table: Table) -> Path:
        if self._path is None:
            make_folder(_saves())
            self._path = free_name(_saves(), _stem(self._game), _SUFFIX)
        SaveFile(self._path).keep(table)
        return self._path

    def _keep_elsewhere(self, table: Table) -> Path | None:
        try:
            path = self._spare_folder() / f"{self._game}{_SUFFIX}"
            SaveFile(path).keep(table)
        except (Refused, OSError):  # the trouble with its own place is the one that is told
            return None
        return path

    def _spare_folder(self) -> Path:
        if self._spare is None:
            self._spare = Path(tempfile.mkdtemp(prefix="korthus-"))
        return self._spare


def saved_games(game: str | None = None) -> list[Path]:
    """The files of saved games (of one game), the latest first.

    Raises:
        Refused: there is no place for them, or nobody may look into it.
    """
    folder = _saves()
    found = files_in(folder, f"{game or '*'}-*{_SUFFIX}")
    with file_trouble(folder):
        return sorted(found, key=lambda file: (file.stat().st_mtime_ns, file.name), reverse=True)


def saved_games_in_sight(game: str | None = None) -> list[Path]:
    """The same; none where there is no place for them."""
    try:
        return saved_games(game)
    except Refused:
        return []


def game_of_file(file: Path) -> str:
    """Which game a file of ``saved_games`` holds, by its name."""
    return file.name.partition("-")[0]


def _write_record(table: Table, folder: Path) -> Path:
    path = free_name(folder, _stem(table.game.name), _SUFFIX)
    write_file(path, encode_record(table.record()))
    return path


def _saves() -> Path:
    return data_folder() / "saves"


def _stem(game: str) -> str:
    return f"{game}-{datetime.now():%Y%m%d-%H%M%S}"
