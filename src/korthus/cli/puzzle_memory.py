"""What the terminal remembers of a person's puzzles: rating, streaks, and which were seen."""

from __future__ import annotations

from typing import Final

import msgspec

from korthus.cli.errors import Refused
from korthus.cli.folders import data_folder, is_there, make_folder, read_file, write_file
from korthus.puzzles.person import Person, after
from korthus.puzzles.puzzle import Puzzle

_FILE: Final = "puzzles.json"


class _Kept(msgspec.Struct, frozen=True):
    person: Person = Person()
    seen: tuple[str, ...] = ()


class Memory:
    """A person's file, read at the beginning and written after each first answer."""

    def __init__(self) -> None:
        """Read what is kept.

        Raises:
            Refused: there is no place for it, or the file is something else.
        """
        self._path = data_folder() / _FILE
        self._kept = _Kept()
        if is_there(self._path):
            try:
                self._kept = msgspec.json.decode(read_file(self._path), type=_Kept)
            except (msgspec.DecodeError, UnicodeDecodeError):
                raise Refused("FILE_EXISTS", file=str(self._path)) from None

    @property
    def person(self) -> Person:
        """How well the person solves."""
        return self._kept.person

    @property
    def seen(self) -> frozenset[str]:
        """The puzzles that were answered."""
        return frozenset(self._kept.seen)

    def answer(self, puzzle: Puzzle, *, right: bool, day: int | None) -> bool:
        """Count an answer, if it is the first to its puzzle; whether it was.

        Raises:
            Refused: it cannot be written down.
        """
        if puzzle.id in self.seen:
            return False
        person = after(self.person, puzzle.rating, right, day)
        self._kept = _Kept(person, (*self._kept.seen, puzzle.id))
        make_folder(self._path.parent)
        write_file(self._path, msgspec.json.encode(self._kept), _is_ours)
        return True


def _is_ours(content: bytes) -> bool:
    try:
        msgspec.json.decode(content, type=_Kept)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False
    return True
