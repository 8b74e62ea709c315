"""Take the pictures of the docs anew: ``python -m tests.browser.pictures`` writes ``docs/img/*.png``."""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, Playwright, ViewportSize, expect, sync_playwright
from tests.browser.chromium import launch
from tests.browser.conftest import DESK, PHONE, wearing
from tests.browser.pages import (
    GAMES,
    PAGES,
    finished_game,
    open_table,
    till_a_capture,
    till_my_turn,
    till_reviewed,
)
from tests.browser.person import Person
from tests.browser.playing import play_on
from tests.examples.fresh import EXAMPLES, Fresh, build_wheel
from tests.web.server import QUICK, ServerProcess

IMG: Final = Path(__file__).parents[2] / "docs" / "img"
#: The most that a picture may weigh, in bytes.
HEAVIEST: Final = 200_000
#: Other windows that the tables are shown in: a phone on its side, a tablet, a short laptop, a large monitor.
SCREENS: Final[dict[str, ViewportSize]] = {
    "low": {"width": 844, "height": 390},
    "tablet": {"width": 820, "height": 1180},
    "laptop": {"width": 1280, "height": 640},
    "large": {"width": 2560, "height": 1440},
}
#: No picture is wider than this, in pixels.
WIDEST: Final = 1280
#: How many turns are played before a table is looked at, and how many sit there.
MOMENTS: Final = {"mulle": (4, 2), "kachuful": (5, 5), "mus": (1, 2), "eight": (0, 2)}


def _somebody(browser: Browser, url: str, theme: str) -> Person:
    context = browser.new_context(base_url=url, viewport=DESK, locale="en")
    context.add_init_script(wearing(motion="off", trick_rest=0, theme=theme, name="Anna"))
    return Person(context, "click", "Anna", seed=4)


def _take(person: Person, name: str) -> None:
    """Write what the page shows now, in few enough colours to be light."""
    person.page.mouse.move(0, 0)
    shot = person.page.screenshot(animations="disabled")
    image = Image.open(io.BytesIO(shot)).convert("RGB")
    image.thumbnail((WIDEST, WIDEST))
    picture = image.quantize(256, method=Image.Quantize.FASTOCTREE)
    file = IMG / f"{name}.png"
    picture.save(file, optimize=True)
    weight = file.stat().st_size
    assert weight < HEAVIEST, f"{file.name} weighs {weight} bytes"
    print(f"{file.name} {weight}")


def _take_screens(person: Person, name: str) -> None:
    for screen, size in SCREENS.items():
        person.page.set_viewport_size(size)
        person.page.wait_for_timeout(200)
        _take(person, f"{name}-{screen}")
    person.page.set_viewport_size(DESK)


def _take_both(person: Person, name: str, theme: str) -> None:
    tools = person.context.new_cdp_session(person.page)
    person.page.set_viewport_size(PHONE)
    tools.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    _take(person, f"{name}-phone-{theme}")
    tools.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
    tools.detach()
    person.page.set_viewport_size(DESK)
    _take(person, f"{name}-desk-{theme}")


def _choose(person: Person, game: str) -> None:
    """Come to a moment that shows how the game is played."""
    till_my_turn(person)
    if game == "eight":
        for board in "AABC":
            person.press(person.page.locator(".eight-hand .card.playable").first, corner=True)
            person.press(person.page.locator(f'.lane[data-board="{board}"] .lane-head'))
            expect(person.page.locator(".lane.target")).to_have_count(0)
        expect(person.find("name-A")).not_to_be_empty()
    elif game == "mulle":
        till_a_capture(person)


def _tables(person: Person, theme: str) -> None:
    for game in GAMES:
        turns, seats = MOMENTS[game]
        open_table(person, game, seats, {"mus_phase": True} if game == "mus" else None)
        play_on(game, [person], turns=turns)
        _choose(person, game)
        _take_both(person, game, theme)
        if theme == "dark":
            _take_screens(person, game)


#: Pages beside the tables that the docs show, on a phone.
BESIDE: Final = ("waiting", "lesson-mulle", "puzzle-mus", "result")


def _beside_tables(person: Person) -> None:
    code = finished_game(person)
    person.page.set_viewport_size(PHONE)
    PAGES["home"](person, code)
    person.press(person.find("more-mus"))
    person.page.locator(".setup").evaluate("sheet => sheet.scrollIntoView()")
    _take(person, "setup-phone-light")
    for name in BESIDE:
        PAGES[name](person, code)
        _take(person, f"{name}-phone-light")
    person.page.set_viewport_size(DESK)
    PAGES["analysis"](person, code)
    _take(person, "analysis-desk-light")


def _after_games(person: Person) -> None:
    for game in ("kachuful", "eight", "mulle", "eight", "kachuful"):
        code = finished_game(person, game)
    person.page.goto(f"/review/{code}")
    till_reviewed(person)
    _take(person, "review-desk-dark")
    person.page.goto("/stats")
    expect(person.find("stats-eight")).to_be_visible()
    _take(person, "stats-desk-dark")


def _of_another_package(playwright: Playwright) -> None:
    """The table of Scopa, which brings only its rules, with a hand card chosen."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        env = Fresh(folder / "venv")
        env.install(build_wheel(EXAMPLES / "scopa", folder))
        with ServerProcess(folder, *QUICK, python=env.python) as server:
            browser = launch(playwright)
            for theme in ("dark", "light"):
                person = _somebody(browser, server.url, theme)
                open_table(person, "scopa", 2)
                play_on("scopa", [person], turns=4)
                till_my_turn(person)
                person.page.locator(".df-hand .card.playable").first.click()
                _take_both(person, "scopa", theme)
            browser.close()


def main() -> int:
    """Take all pictures, or those of the example package (``scopa``), or all others (``house``)."""
    IMG.mkdir(exist_ok=True)
    if "house" not in sys.argv[1:]:
        with sync_playwright() as playwright:
            _of_another_package(playwright)
    if "scopa" in sys.argv[1:]:
        return 0
    with (
        tempfile.TemporaryDirectory() as folder,
        ServerProcess(Path(folder), *QUICK) as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        for theme in ("dark", "light"):
            person = _somebody(browser, server.url, theme)
            person.page.goto("/")
            expect(person.find("more-eight")).to_be_visible()
            _take_both(person, "home", theme)
            _tables(person, theme)
            if theme == "dark":
                _after_games(person)
            else:
                _beside_tables(person)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
