"""Kachuful and Mus as elements: nothing is done by a slip of the finger, no hand is shown to a watcher."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from korthus.core.protocol import CHANCE
from korthus.games.catalogue import game as game_of
from korthus.locale import catalogue

SHOW = """async ({name, facts}) => {
  const { loadLanguage } = await import("/static/js/i18n.js");
  await loadLanguage();
  const { StillSession } = await import("/static/js/session.js");
  const { loadTable } = await import("/static/js/tables/load.js");
  await loadTable(name);
  const session = new StillSession(facts);
  window.acted = [];
  window.asked = [];
  session.act = async (text) => window.acted.push(text);
  session.request = async (type, fields) => {
    window.asked.push(fields.text);
    return { legal: false, reason: "because" };
  };
  window.table = document.createElement(`korthus-${name}`);
  document.body.replaceChildren(window.table);
  window.table.attach(session);
  document.onkeydown = (event) => {
    if (window.table.keys(event)) event.preventDefault();
  };
  await new Promise((done) => setTimeout(done, 50));
}"""


@pytest.fixture(scope="module")
def page(modules: Page) -> Page:
    """A page without motion whose words are those of the catalogue."""
    modules.route("**/api/locale/*", lambda route: route.fulfill(json=dict(catalogue("en"))))
    modules.emulate_media(reduced_motion="reduce")
    return modules


def show(page: Page, name: str, position: str, seat: int | None, **options: Any) -> None:
    """Lays a position on the table as a seat, or a spectator, sees it."""
    game = game_of(name, **options)
    state = game.parse_state(position)
    view = game.view(state, seat)
    actor = game.to_act(state)
    assert actor != CHANCE
    actions = [] if seat is None or actor != seat else game.choices(view)
    facts = {
        "seat": seat,
        "view": json.loads(msgspec.json.encode(view)),
        "actions": [{"text": str(each), "action": json.loads(msgspec.json.encode(each))} for each in actions],
        "to_act": actor,
        "version": 1,
        "players": [{"seat": place, "name": f"P{place}"} for place in range(len(state.hands))],
    }
    page.evaluate(SHOW, {"name": name, "facts": facts})


def acted(page: Page) -> list[str]:
    """What the table has sent."""
    found: list[str] = page.evaluate("window.acted")
    return found


TWO_CARDS = {"start_cards": 2}
PLAYING = "seats: 3; round: 1; hand 0: HA S2; hand 1: H9 S3; hand 2: D4; bids: 1 0 2; trick: H5; leader: 2"
BIDDING = "seats: 3; round: 1; hand 0: HA S2; hand 1: H9 S3; hand 2: D4 D5; bids: - 1 0"
BETTING = "cards 0: R R C 1; cards 1: R R S 1; lance: grande"
DISCARDING = "phase: discard; cards 0: R R C 1; cards 1: R R S 1"


def test_a_card_is_chosen_first_and_played_by_the_second_tap(page: Page) -> None:
    show(page, "kachuful", PLAYING, 0, **TWO_CARDS)
    card = page.locator(".fan [data-test=card-Ah]")
    card.click()
    assert acted(page) == []
    assert card.get_attribute("aria-pressed") == "true"
    card.click()
    assert acted(page) == ["play HA"]


def test_a_card_that_cannot_be_played_says_why(page: Page) -> None:
    show(page, "kachuful", PLAYING, 0, **TWO_CARDS)
    card = page.locator(".fan [data-test=card-2s]")
    assert card.get_attribute("aria-disabled") == "true"
    for _ in range(2):
        card.click(force=True)
    page.wait_for_selector(".kf-prompt.trouble")
    assert page.text_content(".kf-prompt") == "because"
    assert acted(page) == []
    (asked,) = page.evaluate("window.asked")
    assert str(game_of("kachuful").parse(asked)) == "play S2"


def test_a_hand_is_played_by_keys_alone(page: Page) -> None:
    show(page, "kachuful", PLAYING, 0, **TWO_CARDS)
    for key in ("ArrowRight", "ArrowRight", "Enter", "Escape", "Enter", "Enter"):
        page.keyboard.press(key)
    assert acted(page) == ["play HA"]


def test_the_number_that_the_dealer_may_not_bid_is_there_but_dead(page: Page) -> None:
    show(page, "kachuful", BIDDING, 0, **TWO_CARDS)
    page.keyboard.press("1")
    assert acted(page) == []
    assert page.locator("[data-test=bid-1]").get_attribute("aria-disabled") == "true"
    page.keyboard.press("2")
    assert acted(page) == ["bid 2"]


@pytest.mark.parametrize(("name", "position"), [("kachuful", PLAYING), ("mus", BETTING)])
def test_a_watcher_gets_no_hand_and_no_buttons_to_act(page: Page, name: str, position: str) -> None:
    show(page, name, position, None, **(TWO_CARDS if name == "kachuful" else {}))
    held = ".fan [data-card], .mus-row [data-card]"
    assert page.locator(held).count() == 0
    actions = "[data-test^=bid-], [data-test=pass], [data-test=envido], [data-test=ordago]"
    assert page.locator(actions).filter(visible=True).count() == 0


def test_ordago_is_meant_only_when_it_is_said_twice(page: Page) -> None:
    show(page, "mus", BETTING, 0)
    for key in ("o", "Escape", "o"):
        page.keyboard.press(key)
    assert acted(page) == []
    page.keyboard.press("o")
    assert acted(page) == ["ordago"]


@pytest.mark.parametrize(
    ("keys", "said"), [(["e"], "envido 2"), (["+", "e"], "envido 3"), (["1", "7", "e"], "envido 17")]
)
def test_an_envido_has_the_amount_that_was_chosen(page: Page, keys: list[str], said: str) -> None:
    show(page, "mus", BETTING, 0)
    for key in keys:
        page.keyboard.press(key)
    assert acted(page) == [said]


def test_discards_are_the_cards_that_were_chosen(page: Page) -> None:
    show(page, "mus", DISCARDING, 0, mus_phase=True)
    cards = page.locator(".fan .card")
    page.locator("[data-test=discard]").click(force=True)
    assert acted(page) == []
    for place in (3, 0, 2, 2):
        cards.nth(place).click()
    page.locator("[data-test=discard]").click()
    assert acted(page) == ["discard R 1"]
