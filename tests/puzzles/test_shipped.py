"""The puzzles that are shipped: each is a legal question with one answer, and a few are proven once more."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

import korthus
from korthus import puzzles
from korthus.core.protocol import CHANCE
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.scoring import rows, totals
from korthus.games.mulle.state import MulleState
from korthus.games.mus.view import MusView
from korthus.puzzles.prover import prover_of
from korthus.puzzles.puzzle import Puzzle, name_of, view_of
from korthus.puzzles.shelf import Shelf, puzzle_of_the_day, shelf_of, shelves
from korthus.solve.mus.explorer import ask
from korthus.solve.mus.line import follow, menu_of

GAMES = [info.name for info in korthus.catalogue()]
FOLDER = Path(puzzles.__file__).parent
#: All files of puzzles together, in bytes: the wheel stays light.
MOST_BYTES = 150_000


def cases() -> list[Any]:
    """Every shipped puzzle with its shelf."""
    return [
        pytest.param(shelf, puzzle, id=f"{name}-{puzzle.id}")
        for name, shelf in shelves().items()
        for puzzle in shelf.puzzles.values()
    ]


def test_every_game_of_the_house_has_puzzles_and_they_are_small() -> None:
    assert list(shelves()) == GAMES
    assert sum(path.stat().st_size for path in FOLDER.rglob("*.json*")) <= MOST_BYTES


@pytest.mark.parametrize("name", GAMES)
def test_a_file_was_made_as_its_prover_says(name: str) -> None:
    shelf, prover = shelf_of(name), prover_of(name)
    assert shelf.plan.rules_version == shelf.game.rules_version
    assert shelf.game == korthus.game(name, **prover.options)
    assert (shelf.plan.kind, shelf.plan.margin, shelf.plan.simulations, shelf.plan.unit) == (
        prover.kind,
        prover.margin,
        prover.simulations,
        prover.unit(shelf.game),
    )


@pytest.mark.parametrize(("shelf", "puzzle"), cases())
def test_a_puzzle_is_a_legal_question_with_one_answer(shelf: Shelf, puzzle: Puzzle) -> None:
    game = shelf.game
    state = game.parse_state(puzzle.position)
    assert game.format_state(state) == puzzle.position
    assert game.to_act(state) not in (None, CHANCE)
    assert game.seats(state) == shelf.plan.seats
    legal = [str(action) for action in game.legal_actions(state)]
    worse = [each.text for each in puzzle.worse]
    costs = [each.cost for each in puzzle.worse]
    assert len(legal) == puzzle.choices >= prover_of(game.name).choices
    assert {puzzle.best, *worse} <= set(legal)
    assert puzzle.best not in worse
    assert costs == sorted(costs)
    assert puzzle.gap == costs[0] >= shelf.plan.margin
    assert puzzle.id == name_of(game, puzzle.position)
    assert 1000 <= puzzle.rating <= 2100


@pytest.mark.parametrize("name", GAMES)
def test_a_puzzle_is_a_view_and_other_hidden_cards_make_the_same_one(name: str) -> None:
    shelf = shelf_of(name)
    for puzzle in list(shelf.puzzles.values())[:10]:
        view = view_of(shelf.game, puzzle)
        other = shelf.game.sample(view, random.Random("another world"))
        again = msgspec.structs.replace(puzzle, position=shelf.game.format_state(other))
        assert view_of(shelf.game, again) == view


def test_the_puzzle_of_a_day_is_the_same_for_everybody_and_none_comes_twice() -> None:
    games = list(shelves())
    fewest = min(len(shelf.puzzles) for shelf in shelves().values())
    days = [puzzle_of_the_day(day) for day in range(20_000, 20_000 + fewest * len(games))]
    assert days == [puzzle_of_the_day(day) for day in range(20_000, 20_000 + fewest * len(games))]
    assert len({puzzle.id for _, puzzle in days}) == len(days)
    assert [name for name, _ in days[:8]] == [games[(20_000 + n) % len(games)] for n in range(8)]


# -- once more, by other means ---------------------------------------------------------------------


#: Cards in both hands up to which every line is played in Python.
FEW = 6


def small(shelf: Shelf) -> list[Puzzle]:
    """The puzzles of Mulle with few cards in both hands."""
    hands = ((puzzle, shelf.game.parse_state(puzzle.position).sides) for puzzle in shelf.puzzles.values())
    return [puzzle for puzzle, sides in hands if sum(len(side.hand) for side in sides) <= FEW]


def test_the_end_of_a_rond_is_proven_once_more_on_the_readable_rules() -> None:
    """Every line to the end of the omgång is played on the rules themselves, without the compiled solver."""
    shelf = shelf_of("mulle")
    game = shelf.game
    assert isinstance(game, Mulle)
    some = small(shelf)[:3]
    assert some
    for puzzle in some:
        state: MulleState = game.parse_state(puzzle.position)
        lead = best_lead(game, state.omgang)
        sign = 1 if game.to_act(state) == 0 else -1
        values = {str(play): sign * lead(game.apply(state, play).state) for play in game.legal_actions(state)}
        best = max(values, key=lambda text: values[text])
        assert best == puzzle.best
        for worse in puzzle.worse:
            assert values[best] - values[worse.text] == worse.cost
        others = sorted(values[best] - value for text, value in values.items() if text != best)
        assert others[0] == puzzle.gap


def best_lead(game: Mulle, omgang: int) -> Any:
    """Gives the lead of seat 0 at the end of an omgång with best play on both sides."""

    @cache
    def lead(state: MulleState) -> int:
        if len(state.sheet) == omgang or game.to_act(state) in (None, CHANCE):
            first, second = totals(game.rules, rows(game.rules, state)[:omgang])
            return first - second
        after = [lead(game.apply(state, play).state) for play in game.legal_actions(state)]
        return max(after) if game.to_act(state) == 0 else min(after)

    return lead


def test_words_of_mus_are_worth_the_same_when_the_solution_is_asked_by_its_words() -> None:
    """The explorer of the solution follows the line word by word; the prover reads the view."""
    shelf = shelf_of("mus")
    plain = [puzzle for puzzle in shelf.puzzles.values() if "lance: grande" in puzzle.position]
    assert plain
    for puzzle in plain[:6]:
        view = view_of(shelf.game, puzzle)
        assert isinstance(view, MusView)
        assert view.seat is not None
        seat = int(view.seat != view.mano)
        words: tuple[str, ...] = ("pass",) if seat == 1 and view.bet is None else ()
        if view.bet is not None:
            if view.bet.raises or view.bet.ordago:
                continue
            words = ("envido 2",) if seat == 1 else ("pass", "envido 2")
        line = follow(menu_of("ordago"), view.hand, seat, words)
        values = {option.action: option.value for option in ask("ordago", line).options}
        assert max(values, key=lambda word: values[word]) == puzzle.best
        for worse in puzzle.worse:
            assert values[puzzle.best] - values[worse.text] == pytest.approx(worse.cost, abs=0.011)


@pytest.mark.parametrize("name", ["kachuful", "eight"])
def test_a_search_with_other_luck_finds_the_same(name: str) -> None:
    shelf = shelf_of(name)
    puzzle = max(shelf.puzzles.values(), key=lambda each: each.gap)
    proof = prover_of(name).prove(shelf.game, view_of(shelf.game, puzzle), "another evening")
    assert proof is not None
    assert str(proof.best) == puzzle.best
