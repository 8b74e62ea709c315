"""What the page shows of a puzzle, and of an answer to one: what the seat to act sees, and nothing else."""

from __future__ import annotations

from typing import Any

import msgspec

from korthus.core.description import Description
from korthus.core.protocol import AnyGame, View
from korthus.puzzles.judge import Verdict, judge
from korthus.puzzles.person import Person, after
from korthus.puzzles.puzzle import Puzzle, view_of
from korthus.puzzles.shelf import Shelf
from korthus.web.live.positions import actions_in, notices_for, pointed
from korthus.web.pages.tables import described
from korthus.web.pages.words import translator
from korthus.web.settings import STATIC
from korthus.web.socket.wire import ActionOut, NoticeOut


class PuzzleOut(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle as a table shows it. The answer is not in it."""

    game: str
    id: str
    rating: int
    options: dict[str, Any]
    description: Description | None
    seats: int
    seat: int
    view: View
    #: None if they are too many to list.
    actions: list[ActionOut] | None
    #: Every hand, where the view leaves nothing hidden; else None.
    hands: list[Any] | None
    #: How the answer is proven, in a sentence.
    proof: str


class VerdictOut(msgspec.Struct, frozen=True, kw_only=True):
    """What an answer is worth."""

    right: bool
    #: A sentence: that it is right, or what it costs.
    said: str
    best: ActionOut
    #: What the seat sees after its action and is told of it; None where that depends on hidden cards.
    view: View | None
    notices: list[NoticeOut]
    #: The position in the game's notation, to look into; hidden cards in it are drawn at random.
    position: str
    #: The person after the answer; None where nobody is rated.
    person: Person | None


def puzzle_out(shelf: Shelf, puzzle: Puzzle, language: str) -> PuzzleOut:
    """A puzzle for somebody who has not answered it."""
    game, plan = shelf.game, shelf.plan
    view = view_of(game, puzzle)
    assert view.seat is not None
    return PuzzleOut(
        game=plan.game,
        id=puzzle.id,
        rating=puzzle.rating,
        options=game.rules.changed(),
        description=described(STATIC, game),
        seats=plan.seats,
        seat=view.seat,
        view=view,
        actions=actions_in(game, view, language),
        hands=_hands(game, puzzle) if plan.kind == "exact" else None,
        proof=proof_said(shelf, language),
    )


def _hands(game: AnyGame, puzzle: Puzzle) -> list[Any]:
    """Every hand of a position in which each seat can work them out."""
    state = game.parse_state(puzzle.position)
    views: list[Any] = [game.view(state, seat) for seat in range(game.seats(state))]
    return [getattr(view, "hand", ()) for view in views]


def proof_said(shelf: Shelf, language: str) -> str:
    """How the puzzles of a game are proven, in a sentence."""
    plan, tr = shelf.plan, translator(language)
    margin = tr.number(plan.margin)
    unit = tr(f"puzzles.unit.{plan.unit}", n=margin)
    return tr(f"puzzles.proof.{plan.kind}", n=tr.number(plan.simulations or 0), margin=margin, unit=unit)


def verdict_out(
    shelf: Shelf, puzzle: Puzzle, move: str | None, person: Person | None, day: int | None, language: str
) -> VerdictOut:
    """What an answer is worth (None: the person gives up), and how the person stands after it.

    Raises:
        KorthusError: the move is none, or not allowed.
    """
    game = shelf.game
    found = None if move is None else judge(game, puzzle, move)
    right = found is not None and found.right
    seen = None if found is None else found.after
    view = view_of(game, puzzle)
    events = () if seen is None else seen.events
    return VerdictOut(
        right=right,
        said="" if found is None else _said(shelf, puzzle, found, language),
        best=pointed(game, view, game.parse(puzzle.best), language),
        view=None if seen is None else seen.view,
        notices=notices_for(game, events, view.seat, shelf.plan.seats, language),
        position=puzzle.position,
        person=None if person is None else after(person, puzzle.rating, right, day),
    )


def _said(shelf: Shelf, puzzle: Puzzle, found: Verdict, language: str) -> str:
    tr = translator(language)
    unit = f"puzzles.unit.{shelf.plan.unit}"
    if found.right:
        gap = tr.number(puzzle.gap)
        return tr("puzzles.right", gap=gap, unit=tr(unit, n=gap))
    key = "puzzles.cost" if found.cost is not None else "puzzles.cost_least"
    cost = tr.number(found.least if found.cost is None else found.cost)
    return tr(key, cost=cost, unit=tr(unit, n=cost))
