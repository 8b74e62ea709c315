"""Games by name for the environments: those of the house, and Scopa as a visitor."""

from __future__ import annotations

import pytest
from tests.support.scopa import visit_with_scopa

#: Short games of all kinds, as a person asks for them.
OPTIONS: dict[str, dict[str, object]] = {
    "mulle": {"omgangar": 1},
    "kachuful": {"start_cards": 3, "seats": 3},
    "mus": {"preset": "mus"},
    "eight": {"hands": 6},
    "scopa": {"target": 4},
}


@pytest.fixture(params=OPTIONS)
def asked(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> tuple[str, dict[str, object]]:
    """A game's name and options; Scopa is in the catalogue as long as the test runs."""
    visit_with_scopa(monkeypatch)
    return request.param, OPTIONS[request.param]
