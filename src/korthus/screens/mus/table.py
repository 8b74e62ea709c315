"""The table of Mus: a slate with four lances between two hands, and what lies there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from korthus.core.spans import Part, Text, joined, marked, text
from korthus.core.styles import Style
from korthus.games.mus.cards import Hand
from korthus.games.mus.state import Phase, Settled
from korthus.games.mus.view import MusView
from korthus.locale import Translator
from korthus.screens.drawing import Block, Column, Drawing, Grid
from korthus.screens.mus.words import cards_text, made_words

_NAME_WIDTH: Final = 14


def draw_table(view: MusView, tr: Translator, names: Sequence[str]) -> Drawing:
    """See ``Screen.table``."""
    first, second = (0, 1) if view.seat is None else (1 - view.seat, view.seat)
    blocks: list[Block] = [_head(view, tr, names), _score(view, names)]
    if view.shown is not None:
        blocks += [text(f"{names[seat]}  ", cards_text(view.shown[seat])) for seat in (first, second)]
    if view.phase is Phase.DEAL:
        return tuple(blocks)
    if view.shown is None:
        blocks.append(_backs(view, first, names))
    if view.phase in (Phase.BET, Phase.OVER):
        blocks.append(_slate(view, tr, names))
    else:
        blocks.append(marked(Style.SOFT, tr("mus.stock", n=view.stock)))
    if view.seat is not None:
        blocks.append(drawn_cards(view.hand))
        if view.holding is not None:
            blocks.append(marked(Style.SOFT, " · ".join(made_words(view.holding, tr))))
    elif view.shown is None:
        blocks.append(_backs(view, second, names))
    return tuple(blocks)


def drawn_cards(cards: Hand) -> Text:
    """A hand as it lies in front of you, three lines high."""
    faces = (text("│ ", marked(Style.CARD, card), " │") for card in cards)
    return joined("\n", ("╭───╮" * len(cards), text(*faces), "╰───╯" * len(cards)))


def stones_text(stones: int) -> str:
    """Stones as they lie on the table: amarracos of five, and single ones.

    >>> stones_text(12)
    '◆◆••'
    """
    return "◆" * (stones // 5) + "•" * (stones % 5)


def _backs(view: MusView, seat: int, names: Sequence[str]) -> str:
    return f"{names[seat]}  {' '.join('▒' * view.held[seat])}"


def _head(view: MusView, tr: Translator, names: Sequence[str]) -> Text:
    target = tr("mus.head.single") if view.target is None else tr("mus.head.target", target=view.target)
    hand = tr.text("mus.head.hand", number=view.number, mano=names[view.mano])
    title = marked(Style.HEADING, tr("mus.title"))
    return joined("  ", (title, hand, marked(Style.SOFT, f"· {target}")))


def _score(view: MusView, names: Sequence[str]) -> Grid:
    rows: list[tuple[Part, ...]] = []
    for seat in (0, 1) if view.seat is None else (1 - view.seat, view.seat):
        marker = " ●" if seat == view.mano else ""
        stones = view.stones[seat]
        name = f"{names[seat][:_NAME_WIDTH]}{marker}"
        rows.append((name, marked(Style.STRONG, str(stones)), stones_text(stones)))
    return Grid(tuple(rows))


def _slate(view: MusView, tr: Translator, names: Sequence[str]) -> Grid:
    done = {result.lance: result for result in view.settled}
    rows: list[tuple[Part, ...]] = []
    for lance in view.lances:
        if view.lance is lance and lance not in done:
            rows.append((marked(Style.STRONG, f"▸ {lance}"), _open(view, tr, names)))
        else:
            rows.append((f"  {lance}", _settled(done.get(lance), tr, names)))
    return Grid(tuple(rows), (Column(least=8, wraps=False),))


def _settled(result: Settled | None, tr: Translator, names: Sequence[str]) -> Text:
    if result is None:
        return marked(Style.SOFT, "·")
    player = "" if result.seat is None else names[result.seat]
    return tr.text(f"mus.slate.{result.how}", player=player, stones=result.stones)


def _open(view: MusView, tr: Translator, names: Sequence[str]) -> Part:
    if view.bet is None:
        return ""
    player = names[view.bet.seat]
    if view.bet.ordago:
        return tr.text("mus.slate.ordago", player=player)
    return tr.text("mus.slate.bet", player=player, stones=view.bet.stake)
