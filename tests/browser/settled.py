"""When a page has everything it asked for."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Page
from tests.browser.counted import Count, CountedWire

#: How long nothing may come before a page counts as loaded, in milliseconds.
QUIET: Final = 700


def settle(page: Page, wire: CountedWire) -> Count:
    """Wait until nothing goes through the cable for a while; what went through it.

    Frames of a WebSocket are not waited for: a game goes on and on.
    """
    before = wire.count
    while True:
        page.wait_for_timeout(QUIET)
        now = wire.count
        if (now.requests, now.received) == (before.requests, before.received):
            return now
        before = now
