"""Positions of Mulle in writing.

A build is written out, with the seat that owns it:

    table: KL 9, [7 of 0: KL 4 + HJ 3], [4 of 1 locked trotta: RU 2 + SP 2 + HJ 4], (KL 9 + RU 7)
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from korthus.core.cards import ORDER, Card, in_order
from korthus.core.errors import InvalidState
from korthus.core.text import read_int, read_parts, write_parts
from korthus.games.mulle.cards import (
    HAND_VALUE,
    LEAST_BUILD,
    MOST_BUILD,
    TABLE_VALUE,
    TEXT,
    read_card,
    written,
)
from korthus.games.mulle.options import MulleRules
from korthus.games.mulle.play import located
from korthus.games.mulle.scoring import intake_points
from korthus.games.mulle.state import NOBODY, MulleState, Pile, Score, Side

_SIDE_PARTS: Final = (
    "hand",
    "taken",
    "mulles",
    "tabbe",
    "intake",
    "intake before rond",
    "rond bonus",
    "holds",
)
_PARTS: Final = (
    "omgang",
    "rond",
    "starter",
    "to act",
    "table",
    "hand",
    *(f"{part} {seat}" for part in _SIDE_PARTS for seat in (0, 1)),
    "last capturer",
    "left",
    "sheet",
)


def pile_text(pile: Pile) -> str:
    """A pile as positions write it."""
    cards = " + ".join(TEXT[card] for card in pile.cards)
    if pile.is_build:
        marks = (" locked" if pile.locked else "") + (" trotta" if pile.trotta else "")
        return f"[{pile.value} of {pile.owner}{marks}: {cards}]"
    return cards if len(pile.cards) == 1 else f"({cards})"


def format_state(state: MulleState) -> str:
    """The position as text; see ``Game.format_state``."""

    def cards(some: tuple[Card, ...]) -> str:
        return ", ".join(TEXT[card] for card in some)

    parts = [
        ("omgang", str(state.omgang)),
        ("rond", str(state.rond)),
        ("starter", str(state.starter)),
        ("to act", str(state.turn)),
        ("table", ", ".join(pile_text(pile) for pile in state.table)),
    ]
    for seat, side in enumerate(state.sides):
        parts += [
            (f"hand {seat}", cards(side.hand)),
            (f"taken {seat}", cards(side.taken)),
            (f"mulles {seat}", cards(side.mulles)),
            (f"tabbe {seat}", str(side.tabbe or "")),
            (f"intake {seat}", str(side.intake) if side.taken else ""),
            (f"intake before rond {seat}", str(side.intake_before_rond or "")),
            (f"rond bonus {seat}", str(side.rond_bonus or "")),
            (f"holds {seat}", ", ".join(str(value) for value in side.holds)),
        ]
    parts += [
        ("last capturer", "" if state.last_capturer == NOBODY else str(state.last_capturer)),
        ("left", cards(state.left)),
        (
            "sheet",
            ", ".join(
                " / ".join(f"{s.mulle} {s.tabbe} {s.intake} {s.bonus}" for s in row) for row in state.sheet
            ),
        ),
    ]
    return write_parts(parts)


def parse_state(rules: MulleRules, text: str) -> MulleState:
    """The position of a text; see ``Game.parse_state``. ``hand`` alone is the hand of the seat to act."""
    parts = read_parts(text, _PARTS)
    turn = _seat(parts, "to act", 0)
    if "hand" in parts:
        if f"hand {turn}" in parts:
            raise InvalidState("TWICE", "{part} is given twice.", part=f"hand {turn}")
        parts[f"hand {turn}"] = parts.pop("hand")
    sheet = tuple(_score_row(row) for row in parts["sheet"].split(",")) if "sheet" in parts else ()
    table = tuple(_pile(part) for part in _split_piles(parts.get("table", "")))
    sides = (_side(rules, parts, 0), _side(rules, parts, 1))
    playing = any(side.hand or side.taken for side in sides) or bool(table)
    omgang = read_int(parts, "omgang", len(sheet) + 1 if playing else len(sheet))
    state = MulleState(
        sides=sides,
        table=table,
        turn=turn,
        omgang=omgang,
        rond=read_int(parts, "rond", 1 if playing else 0),
        starter=_seat(parts, "starter", turn, least=NOBODY),
        last_capturer=_seat(parts, "last capturer", NOBODY, least=NOBODY),
        left=_cards(parts.get("left", "")),
        sheet=sheet,
    )
    _check(rules, state)
    return state


def _seat(parts: dict[str, str], key: str, default: int, *, least: int = 0) -> int:
    seat = read_int(parts, key, default)
    if not least <= seat <= 1:
        raise InvalidState("BAD_SEAT_NUMBER", "{part} must be 0 or 1.", part=key)
    return seat


def _count(parts: dict[str, str], key: str, default: int = 0) -> int:
    number = read_int(parts, key, default)
    if not 0 <= number <= 10_000:
        raise InvalidState("OUT_OF_RANGE", "{part} cannot be {number}.", part=key, number=number)
    return number


def _cards(text: str) -> tuple[Card, ...]:
    cards = []
    for part in text.split(",") if text else ():
        card = read_card(part)
        if card is None:
            raise InvalidState(
                "UNKNOWN_CARD", "{text} is no card; write it like SP 10 or HJ A.", text=repr(part)[:40]
            )
        cards.append(card)
    return tuple(cards)


def _split_piles(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")] if text else []


_BUILD_TEXT: Final = re.compile(r"\[(\d{1,2}) of ([01])((?: locked| trotta)*): (.+)\]", re.IGNORECASE)


def _pile(text: str) -> Pile:
    if match := _BUILD_TEXT.fullmatch(text):
        value, owner, marks, inside = match.groups()
        cards = _cards(inside.replace("+", ","))
        marks = marks.lower()
        if not LEAST_BUILD <= int(value) <= MOST_BUILD and int(value) != 1:
            raise InvalidState("BAD_BUILD", "A build is worth 2 to 16, not {value}.", value=value)
        if "trotta" in marks and "locked" not in marks:
            raise InvalidState("TROTTA_LOCKED", "A trotta build is always locked.")
        return Pile(cards, int(value), int(owner), "locked" in marks, "trotta" in marks)
    plain = text.startswith("(") and text.endswith(")")
    cards = _cards(text[1:-1].replace("+", ",") if plain else text)
    if plain and len(cards) < 2:
        raise InvalidState("BAD_PILE", "{text} has too few cards for a pile.", text=repr(text)[:40])
    return Pile(cards, sum(TABLE_VALUE[card] for card in cards))


def _side(rules: MulleRules, parts: dict[str, str], seat: int) -> Side:
    taken = _cards(parts.get(f"taken {seat}", ""))
    mulles = _cards(parts.get(f"mulles {seat}", ""))
    counted = intake_points(rules, taken)
    if not rules.mulle_card_counts_intake:
        counted -= intake_points(rules, mulles)
    holds = parts.get(f"holds {seat}", "")
    values = [part.strip() for part in holds.split(",")] if holds else []
    if not all(value.isdecimal() and len(value) <= 2 and 2 <= int(value) <= MOST_BUILD for value in values):
        raise InvalidState("HOLDS_VALUES", "{part} must be hand values.", part=f"holds {seat}")
    return Side(
        hand=in_order(_cards(parts.get(f"hand {seat}", ""))),
        taken=taken,
        mulles=mulles,
        tabbe=_count(parts, f"tabbe {seat}"),
        intake=_count(parts, f"intake {seat}", counted),
        intake_before_rond=_count(parts, f"intake before rond {seat}"),
        rond_bonus=_count(parts, f"rond bonus {seat}"),
        holds=tuple(sorted({int(value) for value in values})),
    )


def _score_row(text: str) -> tuple[Score, Score]:
    rows = [row.split() for row in text.split("/")]
    if len(rows) != 2 or any(
        len(row) != 4 or not all(part.isdecimal() and len(part) < 6 for part in row) for row in rows
    ):
        raise InvalidState(
            "BAD_SHEET", "A row of the sheet is: mulle tabbe intake bonus / the same for the other seat."
        )
    first, second = (Score(*(int(part) for part in row)) for row in rows)
    return first, second


def _check(rules: MulleRules, state: MulleState) -> None:
    """Refuse positions that no game could be in."""
    everything = Counter(located(state))
    whole = Counter(rules.one_deck * rules.decks)
    for card, number in sorted(everything.items(), key=lambda item: ORDER[item[0]]):
        if number > whole[card]:
            raise InvalidState(
                "TOO_MANY_COPIES",
                "{card} is there {number} times; the pack has {copies}.",
                card=written(card),
                number=number,
                copies=whole[card],
            )
    builds = [pile.value for pile in state.table if pile.is_build]
    if len(set(builds)) != len(builds):
        raise InvalidState("TWO_BUILDS", "There cannot be two builds of one value.")
    for side in state.sides:
        if len(side.hand) > rules.hand_size:
            raise InvalidState(
                "HAND_TOO_LARGE", "A hand has at most {size} {size:card|cards}.", size=rules.hand_size
            )
        if not Counter(side.mulles) <= Counter(side.taken):
            raise InvalidState("BAD_MULLES", "A mulle is one of the cards taken.")
        if any(all(value != other for other in _hand_values(side)) for value in side.holds):
            raise InvalidState("BAD_HOLDS", "A seat cannot be known to hold what it does not hold.")
    finished = len(state.sheet)
    if (
        not finished <= state.omgang <= min(finished + 1, rules.omgangar)
        or not 0 <= state.rond <= rules.ronder
    ):
        raise InvalidState(
            "BAD_ROND",
            "A session has {omgangar} omgångar of {ronder} {ronder:rond|ronder}, and the sheet must fit.",
            omgangar=rules.omgangar,
            ronder=rules.ronder,
        )
    in_play = any(side.hand for side in state.sides)
    if in_play and (state.omgang == finished or state.rond == 0 or state.starter == NOBODY):
        raise InvalidState("CARDS_OUTSIDE_ROND", "Cards can only be in hand while a rond is played.")
    if not in_play and state.omgang > finished and state.rond == rules.ronder:
        raise InvalidState("SHEET_BEHIND", "After the last rond the omgång must be on the sheet.")
    if in_play and not state.sides[state.turn].hand:
        raise InvalidState("NO_CARDS", "The seat to act must hold cards.")
    if sum(everything.values()) > rules.table_cards + 2 * rules.hand_size * max(state.rond, 1):
        raise InvalidState(
            "TOO_MANY_CARDS", "So many cards have not been dealt by rond {rond}.", rond=state.rond
        )


def _hand_values(side: Side) -> set[int]:
    return {HAND_VALUE[card] for card in side.hand}
