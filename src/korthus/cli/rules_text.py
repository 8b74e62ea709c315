"""The rules of a game in the terminal: the sections and diagrams of the rules page, as text."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.markup import escape
from rich.padding import Padding

from korthus.core.cards import Card
from korthus.locale import Translator
from korthus.screens.cards import cards_markup
from korthus.web.pages.diagram_rows import Group, Row
from korthus.web.pages.diagrams import Diagram, rules_page

#: Columns that a diagram, and what is tried in it, stand further in.
_INDENT = 2


def rules_text(game: str, tr: Translator) -> Iterator[RenderableType]:
    """Title, sections and diagrams, and where the single rules are listed."""
    page = rules_page(game, tr.language)
    yield f"[heading]{escape(tr('web_home.rules.title', game=page.title))}[/]"
    for section in page.sections:
        yield f"\n[brass]{escape(section.title)}[/]"
        for paragraph in section.text:
            yield escape(paragraph)
        for diagram in section.diagrams:
            yield from _diagram(diagram, tr, french=page.deck == "french")
    yield f"\n{escape(tr('web_home.rules.options.about'))} [quiet]korthus options {game}[/]"


def _diagram(diagram: Diagram, tr: Translator, *, french: bool) -> Iterator[RenderableType]:
    def indented(text: str, steps: int = 1) -> Padding:
        return Padding(text, (0, 0, 0, _INDENT * steps))

    yield ""
    yield indented(f"[bold]{escape(diagram.title)}[/]")
    yield indented(escape(diagram.about))
    for row in diagram.rows:
        yield indented(_row(row, french=french))
    for attempt in diagram.tries:
        for sentence in attempt.said:
            yield indented(f"[number]›[/] {escape(sentence)}")
        if attempt.wish is not None and attempt.refused is not None:
            no = f"[refused]{escape(tr('web_home.rules.no'))}[/]"
            yield indented(f"[number]›[/] {escape(attempt.wish)} {no} {escape(attempt.refused)}")
        for row in attempt.rows:
            yield indented(_row(row, french=french), 2)


def _row(row: Row, *, french: bool) -> str:
    label = f"{row.label} ({row.note})" if row.note else row.label
    groups = "  ".join(_group(group, french=french) for group in row.groups)
    return f"[quiet]{escape(label)}:[/] {groups}" if groups else f"[quiet]{escape(label)}[/]"


def _group(group: Group, *, french: bool) -> str:
    cards = cards_markup(map(Card, group.cards)) if french else escape(" ".join(group.cards))
    if len(group.cards) > 1:
        cards = f"\\[{cards}]"
    return f"{cards} [quiet]({escape(group.note)})[/]" if group.note else cards
