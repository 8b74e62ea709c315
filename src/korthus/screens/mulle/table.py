"""The table of Mulle: what lies there, who owns which build, and how the points stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from korthus.core.cards import Card
from korthus.core.protocol import CHANCE
from korthus.core.spans import Part, Text, joined, marked, text
from korthus.core.styles import Style
from korthus.games.mulle.state import Pile
from korthus.games.mulle.view import MulleView
from korthus.locale import Translator
from korthus.screens.cards import card_text, cards_text
from korthus.screens.drawing import Block, Column, Drawing, Ends, Frame, Grid
from korthus.screens.mulle.piles import card_code

#: How wide the bar is that shows the intake on its way to the bonus, in signs.
_BAR: Final = 10
#: How wide the rows of single cards are, in signs, and how many mulles stand in a line.
_ROW: Final = 74
_CODES: Final = 3
#: Value, cards, and whose pile it is.
_PILE: Final = (Column(right=True, style=Style.STRONG, wraps=False), Column(), Column())
#: Name, points for mulles, the mulles, tabbe, intake, bonus, session.
_SCORE: Final = (
    Column(wraps=False, most=16),
    Column(right=True),
    Column(wraps=False),
    *[Column(right=True, wraps=False)] * 4,
)
_HEADS: Final = ("mulle", "", "tabbe", "intake", "bonus", "session")


def draw_table(view: MulleView, tr: Translator, names: Sequence[str]) -> Drawing:
    """See ``Screen.table``."""
    blocks: list[Block] = [_head(view, tr, names), _piles(view, tr, names)]
    if view.hand:
        blocks.append(text(tr.text("mulle.hand"), "  ", _hand(view)))
    blocks.append(_scores(view, tr, names))
    return tuple(blocks)


def _head(view: MulleView, tr: Translator, names: Sequence[str]) -> Ends:
    where = tr.text(
        "mulle.head", omgang=view.omgang, omgangar=view.omgangar, rond=view.rond, ronder=view.ronder
    )
    return Ends(text(marked(Style.HEADING, tr("mulle.title")), "  ", where), _turn(view, tr, names))


def _turn(view: MulleView, tr: Translator, names: Sequence[str]) -> Text:
    if view.to_act is None:
        return tr.text("mulle.head.over")
    if view.to_act == CHANCE:
        return tr.text("mulle.head.deal")
    if view.to_act == view.seat:
        return tr.text("mulle.head.you")
    return tr.text("mulle.head.turn", player=names[view.to_act])


def _piles(view: MulleView, tr: Translator, names: Sequence[str]) -> Frame:
    singles = sorted((pile for pile in view.table if pile.is_single), key=lambda pile: pile.value)
    groups = [[pile.cards[0] for pile in group] for _, group in groupby(singles, key=lambda pile: pile.value)]
    blocks: list[Block] = [*_wrapped(groups)]
    larger = sorted((pile for pile in view.table if not pile.is_single), key=lambda pile: pile.value)
    if larger:
        blocks.append(Grid(tuple(_pile_row(pile, view, tr, names) for pile in larger), _PILE))
    if not blocks:
        blocks.append(marked(Style.SOFT, tr("mulle.table.empty")))
    return Frame(tr.text("mulle.table"), tuple(blocks))


def _pile_row(pile: Pile, view: MulleView, tr: Translator, names: Sequence[str]) -> tuple[Part, ...]:
    cards = cards_text(pile.cards)
    if not pile.is_build:
        return f"({pile.value})", cards, marked(Style.SOFT, tr("mulle.pile.plain"))
    if pile.owner == view.seat:
        whose = tr("mulle.pile.yours")
    else:
        whose = tr("mulle.pile.owner", player=names[pile.owner])
    state = tr("mulle.pile.locked" if pile.locked else "mulle.pile.open")
    return f"[{pile.value}]", cards, f"{whose}, {state}"


def _hand(view: MulleView) -> Text:
    """The hand, with what the special cards count there."""
    special = dict(view.special)
    return joined(
        "  ",
        (
            card_text(card) + (marked(Style.SOFT, f"={special[card]}") if card in special else "")
            for card in view.hand
        ),
    )


def _scores(view: MulleView, tr: Translator, names: Sequence[str]) -> Grid:
    heads = (marked(Style.SOFT, tr(f"mulle.score.{head}")) if head else "" for head in _HEADS)
    rows = (_score_row(view, seat, names) for seat in (0, 1))
    return Grid((("", *heads), *rows), _SCORE)


def _score_row(view: MulleView, seat: int, names: Sequence[str]) -> tuple[Part, ...]:
    public = view.sides[seat]
    score = public.score
    turn = "▸" if seat == view.to_act else " "
    held = text(" ", marked(Style.SOFT, f"({public.cards_in_hand})")) if public.cards_in_hand else ""
    return (
        text(f"{turn} {names[seat][:10]}", held),
        str(score.mulle),
        _in_lines(public.mulles),
        str(score.tabbe),
        text(_bar(score.intake, view.bonus_above), f" {score.intake:2}"),
        str(score.bonus),
        marked(Style.STRONG, str(view.totals[seat])),
    )


def _wrapped(groups: Iterable[Sequence[Card]]) -> list[Text]:
    """Groups of cards in rows; a group is never torn apart."""
    rows: list[Text] = []
    room = 0
    for group in groups:
        width = len(" ".join(card.pretty for card in group)) + 2
        if width > room:
            rows.append(cards_text(group))
            room = _ROW
        else:
            rows[-1] = text(rows[-1], "  ", cards_text(group))
        room -= width
    return rows


def _in_lines(cards: Sequence[Card]) -> Text:
    """Cards by their codes, a few in each line."""
    lines = [cards[first : first + _CODES] for first in range(0, len(cards), _CODES)]
    return joined(",\n", (joined(", ", map(card_code, line)) for line in lines))


def _bar(intake: int, bonus_above: int) -> Text:
    """How far the intake is on its way to the bonus, and by how much it is beyond."""
    full = min(intake, bonus_above) * _BAR // bonus_above
    bar = text(marked(Style.STRONG, "█" * full), marked(Style.SOFT, "░" * (_BAR - full)))
    beyond = intake - bonus_above
    return text(marked(Style.STRONG, f"+{beyond}"), " ", bar) if beyond > 0 else bar
