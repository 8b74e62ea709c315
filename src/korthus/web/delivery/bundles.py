"""Which scripts travel together: the first bundle opens the page, and one comes for each ``import(…)``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase

from korthus.web.delivery.scripts import BadScript, Script


def closure(scripts: Mapping[str, Script], roots: Iterable[str]) -> tuple[str, ...]:
    """Some scripts and all that they import, each after what it imports.

    Raises:
        BadScript: a script imports one that is not there, or in the end itself.
    """
    found: dict[str, None] = {}

    def add(name: str, way: tuple[str, ...]) -> None:
        if name in way:
            raise BadScript(f"{' imports '.join((*way[way.index(name) :], name))}")
        if name in found:
            return
        if name not in scripts:
            raise BadScript(f"{way[-1]}: there is no {name}" if way else f"there is no {name}")
        for each in scripts[name].imports:
            add(each, (*way, name))
        found[name] = None

    for root in roots:
        add(root, ())
    return tuple(found)


def bundles(scripts: Mapping[str, Script], first: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """What each bundle holds, by the script that it is asked for by.

    ``first`` opens the page and is there before all others; its bundle has the name of its first script. A
    script that several others need travels with each of them: whichever comes first brings it.
    """
    roots = tuple(first)
    opening = closure(scripts, roots)
    entries = {
        name
        for script in scripts.values()
        for pattern in script.loads
        for name in scripts
        if fnmatchcase(name, pattern)
    }
    later = sorted(entries - {*opening})
    return {roots[0]: opening} | {
        name: tuple(each for each in closure(scripts, [name]) if each not in opening) for name in later
    }
