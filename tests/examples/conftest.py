"""The example packages, really built and really installed; and the example that learns, as a module."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

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


@pytest.fixture
def ppo(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """The example as a module that keeps what it has learnt in a folder of the test."""
    monkeypatch.setenv("KORTHUS_PPO", str(tmp_path / "ppo.npz"))
    spec = importlib.util.spec_from_file_location("ppo", EXAMPLES / "ppo" / "ppo.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "ppo", module)
    spec.loader.exec_module(module)
    return module
