"""Pgx in an environment of its own: another process that plays when it is asked to.

Run as a script it is that process, and needs ``pgx`` and ``jax`` alone. Each line it reads is an environment,
a batch, a way (``scan``: steps in one compiled call, ``call``: one compiled call a step) and seconds; it
answers with steps a second of processor time, or with what went wrong.

Random play with auto-reset, the observation made in every step, actions drawn from the masks.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path
from typing import Any

#: Moves in one compiled call, in all games of the batch together, and the most steps that these make.
MOVES = 1_000_000
MOST_STEPS = 1_000
_PACKAGES = ("pgx", "jax[cpu]")


class NoPeer(Exception):
    """Pgx cannot be installed here; says why."""


def python_with_pgx() -> Path:
    """The Python of an environment that has Pgx, made if need be in the folder for temporary files.

    Raises:
        NoPeer: it cannot be installed.
    """
    folder = Path(tempfile.gettempdir()) / "korthus-bench-pgx"
    python = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    ready = folder / "ready"
    if not ready.exists():
        venv.create(folder, with_pip=True, clear=True)
        command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *_PACKAGES]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise NoPeer(done.stderr.strip()[-300:])
        ready.touch()
    return python


class Peer:
    """The other process."""

    def __init__(self) -> None:
        """Raises NoPeer if there is none."""
        self._process = subprocess.Popen(
            [python_with_pgx(), __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.versions: str = self._answer()["versions"]

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise NoPeer(f"the process of Pgx ended with {self._process.wait()}")
        found: dict[str, Any] = json.loads(line)
        return found

    def rate(self, name: str, batch: int, way: str, seconds: float) -> float:
        """Steps a second of processor time."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{name} {batch} {way} {seconds}\n")
        self._process.stdin.flush()
        found: float = self._answer()["rate"]
        return found

    def close(self) -> None:
        """Let the process end."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


# -- the other process: everything below needs Pgx ---------------------------------------------------------


class _Play:
    """An environment in one batch, compiled."""

    def __init__(self, name: str, batch: int, way: str) -> None:
        from importlib import import_module

        jax, pgx = import_module("jax"), import_module("pgx")  # which are in that environment only
        env = pgx.make(name)
        step = jax.vmap(import_module("pgx.experimental").auto_reset(env.step, env.init))

        def move(carry: Any, _: Any) -> Any:
            state, key = carry
            key, of_actions, of_steps = jax.random.split(key, 3)
            logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
            actions = jax.random.categorical(of_actions, logits, axis=1)
            return (step(state, actions, jax.random.split(of_steps, batch)), key), None

        steps = min(MOVES // batch, MOST_STEPS) if way == "scan" else 1

        def scan(carry: Any) -> Any:
            return jax.lax.scan(move, carry, None, length=steps)[0]

        self._call = jax.jit(scan if way == "scan" else lambda carry: move(carry, None)[0])
        self._steps = batch * steps
        keys = jax.random.split(jax.random.PRNGKey(0), batch)
        self._carry = (jax.jit(jax.vmap(env.init))(keys), jax.random.PRNGKey(1))
        self._once()

    def _once(self) -> None:
        self._carry = self._call(self._carry)
        self._carry[0].observation.block_until_ready()

    def rate(self, seconds: float) -> float:
        """Steps a second of processor time, measured over about ``seconds`` of it."""
        steps = 0
        begin = time.process_time()
        while (spent := time.process_time() - begin) < seconds:
            self._once()
            steps += self._steps
        return steps / spent


def _serve() -> None:
    import os

    # One core, as for us; said before the library is loaded.
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    os.environ["JAX_PLATFORMS"] = "cpu"
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    from importlib.metadata import version

    print(json.dumps({"versions": f"pgx {version('pgx')}, jax {version('jax')}"}), flush=True)
    plays: dict[tuple[str, int, str], _Play] = {}
    for line in sys.stdin:
        name, batch, way, seconds = line.split()
        asked = (name, int(batch), way)
        if asked not in plays:
            plays[asked] = _Play(*asked)
        print(json.dumps({"rate": plays[asked].rate(float(seconds))}), flush=True)


if __name__ == "__main__":
    _serve()
