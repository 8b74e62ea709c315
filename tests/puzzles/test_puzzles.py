"""How puzzles are made and judged, and how people are rated by them."""

from __future__ import annotations

from typing import ClassVar

import msgspec
import pytest

import korthus
from korthus.bots.advice import Advice
from korthus.core.errors import KorthusError
from korthus.core.protocol import AnyGame, View
from korthus.puzzles import maker
from korthus.puzzles.judge import judge
from korthus.puzzles.maker import Maker, plan_for
from korthus.puzzles.person import LEAST_DEVIATION, Person, after
from korthus.puzzles.prover import Proof, Prover, SearchProver, Valued, error_of, prover_of, ranking
from korthus.puzzles.puzzle import Kind, Plan, view_of
from korthus.puzzles.rating import TRIES, rating_of
from korthus.puzzles.shelf import PuzzleError, shelf_of


class _First(Prover):
    """Takes the first action for the best, so that every decision is a puzzle."""

    kind: ClassVar[Kind] = "exact"
    player = "random"
    margin = 1.0
    each = 3
    apart = 2

    def prove(self, game: AnyGame, view: View, seed: str) -> Proof | None:
        ranked = tuple(Valued(action, -float(n)) for n, action in enumerate(game.choices(view)))
        return Proof(ranked=ranked)


def test_a_plan_gives_the_same_puzzles_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maker, "prover_of", lambda name: _First())
    plan = plan_for("kachuful", 7)
    first = [Maker(plan).play(number) for number in range(2)]
    again = [Maker(msgspec.json.decode(msgspec.json.encode(plan), type=Plan)).play(n) for n in range(2)]
    assert first == again
    assert [game.seed for game in first] == [7, 8]
    for puzzle in first[0].puzzles:
        game: AnyGame = korthus.game("kachuful")
        assert str(game.choices(view_of(game, puzzle))[0]) == puzzle.best
    assert 1 <= len(first[0].puzzles) <= _First.each


def test_whoever_stops_a_maker_is_heard_between_two_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maker, "prover_of", lambda name: _First())

    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Maker(plan_for("kachuful", 7)).play(0, stop)


def advice(value: float, error: float, visits: int, count: int) -> Advice:
    return Advice(
        action=korthus.game("kachuful").parse(f"bid {count}"), value=value, error=error, visits=visits
    )


def test_a_gap_that_luck_explains_is_no_proof() -> None:
    prover = SearchProver()
    clear = [advice(3.0, 0.1, 900, 1), advice(1.0, 0.2, 100, 2)]
    assert prover._is_clear(clear, quick=False)
    assert not prover._is_clear([clear[0], advice(2.5, 0.1, 100, 2)], quick=False)  # less than the margin
    assert not prover._is_clear([clear[0], advice(1.0, 0.9, 100, 2)], quick=False)  # too uncertain
    # What was tried once has no less spread than what was tried often.
    assert error_of(advice(1.0, 0.0, 1, 2), clear[0]) == pytest.approx(3.0)
    assert not prover._is_clear([clear[0], advice(1.0, 0.0, 1, 2)], quick=False)


def test_what_is_not_known_is_not_ranked() -> None:
    known = advice(1.0, 0.5, 9, 2)
    assert ranking([advice(float("-inf"), 0.1, 9, 1), advice(2.0, float("inf"), 9, 3), known]) == [known]


def test_a_game_that_brings_no_prover_is_searched() -> None:
    assert type(prover_of("tarot")) is SearchProver


def test_an_answer_is_judged_by_the_rules_and_the_proof() -> None:
    shelf = shelf_of("mulle")
    puzzle = next(iter(shelf.puzzles.values()))
    right = judge(shelf.game, puzzle, puzzle.best)
    assert (right.right, right.cost) == (True, 0.0)
    assert right.after is not None
    wrong = judge(shelf.game, puzzle, puzzle.worse[0].text)
    assert (wrong.right, wrong.cost) == (False, puzzle.gap)
    for text in ("discard", "capture KL 9: KL 9, KL 9, KL 9"):
        with pytest.raises(KorthusError):
            judge(shelf.game, puzzle, text)


def test_what_depends_on_hidden_cards_is_not_shown() -> None:
    """The other's cards are drawn at random, so nothing that they decide may be told."""
    shelf = shelf_of("eight")
    last = next(puzzle for puzzle in shelf.puzzles.values() if "locked" in puzzle.position)
    assert judge(shelf.game, last, last.best).after is None


def test_unknown_games_and_puzzles_are_refused() -> None:
    with pytest.raises(PuzzleError) as refused:
        shelf_of("mule")
    assert refused.value.meant == "mulle"
    with pytest.raises(PuzzleError, match="no such puzzle"):
        shelf_of("mulle").puzzle("x")


def test_the_next_puzzle_is_the_nearest_that_is_new_and_there_is_always_one() -> None:
    shelf = shelf_of("kachuful")
    seen: set[str] = set()
    for _ in shelf.puzzles:
        puzzle = shelf.nearest(1600, seen)
        left = [each for each in shelf.puzzles.values() if each.id not in seen]
        assert abs(puzzle.rating - 1600) == min(abs(each.rating - 1600) for each in left)
        seen.add(puzzle.id)
    assert seen == set(shelf.puzzles)
    assert shelf.nearest(1600, seen).id in seen


# -- ratings ---------------------------------------------------------------------------------------


def test_what_beginners_find_is_easier_and_more_choices_are_harder() -> None:
    by_found = [rating_of(found, 8) for found in range(TRIES + 1)]
    assert by_found == sorted(by_found, reverse=True)
    by_choices = [rating_of(4, choices) for choices in range(2, 60)]
    assert by_choices == sorted(by_choices)


def test_a_rating_moves_towards_what_was_shown_and_grows_surer() -> None:
    person = Person()
    won, lost = after(person, 1500, True), after(person, 1500, False)
    assert won.rating - 1500 == pytest.approx(1500 - lost.rating)
    assert won.rating > 1500
    assert won.deviation == lost.deviation < person.deviation
    assert after(person, 1900, True).rating > won.rating > after(person, 1100, True).rating
    for _ in range(300):
        person = after(person, person.rating, person.tried % 2 == 0)
    assert person.deviation == LEAST_DEVIATION
    assert person.solved == 150
    assert after(person, person.rating, True).rating - person.rating > 5


def test_streaks_count_what_is_solved_in_a_row_and_days_in_a_row() -> None:
    person = Person()
    for right in (True, True, True, False, True):
        person = after(person, 1500, right)
    assert (person.streak, person.longest, person.tried, person.solved) == (1, 3, 5, 4)
    person = Person()
    days = []
    for day, right in ((100, True), (101, True), (101, True), (103, True), (104, False), (105, True)):
        person = after(person, 1500, right, day)
        days.append(person.days)
    assert days == [1, 2, 2, 1, 0, 1]
