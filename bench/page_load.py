"""What the page costs to load: requests, bytes on the wire, and the time to the first button and the hand.

python -m bench.page_load [--repeats 3]

One JSON line for each visit. ``home`` is the front page, ``table`` goes from there to a table of a game by
one tap on Play. The first visit is that of a browser that has never been here, the second that of the same
browser a moment later. Requests and bytes are counted on a cable between browser and server, so nothing is
left out. Times are those of the page's own clock on a slow line (``Network.emulateNetworkConditions``);
the median of the repeats.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from bench.measure import report
from playwright.sync_api import Browser, BrowserContext, sync_playwright
from tests.browser.chromium import launch
from tests.browser.counted import CountedWire
from tests.browser.settled import settle
from tests.web.server import ServerProcess

GAMES: Final = ("mulle", "kachuful", "mus", "eight")
#: A slow line: 1.6 Mbit/s down, 750 kbit/s up, 150 ms for each answer.
SLOW: Final = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
#: Notes when the first Play button can be seen, when it is tapped, and when a card of the hand is drawn.
_WATCH: Final = """
(() => {
  const seen = (globalThis.seenAt = {});
  const shown = (each) => each && each.getBoundingClientRect().width > 0;
  const drawn = (card) => {
    const use = shown(card) && card.querySelector("use");
    return use && document.getElementById(use.getAttribute("href").slice(1)) !== null;
  };
  addEventListener("click", (event) => {
    if (event.target.closest?.('[data-test^="play-"]')) seen.tap ??= performance.now();
  }, true);
  const look = () => {
    if (!seen.play && shown(document.querySelector('[data-test^="play-"]'))) seen.play = performance.now();
    if (!seen.hand && drawn(document.querySelector(".game-table .fan .card"))) seen.hand = performance.now();
    if (!seen.hand) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})();
"""


def visit(context: BrowserContext, wire: CountedWire, game: str | None, *, slow: bool) -> dict[str, Any]:
    """Go home, and to a table of a game if one is named; what went through the cable, and when."""
    page = context.new_page()
    if slow:
        tools = context.new_cdp_session(page)
        tools.send("Network.enable")
        tools.send("Network.emulateNetworkConditions", SLOW)
    before = wire.count
    page.goto("/", wait_until="commit")
    page.wait_for_function("() => globalThis.seenAt?.play")
    if game is None or not slow:
        settle(page, wire)
    if game is not None:
        at_home = wire.count
        page.click(f'[data-test="play-{game}"]')
        page.wait_for_function("() => globalThis.seenAt.hand")
        settle(page, wire)
        before = before if slow else at_home
    found = wire.count.since(before)
    times: dict[str, float] = page.evaluate("() => globalThis.seenAt")
    page.close()
    return {
        "requests": len(found.requests),
        "bytes": found.received,
        "socket_bytes": found.told,
        "play_ms": times["play"],
        "hand_ms": times["hand"] - times["tap"] if game else None,
    }


def two_visits(browser: Browser, port: int, game: str | None, *, slow: bool) -> list[dict[str, Any]]:
    """The first visit of a new browser, and its second."""
    with CountedWire(port) as wire:
        context = browser.new_context(base_url=wire.url, locale="en")
        # Somebody who knows the games: the first tap is not answered with lessons.
        context.add_init_script('localStorage.setItem("korthus.learn.asked", "1")')
        context.add_init_script(_WATCH)
        # Who has been asked whether to learn first, and wants to play.
        context.add_init_script('localStorage.setItem("korthus.learn.asked", "1")')
        both = [visit(context, wire, game, slow=slow) for _ in range(2)]
        context.close()
    return both


def measure(browser: Browser, port: int, repeats: int) -> None:
    """Print what was found."""
    for game in (None, *GAMES):
        counted = two_visits(browser, port, game, slow=False)
        timed = [two_visits(browser, port, game, slow=True) for _ in range(repeats)]
        for number, name in enumerate(("first", "second")):
            median = {
                key: round(statistics.median(each[number][key] for each in timed))
                for key in (["play_ms"] if game is None else ["play_ms", "hand_ms"])
            }
            found = counted[number]
            cost = {key: found[key] for key in ("requests", "bytes", "socket_bytes")}
            place = {"page": "home"} if game is None else {"page": "table", "game": game}
            report("page_load", **place, visit=name, **cost, **median)


def main() -> int:
    """Print one JSON line for each visit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=3, help="visits on the slow line")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        # As it is served to people: with its pauses; without limits, for one address makes many visits.
        ServerProcess(Path(folder), "--no-limits") as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        measure(browser, server.port, options.repeats)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
