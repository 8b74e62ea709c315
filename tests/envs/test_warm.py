"""``korthus warm --envs`` compiles environments; whoever waits for it elsewhere is told so."""

from __future__ import annotations

import logging
import subprocess
import sys
from typing import Any

import pytest

from korthus.cli.app import main
from korthus.envs import vector_code, warm
from korthus.kernels.keeping import KeptCode

#: As in ``tests/kernels/test_warm.py``: what Python has called by then, and what it calls afterwards.
_LOOK = """
import sys
import korthus
from korthus.envs import vector
from korthus.envs.pettingzoo import env
from korthus.envs.vector_engine import _loops, turn_of
from korthus.envs.warm import compile_environment
from numba.core.dispatcher import Dispatcher

def compiled():
    found = [*_loops(name), turn_of(name)]
    for module in [module for key, module in sys.modules.items() if key.startswith("korthus.")]:
        found += vars(module).values()
    callable = [each for each in found if isinstance(each, Dispatcher)]
    return {(id(each), signature) for each in callable for signature in each.signatures}

name = sys.argv[1]
compile_environment(name)
before = compiled()
many = vector(name, n=2048, threads=2)
for _ in range(20):
    many.step(many.random_actions())
table = env(name, compiled=True)
table.reset(seed=1)
for agent in table.agent_iter():
    observation, _, terminated, truncated, _ = table.last()
    table.step(None if terminated or truncated else int(observation["action_mask"].argmax()))
print(len(compiled() - before), "compiled later")
"""


@pytest.mark.parametrize("name", warm.compiled_environments())
def test_afterwards_environments_call_nothing_that_was_not_compiled(name: str) -> None:
    run = subprocess.run([sys.executable, "-c", _LOOK, name], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == "0 compiled later"


def test_the_command_compiles_the_environments_that_are_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made: list[str] = []
    monkeypatch.setattr(warm, "compile_environment", made.append)
    monkeypatch.setattr("korthus.cli.commands.warm.cold", lambda wanted: [])
    assert main(["warm", "mus", "--envs"]) == 0
    assert made == ["mus"]
    assert "the environment of Mus" in capsys.readouterr().out
    made.clear()
    assert main(["warm", "--envs"]) == 0
    assert tuple(made) == warm.compiled_environments()
    made.clear()
    assert main(["warm", "mus"]) == 0
    assert made == []


def test_who_has_to_wait_for_the_compiler_is_told_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def nothing_kept(self: Any, sig: Any, target_context: Any) -> None:
        return None

    def loop(number: int) -> int:
        return number + 1

    monkeypatch.setattr(KeptCode, "load_overload", nothing_kept)
    monkeypatch.setattr(KeptCode, "save_overload", nothing_kept)
    monkeypatch.setattr(vector_code, "_said", set())
    with caplog.at_level(logging.WARNING, "korthus.envs"):
        for _ in range(2):
            assert vector_code.compiled_for("chess", loop, {})(1) == 2
        assert vector_code.compiled_for("envs", loop, {})(1) == 2  # shared by all games
    said = [record.getMessage() for record in caplog.records if record.name == "korthus.envs"]
    assert len(said) == 1
    assert "environment of chess" in said[0]
    assert "korthus warm --envs" in said[0]
    vector_code.expect("draughts")  # whoever asks for it to be compiled knows
    with caplog.at_level(logging.WARNING, "korthus.envs"):
        assert vector_code.compiled_for("draughts", loop, {})(1) == 2
    assert "draughts" not in caplog.text
