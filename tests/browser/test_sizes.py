"""Own cards and the actions of the moment are in sight in every window, whatever the game and the moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec
import pytest
from playwright.sync_api import expect
from tests.browser.conftest import DESK, MakePerson
from tests.browser.pages import open_table, till_my_turn
from tests.browser.person import Person
from tests.browser.playing import PLAY, play_by_cards, play_on
from tests.browser.sizes import REST, SIZES, STAY, faults_at_all_sizes
from tests.support.catalogued import put_into_catalogue
from tests.support.visiting import install_high_card
from tests.web.server import QUICK, ServerProcess

import korthus
from korthus.games.mulle.actions import Discard

#: Comes to one moment of a game after the other, and names it.
Moments = Callable[[Person], Iterator[str]]


def _most_buttons(person: Person, cards: str, buttons: str) -> None:
    """Choose the card with which most can be done."""
    found = person.page.locator(cards)
    offers = []
    for place in range(found.count()):
        person.press(found.nth(place), corner=True)
        offers.append(person.page.locator(buttons).count())
        person.page.keyboard.press("Escape")
    person.press(found.nth(offers.index(max(offers))), corner=True)
    expect(person.page.locator(buttons)).to_have_count(max(offers))


def _mulle(person: Person) -> Iterator[str]:
    for turns in (0, 4):
        play_on("mulle", [person], turns=turns)
        till_my_turn(person)
        yield f"after {turns} more turns"
        _most_buttons(person, ".mulle-hand .card.playable", ".mulle-doings button")
        yield "with most buttons"
        person.page.keyboard.press("Escape")  # a chosen card that is pressed again is let go


def _kachuful(person: Person) -> Iterator[str]:
    till_my_turn(person)
    yield "bidding"
    PLAY["kachuful"](person)
    till_my_turn(person)
    yield "playing"
    person.press(person.page.locator(".fan .card.playable").last, corner=True)
    yield "with a card chosen"


def _mus(person: Person) -> Iterator[str]:
    till_my_turn(person)
    yield "mus or not"
    person.press(person.find("mus"))
    till_my_turn(person)
    if person.find("discard").is_visible():
        yield "putting cards away"
        PLAY["mus"](person)
        till_my_turn(person)
    if person.find("no-mus").is_visible():
        person.press(person.find("no-mus"))
        till_my_turn(person)
    # Whoever bets is answered, and may be raised: a moment with every word there is.
    while person.moment != "next" and not person.find("quiero").is_visible():
        yield "speaking"
        person.press(person.find("envido" if person.find("envido").is_visible() else "pass"))
        person.page.wait_for_function(
            """() => document.querySelector(".mus-next").checkVisibility()
                || document.querySelector(".game-table").matches(".my-turn")"""
        )
    yield "answering or counted"


def _eight(person: Person) -> Iterator[str]:
    till_my_turn(person)
    yield "before the first card"
    for board in "AABC":
        person.press(person.page.locator(".eight-hand .card.playable").first, corner=True)
        person.press(person.page.locator(f'.lane[data-board="{board}"] .lane-head'))
        expect(person.page.locator(".lane.target")).to_have_count(0)
    yield "with four cards placed"
    person.press(person.page.locator('.lane[data-board="A"] .fan .card').first, corner=True)
    expect(person.find("take-back")).to_be_visible()
    yield "with a placed card chosen"
    person.page.keyboard.press("Escape")
    PLAY["eight"](person)
    person.page.wait_for_function(
        """() => document.querySelector('[data-test="next-hand"]').checkVisibility()"""
    )
    yield "at the end of the hand"


def _default(person: Person) -> Iterator[str]:
    till_my_turn(person)
    yield "at the start"
    play_by_cards(person)
    till_my_turn(person)
    person.page.locator(".df-hand .card.playable").first.click()
    yield "with a card chosen"


#: The moments of each game, how many sit there, and under which rules.
TABLES: Final[dict[str, tuple[Moments, int, dict[str, Any]]]] = {
    "mulle": (_mulle, 2, {}),
    "kachuful": (_kachuful, 5, {"start_cards": 10}),
    "mus": (_mus, 2, {"mus_phase": True}),
    "eight": (_eight, 2, {"first_dealer": 1}),
}


def _walk(person: Person, moments: Iterator[str]) -> list[str]:
    """Everything that is wrong at any moment in any window."""
    found = []
    for moment in moments:
        found += faults_at_all_sizes(person, moment)
        person.page.set_viewport_size(DESK)
    return found


@pytest.mark.parametrize("game", TABLES)
def test_hand_and_buttons_are_in_sight_in_every_window(make_person: MakePerson, game: str) -> None:
    moments, seats, options = TABLES[game]
    person = make_person("click", motion="off", trick_rest=REST)
    person.context.add_init_script(STAY)
    open_table(person, game, seats, options)
    assert _walk(person, moments(person)) == []


@pytest.fixture(scope="module")
def visited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with a game that brings only its rules."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in install_high_card(tmp_path_factory.mktemp("site")).items():
            patch.setenv(name, value)
        put_into_catalogue(patch, only_rules=True)
        with ServerProcess(tmp_path_factory.mktemp("visited"), *QUICK) as running:
            yield running


def test_the_default_table_shows_hand_and_buttons_in_every_window(
    make_person: MakePerson, visited: ServerProcess
) -> None:
    person = make_person("click", url=visited.url, motion="off", trick_rest=0)
    open_table(person, "high_card", 4)
    assert _walk(person, _default(person)) == []


def test_home_fits_into_every_window(make_person: MakePerson) -> None:
    person = make_person("click", motion="off")
    person.page.goto("/")
    expect(person.find("more-mulle")).to_be_visible()
    for size in SIZES:
        person.page.set_viewport_size(size)
        wide = person.page.evaluate("() => document.documentElement.scrollWidth")
        assert wide <= size["width"]


#: Puts a picture of a game into the place that a table has in its frame.
_LAY: Final = """async ({ name, facts }) => {
    const { StillSession } = await import("/static/js/session.js");
    const table = document.createElement(`korthus-${name}`);
    const place = Object.assign(document.createElement("section"), { className: "frame-table" });
    const frame = Object.assign(document.createElement("div"), { className: "frame" });
    document.body.dataset.page = "table";
    document.querySelector("main").replaceChildren(frame);
    frame.append(Object.assign(document.createElement("div"), { className: "frame-bar" }), place);
    place.append(table);
    table.attach(new StillSession(facts));
    await table.drawn;
}"""
#: The piles that are not wholly inside the cloth.
_OUTSIDE: Final = """() => {
    const cloth = document.querySelector(".mulle-spread").getBoundingClientRect();
    return [...document.querySelectorAll(".pile")].filter((each) => {
        const { left, top, right, bottom } = each.getBoundingClientRect();
        return left < cloth.left || top < cloth.top || right > cloth.right || bottom > cloth.bottom;
    }).length;
}"""
#: Piles that all lie open at once, and the windows that have no room for them without scrolling.
MANY: Final = 40
TOO_SMALL: Final = ((320, 568), (568, 320))


def _full_table() -> dict[str, Any]:
    """What a player of Mulle sees when nothing but throwing has filled the table."""
    game = korthus.game("mulle")
    chance = korthus.FairChance.seeded("a full table")
    state = game.new(2)
    while len(state.table) < MANY:
        seat = game.to_act(state)
        if seat == korthus.CHANCE:
            state = game.apply(state, game.draw(state, chance)).state
        else:
            throw = next(action for action in game.legal_actions(state) if isinstance(action, Discard))
            state = game.apply(state, throw, seat=seat).state
    return _facts(game, state)


def _facts(game: Any, state: Any) -> dict[str, Any]:
    """What the page is told of a position of Mulle."""
    view = game.view(state, 0)
    actions = [
        {"text": str(action), "action": action, "label": str(action), "effect": game.effect(view, action)}
        for action in (game.choices(view) if game.to_act(state) == 0 else ())
    ]
    facts: dict[str, Any] = msgspec.to_builtins(
        {
            "game": "mulle",
            "seat": 0,
            "view": view,
            "to_act": 0,
            "version": 1,
            "actions": actions,
            "players": [{"seat": seat, "name": f"P{seat}", "taken": True} for seat in range(2)],
        }
    )
    return facts


def test_forty_piles_lie_open_on_every_cloth_that_has_room_for_them(make_person: MakePerson) -> None:
    person = make_person("click", motion="off")
    open_table(person, "mulle")  # brings the table's code
    person.page.evaluate(_LAY, {"name": "mulle", "facts": _full_table()})
    expect(person.page.locator(".pile")).to_have_count(MANY)
    for size in SIZES:
        person.page.set_viewport_size(size)
        if (size["width"], size["height"]) not in TOO_SMALL:
            assert person.page.evaluate(_OUTSIDE) == 0, size


#: The nine takes six sums in several ways, builds, and gathers.
_MUCH: Final = (
    "table: KL 9, SP 4, HJ 5, RU 6, SP 3, KL 2, RU 7, HJ 8, SP A, KL 4, RU 5, SP 6;"
    " hand: HJ 9, SP 9, RU K, HJ Q; hand 1: KL K, KL Q, RU Q, SP Q"
)


def test_a_capture_of_many_words_leaves_every_button_in_sight(make_person: MakePerson) -> None:
    person = make_person("click", motion="off")
    open_table(person, "mulle")
    game = korthus.game("mulle")
    person.page.evaluate(_LAY, {"name": "mulle", "facts": _facts(game, game.parse_state(_MUCH))})
    _most_buttons(person, ".mulle-hand .card.playable", ".mulle-doings button")
    assert person.page.locator(".mulle-doings button").count() >= 5
    assert len(person.find("action-take").inner_text()) > 30
    assert faults_at_all_sizes(person, "with a long capture") == []
