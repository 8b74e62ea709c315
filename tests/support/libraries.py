"""The libraries of some packages, out of all that the environment of the tests has."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement


def packages_of(lines: Iterable[str]) -> set[str]:
    """The packages that some lines of a ``pyproject.toml`` ask for, with those that they ask for in turn."""
    found: set[str] = set()
    seen: set[tuple[str, frozenset[str]]] = set()
    todo = [Requirement(line) for line in lines]
    while todo:
        asked = todo.pop()
        extras = frozenset(asked.extras)
        if (asked.name, extras) in seen or not _is_for_here(asked, frozenset({""})):
            continue
        seen.add((asked.name, extras))
        found.add(asked.name)
        further = [Requirement(line) for line in metadata.requires(asked.name) or ()]
        for each in further:
            if _is_for_here(each, extras | {""}):
                each.marker = None
                todo.append(each)
    return found


def _is_for_here(asked: Requirement, extras: frozenset[str]) -> bool:
    return asked.marker is None or any(asked.marker.evaluate({"extra": extra}) for extra in extras)


def link_packages(names: Iterable[str], folder: Path) -> Path:
    """Fill a folder with links to what some packages have installed; the folder."""
    folder.mkdir(parents=True)
    for name in names:
        installed = metadata.distribution(name)
        for top in {path.parts[0] for path in installed.files or ()} - {"..", "__pycache__"}:
            link = folder / top
            if not link.exists():
                link.symlink_to(Path(str(installed.locate_file(top))))
    return folder
