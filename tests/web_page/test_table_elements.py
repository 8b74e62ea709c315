"""Kachuful and Mus as elements: nothing is done by a slip of the finger, no hand is shown to a watcher."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from korthus.core.protocol import AnyGame
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
    return { legal: false, reason: "because", names: [null, "a hand", null] };
  };
  window.table = document.createElement(`korthus-${name}`);
  document.body.replaceChildren(window.table);
  window.table.attach(session);
  document.onkeydown = (event) => {
    if (window.table.press(event)) event.preventDefault();
  };
  await new Promise((done) => setTimeout(done, 50));
}"""

#: More actions than this are not sent to the page: Eight Cards has 1260 placements.
MOST_LISTED = 500


@pytest.fixture(scope="module")
def page(modules: Page) -> Page:
    """A page without motion whose words are those of the catalogue."""
    modules.route("**/api/locale/*", lambda route: route.fulfill(json=dict(catalogue("en"))))
    modules.emulate_media(reduced_motion="reduce")
    return modules


def show(page: Page, name: str, position: str, seat: int | None, **options: Any) -> None:
    """Lays a position on the table as a seat, or a spectator, sees it."""
    lay(page, SHOW, game_of(name, **options), position, seat)


def plain(value: object) -> Any:
    """A value as it comes over the wire."""
    return json.loads(msgspec.json.encode(value))


def lay(page: Page, script: str, game: AnyGame, position: str, seat: int | None) -> None:
    """The same by one of the scripts here."""
    state = game.parse_state(position)
    view = game.view(state, seat)
    actor = game.to_act(state)
    actions = [] if seat is None or actor != seat else game.choices(view)
    listed = [
        {"text": str(each), "action": plain(each), "effect": plain(game.effect(view, each))}
        for each in actions
    ]
    facts = {
        "seat": seat,
        "view": plain(view),
        "actions": listed if len(listed) <= MOST_LISTED else None,
        "to_act": actor,
        "version": 1,
        "players": [{"seat": place, "name": f"P{place}"} for place in range(getattr(view, "seats", 2))],
    }
    page.evaluate(script, {"name": game.name, "facts": facts})


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


def test_the_bids_are_those_that_the_server_lists_and_the_one_that_is_barred(page: Page) -> None:
    show(page, "kachuful", BIDDING, 0, **TWO_CARDS)
    bids = page.locator(".kf-bid")
    assert bids.all_inner_texts() == ["0", "1", "2"]
    assert page.locator(".kf-bid.dimmed").all_inner_texts() == ["1"]
    page.evaluate("window.table.session.state.actions.pop(); window.table.redraw()")
    assert bids.all_inner_texts() == ["0", "1"]


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


#: The same with a session that is played, not looked at.
LIVE = SHOW.replace(
    "const session = new StillSession(facts);",
    "const session = Object.assign(new EventTarget(), { state: new StillSession(facts).state });",
)
PLACING = (
    "dealer: 0; board a: Ah Kh Qh; board b: 2d 3d 4d; board c: 9c 9d 5h; "
    "hand 0: As 9s 8c 2h 2s 6d Ac 4h; hand 1: Kd Qd Jd Td 8d 7d 6s 5s"
)


def test_a_draft_of_eight_cards_fills_the_room_that_the_view_lists(page: Page) -> None:
    seat = 1  # the seat that does not deal places first
    lay(page, LIVE, game_of("eight"), PLACING, seat)
    lane = {letter: page.locator(f"[data-test=lane-{letter}] .lane-mine") for letter in "ABC"}
    live_tables = [lane[letter].get_attribute("data-room") for letter in "ABC"]
    assert live_tables == ["4", "4", "4"]
    assert page.locator("[data-test=lock]").get_attribute("aria-disabled") == "true"
    # The last card has one place left, and goes there by itself.
    for letter, names in (("B", "Kd Qd Jd Td"), ("A", "8d 7d"), ("C", "6s")):
        for name in names.split():
            page.locator(f".eight-hand [data-test=card-{name}]").focus()
            page.keyboard.press(letter.lower())
        if letter == "B":
            live_tables = [lane[each].get_attribute("data-room") for each in "ABC"]
            assert live_tables == ["2", "4", "2"]
    assert page.locator(".eight-hand .card").count() == 0
    assert page.evaluate("document.activeElement.dataset.test") == "lock"
    assert page.text_content("[data-test=name-B]") == "a hand"
    assert page.locator("[data-test=lock]").get_attribute("aria-disabled") is None
    page.locator("[data-test=lock]").click()
    (text,) = acted(page)
    assert str(game_of("eight").parse(text)) == "place A: 7d 8d, B: Td Jd Qd Kd, C: 5s 6s"


#: What a lane shows where ``size`` cards may lie on the board and ``room`` in front of a seat.
SLOTS = """async ([size, room]) => {
  const { Lane } = await import("/static/js/tables/eight/lane.js");
  const lane = new Lane(0, { onPut: () => {} });
  const nothing = { plo: null, winners: [], stake: null, names: null, makes: [], running: null,
    putting: null };
  lane.show({ ...nothing, bottom: 0, top: 1, name: String, common: [], theirs: [], mine: [], label: "",
    turning: false, busy: false, size, room });
  return [".common-slots", ".mine-slots"].map((each) =>
    lane.element.querySelectorAll(`${each} .slot:not([hidden])`).length);
}"""


def test_a_lane_has_as_many_places_as_the_view_says(page: Page) -> None:
    show(page, "eight", PLACING, None)
    view = game_of("eight").view(game_of("eight").parse_state(PLACING), None)
    shown = [page.locator(f".lane {each} .slot:visible").count() for each in (".common-slots", ".mine-slots")]
    assert shown == [3 * view.board_size, 3 * max(map(max, view.splits))]
    assert page.evaluate(SLOTS, [5, 4]) == [5, 4]
    assert page.evaluate(SLOTS, [7, 6]) == [7, 6]
    assert page.evaluate(SLOTS, [3, 0]) == [3, 0]


def test_a_card_that_was_taken_back_stays_in_the_hand(page: Page) -> None:
    lay(page, LIVE, game_of("eight"), PLACING, 1)
    for letter, names in (("B", "Kd Qd Jd Td"), ("A", "8d 7d"), ("C", "6s")):
        for name in names.split():
            page.locator(f".eight-hand [data-test=card-{name}]").focus()
            page.keyboard.press(letter.lower())
    page.locator("[data-test=lane-C] [data-test=card-5s]").focus()
    page.keyboard.press("Backspace")
    assert page.locator(".eight-hand .card").evaluate_all("all => all.map((each) => each.dataset.card)") == [
        "5s"
    ]


def test_boards_that_are_run_out_keep_the_names_of_their_hands(page: Page) -> None:
    position = (
        "board a: Ah Kh Qh Jh Th; board b: 2d 3d 4d; board c: 9c 9d 5h; "
        "placed 0: A As 9s, B 8c 2h 2s 6d, C Ac 4h; placed 1: A 8d 7d, B Kd Qd Jd Td, C 6s 5s; "
        "locked: 0, 1; plo: B"
    )
    game = game_of("eight")
    view = game.view(game.parse_state(position), None)
    assert view.names[0] is not None
    assert view.names[0][0].royal
    show(page, "eight", position, None)
    assert page.text_content("[data-test=name-A]") == "royal flush"
    assert page.text_content("[data-test=name-B]") == ""
    assert page.text_content("[data-test=purse-0] .purse-chips") == str(view.bankrolls[0])
    assert page.text_content("[data-test=pot] strong") == str(view.pot)
