"""Faults that were seen at the tables, each with the test that saw it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page
from tests.web_page.test_table_elements import lay
from tests.web_page.test_table_focus import ACTING, EIGHT, KACHUFUL, MULLE

from korthus.core.protocol import AnyGame
from korthus.games.catalogue import game as game_of
from korthus.locale import catalogue

DEALT = """async (large) => {
  const { flip } = await import("/static/js/motion.js");
  const box = (name, side) => {
    const element = document.body.appendChild(document.createElement("div"));
    element.className = name;
    Object.assign(element.style, { width: `${side}px`, height: `${side}px` });
    return element;
  };
  document.body.replaceChildren();
  box("source", large);
  const card = box("new", 50);
  card.dataset.from = ".source";
  card.remove();
  const moved = flip(document.body, () => {
    card.dataset.flip = "card";
    document.body.append(card);
  });
  await new Promise(requestAnimationFrame);
  const [first] = card.getAnimations()[0].effect.getKeyframes();
  await moved;
  return Number(first.scale);
}"""
STATUS = """async () => {
  const { loadLanguage } = await import("/static/js/i18n.js");
  await loadLanguage();
  const { StatusLine } = await import("/static/js/frame/status.js");
  const state = { connection: "open", started: true, over: false, seat: 0, to_act: 1, deadline: null };
  const session = { state };
  const line = new StatusLine(session, (seat) => `P${seat}`);
  const said = [];
  const draw = (isBehind) => {
    line.draw("Game", false, isBehind);
    said.push([line.element.textContent, line.element.classList.contains("mine"), document.title]);
  };
  draw(false);
  session.state = { ...state, to_act: 0 };
  draw(true);
  draw(false);
  draw(true);
  return said;
}"""
TOLD = """async ({ type, said, undone }) => {
  const previous = window.session.state;
  const event = undone ? { type: "UndoDone" } : { type };
  window.session.state = { ...previous, version: previous.version + 1 };
  const detail = { previous, state: window.session.state, notices: [{ sequence: 9, event, said }] };
  window.session.dispatchEvent(new CustomEvent("change", { detail }));
  await window.table.drawn;
}"""

EMPTIED = """(hand) => {
  const height = () => document.querySelector(hand).getBoundingClientRect().height;
  const before = height();
  const { scene } = table;
  if (Array.isArray(scene.hand)) table.scene = { ...scene, hand: [] };
  else table.scene = { ...scene, hands: scene.hands.map(() => []) };
  table.redraw();
  return [before, height()];
}"""


@pytest.fixture(scope="module")
def page(modules: Page) -> Page:
    """A page whose words are those of the catalogue."""
    modules.route("**/api/locale/*", lambda route: route.fulfill(json=dict(catalogue("en"))))
    return modules


@pytest.mark.parametrize(("source", "scale"), [(400, 1), (25, 0.5)])
def test_a_card_is_never_dealt_larger_than_it_is(page: Page, source: int, scale: float) -> None:
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(DEALT, source) == scale


def test_the_header_does_not_run_ahead_of_the_table(page: Page) -> None:
    theirs = ["P1 is thinking", False, "Game · korthus"]
    mine = ["Your turn", True, "● Your turn · Game · korthus"]
    assert page.evaluate(STATUS) == [theirs, theirs, mine, theirs]


def test_a_table_says_when_it_shows_the_newest_state(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    lay(page, ACTING, game_of("mulle"), MULLE, 0)
    page.evaluate("table.addEventListener('shown', () => (window.current = table.isCurrent))")
    page.evaluate(TOLD, {"type": "BuildLocked", "said": None, "undone": False})
    assert page.evaluate("window.current") is True


def test_a_play_that_was_taken_back_is_not_told_any_more(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    lay(page, ACTING, game_of("mulle"), MULLE, 0)
    line = page.locator("[data-test=mulle-line]")
    page.evaluate(TOLD, {"type": "TabbeScored", "said": "P1 empties the table.", "undone": False})
    assert "P1 empties the table." in line.inner_text()
    page.evaluate(TOLD, {"type": "", "said": "P1 has taken it back.", "undone": True})
    assert "P1 empties the table." not in line.inner_text()


def test_a_note_at_a_table_leaves_the_own_cards_free(page: Page) -> None:
    page.evaluate("document.body.dataset.page = 'table'")
    page.evaluate("import('/static/js/note.js').then(({ note }) => note('Not now.'))")
    box = page.locator(".toast").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < page.evaluate("innerHeight") / 2
    page.evaluate("delete document.body.dataset.page")


def test_nothing_flashes_where_a_board_is_tapped(page: Page) -> None:
    lay(page, ACTING, game_of("eight"), EIGHT, 1)
    colour = "getComputedStyle(document.querySelector('.lane')).webkitTapHighlightColor"
    assert page.evaluate(colour) == "rgba(0, 0, 0, 0)"


@pytest.mark.parametrize(
    ("game", "position", "seat", "hand"),
    [
        (game_of("kachuful", start_cards=2), KACHUFUL, 0, ".kf-mine .fan"),
        (game_of("mulle"), MULLE, 0, ".mulle-hand"),
        (game_of("eight"), EIGHT, 1, ".eight-hand"),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_the_table_does_not_jump_when_the_hand_empties(
    page: Page, game: AnyGame, position: str, seat: int, hand: str
) -> None:
    page.emulate_media(reduced_motion="reduce")
    lay(page, ACTING, game, position, seat)
    before, after = page.evaluate(EMPTIED, hand)
    assert before == pytest.approx(after, abs=1)
