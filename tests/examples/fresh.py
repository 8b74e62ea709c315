"""A new environment into which packages are installed as a person does it: from wheels, by pip."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import korthus

ROOT: Final = Path(__file__).parents[2]
EXAMPLES: Final = ROOT / "examples"


def build_wheel(project: Path, folder: Path) -> Path:
    """Build the wheel of a project."""
    folder.mkdir(parents=True, exist_ok=True)
    # The dev extra has hatchling; without it pip fetches it, as it does for a person.
    isolated = () if find_spec("hatchling") is None else ("--no-build-isolation",)
    _pip(Path(sys.executable), "wheel", "--no-deps", *isolated, "--wheel-dir", str(folder), str(project))
    (wheel,) = folder.glob(f"{_wheel_name(project)}-*.whl")
    return wheel


def _wheel_name(project: Path) -> str:
    lines = (project / "pyproject.toml").read_text(encoding="utf-8").splitlines()
    (name,) = (line.partition("=")[2].strip(' "') for line in lines if line.startswith("name = "))
    return name.replace("-", "_")


def _pip(python: Path, *words: str) -> None:
    command = [str(python), "-m", "pip", "--quiet", "--disable-pip-version-check", *words]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


class Fresh:
    """An environment that has the house and what it stands on, and nothing else until it is installed."""

    def __init__(self, folder: Path, libraries: Path | None = None) -> None:
        """Make it in a folder; with some libraries alone, it has no others."""
        venv.create(folder, with_pip=False, symlinks=True)
        self.folder = folder
        self.bin = folder / "bin"
        self.python = self.bin / "python"
        site = next((folder / "lib").glob("python*/site-packages"))
        # The house is the one under test; its libraries are those of the environment that runs the tests.
        paths = [Path(korthus.__file__).parents[1], libraries or sysconfig.get_path("purelib")]
        (site / "house.pth").write_text("".join(f"{path}\n" for path in paths))
        for name in ("korthus", "pip"):
            command = self.bin / name
            command.write_text(f'#!/bin/sh\nexec "{self.python}" -m {name} "$@"\n')
            command.chmod(0o755)

    def install(self, *wheels: Path) -> None:
        """Install wheels."""
        _pip(self.python, "install", "--no-deps", "--no-index", *map(str, wheels))

    def uninstall(self, *names: str) -> None:
        """Take packages away again."""
        _pip(self.python, "uninstall", "--yes", *names)

    def env(self, home: Path) -> dict[str, str]:
        """The variables of a person whose home folder is this."""
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("PYTHON", "KORTHUS", "XDG_")) and name != "VIRTUAL_ENV"
        }
        path = f"{self.bin}{os.pathsep}{kept.get('PATH', '')}"
        return {**kept, "PATH": path, "HOME": str(home), "LC_ALL": "C.UTF-8", "COLUMNS": "120"}

    def run(self, *words: str, home: Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Run a program of this environment."""
        return subprocess.run(
            [str(self.bin / words[0]), *words[1:]],
            cwd=home,
            env=self.env(home),
            input=stdin,
            capture_output=True,
            text=True,
        )

    def korthus(self, *words: str, home: Path, stdin: str = "") -> str:
        """What a command of the house prints; it must succeed."""
        done = self.run("korthus", *words, home=home, stdin=stdin)
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
        assert "Traceback" not in done.stderr, done.stderr
        return done.stdout
