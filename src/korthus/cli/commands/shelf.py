"""What the house has: ``korthus games``, ``rules``, ``options`` and ``bots``."""

from __future__ import annotations

from rich import box
from rich.padding import Padding
from rich.table import Table as Grid

import korthus
from korthus.bots.registry import bot_names
from korthus.bots.visitors import broken_players
from korthus.cli.broken import show_broken
from korthus.cli.command import command
from korthus.cli.drawn import line
from korthus.cli.opponents import usual_opponent
from korthus.cli.options import GameName
from korthus.cli.rules_text import rules_text
from korthus.cli.setup import make_game
from korthus.cli.terminal import Terminal
from korthus.core.rules import Rules
from korthus.core.spans import marked, text
from korthus.core.styles import Style
from korthus.games.catalogue import GameInfo
from korthus.games.parts import PARTS
from korthus.games.registry import broken_games, broken_parts
from korthus.locale import LANGUAGES
from korthus.locale.visiting import broken_words
from korthus.web.pages.words import about_level


def title(terminal: Terminal, game: str) -> str:
    """A game's name as players write it; one whose package is gone has no other."""
    key = f"{game}.title"
    return terminal.tr(key) if terminal.tr.has(key) else game


@command("games", examples=("korthus games --lang es",))
def games_command(terminal: Terminal) -> None:
    """List all games with a line about each."""
    tr = terminal.tr
    grid = _grid(tr("common.shelf.game"), "", tr("common.shelf.seats"))
    for info in korthus.catalogue():
        presets = tr("common.shelf.presets", presets=", ".join(info.presets))
        grid.add_row(
            line(marked(Style.STRONG, info.name)),
            line(
                marked(Style.NAME, title(terminal, info.name)),
                f": {tr(f'{info.name}.tagline')}\n",
                marked(Style.SOFT, presets),
            ),
            _seats(terminal, info),
        )
    terminal.show(grid)
    show_broken(terminal, (*broken_games(), *broken_parts(tuple(PARTS)), *broken_words(LANGUAGES)))


@command("rules", examples=("korthus rules mus",), draws=True)
def rules_command(terminal: Terminal, game: GameName, /) -> None:
    """Print a game's rules, as the rules page of the web table tells them.

    Raises:
        InvalidOptions: there is no such game.
    """
    for part in rules_text(make_game(game, None, ()).name, terminal.tr):
        terminal.show(part)


@command("options", examples=("korthus options mulle",))
def options_command(terminal: Terminal, game: GameName, /) -> None:
    """List a game's presets and options.

    Raises:
        InvalidOptions: there is no such game.
    """
    found, tr = make_game(game, None, ()), terminal.tr
    name, rules = found.name, found.rules_type
    for preset in rules.presets:
        about_it = preset_words(terminal, name, preset)
        terminal.say("common.shelf.preset", preset=preset, about=about_it)
        if changes := _changes(rules, preset):
            terminal.show(Padding(line(marked(Style.SOFT, changes)), (0, 0, 0, 4)))
    for option in rules.options():
        source = "  " + marked(Style.SOFT, option.source) if option.source else ""
        value = marked(Style.NAME, _value(option.default))
        terminal.show(text("\n", marked(Style.STRONG, option.name), " = ", value, source))
        said, values = tr(f"web_home.option.{name}.{option.name}"), tr.phrase(option.values)
        terminal.show(Padding(line(f"{said} ", marked(Style.SOFT, f"({values})")), (0, 0, 0, 4)))


def preset_words(terminal: Terminal, game: str, preset: str) -> str:
    """A preset in a sentence."""
    return terminal.tr(f"{game}.preset.{preset}")


def _changes(rules: type[Rules], preset: str) -> str:
    """What a preset changes: ``option=value`` pairs."""
    return ", ".join(f"{name}={_value(value)}" for name, value in rules.presets[preset].items())


@command("bots", examples=("korthus bots kachuful",))
def bots_command(terminal: Terminal, game: GameName, /) -> None:
    """List a game's computer players.

    Raises:
        InvalidOptions: there is no such game.
    """
    found = make_game(game, None, ()).name
    grid = _grid(terminal.tr("common.shelf.bot"), terminal.tr("common.shelf.about"))
    usual = usual_opponent(found)
    for name in bot_names(found):
        words = terminal.tr("common.shelf.strongest")
        note = " " + marked(Style.SOFT, f"({words})") if name == usual else ""
        about = about_level(found, name, terminal.tr)
        grid.add_row(line(marked(Style.STRONG, name)), line(about, note))
    terminal.show(grid)
    show_broken(terminal, broken_players())


def _grid(*headings: str) -> Grid:
    grid = Grid(box=box.SIMPLE_HEAD, header_style="quiet", pad_edge=False)
    for heading in headings:
        grid.add_column(heading, overflow="fold")
    return grid


def _seats(terminal: Terminal, info: GameInfo) -> str:
    if info.min_seats == info.max_seats:
        return str(info.min_seats)
    if info.cards_limit_seats:
        return terminal.tr("common.shelf.as_cards_go", least=info.min_seats, most=info.max_seats)
    return f"{info.min_seats}–{info.max_seats}"


def _value(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case None:
            return "none"
        case tuple() | list():
            return ",".join(_value(each) for each in value)
        case _:
            return str(value)
