"""What the tests of training share."""

from __future__ import annotations

import pytest
from tests.cli.conftest import data, run_korthus
from tests.learn.toys import Toy

from korthus.learn import brings

__all__ = ["data", "run_korthus"]


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Toy:
    """The only course that there is: ``toy`` of Kachuful."""
    course = Toy()
    monkeypatch.setattr(brings, "courses_of", lambda game: {"toy": course} if game == "kachuful" else {})
    return course
