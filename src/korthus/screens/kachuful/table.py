"""The table of Kachuful: bids and tricks by player, the trick on the table, your hand by suit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from korthus.core.cards import Card
from korthus.core.spans import Part, Text, joined, marked, text
from korthus.core.styles import Style
from korthus.games.kachuful.state import Phase
from korthus.games.kachuful.view import KachufulView
from korthus.locale import Translator
from korthus.screens.cards import card_text
from korthus.screens.drawing import Block, Column, Drawing, Grid
from korthus.screens.kachuful.words import held, trump_words

#: How many rounds of a long game the head and the score marks show.
_WINDOW: Final = 13
#: The longest name that is written out.
_NAME: Final = 16
#: Turn, name, bid, tricks won, points, card in the trick, card in the last trick, rounds so far.
_COLUMNS: Final = (
    Column(width=1),
    Column(wraps=False),
    *[Column(right=True, wraps=False)] * 3,
    *[Column(wraps=False)] * 3,
)
_HEADS: Final = ("bid", "won", "points", "trick", "last", "rounds")


def draw_table(view: KachufulView, tr: Translator, names: Sequence[str]) -> Drawing:
    """See ``Screen.table``."""
    blocks: list[Block] = [_head(view, tr), _schedule(view, tr), "", _players(view, tr, names)]
    if view.hand:
        blocks += ["", text(tr.text("kachuful.your_hand"), "  ", held(view.hand))]
    return tuple(blocks)


def _head(view: KachufulView, tr: Translator) -> Text:
    title = marked(Style.HEADING, tr("kachuful.title"))
    if view.trump is None:
        return text(title, "  ", tr.text("kachuful.head.over"))
    number = tr.text("kachuful.head.round", round=view.round, rounds=len(view.schedule))
    cards = tr.text("kachuful.head.cards", n=view.cards)
    dot = text(" ", marked(Style.SOFT, "·"), " ")
    return text(title, "  ", joined(dot, (number, cards, trump_words(view.trump, tr))))


def _schedule(view: KachufulView, tr: Translator) -> Text:
    here = view.round - 1
    first = max(0, min(here - _WINDOW // 2, len(view.schedule) - _WINDOW))
    marks: list[Part] = []
    for index, cards in enumerate(view.schedule[first : first + _WINDOW], start=first):
        marks.append(marked(Style.STRONG, f"›{cards}‹") if index == here else str(cards))
    before = "… " if first else ""
    after = " …" if first + _WINDOW < len(view.schedule) else ""
    return marked(Style.SOFT, f"{tr('kachuful.schedule')} {before}", joined(" ", marks), after)


def _players(view: KachufulView, tr: Translator, names: Sequence[str]) -> Grid:
    heads = (marked(Style.SOFT, tr(f"kachuful.column.{head}")) for head in _HEADS)
    table = {each.seat: each.card for each in view.trick}
    rows = (_player(view, seat, names, table) for seat in range(view.seats))
    return Grid((("", "", *heads), *rows), _COLUMNS)


def _player(view: KachufulView, seat: int, names: Sequence[str], table: dict[int, Card]) -> tuple[Part, ...]:
    return (
        marked(Style.STRONG, "▸") if seat == view.to_act else "",
        _name(view, seat, names),
        _bid(view, seat),
        _won(view.needs[seat], view.won[seat]),
        marked(Style.STRONG, str(view.totals[seat])),
        _on_table(view, seat, table),
        _last(view, seat),
        _marks(view, seat),
    )


def _name(view: KachufulView, seat: int, names: Sequence[str]) -> Text:
    name = names[seat]
    short = name if len(name) <= _NAME else f"{name[: _NAME - 1]}…"
    return text(short, " ", marked(Style.STRONG, "●")) if seat == view.dealer else text(short)


def _bid(view: KachufulView, seat: int) -> Part:
    bid = view.bids[seat]
    if bid is not None:
        return str(bid)
    return marked(Style.SOFT, "–") if view.phase is Phase.BID else ""


def _won(needs: int | None, won: int) -> Part:
    if needs is None:
        return ""
    if needs == 0:
        return marked(Style.GOOD, str(won))
    return marked(Style.BAD, str(won)) if needs < 0 else str(won)


def _on_table(view: KachufulView, seat: int, table: dict[int, Card]) -> Part:
    if seat not in table:
        return marked(Style.SOFT, "··") if view.phase is Phase.PLAY else ""
    led = text(" ", marked(Style.SOFT, "←")) if seat == view.leader else ""
    return card_text(table[seat]) + led


def _last(view: KachufulView, seat: int) -> Part:
    trick = view.last_trick
    if trick is None:
        return ""
    card = next(each.card for each in view.last_played if each.seat == seat)
    return marked(Style.SOFT, f"{card.pretty}{'*' if trick.winner == seat else ''}")


def _marks(view: KachufulView, seat: int) -> str:
    """The rounds so far: ■ for a bid that was kept, · for one that was not."""
    lines = view.sheet[-_WINDOW:]
    return "".join("■" if line.hits[seat] else "·" for line in lines)
