"""Builds wheels and source archives into dist/ and plays a game from them: ``python -m tools.package``.

Two packages are made from ``src/korthus``: the light one, and the rooms that its extras bring
(``packages/house``). Together their wheels must hold the tree, each file once. A wheel is built twice, from
the clone and from its source archive, and both must hold the same files. Then they are installed into
environments that have nothing else, away from the clone. In one without any extra a game is checked, and the
command must say what it lacks; in one with the extra ``play`` a whole game is played through a pipe, and its
record, deals included, is verified.

With ``KORTHUS_ADDRESS=https://host/owner/korthus`` the archives name the project's addresses, and the links
of their READMEs lead there; without it they have neither (``readme``).
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
from collections import Counter
from collections.abc import Sequence
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import Final, NamedTuple

from tools.package.readme import ADDRESS, address_of, dead

HOUSE: Final = Path(__file__).resolve().parents[2]
#: The projects, the light one first.
PROJECTS: Final = (HOUSE, HOUSE / "packages" / "house")
TREE: Final = HOUSE / "src"
DIST: Final = HOUSE / "dist"
#: A short game against a player that needs no compiler.
GAME: Final = ("kachuful", "--vs", "random", "--set", "start_cards=2", "--seed", "7")
#: What an environment without any extra can do.
CHECK: Final = """
import korthus
from korthus.testing import check_game
check_game(korthus.game("kachuful", start_cards=2), games=1)
print(f"korthus {korthus.__version__} keeps the protocol")
"""


class Unfit(Exception):
    """What was built cannot be given to others; the sentence says why."""


class Built(NamedTuple):
    """The archives of one project."""

    wheel: Path
    sdist: Path


def build(project: Path, folder: Path) -> Built:
    """Build wheel and source archive of a project into a folder."""
    return Built(_build(project, folder, "wheel"), _build(project, folder, "sdist"))


def _build(project: Path, folder: Path, kind: str) -> Path:
    before = set(folder.glob("*"))
    _run([sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)], project)
    (made,) = set(folder.glob("*")) - before
    return made


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
    again = _build(project, folder / "again", "wheel")
    ours, theirs = wheel_files(wheel), wheel_files(again)
    differing = [name for name in sorted(ours | theirs) if ours.get(name) != theirs.get(name)]
    if differing:
        raise Unfit(f"the source archive makes another wheel: {', '.join(differing[:5])}")


def check_parts(wheels: Sequence[Path], tree: Path) -> None:
    """See that some wheels together hold the files of a tree, each once.

    Raises:
        Unfit: a file is in none, in several, or not of the tree; it is named.
    """
    held = Counter(name for wheel in wheels for name in wheel_files(wheel) if ".dist-info/" not in name)
    files = {
        path.relative_to(tree).as_posix()
        for path in tree.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    wrong = sorted(name for name in files | held.keys() if held[name] != 1 or name not in files)
    if wrong:
        raise Unfit(f"not in exactly one of the wheels, or not in the tree: {', '.join(wrong[:5])}")


def told_by(wheel: Path) -> Message:
    """What a wheel says of itself."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (each for each in archive.namelist() if each.endswith(".dist-info/METADATA"))
        return message_from_bytes(archive.read(name))


def check_told(wheels: Sequence[Path]) -> str:
    """See that what wheels say of themselves leads somewhere, and to one place; says in a line where to.

    Raises:
        Unfit: a README has a link or a picture that leads nowhere, or they name different addresses.
    """
    found = [told_by(wheel) for wheel in wheels]
    for wheel, told in zip(wheels, found, strict=True):
        if lost := dead(bytes(told.get_payload(decode=True)).decode()):
            raise Unfit(f"the README of {wheel.name} leads nowhere: {', '.join(lost[:5])}")
    named = {tuple(told.get_all("Project-URL", [])) for told in found}
    if len(named) > 1:
        raise Unfit("the wheels name different addresses")
    (urls,) = named
    if not urls:
        return f"no address ({ADDRESS}): no project URLs; links of the README are text, its pictures left out"
    return f"project URLs, links and pictures lead to {urls[0].partition(', ')[2]}"


def use_light(wheel: Path, folder: Path) -> str:
    """Install the light wheel alone into a fresh environment in a folder, check a game, and ask for more.

    Raises:
        Unfit: something fails, or the command does not say what it lacks.
    """
    programs = _install(folder, str(wheel))
    said = _run([str(programs / "python"), "-c", CHECK], folder)
    refusal = _run([str(programs / "korthus"), "play", "mulle"], folder, code=1)
    if not refusal.endswith('pip install "korthus[play]" [NO_EXTRA]\n') or refusal.count("\n") != 1:
        raise Unfit(f"korthus play without its extra says: {refusal}")
    return said + refusal


def play(wheel: Path, folder: Path) -> str:
    """Install the wheel and its extra ``play`` into a fresh environment, play a game and verify its record.

    What the extra asks for of the house comes from the folder of the wheel.

    Raises:
        Unfit: something fails; its last words are in the sentence.
    """
    programs = _install(folder, "--find-links", str(wheel.parent), f"{wheel}[play]")
    korthus = str(programs / "korthus")
    home = folder / "home"
    home.mkdir()
    said = _run([korthus, "play", *GAME], home, stdin="auto\n" * 200)
    (record,) = home.rglob("records/*.json")
    return said + _run([korthus, "verify", str(record)], home)


def _install(folder: Path, *words: str) -> Path:
    """Have pip install something into a fresh environment in a folder; gives the folder of its programs."""
    environment = folder / "venv"
    venv.create(environment, with_pip=True)
    programs = environment / ("Scripts" if sys.platform == "win32" else "bin")
    pip = [str(programs / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    _run([*pip, *words], folder)
    return programs


def _run(words: list[str], folder: Path, stdin: str = "", code: int = 0) -> str:
    """What a program says, away from the variables that would lead it back to the clone.

    Where it is meant to end with a ``code`` other than 0, that is what it complains of.

    Raises:
        Unfit: it ends otherwise.
    """
    env = {
        "PATH": "/usr/bin:/bin",
        "HOME": str(folder),
        "LC_ALL": "C.UTF-8",
        "KORTHUS_RELEASE": "1",
        **_kept(),
    }
    done = subprocess.run(words, cwd=folder, env=env, input=stdin, capture_output=True, text=True)
    if done.returncode != code:
        raise Unfit(f"{' '.join(words)} ends with {done.returncode}: {(done.stdout + done.stderr)[-2000:]}")
    return done.stderr if code else done.stdout


def _kept() -> dict[str, str]:
    """The variables by which pip finds packages where a machine needs them, and the project's address."""
    kept = ("PIP_", "SSL_", "HTTP", ADDRESS)
    return {name: value for name, value in os.environ.items() if name.startswith(kept)}


def main() -> int:
    """Build, check, play; 1 and one sentence if something is not as it should be."""
    try:
        address_of(os.environ.get(ADDRESS, ""))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    shutil.rmtree(DIST, ignore_errors=True)
    try:
        built = [build(project, DIST) for project in PROJECTS]
        check_parts([each.wheel for each in built], TREE)
        address = check_told([each.wheel for each in built])
        for each in built:
            with tempfile.TemporaryDirectory() as folder:
                check_source(each.sdist, each.wheel, Path(folder))
        with tempfile.TemporaryDirectory() as folder:
            checked = use_light(built[0].wheel, Path(folder))
        with tempfile.TemporaryDirectory() as folder:
            said = play(built[0].wheel, Path(folder))
    except Unfit as error:
        print(error, file=sys.stderr)
        return 1
    for path in (path for each in built for path in each):
        print(f"{path.relative_to(HOUSE)} {path.stat().st_size / 1e6:.1f} MB")
    print(address)
    print("without an extra:", *checked.splitlines(), sep="\n  ")
    print("played from the wheels:", said.strip().splitlines()[-1])
    return 0


if __name__ == "__main__":
    sys.exit(main())
