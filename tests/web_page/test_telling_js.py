"""Moments told over a table: line by line, ended by any key or tap, not at all for who wants no motion."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

#: A table whose pauses last until somebody goes on, and a moment with two lines.
TELL = """async ({ still = false, rest = 1200 }) => {
  const { settings } = await import("/static/js/settings.js");
  const { tell } = await import("/static/js/tables/telling.js");
  settings.set("trick_rest", rest);
  const table = document.createElement("div");
  document.body.replaceChildren(table);
  window.pauses = 0;
  let go = () => {};
  const pause = () => new Promise((done) => { window.pauses += 1; go = done; });
  Object.assign(table, { isStill: still, pause, skip: () => go() });
  window.goOn = () => go();
  window.told = null;
  tell(table, { title: "Settled", heads: ["You", "Bo"], lines: [["Mulle", 9, 0], ["Sum", 12, 3]] })
    .then((told) => (window.told = told));
}"""


@pytest.fixture
def page(modules: Page) -> Page:
    """A page whose person likes motion."""
    modules.emulate_media(reduced_motion="no-preference")
    return modules


def test_lines_come_one_after_the_other(page: Page) -> None:
    page.evaluate(TELL, {})
    lines = page.locator("[data-test=telling] tbody tr")
    expect(lines).to_have_text(["Mulle90"])
    page.evaluate("window.goOn()")
    expect(lines).to_have_text(["Mulle90", "Sum123"])
    page.evaluate("window.goOn()")
    page.wait_for_function("window.pauses === 3")
    page.evaluate("window.goOn()")
    expect(page.locator("[data-test=telling]")).to_have_count(0)
    assert page.evaluate("window.told") is True


@pytest.mark.parametrize("way", ["key", "tap"])
def test_any_key_or_tap_ends_it(page: Page, way: str) -> None:
    page.evaluate(TELL, {})
    expect(page.locator("[data-test=telling] tbody tr")).to_have_count(1)
    page.keyboard.press("x") if way == "key" else page.mouse.click(5, 5)
    expect(page.locator("[data-test=telling]")).to_have_count(0)
    assert page.evaluate("window.pauses") == 1


@pytest.mark.parametrize("wish", [{"still": True}, {"rest": 0}])
def test_a_picture_and_who_wants_no_rests_are_told_nothing(page: Page, wish: dict[str, object]) -> None:
    page.evaluate(TELL, wish)
    page.wait_for_function("window.told === false")
    assert page.evaluate("window.pauses") == 0


def test_who_wants_no_motion_is_told_nothing(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(TELL, {})
    page.wait_for_function("window.told === false")
    assert page.evaluate("window.pauses") == 0
