"""How a command registers itself: its words, what help says about it, and the function that does it.

A command is a function whose first parameter is the ``Terminal``; the others are what can be typed, each with
an ``option`` (``cli/options.py``). Every command can be asked for in a language, so ``--lang`` is not written
there; nor is ``--ascii``, which commands that draw have.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from importlib import import_module
from typing import Final, NamedTuple, TypeVar

from korthus.cli import commands as shared
from korthus.games.registry import OWN_PACKAGE, Broken, Source, module_of, reason_of, sources

F = TypeVar("F", bound=Callable[..., int | None])


class Command(NamedTuple):
    """A command, or a group of commands (then it does nothing itself)."""

    #: What is typed after ``korthus``: "" for korthus alone, "mus strategy" for a command of a group.
    words: str
    #: The sentence about it in the catalogue.
    about: str
    #: Command lines to try, shown below its help.
    examples: tuple[str, ...]
    #: What it does; its exit code if it is not 0. None: a group.
    function: Callable[..., int | None] | None
    #: The extra whose libraries it needs (``extras.py``).
    extra: str
    #: Whether it draws cards, and can be asked for letters instead of suits.
    draws: bool
    #: What is said when Ctrl-C ends it, by its key in the catalogue, if that is a good end. It then hears
    #: SIGTERM by itself.
    stopped: str | None


_COMMANDS: Final[dict[str, Command]] = {}
#: What cannot be used, by the game that brings it.
_BROKEN: Final[dict[str, Broken]] = {}


def command(
    words: str,
    *,
    about: str | None = None,
    examples: tuple[str, ...],
    extra: str = "play",
    draws: bool = False,
    stopped: str | None = None,
) -> Callable[[F], F]:
    """Register a function as a command. ``about`` is ``common.cli.<words>`` unless it says otherwise."""

    def register(function: F) -> F:
        key = about or f"common.cli.{words}"
        _add(Command(words, key, examples, function, extra, draws, stopped))
        return function

    return register


def command_group(words: str, *, about: str, examples: tuple[str, ...]) -> None:
    """Register a word that has commands below it."""
    _add(Command(words, about, examples, None, "play", False, None))


def all_commands() -> dict[str, Command]:
    """Every command by its words, groups before what is in them.

    They come from the modules of ``cli/commands``, and from the module ``commands`` that a game may bring
    (``cli/<game>/commands.py``). Another package's game whose module cannot be loaded brings none.
    """
    for module in pkgutil.iter_modules(shared.__path__, f"{shared.__name__}."):
        import_module(module.name)
    for game, source in sources().items():
        _load_commands_of(game, source)
    return dict(sorted(_COMMANDS.items()))


def broken_commands() -> tuple[Broken, ...]:
    """The commands of other packages that cannot be used, each with the reason."""
    return tuple(_BROKEN.values())


def _load_commands_of(game: str, source: Source) -> None:
    before = dict(_COMMANDS)
    try:
        module_of(game, "cli", "commands")
    except (Exception, SystemExit) as error:  # anything can happen while somebody else's code is loaded
        if source.package.name == OWN_PACKAGE:
            raise
        _COMMANDS.clear()
        _COMMANDS.update(before)
        _BROKEN[game] = Broken("command", game, source.package, reason_of(error))


def _add(made: Command) -> None:
    if made.words in _COMMANDS:
        raise ValueError(f"two commands are called {made.words!r}")
    _COMMANDS[made.words] = made
