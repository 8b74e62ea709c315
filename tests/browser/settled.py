"""When a page has everything it asked for."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Page, expect
from tests.browser.counted import Count, CountedWire

#: How long nothing may come before a page counts as loaded, in milliseconds.
QUIET: Final = 700
#: Answers when the page has nothing left to do at once.
_IDLE: Final = "() => new Promise((done) => requestIdleCallback(() => done(true)))"
#: The paths of everything that the worker has kept.
KEPT: Final = """async () => {
    const paths = [];
    for (const name of await caches.keys()) {
        for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    }
    return paths;
}"""


def go_home(page: Page) -> None:
    """Open the front page, and wait until the worker serves it and has kept the list of games."""
    page.goto("/")
    expect(page.locator('[data-test^="play-"]').first).to_be_visible()
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    while "/api/games" not in page.evaluate(KEPT):
        page.wait_for_timeout(50)


def settle(page: Page, wire: CountedWire) -> Count:
    """Wait until the page is idle and nothing goes through the cable for a while; what went through it.

    Frames of a WebSocket are not waited for: a game goes on and on.
    """
    before = wire.count
    while True:
        page.evaluate(_IDLE)
        page.wait_for_timeout(QUIET)
        page.evaluate(_IDLE)
        now = wire.count
        if (now.requests, now.received) == (before.requests, before.received):
            return now
        before = now
