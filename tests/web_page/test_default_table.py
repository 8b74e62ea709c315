"""The table of a game that has none of its own: drawn from its description, played by tapping cards."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page
from tests.support.high_card import CardPlayed, HighCard, HighCardRules, Play, TrickWon
from tests.web_page.test_table_elements import acted

from korthus.core.cards import Card
from korthus.core.description import Description, Kind, Whose, Zone
from korthus.core.protocol import Event
from korthus.locale import catalogue

GAME = HighCard(HighCardRules())
MY_TURN = "round: 1; hands: 3s As / 4s Ks; tricks: 1 0; leader: 0; table: ; taken: 5s 6s"
FOLLOWS = "round: 1; hands: 3s As / 4s; tricks: 1 0; leader: 1; table: Ks; taken: 5s 6s"

SHOW = """async ({facts}) => {
  const { loadLanguage } = await import("/static/js/i18n.js");
  await loadLanguage();
  const { StillSession } = await import("/static/js/session.js");
  const { loadTable } = await import("/static/js/tables/load.js");
  const name = await loadTable(facts.game, facts.description);
  window.session = new StillSession(facts);
  window.acted = [];
  window.told = [];
  window.session.act = async (text) => window.acted.push(text);
  window.table = document.createElement(name);
  window.table.addEventListener("told", ({ detail }) => window.told.push(...detail.notices));
  document.body.replaceChildren(window.table);
  window.table.attach(window.session);
  document.onkeydown = (event) => {
    if (window.table.press(event)) event.preventDefault();
  };
  await window.table.drawn;
}"""


@pytest.fixture(scope="module")
def page(modules: Page) -> Page:
    """A page without motion whose words are those of the catalogue."""
    modules.route("**/api/locale/*", lambda route: route.fulfill(json=dict(catalogue("en"))))
    modules.emulate_media(reduced_motion="reduce")
    return modules


def builtin(value: object) -> Any:
    return json.loads(msgspec.json.encode(value))


def facts_of(position: str, seat: int | None, version: int = 1, **more: Any) -> dict[str, Any]:
    """What the server says of a position."""
    state = GAME.parse_state(position)
    view = GAME.view(state, seat)
    actions = [(str(each), [each.card]) for each in GAME.choices(view) if isinstance(each, Play)]
    return {
        "game": "high_card",
        "description": builtin(GAME.describe()),
        "seat": seat,
        "view": builtin(view),
        "actions": [
            {"text": text, "action": {}, "label": text.replace("p", "P"), "cards": cards}
            for text, cards in actions
        ],
        "to_act": GAME.to_act(state),
        "version": version,
        "players": [{"seat": each, "name": f"P{each}"} for each in range(2)],
        **more,
    }


def show(page: Page, position: str, seat: int | None, **more: Any) -> None:
    page.evaluate(SHOW, {"facts": facts_of(position, seat, **more)})


def lies(page: Page, where: str) -> list[str]:
    found: list[str] = page.locator(f"{where} .card").evaluate_all("all => all.map((e) => e.dataset.card)")
    return found


def test_every_zone_is_drawn_where_it_belongs(page: Page) -> None:
    show(page, FOLLOWS, 0)
    assert lies(page, ".df-hand") == ["3s", "As"]
    assert lies(page, "[data-zone=table]") == ["Ks"]
    assert lies(page, "[data-zone=taken]") == ["6s"]
    assert page.text_content("[data-zone=taken] .df-pile-count") == "2"
    assert page.locator("[data-zone=taken] .fan").get_attribute("aria-label") == "Taken, 2 cards"
    assert page.locator(".df-table-facts li").all_inner_texts() == ["Round 1"]
    other = page.locator("[data-test=seat-1]")
    assert other.locator(".df-name").inner_text() == "P1"
    assert other.locator(".df-marks").inner_text() == "Leader"
    assert other.locator("[data-test=held]").inner_text() == "1 card"
    assert other.locator(".card.back").count() == 1
    assert page.locator(".df-me .df-facts li").all_inner_texts() == ["Tricks 1"]


def test_a_card_is_chosen_first_and_played_by_the_second_tap(page: Page) -> None:
    show(page, MY_TURN, 0)
    card = page.locator(".df-hand [data-test=card-As]")
    assert page.locator(".df-actions").is_hidden()
    card.click()
    assert acted(page) == []
    assert card.get_attribute("aria-pressed") == "true"
    assert page.locator(".df-actions button").all_inner_texts() == ["Play As"]
    card.click()
    assert acted(page) == ["play As"]


def test_the_button_plays_too_and_another_card_takes_the_place_of_the_first(page: Page) -> None:
    show(page, MY_TURN, 0)
    page.locator(".df-hand [data-test=card-As]").click()
    page.locator(".df-hand [data-test=card-3s]").click()
    assert page.locator(".df-actions button").all_inner_texts() == ["Play 3s"]
    page.locator("[data-test=action-1]").click()
    assert acted(page) == ["play 3s"]


def test_cards_of_hand_and_table_together_name_an_action(page: Page) -> None:
    """As in a game of capture: the same card of the hand may take one card or two others."""
    actions = [
        {"text": "take K", "label": "Take K♠", "action": {}, "cards": ["As", "Ks"]},
        {"text": "take both", "label": "Take both", "action": {}, "cards": ["As", "Ks", "Qs"]},
        {"text": "lay 3", "label": "Lay 3♠", "action": {}, "cards": ["3s"]},
        {"text": "pass", "label": "Pass", "action": {}, "cards": []},
    ]
    facts = facts_of(FOLLOWS, 0)
    view = {**facts["view"], "table": ["Ks", "Qs"]}
    page.evaluate(SHOW, {"facts": {**facts, "view": view, "actions": actions}})
    buttons = page.locator(".df-actions button")
    assert buttons.all_inner_texts() == ["Pass"], "what names no card is offered at once"
    page.locator(".df-hand [data-test=card-As]").click()
    assert buttons.all_inner_texts() == ["Take K♠", "Take both"]
    page.locator("[data-zone=table] [data-test=card-Qs]").click()
    assert buttons.all_inner_texts() == ["Take both"]
    page.locator("[data-zone=table] [data-test=card-Qs]").click()
    assert acted(page) == ["take both"]


def test_a_card_without_an_action_is_dimmed_and_says_so(page: Page) -> None:
    facts = facts_of(MY_TURN, 0)
    page.evaluate(SHOW, {"facts": {**facts, "actions": facts["actions"][:1]}})
    card = page.locator(".df-hand [data-test=card-As]")
    assert card.get_attribute("aria-disabled") == "true"
    assert card.locator(".reason").text_content() == "Nothing can be done with this card now"
    card.click(force=True)
    card.click(force=True)
    assert acted(page) == []


def test_keys_are_enough(page: Page) -> None:
    show(page, MY_TURN, 0)
    for key in ("ArrowRight", "ArrowRight", "Enter", "Escape", "Enter", "1"):
        page.keyboard.press(key)
    assert acted(page) == ["play As"]


def test_arrows_go_from_row_to_row(page: Page) -> None:
    show(page, FOLLOWS, 0)
    page.keyboard.press("ArrowLeft")
    focused = "() => document.activeElement.dataset.card"
    assert page.evaluate(focused) == "3s"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert page.evaluate(focused) in ("6s", "Ks")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(focused) == "3s"


@pytest.mark.parametrize("seat", [1, None])
def test_who_is_not_to_act_can_do_nothing(page: Page, seat: int | None) -> None:
    show(page, MY_TURN, seat)
    for card in page.locator(".fan .card").all():
        card.click(force=True)
        card.click(force=True)
    assert page.locator(".df-actions button").count() == 0
    assert acted(page) == []
    assert page.locator(".df-hand").is_visible() == (seat is not None)
    assert page.text_content(".prompt") == "P0 is to act"


def test_too_many_actions_are_written(page: Page) -> None:
    show(page, MY_TURN, 0, actions=None)
    page.locator(".df-text").fill("play 3s")
    page.keyboard.press("Enter")
    assert acted(page) == ["play 3s"]


def test_a_card_that_ends_a_trick_is_seen_before_it_goes(page: Page) -> None:
    show(page, FOLLOWS, 0)
    after = GAME.apply(GAME.parse_state(FOLLOWS), Play(Card.SA))
    assert not after.state.table
    events: Sequence[Event] = (CardPlayed(seat=0, card=Card.SA), TrickWon(seat=0))
    notices = [{"sequence": n, "event": builtin(each), "said": str(n)} for n, each in enumerate(events)]
    page.evaluate(
        """({facts, notices}) => {
          window.seen = [];
          const place = window.table.querySelector("[data-zone=table]");
          new MutationObserver(() => window.seen.push(
            [...place.querySelectorAll(".card")].map((e) => e.dataset.card).join(" "))
          ).observe(place, { childList: true, subtree: true });
          localStorage.setItem("korthus.settings", JSON.stringify({ trick_rest: 50 }));
          window.session.show(facts, notices);
          return window.table.drawn;
        }""",
        {"facts": facts_of(GAME.format_state(after.state), 0, version=2), "notices": notices},
    )
    seen = page.evaluate("window.seen")
    assert "Ks As" in seen
    assert seen[-1] == ""
    assert lies(page, ".df-hand") == ["3s"]
    assert page.evaluate("window.told.map(({ said }) => said)") == ["0", "1"]


def test_a_deck_without_drawings_is_shown_as_text(page: Page) -> None:
    zones = (
        Zone("hand", Whose.MINE, Kind.CARDS, "Hand"),
        Zone("notes.worth", Whose.SEATS, Kind.NUMBER, "Worth"),
    )
    description = Description(None, ("fool", "7 of stars"), zones)
    facts = {
        **facts_of(MY_TURN, 0),
        "description": builtin(description),
        "view": {
            "seat": 0,
            "to_act": 0,
            "hand": ["fool", "7 of stars"],
            "notes": [{"worth": 3}, {"worth": 4}],
        },
        "actions": [{"text": "fool", "action": {}, "label": "The fool", "cards": ["fool"]}],
    }
    page.evaluate(SHOW, {"facts": facts})
    card = page.get_by_role("button", name="7 of stars")
    assert card.inner_text() == "7 of stars"
    assert page.locator(".df-me .df-facts li").all_inner_texts() == ["Worth 3"]
    assert page.locator("[data-test=seat-1] .df-facts li").all_inner_texts() == ["Worth 4"]


def test_open_hands_of_a_replay_lie_at_their_seats(page: Page) -> None:
    show(page, MY_TURN, None, hands=[["3s", "As"], ["4s", "Ks"]])
    assert lies(page, "[data-test=seat-0] [data-zone=hands]") == ["3s", "As"]
    assert lies(page, "[data-test=seat-1] [data-zone=hands]") == ["4s", "Ks"]
