"""The rules of a game as a person reads them, with examples that are played by the engine.

A diagram is rows of cards with a label. Only the position and the actions are written by hand: what is said,
what is refused and where the cards lie afterwards comes from the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Final, NamedTuple

import msgspec

from korthus.core.errors import KorthusError
from korthus.core.protocol import AnyGame, State, visible
from korthus.core.spans import Text
from korthus.games.catalogue import game as game_of
from korthus.games.registry import source_of
from korthus.locale import Translator
from korthus.screens.diagrams import Diagrams, Example, Row, diagrams_of
from korthus.screens.load import screen_of
from korthus.screens.marked import marked_refusal, marked_text, read_refusal
from korthus.screens.rules_file import read_sections, rules_file

#: The people of the examples, by seat.
NAMES: Final = ("Anna", "Bo", "Eva", "Olle")


class Try(msgspec.Struct, frozen=True, kw_only=True):
    """Something done in a position: what is said meanwhile, and the rows that are different then.

    If the rules do not allow the last action, ``wish`` says what somebody wanted, and ``refused`` why not.
    """

    said: tuple[str, ...]
    wish: str | None = None
    refused: str | None = None
    rows: tuple[Row, ...] = ()


class Diagram(msgspec.Struct, frozen=True, kw_only=True):
    """A position with what may be tried in it."""

    key: str
    title: str
    about: str
    rows: tuple[Row, ...]
    tries: tuple[Try, ...]


class Section(msgspec.Struct, frozen=True, kw_only=True):
    """A section of the rules with its diagrams."""

    key: str
    title: str
    #: Paragraphs.
    text: tuple[str, ...]
    diagrams: tuple[Diagram, ...]


class RulesPage(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of a game in one language."""

    game: str
    title: str
    #: The pack its cards are drawn from.
    deck: str
    sections: tuple[Section, ...]


class _Saying(NamedTuple):
    """How sentences and refusals become plain text."""

    text: Callable[[Text], str]
    refusal: Callable[[KorthusError, Translator], str]


_PLAIN: Final = _Saying(str, read_refusal)
_DRAWN: Final = _Saying(marked_text, marked_refusal)


@cache
def rules_page(name: str, language: str, *, drawn: bool = False) -> RulesPage:
    """The rules of a game as a person reads them.

    Args:
        drawn: whether cards in sentences are marked for a face that draws them; see ``marked``.

    Raises:
        KeyError: there is no such game.
        ValueError: there is no such language.
    """
    if source_of(name) is None:
        raise KeyError(name)
    tr = Translator(language)
    brings = diagrams_of(name)
    if not brings.sections:
        return _plain_page(name, tr)
    say = _DRAWN if drawn else _PLAIN
    diagrams = [(example.section, _draw(name, brings, example, tr, say)) for example in brings.examples]
    return RulesPage(
        game=name,
        title=tr(f"{name}.title"),
        deck=brings.deck,
        sections=tuple(
            Section(
                key=key,
                title=tr(f"web_home.rules.{name}.{key}.title"),
                text=tuple(tr(f"web_home.rules.{name}.{key}.text").split("\n")),
                diagrams=tuple(diagram for section, diagram in diagrams if section == key),
            )
            for key in brings.sections
        ),
    )


def _plain_page(name: str, tr: Translator) -> RulesPage:
    """The rules of a game as its package tells them, or its one line where it tells none."""
    title = tr(f"{name}.title")
    told = read_sections(rules_file(name) or tr(f"{name}.tagline"))
    return RulesPage(
        game=name,
        title=title,
        deck=game_of(name).describe().deck or "french",
        sections=tuple(
            Section(key=str(number), title=heading or title, text=text, diagrams=())
            for number, (heading, text) in enumerate(told)
        ),
    )


def _draw(name: str, brings: Diagrams, example: Example, tr: Translator, say: _Saying) -> Diagram:
    game = game_of(name, None, **dict(example.options))
    state = game.parse_state(example.position)
    before = _rows(brings, state, tr)
    key = f"web_home.example.{name}.{example.key}"
    tries = tuple(_attempt(game, brings, state, actions, key, tr, say) for actions in example.tries)
    results = [each.rows for each in tries if each.rows]
    return Diagram(
        key=example.key,
        title=tr(f"{key}.title"),
        about=tr(f"{key}.about"),
        rows=_marked(before, results),
        tries=tuple(
            msgspec.structs.replace(
                each, rows=_marked(tuple(row for row in each.rows if row not in before), [before])
            )
            for each in tries
        ),
    )


def _rows(brings: Diagrams, state: State, tr: Translator) -> tuple[Row, ...]:
    """The rows of a position; empty ones are left out."""
    return tuple(row for row in brings.rows(state, tr, NAMES) if row.groups or row.note)


def _attempt(
    game: AnyGame,
    brings: Diagrams,
    state: State,
    actions: Sequence[str],
    key: str,
    tr: Translator,
    say: _Saying,
) -> Try:
    """Play the actions one after the other. Only the last may be refused: the others lead to it."""
    screen = screen_of(game)
    said: list[str] = []
    for number, text in enumerate(actions, 1):
        try:
            state, events = game.apply(state, game.parse(text))
        except KorthusError as error:
            if number < len(actions):
                raise
            return Try(said=tuple(said), wish=tr(f"{key}.refused.{number}"), refused=say.refusal(error, tr))
        sentences = (screen.event(event, tr, NAMES, None) for event in visible(events, None))
        said.extend(" ".join(say.text(sentence).split()) for sentence in sentences if sentence)
    return Try(said=tuple(said), rows=_rows(brings, state, tr))


def _marked(rows: tuple[Row, ...], others: Iterable[tuple[Row, ...]]) -> tuple[Row, ...]:
    """The rows with those groups marked that one of the others does not have in the same row."""
    there = [{row.label: list(row.groups) for row in other} for other in others]
    return tuple(
        msgspec.structs.replace(
            row,
            groups=tuple(
                msgspec.structs.replace(
                    group, marked=any(group not in other.get(row.label, ()) for other in there)
                )
                for group in row.groups
            ),
        )
        for row in rows
    )
