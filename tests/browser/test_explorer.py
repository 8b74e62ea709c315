"""Mus solved, in a browser: choose a hand, follow the words, see the bars; on a desk and on a phone."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from tests.browser.conftest import DESK, PHONE, MakePerson
from tests.browser.person import Person

_AXE = Axe()


def bars(person: Person) -> list[float]:
    """How long the bars are, as shares of their room."""
    found: list[float] = person.page.eval_on_selector_all(
        ".explorer-bar", "all => all.map((bar) => Number(getComputedStyle(bar).getPropertyValue('--share')))"
    )
    return found


def test_choose_a_hand_and_follow_the_words(make_person: MakePerson) -> None:
    person = make_person("click", motion="off")
    person.page.goto("/rules/mus")
    person.press(person.find("to-explorer"))
    expect(person.find("say-envido-2")).to_be_visible()
    for _ in range(4):
        person.press(person.find("held-0"))
    expect(person.page.locator(".explorer-answer")).to_contain_text("Choose 4 more cards")
    for rank in "74SS":
        person.press(person.find(f"add-{rank}"))
    expect(person.page.locator(".explorer-answer")).to_contain_text("juego 31")
    assert sum(bars(person)) == pytest.approx(1.0, abs=0.001)
    person.press(person.find("seat-postre"))
    expect(person.page.get_by_role("heading", name="The other's word on grande")).to_be_visible()
    assert bars(person) == []
    person.press(person.find("say-envido-2"))
    expect(person.find("say-no-quiero")).to_contain_text("stones")
    assert len(bars(person)) == 3
    # The address holds the question: loaded anew, the page shows the same.
    expect(person.page).to_have_url(re.compile("hand=SS74&seat=postre"))
    before = bars(person)
    person.page.reload()
    expect(person.find("say-no-quiero")).to_contain_text("stones")
    assert bars(person) == before
    person.press(person.find("lance-juego"))
    expect(person.page.get_by_role("heading", name="Your word on juego")).to_be_visible()
    person.press(person.find("said-0"))
    expect(person.page.get_by_text("Nothing yet.")).to_be_visible()


@pytest.mark.parametrize(("theme", "history"), [("dark", "envido 2,quiero"), ("light", "pass")])
def test_it_is_fit_for_everybody(make_person: MakePerson, theme: str, history: str) -> None:
    person = make_person("click", motion="off", theme=theme)
    person.page.goto(f"/explore/mus?hand=RR71&history={history}")
    expect(person.page.locator(".explorer-choice").first).to_be_visible()
    for size in (DESK, PHONE):
        person.page.set_viewport_size(size)
        found = _AXE.run(person.page)
        assert found.violations_count == 0, found.generate_report()
    assert person.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_turned_card_of_mus_leads_there(make_person: MakePerson) -> None:
    person = make_person("touch")
    person.page.goto("/")
    person.press(person.find("more-mus"))
    person.press(person.find("to-explorer"))
    expect(person.find("say-envido-2")).to_be_visible()
