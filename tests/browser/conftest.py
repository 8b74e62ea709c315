"""Two real browsers and the real server."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Playwright, ViewportSize, sync_playwright
from tests.browser.chromium import NoChromium, find_chromium, launch
from tests.browser.person import Person, Way
from tests.web.server import WATCHED, ServerProcess

PHONE: Final[ViewportSize] = {"width": 360, "height": 640}
DESK: Final[ViewportSize] = {"width": 1280, "height": 800}

#: Makes somebody: how they use the page, what they are called, on which server, what else.
MakePerson = Callable[..., Person]


# Not for the whole session: as long as Playwright runs, no other test of this process can have an event loop.
@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """Playwright, as long as tests of this folder run."""
    try:
        find_chromium()
    except NoChromium as error:
        pytest.fail(str(error), pytrace=False)
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="package")
def browsers(playwright: Playwright) -> Iterator[tuple[Browser, Browser]]:
    """Two browsers that have nothing in common."""
    both = launch(playwright), launch(playwright)
    yield both
    for browser in both:
        browser.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server without limits, and without pauses where a person plays."""
    with ServerProcess(tmp_path_factory.mktemp("browser"), *WATCHED) as running:
        yield running


def wearing(**settings: Any) -> str:
    """A script that gives a browser its person's settings, unless it has some already."""
    kept = json.dumps(json.dumps(settings))
    return f'localStorage.getItem("korthus.settings") ?? localStorage.setItem("korthus.settings", {kept});'


@pytest.fixture
def make_person(browsers: tuple[Browser, Browser], server: ServerProcess) -> Iterator[MakePerson]:
    """Makes persons, each at a browser of their own; in the end their pages must have been without fault."""
    made: list[Person] = []

    def make(way: Way = "click", name: str = "", *, url: str | None = None, **settings: Any) -> Person:
        place = len(made)
        context = browsers[place % 2].new_context(
            base_url=url or server.url,
            viewport=PHONE if way == "touch" else DESK,
            has_touch=way == "touch",
            is_mobile=way == "touch",
            locale="en",
            # What a worker fetches is seen by no ``page.route``; ``test_offline.py`` has one.
            service_workers="block",
        )
        # Whoever clicks sees the cards move; nobody waits longer than needed.
        calm = {"motion": "auto" if way == "click" else "off", "trick_rest": 100 if way == "click" else 0}
        context.add_init_script(wearing(**{**calm, **settings}))
        person = Person(context, way, name or ("Anna", "Bo", "Cleo", "Dan")[place])
        made.append(person)
        return person

    yield make
    troubles = {person.name: person.trouble for person in made if person.trouble}
    for person in made:
        person.context.close()
    assert not troubles
