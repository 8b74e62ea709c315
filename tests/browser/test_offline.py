"""Without its server the page still opens, says so, and shows what was last seen; with one it is new."""

from __future__ import annotations

import asyncio
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, expect
from tests.browser.conftest import wearing
from tests.browser.pages import GAMES, open_table, till_my_turn
from tests.browser.person import Person
from tests.browser.settled import KEPT, go_home
from tests.browser.wire import Wire
from tests.support.patience import PATIENCE
from tests.web.inside import inside
from tests.web.server import ServerProcess

from korthus.locale import LANGUAGES, catalogue
from korthus.web.settings import STATIC

_HAND: Final = "cards => cards.map((card) => card.dataset.card)"


def visitor(browser: Browser, url: str, language: str = "en") -> BrowserContext:
    """Somebody with a browser that may have a worker."""
    context = browser.new_context(base_url=url, locale=language)
    context.add_init_script(wearing(motion="off", trick_rest=0, name="Anna"))
    context.add_init_script('localStorage.setItem("korthus.learn.asked", "1")')
    return context


@pytest.fixture
def wire(server: ServerProcess) -> Iterator[Wire]:
    """A cable that can be pulled out."""
    with Wire(server.port) as cable:
        yield cable


@pytest.mark.parametrize("language", LANGUAGES)
def test_home_opens_without_its_server_and_says_so(
    browsers: tuple[Browser, Browser], wire: Wire, language: str
) -> None:
    context = visitor(browsers[0], wire.url, language)
    page = context.new_page()
    go_home(page)
    line = page.locator('[data-test="offline"]')
    expect(line).to_be_hidden()
    wire.cut()
    page.reload()
    expect(line).to_have_text(catalogue(language)["web.offline"])
    expect(page.locator("h1")).to_have_text(catalogue(language)["web_home.title"])
    expect(page.locator('[data-test^="play-"]').first).to_be_visible()
    wire.mend()
    page.reload()
    expect(page.locator('[data-test^="play-"]').first).to_be_visible()
    expect(line).to_be_hidden()
    context.close()


def test_a_table_is_shown_as_it_was_last_seen_and_goes_on_when_the_server_is_back(
    browsers: tuple[Browser, Browser], wire: Wire
) -> None:
    context = visitor(browsers[0], wire.url)
    person = Person(context, "click", "Anna")
    page = person.page
    go_home(page)
    open_table(person, "mulle")
    cards = page.locator(".game-table .fan .card")
    expect(cards.first).to_be_visible()
    page.wait_for_function("() => document.querySelector('.game-table').matches('.my-turn, [data-my-turn]')")
    hand = cards.evaluate_all(_HAND)
    wire.cut()
    page.reload()
    expect(page.locator('[data-test="connection"]')).to_have_attribute("data-state", "lost")
    expect(cards.first).to_be_visible()
    assert cards.evaluate_all(_HAND) == hand
    # Whose turn it is by now nobody knows here.
    assert not says_whose_turn(person)
    wire.mend()
    expect(page.locator('[data-test="connection"]')).to_have_attribute("data-state", "open")
    page.wait_for_function("() => document.querySelector('.game-table').matches('.my-turn, [data-my-turn]')")
    assert cards.evaluate_all(_HAND) == hand
    context.close()


def test_the_worker_keeps_files_the_page_and_the_list_of_games_and_nothing_else(
    browsers: tuple[Browser, Browser], wire: Wire
) -> None:
    context = visitor(browsers[0], wire.url)
    person = Person(context, "click", "Anna")
    go_home(person.page)
    open_table(person, "kachuful", 3)
    expect(person.page.locator(".game-table .fan .card").first).to_be_visible()
    person.page.goto("/stats")
    expect(person.page.locator("h1")).to_be_visible()
    kept = person.page.evaluate(KEPT)
    assert {"/", "/api/games"} <= {*kept}
    assert not [path for path in kept if path not in ("/", "/api/games") and not path.startswith("/files/")]
    context.close()


def test_who_gave_a_seat_away_does_not_see_its_cards_again(
    browsers: tuple[Browser, Browser], wire: Wire
) -> None:
    context = visitor(browsers[0], wire.url)
    person = Person(context, "click", "Anna")
    go_home(person.page)
    open_table(person, "mulle")
    expect(person.page.locator(".game-table .fan .card").first).to_be_visible()
    person.page.evaluate("code => localStorage.removeItem(`korthus.seat.${code}`)", person.code)
    wire.cut()
    person.page.reload()
    expect(person.page.locator('[data-test="connection"]')).to_have_attribute("data-state", "lost")
    assert person.page.locator(".game-table").count() == 0
    context.close()


def says_whose_turn(person: Person) -> bool:
    """Whether the page tells its person to play: in its title, above the table or on it."""
    said = [person.page.title(), person.find("status").inner_text(), person.table.inner_text()]
    marked = person.page.locator(".game-table:is(.my-turn, [data-my-turn]), .plate.turn, .to-act").count()
    return marked > 0 or any("your turn" in text.lower() for text in said)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_was_given_up_asks_nobody_to_play_with_or_without_its_server(
    browsers: tuple[Browser, Browser], wire: Wire, game: str
) -> None:
    context = visitor(browsers[0], wire.url)
    person = Person(context, "click", "Anna")
    go_home(person.page)
    open_table(person, game)
    till_my_turn(person)
    assert says_whose_turn(person)
    person.press(person.find("open-menu"))
    person.press(person.find("to-resign"))
    person.press(person.find("resign-yes"))
    expect(person.find("resigned")).to_be_visible()
    assert not says_whose_turn(person)
    wire.cut()
    person.page.reload()
    expect(person.find("connection")).to_have_attribute("data-state", "lost")
    expect(person.table).to_be_visible()
    assert not says_whose_turn(person)
    context.close()


@contextmanager
def served(folder: Path, static: Path) -> Iterator[str]:
    """A server of these files, in a thread of its own; its address."""
    found: list[str] = []
    started, over = threading.Event(), threading.Event()

    async def serve() -> None:
        async with inside(folder, static=static) as (url, _):
            found.append(url)
            started.set()
            while not over.is_set():
                await asyncio.sleep(0.05)

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    try:
        assert started.wait(PATIENCE)
        yield found[0]
    finally:
        over.set()
        thread.join()


def test_after_an_upgrade_nothing_old_is_shown(browsers: tuple[Browser, Browser], tmp_path: Path) -> None:
    static = tmp_path / "static"
    shutil.copytree(STATIC, static)
    with served(tmp_path, static) as url:
        context = visitor(browsers[0], url)
        page = context.new_page()
        go_home(page)
        (before,) = page.evaluate("() => caches.keys()")
        home = static / "js" / "pages" / "home.js"
        home.write_text(home.read_text().replace('class: "page home"', 'class: "page home newer"'))
        while page.locator(".home.newer").count() == 0:  # the folder is looked at once a second
            page.reload()
            expect(page.locator('[data-test^="play-"]').first).to_be_visible()
        page.wait_for_function(
            "async (before) => { const names = await caches.keys(); return !names.includes(before); }",
            arg=before,
        )
        context.close()
