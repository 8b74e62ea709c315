"""Puzzles and the analysis table in a browser, by finger and by keyboard."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect
from tests.browser.conftest import MakePerson
from tests.browser.pages import GAMES, finished_game
from tests.browser.person import Person, Way
from tests.browser.test_lessons import FOLLOW

from korthus.puzzles.puzzle import Puzzle, view_of
from korthus.puzzles.shelf import shelf_of
from korthus.web.live.positions import pointed

#: Marks an action on the table, as a hint does.
_POINT = "choice => document.querySelector('.game-table').point(choice)"
NINE = "table: KL 9, SP 4, HJ 5; hand 0: HJ 9, KL 2; hand 1: RU 5; to act: 0"


def play(person: Person, game: str, puzzle: Puzzle, text: str) -> None:
    """Make a move on the table of a puzzle, by the cards and buttons that are marked for it."""
    expect(person.table).to_be_visible()
    shelf = shelf_of(game)
    choice = pointed(shelf.game, view_of(shelf.game, puzzle), shelf.game.parse(text), "en")
    person.page.evaluate(_POINT, msgspec.to_builtins(choice))
    # On the page a card is thrown, not discarded.
    hint = text.replace("discard", "throw") if game == "mulle" else text
    moment: Any = SimpleNamespace(hint=hint, step=SimpleNamespace(refused=False))
    FOLLOW[game](person, moment)


@pytest.mark.parametrize("way", ["touch", "keys"])
@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_solved_and_the_next_one_comes(make_person: MakePerson, game: str, way: Way) -> None:
    person = make_person(way, motion="off")
    puzzle = next(iter(shelf_of(game).puzzles.values()))
    person.page.goto(f"/puzzles/{game}/{puzzle.id}")
    expect(person.find("task")).to_be_visible()
    play(person, game, puzzle, puzzle.best)
    expect(person.find("verdict")).to_contain_text("Right!")
    person.press(person.find("puzzle-next"))
    person.page.wait_for_url(lambda url: puzzle.id not in url and f"/puzzles/{game}/" in url)
    expect(person.table).to_be_visible()
    person.press(person.find("to-puzzles"))
    expect(person.find("standing")).to_contain_text("Solved")
    kept = person.page.evaluate("() => JSON.parse(localStorage.getItem('korthus.puzzles'))")
    assert (kept["solved"], kept["tried"], kept["streak"]) == (1, 1, 1)
    assert kept["rating"] > 1500


def test_a_wrong_answer_can_be_tried_again_and_the_answer_is_drawn(make_person: MakePerson) -> None:
    person = make_person("touch", motion="off")
    shelf = shelf_of("kachuful")
    puzzle = next(each for each in shelf.puzzles.values() if each.best.startswith("play"))
    person.page.goto(f"/puzzles/kachuful/{puzzle.id}")
    play(person, "kachuful", puzzle, puzzle.worse[0].text)
    expect(person.find("verdict")).to_contain_text("Not the best.")
    person.press(person.find("puzzle-again"))
    expect(person.find("verdict")).to_have_text("")
    person.press(person.find("puzzle-show"))
    expect(person.page.locator(".fan .pointed")).to_have_count(1)
    expect(person.find("verdict")).to_contain_text("The best:")
    # Only the first answer counts, and it is kept when the page is loaded anew.
    person.page.reload()
    play(person, "kachuful", puzzle, puzzle.best)
    expect(person.page.locator(".puzzle-more")).to_contain_text("does not count again")
    kept = person.page.evaluate("() => JSON.parse(localStorage.getItem('korthus.puzzles'))")
    assert (kept["tried"], kept["solved"]) == (1, 0)
    person.press(person.find("puzzle-analyse"))
    expect(person.find("analysis-position")).to_have_value(puzzle.position)


def test_the_puzzle_of_the_day_is_there_for_everybody(make_person: MakePerson) -> None:
    person = make_person("click", motion="off", language="es")
    person.page.goto("/puzzles")
    person.press(person.find("puzzle-daily"))
    expect(person.page.locator("h1")).to_contain_text("Problema del día")
    expect(person.table).to_be_visible()


@pytest.mark.parametrize("way", ["touch", "keys"])
def test_both_sides_are_moved_and_values_are_shown(make_person: MakePerson, way: Way) -> None:
    person = make_person(way, motion="off")
    person.page.goto(f"/analysis/mulle?position={NINE}")
    expect(person.table).to_be_visible()
    start = person.find("analysis-position").input_value()
    person.press(person.find("analysis-value"))
    expect(person.find("worth-1")).to_be_visible()
    person.press(person.find("worth-1"))
    expect(person.find("analysis-line-1")).to_be_visible()
    expect(person.find("analysis-position")).not_to_have_value(start)
    expect(person.find("analysis-state")).to_contain_text("Seat 2")
    person.press(person.find("worth-1"))
    expect(person.find("analysis-line-2")).to_contain_text("Seat 2")
    person.press(person.find("analysis-back"))
    person.press(person.find("analysis-back"))
    expect(person.find("analysis-position")).to_have_value(start)
    person.press(person.find("analysis-forth"))
    after = person.find("analysis-position").input_value()
    assert after != start
    # The address is the position: whoever gets the link sees the same.
    person.page.reload()
    expect(person.find("analysis-position")).to_have_value(after)


def test_a_position_is_written_and_what_cannot_be_is_refused(make_person: MakePerson) -> None:
    person = make_person("click", motion="off")
    person.page.goto("/analysis/mus")
    expect(person.table).to_be_visible()
    before = person.find("analysis-position").input_value()
    person.write(person.find("analysis-position"), "hand: eleven aces")
    person.press(person.find("analysis-set-up"))
    expect(person.page.locator(".toast")).to_be_visible()
    person.write(person.find("analysis-position"), before)
    person.press(person.find("analysis-set-up"))
    expect(person.find("analysis-position")).to_have_value(before)
    person.forgive("console: Failed to load resource")


def test_a_replay_draws_the_better_move_and_leads_to_the_analysis(make_person: MakePerson) -> None:
    person = make_person("click", motion="off", trick_rest=0, name="Anna")
    code = finished_game(person, "kachuful")
    replay = person.page.evaluate(f"() => fetch('/api/tables/{code}/replay').then((got) => got.json())")
    at = next(n for n, frame in enumerate(replay["frames"]) if (frame["text"] or "").startswith("play"))
    text = replay["frames"][at]["text"]
    person.page.goto(f"/replay/{code}?at={at - 1}&better={text}")
    expect(person.find("better")).to_contain_text("Better:")
    expect(person.page.locator(".pointed").first).to_be_visible()
    person.press(person.find("replay-next"))
    expect(person.find("better")).to_have_text("")
    expect(person.page.locator(".pointed")).to_have_count(0)
    person.press(person.find("replay-back"))
    person.press(person.find("to-analysis"))
    expect(person.find("analysis-position")).to_have_value(re.compile("seats: 2"))
