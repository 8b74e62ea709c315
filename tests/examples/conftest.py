"""The example packages, really built and really installed."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.examples.fresh import EXAMPLES, Fresh, build_wheel


@pytest.fixture(scope="session")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The wheels of the examples, by folder."""
    folder = tmp_path_factory.mktemp("wheels")
    return {name: build_wheel(EXAMPLES / name, folder) for name in ("scopa", "my_bot")}


@pytest.fixture(scope="session")
def fresh(wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Fresh:
    """An environment with both examples."""
    made = Fresh(tmp_path_factory.mktemp("fresh") / "venv")
    made.install(*wheels.values())
    return made
