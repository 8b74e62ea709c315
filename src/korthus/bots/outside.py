"""Players that no package names: classes that are written ``module:Class``.

The module may lie in the working folder. Whoever types such a name runs its code; so it is for the person at
the keyboard, and never for what comes in from elsewhere (``registry.bot_names`` has no such name unless
``visitors.invite`` was asked for it).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TypeGuard

from korthus.bots.faults import in_a_library, said_of
from korthus.bots.protocol import Bot
from korthus.core.errors import InvalidOptions, unknown
from korthus.core.phrases import Phrase
from korthus.games.registry import OWN_PACKAGE


def class_named(name: str) -> type[Bot]:
    """The class of a player that is written ``package.module:Class``.

    Raises:
        InvalidOptions: it is not written so, there is no such module or class, loading it fails (the sentence
            says with what and in which line), or it is no player.
    """
    module, _, attribute = name.partition(":")
    if not attribute.isidentifier() or not all(part.isidentifier() for part in module.split(".")):
        raise _no_player(
            name,
            Phrase("tools.player.written", "a module and a class that is a Bot are written module:Class"),
        )
    loaded = _load(module, name)
    kind = getattr(loaded, attribute, None)
    if not _is_player(kind):
        names = tuple(each for each, value in vars(loaded).items() if _is_player(value))
        raise unknown(_no_player(name, _why_not(loaded, attribute)), attribute, names)
    return kind


def _is_player(value: object) -> TypeGuard[type[Bot]]:
    return isinstance(value, type) and issubclass(value, Bot) and value is not Bot


def carried(names: Iterable[str]) -> tuple[str, ...]:
    """The files and folders of the working folder that hold players, for machines that do not have them.

    Args:
        names: players that have been loaded; those not written ``module:Class`` are installed everywhere.
    """
    tops = dict.fromkeys(name.partition(":")[0].partition(".")[0] for name in names if ":" in name)
    here = Path.cwd()
    found = []
    for module in (sys.modules[top] for top in tops):
        places = [*getattr(module, "__path__", ())] or [module.__file__ or ""]
        found += [place for place in places if Path(place).is_relative_to(here) and not in_a_library(place)]
    return tuple(found)


def sources_of(names: Iterable[str]) -> dict[str, str]:
    """The SHA-256 of the source of each player that is written ``module:Class`` and is not of the house.

    It is that of the module that is named, and of the one where the class stands if that is another; what
    they import is not looked at. A module without a file has none.

    Raises:
        InvalidOptions: there is no such player.
    """
    found = {}
    for name in dict.fromkeys(each for each in names if ":" in each):
        kind = class_named(name)
        if is_of_the_house(kind):
            continue
        modules = dict.fromkeys((name.partition(":")[0], kind.__module__))
        files = [
            file for each in modules if (file := getattr(sys.modules.get(each), "__file__", None)) is not None
        ]
        if files:
            found[name] = sha256(b"".join(Path(file).read_bytes() for file in files)).hexdigest()
    return found


def is_of_the_house(kind: type[Bot]) -> bool:
    """Whether a player's code is ours."""
    return kind.__module__.partition(".")[0] == OWN_PACKAGE


def written(bot: Bot) -> str:
    """How a player is written on a command line: by its name if it is ours, else as ``module:Class``."""
    kind = type(bot)
    return bot.name if is_of_the_house(kind) else f"{kind.__module__}:{kind.__qualname__}"


def cannot_be_used(name: str, trouble: str) -> InvalidOptions:
    """The refusal of a player whose code fails before it plays."""
    return InvalidOptions(
        "PLAYER_FAILS", "{name} cannot be used: {trouble}", name=repr(name)[:60], trouble=trouble
    )


def _load(module: str, name: str) -> ModuleType:
    """The module of a player, of those installed or of the working folder."""
    here = os.getcwd()
    if not {"", here} & {*sys.path}:
        sys.path.append(here)  # last: a file here must not stand in for a library
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{module}.".startswith(f"{error.name}."):
            raise InvalidOptions(
                "NO_PLAYER_MODULE",
                "There is no module {module}, neither in this folder nor installed.",
                module=repr(module)[:60],
            ) from None
        raise cannot_be_used(name, said_of(error)) from error
    except (Exception, SystemExit) as error:  # anything can happen while somebody else's code is loaded
        raise cannot_be_used(name, said_of(error)) from error


def _why_not(module: ModuleType, attribute: str) -> Phrase:
    """Why a name in a module is no player's."""
    said = {"module": module.__name__, "kind": attribute}
    if hasattr(module, attribute):
        return Phrase(
            "tools.player.no_bot", "{kind} in the module {module} is no class that is a Bot", **said
        )
    return Phrase("tools.player.no_class", "the module {module} has no class {kind}", **said)


def _no_player(name: str, why: Phrase) -> InvalidOptions:
    return InvalidOptions("BAD_PLAYER", "{name} is no player: {why}.", name=repr(name)[:60], why=why)
