"""A container: korthus cannot be written, the user has a number but no name and no home. All of it works.

So it does where the home is somebody else's, who lets nobody in: ``docker run -u 12345`` with ``HOME=/root``,
``sudo`` that keeps HOME, a service with ``ProtectHome``.

Only one level of one game is compiled, which takes some seconds; the rest of the mechanism is tested with
small functions in ``tests/kernels/test_keeping.py``.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support.patience import PATIENCE
from tests.web.client import Api, Client
from tests.web.support import in_loop, some_action

import korthus

STRANGER = 12345
GAME = "eight"


class Container:
    """A read-only copy of the package, a folder that anybody may write, and a user that nobody knows."""

    def __init__(self, folder: Path) -> None:
        self.scratch = folder / "tmp"
        self.scratch.mkdir()
        self.scratch.chmod(0o1777)
        package = folder / "site" / "korthus"
        source = Path(korthus.__file__).parent
        # With Python's bytecode, as pip installs it, and without what Numba has compiled beside the sources.
        shutil.copytree(source, package, ignore=shutil.ignore_patterns("*.nbi", "*.nbc"))
        for path in (package, *package.rglob("*")):
            path.chmod(0o555 if path.is_dir() else 0o444)
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("XDG_", "NUMBA_"))}
        self._env = kept | {
            "HOME": "/nonexistent",
            "TMPDIR": str(self.scratch),
            "PYTHONPATH": str(package.parent),
            "PYTHONUNBUFFERED": "1",
        }
        self._env.pop("KORTHUS_COMPILED", None)
        #: Python may lie in somebody's home, so the stranger may read everything.
        self._python = [sys.executable]
        self._powers = ["--inh-caps", "+dac_read_search", "--ambient-caps", "+dac_read_search"]
        #: What compiling one level said, and complained of.
        self.compiled = ("", "")
        #: Whether the home may not be entered.
        self.locked = False

    def compile(self) -> None:
        """Compile one level of one game."""
        self.compiled = self.run("warm", GAME, "--level", "normal")

    def lock_out(self, home: Path) -> None:
        """Give the stranger a home that nobody may enter, and no power to read what others have closed."""
        home.chmod(0o700 if os.geteuid() == 0 else 0)
        libraries = [path for path in sys.path if path.endswith("-packages")]
        self._env |= {
            "HOME": str(home),
            "PYTHONPATH": os.pathsep.join((self._env["PYTHONPATH"], *libraries)),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        self._powers, self.locked = [], True
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        for python in (os.path.realpath(sys.executable), shutil.which(version, path=os.defpath)):
            if python is not None and self._starts_itself(python):
                self._python = [python]
                return
        pytest.skip("others may not start this Python or read its libraries")

    def _starts_itself(self, python: str) -> bool:
        """Whether the stranger can start this Python with our libraries, and once more from within."""
        begin = "subprocess.call([sys.executable, '-c', 'import numba, rich, uvicorn'])"
        again = f"import subprocess, sys; sys.exit({begin})"
        begun = subprocess.run(
            [*self._become, python, "-c", again], cwd=self.scratch, env=self._env, capture_output=True
        )
        return begun.returncode == 0

    @property
    def _become(self) -> list[str]:
        """What makes a command the stranger's. Who is not root is refused to write the copy just the same."""
        if os.geteuid() != 0:
            return []
        return [
            "setpriv",
            "--reuid",
            str(STRANGER),
            "--regid",
            str(STRANGER),
            "--clear-groups",
            *self._powers,
        ]

    def start(self, *words: str, **streams: Any) -> subprocess.Popen[str]:
        command = [*self._become, *self._python, "-m", "korthus", *words]
        return subprocess.Popen(command, cwd=self.scratch, env=self._env, text=True, **streams)

    def run(self, *words: str, typed: str = "", fine: bool = True) -> tuple[str, str]:
        """A command's output and complaints; it must succeed, or be refused in a sentence."""
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        with self.start(*words, **pipes) as process:
            out, err = process.communicate(typed, timeout=10 * PATIENCE)
        assert "Traceback" not in err, err
        assert process.returncode == (0 if fine else 1), err
        return out, err


@pytest.fixture(scope="module", params=("no home", "a home that is closed"))
def container(request: pytest.FixtureRequest) -> Iterator[Container]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        container = Container(Path(folder))
        if request.param != "no home":
            home = Path(folder) / "home"
            home.mkdir()
            container.lock_out(home)
        container.compile()
        yield container


def test_code_is_compiled_into_a_temporary_folder_that_is_named_once(container: Container) -> None:
    out, err = container.compiled
    assert "Ready." in out
    assert err.count("Compiled code cannot be kept") == 1
    assert str(container.scratch / "korthus-compiled-") in err
    again, silence = container.run("warm", GAME, "--level", "normal")
    assert "already" in again
    assert silence == "", "nothing is compiled, so there is nothing to say"
    assert not (container.scratch / "~").exists()


def test_the_terminal_plays(container: Container) -> None:
    words = ("play", GAME, "--vs", "normal", "--seed", "1")
    out, err = container.run(*words, typed="1\n" * 40)
    assert "could not think" not in out
    assert "compiling" not in err
    record, *_ = container.scratch.glob(f"korthus-*/{GAME}-*.json")
    container.run("verify", str(record))


@in_loop
async def test_the_players_of_a_server_play_their_level(container: Container) -> None:
    log = container.scratch / "log"
    options = ("--no-open", "--port", "0", "--bot-pause", "0", "--deal-after", "0", "--no-limits")
    files = ("--data", str(container.scratch / "data"), "--log", str(log))
    with container.start("serve", *options, *files, stdout=subprocess.PIPE) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1]
            await _play(address)
        finally:
            server.terminate()
    assert "bot_failure" not in log.read_text()


async def _play(address: str) -> None:
    """Some turns against the level that is compiled, and one against another that is not yet."""
    rng = random.Random(1)
    async with Api(address) as api:
        for game, by in ((GAME, None), ("kachuful", ("rules", "compiling"))):
            seats = [{"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "normal"}]
            made = await api.open_table(game, seats)
            async with api.socket(made["code"], made["token"]) as anna:
                await _until_the_computer_has_played(anna, rng)
                await anna.ask("ping")  # whatever was told of the move has come before the answer
                told = anna.state["players"][1]["instead"]
                assert (told and (told["by"], told["why"])) == by


async def _until_the_computer_has_played(anna: Client, rng: random.Random) -> None:
    """Act until a change of the table was not one's own."""
    before, acts = anna.state["version"], 0

    def others() -> int:
        changes: int = anna.state["version"] - before - acts
        return changes

    while others() <= 0:
        await anna.wait_for(lambda: anna.my_turn or others() > 0)
        if others() <= 0:
            assert (await anna.act(some_action(anna, rng)))["type"] == "ok"
            acts += 1
            await anna.wait_for(lambda: others() >= 0)
    await anna.wait_for(lambda: anna.my_turn)


def test_what_needs_the_home_is_refused_in_a_sentence_and_the_rest_works(container: Container) -> None:
    assert "Until next time." in container.run(typed="q\n")[0]
    for words in (("play", "--resume"), ("serve", "--check")):
        assert re.search(r"\[[A-Z_]+\]$", container.run(*words, fine=False)[1].strip())
    container.run("puzzles", fine=not container.locked)
    container.run("simulate", GAME, "--games", "2")
    container.run("run", GAME, "--bots", "normal,random", "--out", "games.jsonl")
