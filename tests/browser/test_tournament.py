"""Two friends play a tournament to its end in two browsers, by finger and by keyboard."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from tests.browser.conftest import MakePerson
from tests.browser.person import Person
from tests.browser.playing import play_on


def make_tournament(person: Person) -> str:
    """Make one for two of the shortest game; the link for the other."""
    person.page.goto("/")
    person.press(person.find("to-tournament-new"))
    expect(person.find("tournament-game")).to_be_visible()
    person.find("tournament-game").select_option("eight")
    while person.find("tournament-places").inner_text() != "2":
        person.press(person.find("tournament-places-less"))
    person.press(person.find("options"))
    person.fill_in(person.find("option-hands"), "1")
    person.press(person.find("make-tournament"))
    person.write(person.find("ask-name"), person.name)
    person.press(person.find("ask-name-ok"))
    link = person.find("tournament-link").input_value()
    wide: int = person.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    return link


def test_two_friends_play_a_tournament_and_nothing_is_shown_before_its_time(make_person: MakePerson) -> None:
    anna, bo = make_person("touch"), make_person("keys")
    anna.page.set_viewport_size({"width": 320, "height": 568})
    link = make_tournament(anna)
    bo.page.goto(link)
    bo.write(bo.find("sit-name"), "Bo")
    assert "join=" not in bo.page.url, "the secret does not stay in the address"
    bo.press(bo.find("sit-down"))
    expect(bo.find("tournament-now")).to_have_text("Your next game is against Anna.")
    code = bo.page.url.split("/tournament/")[1]
    anna.press(anna.find("play-next"))
    expect(anna.find("waiting")).to_contain_text("Waiting for Bo")
    expect(bo.find("tournament-now")).to_have_text("Anna is at the table and waits for you.")
    bo.press(bo.find("play-next"))
    play_on("eight", [anna, bo])
    first = anna.code
    expect(anna.find("held-back")).to_be_visible()
    expect(anna.find("to-replay")).to_be_hidden()
    anna.page.goto(f"/replay/{first}")
    expect(anna.page.get_by_role("alert")).to_contain_text("still play these cards")
    anna.forgive("console: Failed to load resource")
    bo.press(bo.find("to-tournament"))
    expect(bo.find("standings")).to_contain_text("No deal has been played by all yet")
    anna.page.goto("/")
    anna.press(anna.find(f"tournament-{code}"))
    for person in (anna, bo):
        person.press(person.find("play-next"))
    expect(anna.table).to_be_visible()
    assert anna.code != first
    play_on("eight", [anna, bo])
    expect(anna.find("to-replay")).to_be_visible()
    expect(anna.find("held-back")).to_be_hidden()
    anna.press(anna.find("to-tournament"))
    expect(anna.find("tournament-now")).to_have_text("The tournament is over.")
    expect(anna.find("standings").locator("tbody").first.locator("tr")).to_have_count(2)
    expect(anna.find("seal-0")).to_contain_text("open")
    for size in ((320, 568), (1280, 800)):
        anna.page.set_viewport_size({"width": size[0], "height": size[1]})
        wide: int = anna.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0
        found = Axe().run(anna.page)
        assert found.violations_count == 0, found.generate_report()
    anna.press(anna.find("verify-0"))
    expect(anna.find("verdict-good")).to_be_visible()
