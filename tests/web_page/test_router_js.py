"""Every address names a page or none; none of them breaks the page."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/", {"name": "home", "params": {}}),
        ("/t/ABCDEFGH", {"name": "table", "params": {"code": "ABCDEFGH"}}),
        ("/rules/m%75s/", {"name": "rules", "params": {"game": "mus"}}),
        ("/verify", {"name": "verify", "params": {}}),
        ("/t/%E0%A4%A", None),
        ("/rules/%", None),
        ("/replay/%ff", None),
        ("/t//x", None),
        ("/nowhere", None),
    ],
)
def test_an_address_names_a_page_or_none(modules: Page, path: str, expected: dict[str, Any] | None) -> None:
    found = modules.evaluate(
        'async (path) => (await import("/static/js/router.js")).route(path)',
        path,
    )
    assert found == expected
