"""A browser that loads the page's own modules from disk, without a server."""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, sync_playwright
from tests.browser.chromium import NoChromium, find_chromium, launch
from tests.support.patience import PATIENCE_MS

STATIC = Path(str(resources.files("korthus"))) / "web" / "static"
#: The name of this machine to itself, because browsers lend their cryptography to no other without TLS.
ORIGIN = "http://localhost"


def _styles() -> str:
    """The stylesheets of every page: without them what is hidden could be seen."""
    front = (STATIC / "index.html").read_text(encoding="utf-8")
    return "".join(re.findall(r'<link rel="stylesheet"[^>]*>', front))


def _serve(route: Route) -> None:
    path = route.request.url.removeprefix(ORIGIN).split("?")[0]
    if path == "/":
        route.fulfill(content_type="text/html", body=f"<!doctype html><title>modules</title>{_styles()}")
        return
    file = STATIC / path.removeprefix("/static/")
    if not file.is_file():
        route.fulfill(status=404, body="")
        return
    route.fulfill(content_type=mimetypes.guess_type(file.name)[0] or "text/plain", body=file.read_bytes())


# One for this folder, not for the session: Playwright keeps an event loop running as long as it is open, and
# other tests want one of their own.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A browser for all tests of this folder; each file has pages of its own."""
    try:
        find_chromium()
    except NoChromium as error:
        pytest.fail(str(error), pytrace=False)
    with sync_playwright() as playwright:
        running = launch(playwright)
        yield running
        running.close()


@pytest.fixture(scope="module")
def modules(browser: Browser) -> Iterator[Page]:
    """An empty page from which ``import("/static/js/….js")`` works."""
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.route(f"{ORIGIN}/**", _serve)
    page.goto(f"{ORIGIN}/")
    yield page
    context.close()
