"""Somebody at a browser: looks at the page, and uses it in one way only."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final, Literal, get_args

from playwright.sync_api import BrowserContext, Locator, Page, WebSocket, expect
from tests.support.patience import PATIENCE_MS

#: By mouse, by keyboard alone, or by finger.
Way = Literal["click", "keys", "touch"]
WAYS: Final[tuple[Way, ...]] = get_args(Way)
#: Keys pressed at most on the way to anything on a page; a table has many settings.
FARTHEST: Final = 160

#: The next key on the way from where the keyboard is to an element; an empty text when it is there.
_NEXT_KEY: Final = """target => {
    const at = document.activeElement;
    if (at === target) return "";
    const within = (selector) => at.closest(selector) && at.closest(selector) === target.closest(selector);
    const after = Boolean(at.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING);
    if (within(".fan")) return after ? "ArrowRight" : "ArrowLeft";
    if (at.type === "radio" && at.name === target.name) return after ? "ArrowDown" : "ArrowUp";
    return at === document.body || after ? "Tab" : "Shift+Tab";
}"""
_MOMENT: Final = """() => {
    if (document.querySelector('dialog[data-test="result"][open]')) return "over";
    const next = document.querySelector('[data-test="next-hand"]');
    if (next?.offsetParent) return "next";
    const table = document.querySelector(".game-table");
    const mine = table?.matches("[data-my-turn], .my-turn") && table.ariaBusy !== "true";
    return mine ? "turn" : "wait";
}"""


class Person:
    """A browser's only page and how it is used. ``trouble`` is everything the page did wrong."""

    def __init__(self, context: BrowserContext, way: Way, name: str, seed: int = 1) -> None:
        self.context = context
        context.set_default_timeout(PATIENCE_MS)
        self.way = way
        self.name = name
        self.rng = random.Random(f"{name} {seed}")
        self.page: Page = context.new_page()
        #: Faults of the page, words on its console, and requests to other hosts.
        self.trouble: list[str] = []
        #: Every text that came over the page's sockets, and how many sockets there were.
        self.heard: list[str] = []
        self.sockets = 0
        self._listen()

    def _listen(self) -> None:
        self.page.on("pageerror", lambda error: self.trouble.append(f"fault: {error}"))
        self.page.on(
            "console",
            lambda said: self.trouble.append(f"console: {said.text}") if said.type == "error" else None,
        )
        self.page.on(
            "request",
            lambda request: (
                None
                if request.url.startswith(("http://127.0.0.1:", "data:", "blob:"))
                else self.trouble.append(f"asked another host: {request.url}")
            ),
        )
        self.page.on("websocket", self._hear)

    def _hear(self, socket: WebSocket) -> None:
        self.sockets += 1
        socket.on("framereceived", lambda frame: self.heard.append(str(frame)))

    def forgive(self, *beginnings: str) -> None:
        """Forget trouble that was meant to be."""
        self.trouble = [each for each in self.trouble if not each.startswith(beginnings)]

    # -- looking -------------------------------------------------------------------------------------

    def find(self, test: str) -> Locator:
        """What bears a name for tests."""
        return self.page.locator(f'[data-test="{test}"]')

    @property
    def moment(self) -> str:
        """What the page asks for: ``turn``, ``next`` (a hand lies there), ``wait``, or ``over``."""
        moment: str = self.page.evaluate(_MOMENT)
        return moment

    @property
    def table(self) -> Locator:
        """The game's own element."""
        return self.page.locator(".game-table")

    # -- doing ---------------------------------------------------------------------------------------

    def press(self, what: Locator, *, corner: bool = False) -> None:
        """Press a button or follow a link; ``corner`` where another card may lie over the rest of it."""
        if self.way == "keys":
            self.reach(what)
            self.page.keyboard.press("Enter")
            return
        what.scroll_into_view_if_needed()
        press = what.tap if self.way == "touch" else what.click
        if corner:
            press(position={"x": 7, "y": 24})
        else:
            press()

    def reach(self, what: Locator) -> None:
        """Bring the keyboard to something with Tab and arrows alone."""
        expect(what).to_be_visible()
        target = what.element_handle()
        keys = []
        for _ in range(FARTHEST):
            key: str = self.page.evaluate(_NEXT_KEY, target)
            if not key:
                return
            keys.append(key)
            self.page.keyboard.press(key)
        raise AssertionError(f"the keyboard does not reach {what}: {' '.join(keys[-20:])}")

    def choose(self, radio: Locator) -> None:
        """Choose one of several."""
        if self.way == "keys":
            self.reach(radio)
            if not radio.is_checked():
                self.page.keyboard.press("Space")
        else:
            # The words beside it belong to it, and are what a finger meets.
            self.press(radio.locator("xpath=ancestor::label"))
        expect(radio).to_be_checked()

    def write(self, field: Locator, text: str) -> None:
        """Replace what a field holds."""
        self.press(field) if self.way != "keys" else self.reach(field)
        self.page.keyboard.press("ControlOrMeta+A")
        self.page.keyboard.type(text)
        expect(field).to_have_value(text)

    def fill_in(self, field: Locator, value: str) -> None:
        """Give a field of a form a value, whatever kind of field it is."""
        kind: str = field.evaluate("field => field.type")
        if kind == "checkbox":
            if field.is_checked() != (value == "true"):
                self.reach(field) if self.way == "keys" else self.press(field)
                if self.way == "keys":
                    self.page.keyboard.press("Space")
        elif kind != "select-one":
            self.write(field, value)
        elif self.way == "keys":
            self.reach(field)
            said = field.locator(f'option[value="{value}"]').inner_text()
            self.page.keyboard.type(said.split()[0])
        else:
            field.select_option(value)
        expect(field).to_be_checked() if value == "true" else expect(field).to_have_value(value)

    # -- at home -------------------------------------------------------------------------------------

    def set_up(self, game: str, mode: str, options: dict[str, str]) -> None:
        """At home: turn a game's card over and fill in its form."""
        self.page.goto("/")
        self.press(self.find(f"more-{game}"))
        self.choose(self.find(f"mode-{mode}"))
        if mode == "computer":
            self.choose(self.find("level-easy"))
        if options:
            self.press(self.find("options"))
        for name, value in options.items():
            self.fill_in(self.find(f"option-{name}"), value)

    def play_computer(self, game: str, options: dict[str, str], seats: int = 2) -> None:
        """Open a table against computers, from the home page."""
        self.set_up(game, "computer", options)
        shown = self.find("seats")
        while shown.count() and int(shown.inner_text()) > seats:
            self.press(self.find("seats-less"))
        self.press(self.find("start-table"))
        expect(self.table).to_be_visible()

    def invite(self, game: str, options: dict[str, str]) -> str:
        """Open a table for a friend; the link of the invitation."""
        self.set_up(game, "friend", options)
        shown = self.find("seats")
        while shown.count() and int(shown.inner_text()) > 2:
            self.press(self.find("seats-less"))
        self.press(self.find("start-table"))
        self.write(self.find("ask-name"), self.name)
        self.press(self.find("ask-name-ok"))
        link = self.find("invite-1-link").input_value()
        self.press(self.find("to-table"))
        expect(self.find("waiting")).to_be_visible()
        return link

    def accept(self, link: str) -> None:
        """Follow an invitation and sit down."""
        self.page.goto(link)
        self.write(self.find("sit-name"), self.name)
        self.press(self.find("sit-down"))
        expect(self.table).to_be_visible()

    @property
    def code(self) -> str:
        """The code of the table that the page shows."""
        return self.page.url.split("/t/")[1].split("#")[0]

    def download_record(self, folder: Path) -> Path:
        """Take the record home from the sheet of the result."""
        with self.page.expect_download() as coming:
            self.press(self.find("to-record"))
        file = folder / coming.value.suggested_filename
        coming.value.save_as(file)
        return file
