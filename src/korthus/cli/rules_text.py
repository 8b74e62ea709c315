"""The rules of a game in the terminal: the sections and diagrams of the rules page, as text."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.padding import Padding

from korthus.cli.drawn import line
from korthus.core.cards import Card
from korthus.core.spans import Part, Text, joined, marked, text
from korthus.core.styles import Style
from korthus.locale import Translator
from korthus.screens.cards import cards_text
from korthus.screens.diagrams import Group, Row
from korthus.screens.rules_page import Diagram, rules_page

#: Columns that a diagram, and what is tried in it, stand further in.
_INDENT = 2


def rules_text(game: str, tr: Translator) -> Iterator[RenderableType]:
    """Title, sections and diagrams, and where the single rules are listed."""
    page = rules_page(game, tr.language)
    yield line(marked(Style.HEADING, tr("web_home.rules.title", game=page.title)))
    for section in page.sections:
        yield line("\n", marked(Style.STRONG, section.title))
        for paragraph in section.text:
            yield line(paragraph)
        for diagram in section.diagrams:
            yield from _diagram(diagram, tr, french=page.deck == "french")
    about = tr("web_home.rules.options.about")
    yield line(f"\n{about} ", marked(Style.SOFT, f"korthus options {game}"))


def _diagram(diagram: Diagram, tr: Translator, *, french: bool) -> Iterator[RenderableType]:
    def indented(part: Part, steps: int = 1) -> Padding:
        return Padding(line(part), (0, 0, 0, _INDENT * steps))

    arrow = text(marked(Style.NUMBER, "›"), " ")
    yield ""
    yield indented(marked(Style.NAME, diagram.title))
    yield indented(diagram.about)
    for row in diagram.rows:
        yield indented(_row(row, french=french))
    for attempt in diagram.tries:
        for sentence in attempt.said:
            yield indented(arrow + sentence)
        if attempt.wish is not None and attempt.refused is not None:
            no = marked(Style.REFUSED, tr("web_home.rules.no"))
            yield indented(text(arrow, f"{attempt.wish} ", no, f" {attempt.refused}"))
        for row in attempt.rows:
            yield indented(_row(row, french=french), 2)


def _row(row: Row, *, french: bool) -> Text:
    label = f"{row.label} ({row.note})" if row.note else row.label
    groups = joined("  ", (_group(group, french=french) for group in row.groups))
    return text(marked(Style.SOFT, f"{label}:"), " ", groups) if groups else marked(Style.SOFT, label)


def _group(group: Group, *, french: bool) -> Text:
    cards = cards_text(map(Card, group.cards)) if french else text(" ".join(group.cards))
    if len(group.cards) > 1:
        cards = text("[", cards, "]")
    return text(cards, " ", marked(Style.SOFT, f"({group.note})")) if group.note else cards
