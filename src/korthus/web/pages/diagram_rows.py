"""Where the cards of a position lie, as labelled rows: how the diagrams of the rules pages are drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from korthus.core.protocol import AnyGame, State
from korthus.games.eight.boards import BOARDS
from korthus.games.eight.state import EightState
from korthus.games.kachuful.rules import get_trump_suit
from korthus.games.kachuful.state import KachufulState, Phase
from korthus.games.mulle.state import MulleState, Pile
from korthus.games.mus.state import MusState
from korthus.locale import Translator


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """Cards that lie together, and what is written under them."""

    cards: tuple[str, ...]
    note: str = ""
    marked: bool = False


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """Groups side by side. ``note`` says what is true of all of them."""

    label: str
    note: str = ""
    groups: tuple[Group, ...] = ()


def rows_of(game: AnyGame, state: State, tr: Translator, names: Sequence[str]) -> tuple[Row, ...]:
    """The rows of a position with all hands open; empty ones are left out.

    Raises:
        TypeError: a position of a game that has no diagrams.
    """
    match state:
        case MulleState():
            rows = _mulle(state, tr, names)
        case KachufulState():
            rows = _kachuful(state, tr, names)
        case MusState():
            rows = _mus(state, tr, names)
        case EightState():
            rows = _eight(state, tr, names)
        case _:
            raise TypeError(f"{game.name} has no diagrams")
    return tuple(row for row in rows if row.groups or row.note)


def _each(cards: Iterable[str]) -> tuple[Group, ...]:
    return tuple(Group(cards=(str(card),)) for card in cards)


def _together(*heaps: Iterable[str]) -> tuple[Group, ...]:
    return tuple(Group(cards=tuple(map(str, heap))) for heap in map(tuple, heaps) if heap)


# -- Mulle ---------------------------------------------------------------------------------------------


def _mulle(state: MulleState, tr: Translator, names: Sequence[str]) -> Iterable[Row]:
    yield Row(label=tr("web_home.row.table"), groups=tuple(_pile(pile, tr, names) for pile in state.table))
    for seat, side in enumerate(state.sides):
        name = names[seat]
        if seat == 0:  # the other's hand is nobody's business, in a diagram too
            yield Row(label=tr("web_home.row.hand", player=name), groups=_each(side.hand))
        notes = [tr("web_home.row.mulles", n=len(side.mulles))] if side.mulles else []
        notes += [tr("web_home.row.tabbe", n=side.tabbe)] if side.tabbe else []
        notes += [tr("web_home.row.intake", n=side.intake)] if side.intake else []
        yield Row(
            label=tr("web_home.row.taken", player=name),
            note=" · ".join(notes),
            groups=_together(side.taken),
        )


def _pile(pile: Pile, tr: Translator, names: Sequence[str]) -> Group:
    cards = tuple(map(str, pile.cards))
    if not pile.is_build:
        return Group(cards=cards)
    note = tr("web_home.row.build", value=pile.value, player=names[pile.owner])
    return Group(cards=cards, note=f"{note} · {tr('web_home.row.locked')}" if pile.locked else note)


# -- Kachuful ------------------------------------------------------------------------------------------


def _kachuful(state: KachufulState, tr: Translator, names: Sequence[str]) -> Iterable[Row]:
    if state.phase is Phase.DEAL or state.phase is Phase.OVER:
        round_ = state.sheet[-1]
        for seat, points in enumerate(round_.points):
            note = tr("web_home.row.bid_won", bid=round_.bids[seat], won=round_.won[seat])
            yield Row(label=names[seat], note=f"{note} · {tr('web_home.row.points', n=points)}", groups=())
        return
    trick = state.trick or (state.tricks[-1].cards if state.tricks else ())
    trump = tr(f"web_home.suit.{get_trump_suit(state.round).value}")
    yield Row(label=tr("web_home.row.trick"), note=tr("web_home.row.trump", suit=trump), groups=_each(trick))
    for seat, hand in enumerate(state.hands):
        bid = state.bids[seat]
        note = (
            tr("web_home.row.no_bid")
            if bid is None
            else tr("web_home.row.bid_won", bid=bid, won=state.won[seat])
        )
        yield Row(label=names[seat], note=note, groups=_each(hand))


# -- Mus -----------------------------------------------------------------------------------------------


def _mus(state: MusState, tr: Translator, names: Sequence[str]) -> Iterable[Row]:
    hands = state.shown if state.shown is not None else state.hands
    for seat, hand in enumerate(hands):
        stones = tr("web_home.row.stones", n=state.stones[seat])
        note = f"{stones} · mano" if seat == state.mano else stones
        yield Row(label=names[seat], note=note, groups=_each(hand))


# -- Eight Cards ---------------------------------------------------------------------------------------


def _eight(state: EightState, tr: Translator, names: Sequence[str]) -> Iterable[Row]:
    for board in BOARDS:
        place = board.place
        kind = "" if state.plo is None else "PLO" if state.plo is board else "NLHE"
        groups = [Group(cards=tuple(map(str, state.boards[place])))]
        for seat in (0, 1):
            if placed := state.placed[seat][place]:
                groups.append(Group(cards=tuple(map(str, placed)), note=names[seat]))
        yield Row(label=tr("web_home.row.board", board=board.value), note=kind, groups=tuple(groups))
    for seat, hand in enumerate(state.hands):
        yield Row(label=tr("web_home.row.hand", player=names[seat]), groups=_each(hand))
