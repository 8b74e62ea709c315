"""What loading the page costs, and that what is sent in bundles is the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Route, expect
from tests.browser.conftest import MakePerson
from tests.browser.counted import CountedWire
from tests.browser.pages import GAMES
from tests.browser.settled import go_home, settle
from tests.web.server import ServerProcess

from korthus.locale import LANGUAGES, catalogue
from korthus.web.delivery.site import Site
from korthus.web.settings import STATIC

#: A first visit at most: requests, and bytes of answers.
FIRST: Final = (12, 120_000)
#: What a second visit may cost, in bytes.
SECOND: Final = 5_000


@pytest.fixture
def wire(server: ServerProcess) -> Iterator[CountedWire]:
    """A cable that counts."""
    with CountedWire(server.port) as counted:
        yield counted


@pytest.fixture
def newcomer(browsers: tuple[Browser, Browser], wire: CountedWire) -> Iterator[BrowserContext]:
    """A browser that has never been here."""
    context = browsers[0].new_context(base_url=wire.url, locale="en")
    # Who has been asked whether to learn first, and wants to play.
    context.add_init_script('localStorage.setItem("korthus.learn.asked", "1")')
    yield context
    context.close()


def test_home_costs_little_at_first_and_next_to_nothing_then(
    newcomer: BrowserContext, wire: CountedWire
) -> None:
    page = newcomer.new_page()
    go_home(page)
    first = settle(page, wire)
    assert len(first.requests) <= FIRST[0], first.requests
    assert first.received <= FIRST[1], first
    page.close()
    page = newcomer.new_page()
    go_home(page)
    second = settle(page, wire).since(first)
    assert second.received <= SECOND, second
    assert not [each for each in second.requests if "/files/" in each]


@pytest.mark.parametrize("game", GAMES)
def test_a_table_brings_its_own_game_only(newcomer: BrowserContext, wire: CountedWire, game: str) -> None:
    page = newcomer.new_page()
    page.goto("/")
    page.click(f'[data-test="play-{game}"]')
    expect(page.locator(".game-table .fan .card").first).to_be_visible()
    first = settle(page, wire)
    assert first.received <= FIRST[1], first
    assert not [each for each in first.requests if "/static/js/" in each]
    tables = {each.split("js/tables/")[1].split("/")[0] for each in first.requests if "js/tables/" in each}
    assert tables == {game}


def test_every_bundle_can_be_read(make_person: MakePerson, server: ServerProcess) -> None:
    person = make_person("click")
    person.page.goto("/settings")
    site = Site(STATIC, catalogue)
    opener = next(iter(site.bundles))
    later = [f"/files/{at}" for at in site.files if at.endswith(".js") and not at.endswith(opener)]
    assert len(later) == (len(site.bundles) - 1) * len(LANGUAGES)
    held = person.page.evaluate(
        """async addresses => Promise.all(addresses.map(async (address) => {
            const bundle = await import(address);
            return Object.keys(bundle.modules);
        }))""",
        later,
    )
    assert sorted({name for names in held for name in names}) == sorted(
        {name for entry, names in site.bundles.items() if entry != opener for name in names}
    )


def test_a_page_that_is_older_than_the_server_is_loaded_anew(make_person: MakePerson) -> None:
    person = make_person("click")
    person.page.goto("/")
    expect(person.find("play-mulle")).to_be_visible()
    asked = []

    def gone(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > 2:  # once as a script, once to see whether it is gone
            route.continue_()
        else:
            route.fulfill(status=404, body="")

    person.page.route("**/js/pages/stats.js", gone)
    person.press(person.find("nav-stats"))
    expect(person.page.locator("main h1")).to_be_visible()
    assert len(asked) == 3
    assert person.page.evaluate("() => performance.getEntriesByType('navigation')[0].type") == "reload"
    person.forgive("console: Failed to load resource: the server responded with a status of 404")


def test_another_language_is_fetched_whole_and_kept(make_person: MakePerson) -> None:
    person = make_person("click")
    person.page.goto("/")
    person.find("language").select_option("sv")
    expect(person.page.locator("h1")).to_have_text(catalogue("sv")["web_home.title"])
    person.press(person.find("nav-verify"))
    expect(person.page.locator("h1")).to_have_text(catalogue("sv")["web_home.verify"])
    person.page.reload()
    expect(person.page.locator("h1")).to_have_text(catalogue("sv")["web_home.verify"])
