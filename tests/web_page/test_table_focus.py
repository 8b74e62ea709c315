"""The keyboard keeps a place at the table: what it was at may go, the next thing to press is there."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page
from tests.web_page.test_table_elements import LIVE, lay, plain

from korthus.core.protocol import AnyGame, visible
from korthus.games.catalogue import game as game_of
from korthus.locale import catalogue

#: Whoever acts waits for the answer, as at a real table.
ACTING = LIVE.replace(
    "session.act = async (text) => window.acted.push(text);",
    """session.act = (text) => {
    window.acted.push(text);
    session.state = { ...session.state, pending: text };
    session.dispatchEvent(new Event("pending"));
    return new Promise((done) => (window.answer = done));
  };
  window.session = session;""",
)
ANSWER = """async (facts) => {
  const previous = window.session.state;
  window.session.state = { ...previous, ...facts, pending: null, version: previous.version + 1 };
  window.session.dispatchEvent(new Event("pending"));
  window.answer();
  const { state } = window.session;
  const detail = { previous, state, notices: facts.notices };
  window.session.dispatchEvent(new CustomEvent("change", { detail }));
  await window.table.drawn;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
#: What has the focus, and whether it is something that can be seen on the table.
FOCUS = """() => {
  const at = document.activeElement;
  return at !== document.body && window.table.contains(at) && at.checkVisibility();
}"""

KACHUFUL = "seats: 3; round: 1; hand 0: HA S2; hand 1: H9 S3; hand 2: D4 D5; bids: - 1 0"
MULLE = "table: KL 9, HJ 5; hand 0: HJ 9, SP 4, RU K; hand 1: KL 8, SP 2, RU 3"
EIGHT = (
    "dealer: 0; board a: Ah Kh Qh; board b: 2d 3d 4d; board c: 9c 9d 5h; "
    "hand 0: As 9s 8c 2h 2s 6d Ac 4h; hand 1: Kd Qd Jd Td 8d 7d 6s 5s"
)


@pytest.fixture(scope="module")
def page(modules: Page) -> Page:
    """A page without motion whose words are those of the catalogue."""
    modules.route("**/api/locale/*", lambda route: route.fulfill(json=dict(catalogue("en"))))
    modules.emulate_media(reduced_motion="reduce")
    return modules


def answer(page: Page, game: AnyGame, position: str, seat: int) -> None:
    """The server's answer to what the table has sent."""
    (text,) = page.evaluate("window.acted")
    state, events = game.apply(game.parse_state(position), game.parse(text))
    told: list[dict[str, Any]] = [
        {"sequence": at, "event": plain(event), "said": None}
        for at, event in enumerate(visible(events, seat))
    ]
    view = game.view(state, seat)
    actor = game.to_act(state)
    facts = {
        "view": plain(view),
        "to_act": actor,
        "actions": [],
        "notices": told,
        "over": actor is None,
    }
    page.evaluate(ANSWER, facts)


def test_the_focus_is_in_the_hand_after_a_bid(page: Page) -> None:
    game = game_of("kachuful", start_cards=2)
    lay(page, ACTING, game, KACHUFUL, 0)
    page.locator("[data-test=bid-2]").focus()
    page.keyboard.press("Enter")
    assert page.evaluate(FOCUS), "while the bid is under way"
    answer(page, game, KACHUFUL, 0)
    assert page.evaluate(FOCUS)


def test_the_focus_stays_at_the_table_after_locking(page: Page) -> None:
    game = game_of("eight")
    lay(page, ACTING, game, EIGHT, 1)
    for letter, names in (("b", "Kd Qd Jd Td"), ("a", "8d 7d"), ("c", "6s")):  # the last card goes by itself
        for name in names.split():
            page.locator(f".eight-hand [data-test=card-{name}]").focus()
            page.keyboard.press(letter)
    page.locator("[data-test=lock]").focus()
    page.keyboard.press("Enter")
    assert page.evaluate(FOCUS), "while it is under way"
    answer(page, game, EIGHT, 1)
    assert page.evaluate(FOCUS)


def test_the_focus_goes_to_the_next_card_after_a_play_of_mulle(page: Page) -> None:
    game = game_of("mulle")
    lay(page, ACTING, game, MULLE, 0)
    page.locator(".fan [data-test^=card-]").nth(1).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    answer(page, game, MULLE, 0)
    assert page.evaluate(FOCUS)
    assert page.evaluate("document.activeElement.closest('.fan') !== null")


def test_who_points_is_not_sent_anywhere(page: Page) -> None:
    game = game_of("kachuful", start_cards=2)
    lay(page, ACTING, game, KACHUFUL, 0)
    page.locator("[data-test=bid-2]").click()
    answer(page, game, KACHUFUL, 0)
    assert not page.evaluate(FOCUS)
