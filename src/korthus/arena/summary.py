"""What a batch comes to: wins, and the mean and spread of scores with how sure the mean is."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import msgspec

from korthus.arena.batch import GameLine
from korthus.arena.lost import LostTally


class PlayerSummary(msgspec.Struct, frozen=True, kw_only=True):
    """One player of a batch over all its finished games."""

    name: str
    games: int
    #: Games won alone, and games won together with others.
    wins: int
    shared: int
    mean: float
    #: The standard deviation of the scores, and the standard error of their mean.
    spread: float
    error: float


class Tally:
    """Takes lines in as they come and keeps sums only, so that a batch may be of any size."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.games = 0
        self.finished = 0
        self.moves = 0
        self.lost = LostTally()
        self._wins = [0] * len(names)
        self._shared = [0] * len(names)
        # Whole numbers: exact, whatever the order of the games.
        self._sums = [0] * len(names)
        self._squares = [0] * len(names)

    def add(self, line: GameLine) -> None:
        """Count a game."""
        self.games += 1
        self.moves += line.moves
        self.lost.add(tuple(f"{player + 1} {self.names[player]}" for player in line.players), line.lost)
        if line.scores is None or line.winners is None:
            return
        self.finished += 1
        for seat, score in enumerate(line.scores):
            player = line.players[seat]
            self._sums[player] += score
            self._squares[player] += score * score
        for seat in line.winners:
            counts = self._wins if len(line.winners) == 1 else self._shared
            counts[line.players[seat]] += 1

    def players(self) -> tuple[PlayerSummary, ...]:
        """The summary of each player; empty if no game was finished."""
        if not self.finished:
            return ()
        return tuple(self._player(number) for number in range(len(self.names)))

    def _player(self, number: int) -> PlayerSummary:
        count, total = self.finished, self._sums[number]
        variance = (
            (count * self._squares[number] - total * total) / (count * (count - 1)) if count > 1 else 0.0
        )
        return PlayerSummary(
            name=self.names[number],
            games=count,
            wins=self._wins[number],
            shared=self._shared[number],
            mean=total / count,
            spread=sqrt(variance),
            error=sqrt(variance / count),
        )
