"""What happens to a game when a page, a cable, a server or a device goes: nothing that cannot be mended."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Route, expect
from tests.browser.conftest import MakePerson
from tests.browser.person import Person
from tests.browser.playing import PLAY, SHORT, play_on
from tests.browser.wire import Wire
from tests.web.server import QUICK, ServerProcess

from korthus.cli.app import main

#: What a browser itself writes on the console when a connection breaks.
BROKEN = ("console: WebSocket connection to", "console: Failed to load resource: net::ERR_")


def _hand(person: Person) -> list[str]:
    """The cards that a person holds, as the page shows them."""
    cards: list[str] = person.page.locator(".game-table .fan .card").evaluate_all(
        "all => all.map((card) => card.dataset.card)"
    )
    return sorted(cards)


def _mark(person: Person) -> None:
    """Leave a mark in the page that would not outlive a reload."""
    person.page.evaluate("() => { window.sameSinceThen = true; }")


def _is_the_same_page(person: Person) -> bool:
    return bool(person.page.evaluate("() => window.sameSinceThen === true"))


def _connection(person: Person, state: str) -> None:
    expect(person.find("connection")).to_have_attribute("data-state", state)


def _whose_turn(persons: list[Person]) -> Person:
    """The person who is to act, as soon as a page says so."""
    while True:
        for person in persons:
            if person.moment == "turn":
                return person
        persons[0].page.wait_for_timeout(15)


def test_a_reload_in_the_middle_loses_nothing(make_person: MakePerson) -> None:
    persons = [make_person("touch"), make_person("click")]
    persons[1].accept(persons[0].invite("mulle", SHORT["mulle"]))
    play_on("mulle", persons, turns=3)
    for person in persons:
        _whose_turn(persons)
        before = _hand(person)
        person.page.reload()
        expect(person.table).to_be_visible()
        assert _hand(person) == before
    play_on("mulle", persons)


def test_a_cut_cable_needs_no_reload_and_what_was_played_meanwhile_is_played_once(
    make_person: MakePerson, server: ServerProcess, tmp_path: Path
) -> None:
    with Wire(server.port) as wire:
        far, near = make_person("click", url=wire.url), make_person("click")
        link = near.invite("kachuful", {"start_cards": "4", "total_rounds": "2"})
        far.accept(link.replace(server.url, wire.url))
        persons = [far, near]
        for person in persons:
            _mark(person)
        while _whose_turn(persons) is not far:
            play_on("kachuful", persons, turns=1)
        wire.cut()
        _connection(far, "lost")
        expect(far.find("banner-lost")).to_be_visible()
        # Played into the void: the page keeps it, and sends it when somebody listens again.
        PLAY["kachuful"](far)
        expect(far.table).to_have_attribute("aria-busy", "true")
        assert near.moment == "wait"
        wire.mend()
        _connection(far, "open")
        expect(far.find("banner-lost")).to_be_hidden()
        assert _whose_turn([near]) is near
        # And what the other plays during the next cut is heard afterwards.
        wire.cut()
        _connection(far, "lost")
        play_on("kachuful", [near], turns=1)
        wire.mend()
        _connection(far, "open")
        play_on("kachuful", persons)
        assert all(_is_the_same_page(person) for person in persons)
        assert main(("verify", str(far.download_record(tmp_path)))) == 0
        far.forgive(*BROKEN)


def test_cards_whose_drawings_were_cut_off_are_drawn_when_the_line_is_back(make_person: MakePerson) -> None:
    person = make_person("click")
    asked = []

    def cut(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > 2:
            route.continue_()
        else:
            route.abort()

    person.page.route("**/cards/french.svg", cut)
    person.play_computer("kachuful", SHORT["kachuful"])
    expect(person.page.locator("#french-back")).to_have_count(1)
    assert len(asked) == 3
    person.forgive(*BROKEN)


def test_a_server_killed_in_the_middle_goes_on_where_it_was(make_person: MakePerson, tmp_path: Path) -> None:
    with ServerProcess(tmp_path, *QUICK) as server:
        persons = [make_person(way, url=server.url) for way in ("click", "touch")]
        persons[1].accept(persons[0].invite("eight", {"hands": "1", "assignment": "alternating"}))
        for person in persons:
            _mark(person)
        play_on("eight", persons, turns=5)
        _whose_turn(persons)
        before = [_hand(person) for person in persons]
        server.kill()
        for person in persons:
            _connection(person, "lost")
        server.start()
        for person in persons:
            _connection(person, "open")
        assert [_hand(person) for person in persons] == before
        play_on("eight", persons)
        assert all(_is_the_same_page(person) for person in persons)
        assert main(("verify", str(persons[1].download_record(tmp_path)))) == 0
        for person in persons:
            person.forgive(*BROKEN)


def test_a_second_device_takes_the_seat_over(make_person: MakePerson, tmp_path: Path) -> None:
    old, friend, new = make_person("click", "Anna"), make_person("keys", "Bo"), make_person("touch", "Anna")
    friend.accept(old.invite("kachuful", SHORT["kachuful"]))
    play_on("kachuful", [old, friend], turns=2)
    _whose_turn([old, friend])
    hand = _hand(old)
    old.press(old.find("open-menu"))
    old.press(old.find("to-device"))
    new.page.goto(old.find("device-link").input_value())
    expect(new.table).to_be_visible()
    assert _hand(new) == hand
    assert "seat=" not in new.page.url
    expect(old.find("banner-moved")).to_be_visible()
    _connection(old, "moved")
    sockets = old.sockets
    play_on("kachuful", [new, friend])
    assert main(("verify", str(new.download_record(tmp_path)))) == 0
    # The old page has not come back by itself, and can do no more than watch.
    assert old.sockets == sockets
    _connection(old, "moved")
    assert old.moment == "wait"
    old.page.keyboard.press("Escape")
    old.press(old.find("watch-here"))
    _connection(old, "open")
    expect(old.find("result")).to_be_visible()
    expect(old.find("play-again")).to_have_count(0)
