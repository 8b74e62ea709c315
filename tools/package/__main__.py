"""Builds wheel and source archive into dist/ and plays a game from the wheel: ``python -m tools.package``.

The wheel is built twice, from the clone and from the source archive, and both must hold the same files. Then
it is installed with the extra ``play`` into an environment that has nothing else, away from the clone; there
a whole game is played through a pipe, and its record, deals included, is checked.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from pathlib import Path
from typing import Final

HOUSE: Final = Path(__file__).resolve().parents[2]
DIST: Final = HOUSE / "dist"
#: A short game against a player that needs no compiler.
GAME: Final = ("kachuful", "--vs", "random", "--set", "start_cards=2", "--seed", "7")


class Unfit(Exception):
    """What was built cannot be given to others; the sentence says why."""


def build(project: Path, folder: Path, *kinds: str) -> list[Path]:
    """Build some kinds of package (``wheel``, ``sdist``) of a project into a folder."""
    chosen = [word for kind in kinds for word in ("-t", kind)]
    _run([sys.executable, "-m", "hatchling", "build", *chosen, "-d", str(folder)], project)
    return sorted(folder.iterdir())


def wheel_files(wheel: Path) -> dict[str, int]:
    """The files of a wheel, by name, with their checksums."""
    with zipfile.ZipFile(wheel) as archive:
        return {info.filename: info.CRC for info in archive.infolist()}


def check_source(sdist: Path, wheel: Path, folder: Path) -> None:
    """See that the source archive makes the same wheel.

    Raises:
        Unfit: it does not; the files that differ are named.
    """
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    (project,) = folder.iterdir()
    (again,) = build(project, folder / "again", "wheel")
    ours, theirs = wheel_files(wheel), wheel_files(again)
    differing = [name for name in sorted(ours | theirs) if ours.get(name) != theirs.get(name)]
    if differing:
        raise Unfit(f"the source archive makes another wheel: {', '.join(differing[:5])}")


def play(wheel: Path, folder: Path) -> str:
    """Install a wheel into a fresh environment in a folder, play a game and check its record.

    Raises:
        Unfit: something fails; its last words are in the sentence.
    """
    environment = folder / "venv"
    venv.create(environment, with_pip=True)
    programs = environment / ("Scripts" if sys.platform == "win32" else "bin")
    pip = [str(programs / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    _run([*pip, f"{wheel}[play]"], folder)
    korthus = str(programs / "korthus")
    home = folder / "home"
    home.mkdir()
    said = _run([korthus, "play", *GAME], home, stdin="auto\n" * 200)
    (record,) = home.rglob("records/*.json")
    return said + _run([korthus, "verify", str(record)], home)


def _run(words: list[str], folder: Path, stdin: str = "") -> str:
    """What a program says, away from the variables that would lead it back to the clone.

    Raises:
        Unfit: it does not end well.
    """
    env = {"PATH": "/usr/bin:/bin", "HOME": str(folder), "LC_ALL": "C.UTF-8", **_kept()}
    done = subprocess.run(words, cwd=folder, env=env, input=stdin, capture_output=True, text=True)
    if done.returncode:
        raise Unfit(f"{' '.join(words)} ends with {done.returncode}: {(done.stdout + done.stderr)[-2000:]}")
    return done.stdout


def _kept() -> dict[str, str]:
    """The variables by which pip finds packages where a machine needs them."""
    return {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_", "HTTP"))}


def main() -> int:
    """Build, check, play; 1 and one sentence if something is not as it should be."""
    shutil.rmtree(DIST, ignore_errors=True)
    try:
        sdist, wheel = sorted(build(HOUSE, DIST, "wheel", "sdist"), key=lambda path: path.suffix)
        with tempfile.TemporaryDirectory() as folder:
            check_source(sdist, wheel, Path(folder))
        with tempfile.TemporaryDirectory() as folder:
            said = play(wheel, Path(folder))
    except Unfit as error:
        print(error, file=sys.stderr)
        return 1
    for path in (wheel, sdist):
        print(f"{path.relative_to(HOUSE)} {path.stat().st_size / 1e6:.1f} MB")
    print("played from the wheel:", said.strip().splitlines()[-1])
    return 0


if __name__ == "__main__":
    sys.exit(main())
