"""Small stones on the way: flashes, dead ends, and things that were not said."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Route, expect
from tests.browser.conftest import MakePerson
from tests.browser.pages import finished_game, open_table, till_my_turn
from tests.browser.person import Person
from tests.web.server import ServerProcess

from korthus.web.live.naming import name_for

#: Counts how often the waiting room is put on the page.
_WATCH = """
    window.waits = 0;
    new MutationObserver((all) => {
        for (const { addedNodes } of all)
            for (const node of addedNodes)
                if (node.querySelector?.('[data-test="waiting"]') || node.matches?.('[data-test="waiting"]'))
                    window.waits += 1;
    }).observe(document, { childList: true, subtree: true });
"""
#: What head and title said, frame by frame, until the first cards lay still on the table.
_HEAR = """
    window.said = [];
    let dealt = false;
    const look = () => {
        const table = document.querySelector(".game-table");
        const moves = table?.getAnimations({ subtree: true }).some(
            ({ playState, effect }) => playState === "running" && effect.target.matches(".card"),
        );
        dealt ||= table && !moves;
        const head = document.querySelector('[data-test="status"] .moment');
        if (!dealt && head) window.said.push(head.textContent, document.title);
        if (!dealt) requestAnimationFrame(look);
    };
    look();
"""


def test_no_waiting_room_flashes_before_a_game_against_the_computer(
    make_person: MakePerson, tmp_path: Path
) -> None:
    with ServerProcess(tmp_path, "--no-limits") as server:  # as people run it, with its pause before the deal
        person = make_person(url=server.url)
        person.page.add_init_script(_WATCH)
        open_table(person, "mulle")
        assert person.page.evaluate("window.waits") == 0


@pytest.mark.parametrize(
    ("game", "options"),
    [("mulle", {}), ("mus", {}), ("eight", {"first_dealer": 1})],
    ids=["mulle", "mus", "eight"],
)
def test_the_head_calls_nobody_before_the_first_cards_are_dealt(
    make_person: MakePerson, game: str, options: dict[str, int]
) -> None:
    person = make_person()
    person.page.add_init_script(_HEAR)
    open_table(person, game, options=options)
    till_my_turn(person)
    expect(person.find("status")).to_have_text("Your turn")
    said = person.page.evaluate("() => window.said")
    assert "Cards are being dealt" in said
    assert [each for each in said if "Your turn" in each] == []


def test_the_rules_lead_back_to_the_table(make_person: MakePerson) -> None:
    person = make_person()
    open_table(person, "mus")
    code = person.code
    person.press(person.find("open-menu"))
    person.press(person.find("to-rules"))
    person.press(person.find("rules-mulle"))
    person.press(person.find("back-to-table"))
    expect(person.table).to_be_visible()
    assert person.code == code


def test_who_looks_on_is_told_so_and_can_stop_the_computers(make_person: MakePerson) -> None:
    person = make_person("touch")
    person.page.goto("/settings")
    person.page.evaluate(
        """async () => {
            const { openTable } = await import("/static/js/pages/home/open.js");
            const bot = (level) => ({ kind: "bot", level });
            await openTable({ game: "mulle", seats: [bot("easy"), bot("random")] });
        }"""
    )
    expect(person.find("watching")).to_have_text(
        f"You are watching {name_for('mulle', 'easy', ())} and {name_for('mulle', 'random', ())}."
    )
    person.press(person.find("watch-pause"))
    expect(person.find("watch-pause")).to_have_text("Go on")
    person.find("watch-speed").select_option("fast")
    person.press(person.find("watch-pause"))
    expect(person.find("watch-pause")).to_have_text("Pause")


def test_computers_are_asked_to_sit_down_from_the_waiting_room(make_person: MakePerson) -> None:
    person = make_person("keys")
    person.page.goto("/settings")
    person.page.evaluate(
        """async () => {
            const { openTable } = await import("/static/js/pages/home/open.js");
            await openTable({ game: "mus", seats: [{ kind: "me", name: "Anna" }, { kind: "friend" }] });
        }"""
    )
    expect(person.find("fill-level")).to_have_value("normal")
    person.find("fill-level").select_option("easy")
    person.press(person.find("fill"))
    expect(person.table).to_be_visible()
    expect(person.find("player-1")).to_contain_text(name_for("mus", "easy", ()))


def _held(person: Person, held: list[Route]) -> Route:
    """The request that is held: a page may say that it is loading before it asks."""
    while not held:
        person.page.wait_for_timeout(20)
    return held.pop()


def test_a_replay_says_that_it_is_coming_and_why_it_does_not(make_person: MakePerson) -> None:
    person = make_person("touch")
    code = finished_game(person)
    held: list[Route] = []
    person.page.route("**/api/tables/*/replay?*", lambda route: held.append(route))
    person.page.goto(f"/replay/{code}")
    expect(person.find("loading")).to_have_text("Loading …")
    _held(person, held).continue_()
    expect(person.table).to_be_visible()
    expect(person.find("loading")).to_have_count(0)
    person.page.reload()
    expect(person.find("loading")).to_be_visible()
    _held(person, held).fulfill(status=409, json={"code": "NOT_OVER", "reason": "Not today."})
    expect(person.page.get_by_role("alert").filter(has_text="Not today.")).to_be_visible()
    expect(person.find("loading")).to_have_count(0)
    person.forgive("console: Failed to load resource: the server responded with a status of 409")


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("/stats", "**/api/me"),
        ("/rules/mus", "**/api/rules/*"),
        ("/learn", "**/api/learn?*"),
        ("/puzzles", "**/api/puzzles?*"),
    ],
)
def test_a_page_that_waits_for_the_server_says_so(make_person: MakePerson, path: str, asked: str) -> None:
    person = make_person("touch")
    held: list[Route] = []
    person.page.route(asked, lambda route: held.append(route), times=1)
    person.page.goto(path)
    expect(person.find("loading")).to_have_text("Loading …")
    _held(person, held).continue_()
    expect(person.page.locator("h1")).to_be_visible()
    expect(person.find("loading")).to_have_count(0)
