"""A game whose calls each go to the file that knows: the files have the same names in every game."""

from __future__ import annotations

import random
from typing import Generic, NamedTuple, Protocol, TypeVar, get_args, get_origin

from korthus.core.protocol import A, Game, Outcome, R, S, Step, V

InR = TypeVar("InR", contravariant=True)
InS = TypeVar("InS", contravariant=True)
InA = TypeVar("InA", contravariant=True)
InV = TypeVar("InV", contravariant=True)
OutS = TypeVar("OutS", covariant=True)
OutA = TypeVar("OutA", covariant=True)
OutV = TypeVar("OutV", covariant=True)


class PlayFile(Protocol[InR, S, InA]):
    """``play``: how a game begins, whose turn it is and what an action does."""

    def first_state(self, rules: InR, seats: int, /) -> S: ...

    def to_act(self, rules: InR, state: S, /) -> int | None: ...

    def apply(self, rules: InR, state: S, action: InA, /) -> Step[S]: ...


class LegalFile(Protocol[InR, InS, OutA, InV]):
    """``legal``: what may be done, asked with a state or with a view."""

    def legal_actions(self, rules: InR, state: InS, /) -> tuple[OutA, ...]: ...

    def choices(self, rules: InR, view: InV, /) -> tuple[OutA, ...]: ...


class ScoringFile(Protocol[InR, InS]):
    """``scoring``: how a game ended."""

    def outcome(self, rules: InR, state: InS, /) -> Outcome: ...


class ViewFile(Protocol[InR, InS, OutV]):
    """``view``: what a seat may know."""

    def make_view(self, rules: InR, state: InS, seat: int | None, /) -> OutV: ...


class SampleFile(Protocol[InR, InV, OutS]):
    """``sample``: a state that a view allows."""

    def sample(self, rules: InR, view: InV, rng: random.Random, /) -> OutS: ...


class TextFile(Protocol[OutA]):
    """``text``: actions as text."""

    def parse_action(self, text: str, /) -> OutA: ...


class PositionFile(Protocol[InR, OutS]):
    """``position``: positions as text."""

    def parse_state(self, rules: InR, text: str, /) -> OutS: ...


class Files(NamedTuple, Generic[R, S, A, V]):
    """The files of a game."""

    play: PlayFile[R, S, A]
    legal: LegalFile[R, S, A, V]
    scoring: ScoringFile[R, S]
    view: ViewFile[R, S, V]
    sample: SampleFile[R, V, S]
    text: TextFile[A]
    position: PositionFile[R, S]


class GameOfFiles(Game[R, S, A, V]):
    """A game that names its files; what else it knows it says itself."""

    files: Files[R, S, A, V]

    def __init_subclass__(cls) -> None:
        """Take the types from how the game is declared: ``GameOfFiles[Rules, State, Action, View]``."""
        super().__init_subclass__()
        for base in vars(cls).get("__orig_bases__", ()):
            if get_origin(base) is GameOfFiles:
                cls.rules_type, cls.state_type, _, cls.view_type = get_args(base)

    def _new(self, seats: int) -> S:
        return self.files.play.first_state(self.rules, seats)

    def _to_act(self, state: S) -> int | None:
        return self.files.play.to_act(self.rules, state)

    def _legal_actions(self, state: S) -> tuple[A, ...]:
        return self.files.legal.legal_actions(self.rules, state)

    def _choices(self, view: V) -> tuple[A, ...]:
        return self.files.legal.choices(self.rules, view)

    def _apply(self, state: S, action: A) -> Step[S]:  # type: ignore[misc]  # see ``A``
        return self.files.play.apply(self.rules, state, action)

    def _outcome(self, state: S) -> Outcome:
        return self.files.scoring.outcome(self.rules, state)

    def _view(self, state: S, seat: int | None) -> V:
        return self.files.view.make_view(self.rules, state, seat)

    def _sample(self, view: V, rng: random.Random) -> S:
        return self.files.sample.sample(self.rules, view, rng)

    def _parse(self, text: str) -> A:
        return self.files.text.parse_action(text)

    def _parse_state(self, text: str) -> S:
        return self.files.position.parse_state(self.rules, text)
