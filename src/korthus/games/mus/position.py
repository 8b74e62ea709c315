"""Positions as text."""

from __future__ import annotations

import re
from typing import Final

from korthus.core.errors import InvalidState
from korthus.core.protocol import CHANCE
from korthus.core.text import read_int, read_parts, write_parts
from korthus.games.mus.betting import declare
from korthus.games.mus.cards import HAND_SIZE, Hand, counts
from korthus.games.mus.options import LEAST_BET, MusRules
from korthus.games.mus.scoring import LANCES, Lance, strength
from korthus.games.mus.state import NO_TALLY, Bet, How, MusState, Phase, Settled, Tally
from korthus.games.mus.text import read_cards

_KEYS: Final = (
    "phase",
    "hand",
    "mano",
    "to act",
    "stones",
    "tally 0",
    "tally 1",
    "cards 0",
    "cards 1",
    "lance",
    "bet",
    "settled",
    "discards 0",
    "discards 1",
    "redeals",
    "shown 0",
    "shown 1",
)


def format_state(state: MusState) -> str:
    """The position in full. What is at its first value is left out, the cards and stones never are."""
    bet = state.bet
    return write_parts(
        (
            ("phase", state.phase),
            ("hand", str(state.number)),
            ("mano", str(state.mano)),
            ("to act", "" if state.turn is None or state.turn == CHANCE else str(state.turn)),
            ("stones", f"{state.stones[0]}, {state.stones[1]}"),
            ("tally 0", _format_tally(state.tally[0])),
            ("tally 1", _format_tally(state.tally[1])),
            ("cards 0", " ".join(state.hands[0])),
            ("cards 1", " ".join(state.hands[1])),
            ("lance", state.lance or ""),
            ("bet", "" if bet is None else _format_bet(bet)),
            ("settled", ", ".join(map(_format_settled, state.settled))),
            ("discards 0", " ".join(state.discards[0])),
            ("discards 1", " ".join(state.discards[1])),
            ("redeals", str(state.redeals or "")),
            ("shown 0", " ".join(state.shown[0]) if state.shown else ""),
            ("shown 1", " ".join(state.shown[1]) if state.shown else ""),
        )
    )


def _format_tally(stones: tuple[int, ...]) -> str:
    return ", ".join(f"{lance} {number}" for lance, number in zip(LANCES, stones, strict=True) if number)


def _format_bet(bet: Bet) -> str:
    text = f"{'ordago' if bet.ordago else bet.stake} by {bet.seat}"
    return f"{text} over {bet.before} raises {bet.raises}" if bet.before else text


def _format_settled(result: Settled) -> str:
    text = f"{result.lance} {result.how}"
    if result.stones:
        text += f" {result.stones}"
    return text if result.seat is None else f"{text} by {result.seat}"


_BET: Final = re.compile(r"(\d{1,3}|[oó]rdago)(?: by ([01]))(?: over (\d{1,3})(?: raises (\d{1,3}))?)?")
_SETTLED: Final = re.compile(r"([a-z]+) ([a-z]+)(?: (\d{1,3}))?(?: by ([01]))?")
_TALLY: Final = re.compile(r"([a-z]+) (\d{1,6})")


def parse_state(rules: MusRules, text: str) -> MusState:
    """The position of a text.

    Cards and nothing else are the start of the betting (or of the mus, where that is played); if a lance is
    given, the earlier ones were passed. Stones that no tally explains were brought along.

    Raises:
        InvalidState: it cannot be read, or cannot come about.
    """
    parts = read_parts(text, _KEYS)
    hands = (read_cards(parts.get("cards 0", "")), read_cards(parts.get("cards 1", "")))
    discards = (read_cards(parts.get("discards 0", "")), read_cards(parts.get("discards 1", "")))
    lance = _read_lance(parts["lance"]) if "lance" in parts else None
    phase = _read_phase(rules, parts, hands, lance)
    number, mano = _read_mano(rules, parts)
    stones, tally = _read_stones(parts)
    redeals = read_int(parts, "redeals", 0)
    _check_cards(rules, phase, hands, discards, redeals)
    _check_stones(rules, phase, stones)
    if phase is Phase.BET and lance is None:
        lance = Lance.GRANDE
    if phase not in (Phase.BET, Phase.OVER) and any(key in parts for key in ("lance", "bet", "settled")):
        raise InvalidState("BETTING_ONLY", "A lance, a bet and what is settled belong to the betting.")
    settled: tuple[Settled, ...] = ()
    if lance is not None:
        settled = _read_settled(parts.get("settled"), lance, hands, phase)
    bet = _read_bet(rules, parts["bet"]) if "bet" in parts else None
    if bet is not None and phase is Phase.OVER:
        raise InvalidState("BET_AFTER_END", "No bet waits for an answer when all is over.")
    shown = _read_shown(rules, parts, phase, number, hands)
    turn = _read_turn(parts, phase, mano, hands, bet)
    return MusState(
        phase=phase,
        turn=turn,
        number=number,
        mano=mano,
        stones=stones,
        tally=tally,
        hands=hands,
        lance=lance,
        bet=bet,
        settled=settled,
        discards=discards,
        redeals=redeals,
        shown=shown,
    )


def _read_shown(
    rules: MusRules, parts: dict[str, str], phase: Phase, number: int, hands: tuple[Hand, Hand]
) -> tuple[Hand, Hand] | None:
    """The hands that lie open: those of the hand that has just been counted."""
    if "shown 0" not in parts and "shown 1" not in parts:
        return None
    shown = (read_cards(parts.get("shown 0", "")), read_cards(parts.get("shown 1", "")))
    if phase is Phase.OVER:
        fits = shown == hands
    else:
        fits = phase is Phase.DEAL and number > 1 and len(shown[0]) == len(shown[1]) == HAND_SIZE
    if not fits or any(a < b for a, b in zip(rules.deck, counts(shown[0] + shown[1]), strict=True)):
        raise InvalidState("SHOWN_TOO_EARLY", "Hands are shown when a hand is over, both and in full.")
    return shown


def _read_lance(text: str) -> Lance:
    try:
        return Lance(text.lower())
    except ValueError:
        raise InvalidState("UNKNOWN_LANCE", "{lance} is no lance.", lance=repr(text)[:20]) from None


def _read_phase(
    rules: MusRules, parts: dict[str, str], hands: tuple[Hand, Hand], lance: Lance | None
) -> Phase:
    if "phase" in parts:
        try:
            phase = Phase(parts["phase"].lower())
        except ValueError:
            raise InvalidState(
                "UNKNOWN_PHASE", "{phase} is no phase.", phase=repr(parts["phase"])[:20]
            ) from None
    elif not hands[0] and not hands[1]:
        phase = Phase.DEAL
    else:
        phase = Phase.MUS if rules.mus_phase and lance is None else Phase.BET
    if phase in (Phase.MUS, Phase.DISCARD, Phase.REDRAW) and not rules.mus_phase:
        raise InvalidState("NO_MUS_PHASE", "Cards are not changed under these rules.")
    return phase


def _read_mano(rules: MusRules, parts: dict[str, str]) -> tuple[int, int]:
    """The number of the hand and its mano, each from the other if need be: it alternates (UI-4)."""
    first = rules.first_mano
    mano = read_int(parts, "mano", first)
    number = read_int(parts, "hand", 1 if mano == first else 2)
    if "mano" not in parts:
        mano = (first + number - 1) % 2
    if number < 1 or mano not in (0, 1) or mano != (first + number - 1) % 2:
        raise InvalidState("BAD_MANO", "Hand {hand} cannot have mano {mano}.", hand=number, mano=mano)
    if rules.target_stones is None and number != 1:
        raise InvalidState("ONE_HAND_MANO", "Only one hand is played; set first_mano for the other mano.")
    return number, mano


def _read_stones(parts: dict[str, str]) -> tuple[tuple[int, int], Tally]:
    tally = NO_TALLY
    if "tally 0" in parts or "tally 1" in parts:
        tally = (_read_tally(parts.get("tally 0", "")), _read_tally(parts.get("tally 1", "")))
    least = (sum(tally[0]), sum(tally[1]))
    if "stones" not in parts:
        return least, tally
    numbers = re.fullmatch(r"(\d{1,6})[ ,]+(\d{1,6})", parts["stones"], re.ASCII)
    if numbers is None:
        raise InvalidState("TWO_STONES", "stones are two whole numbers, one per seat.")
    stones = (int(numbers[1]), int(numbers[2]))
    if stones[0] < least[0] or stones[1] < least[1]:
        raise InvalidState("TALLY_TOO_HIGH", "The tally has more stones than the seat.")
    return stones, tally


def _read_tally(text: str) -> tuple[int, ...]:
    stones = [0] * len(LANCES)
    for chunk in filter(None, (each.strip() for each in text.lower().split(","))):
        match = _TALLY.fullmatch(chunk)
        if match is None:
            raise InvalidState("BAD_TALLY", "{text} is no part of a tally.", text=repr(chunk)[:30])
        stones[_read_lance(match[1]).number] += int(match[2])
    return tuple(stones)


def _check_cards(
    rules: MusRules, phase: Phase, hands: tuple[Hand, Hand], discards: tuple[Hand, Hand], redeals: int
) -> None:
    there = counts((*hands[0], *hands[1], *discards[0], *discards[1]))
    if any(a < b for a, b in zip(rules.deck, there, strict=True)):
        raise InvalidState("TOO_MANY_CARDS", "The pack does not have so many of one card.")
    held = (len(hands[0]), len(hands[1]))
    if phase is Phase.DEAL:
        fits = held == (0, 0) and not discards[0] and not discards[1] and redeals == 0
    elif phase is Phase.DISCARD or phase is Phase.REDRAW:
        fits = max(held) <= HAND_SIZE and (phase is Phase.DISCARD or min(held) < HAND_SIZE)
    else:
        fits = held == (HAND_SIZE, HAND_SIZE)
    if not fits:
        raise InvalidState("BAD_HANDS", "A hand has four cards; fewer only while cards are changed.")
    most = rules.max_mus if rules.mus_phase else 0
    if redeals < 0 or (most is not None and redeals > most):
        raise InvalidState("BAD_REDEALS", "redeals must be a whole number from 0 to {most}.", most=most)
    if (discards[0] or discards[1]) and not rules.mus_phase:
        raise InvalidState("NO_MUS_PHASE", "Cards are not changed under these rules.")


def _check_stones(rules: MusRules, phase: Phase, stones: tuple[int, int]) -> None:
    target = rules.target_stones
    if target is None:
        return
    done = sum(each >= target for each in stones)
    if done != (1 if phase is Phase.OVER else 0):
        raise InvalidState(
            "BAD_STONES",
            "One seat has {target} {target:stone|stones} when the match is over, and none before.",
            target=target,
        )


def _read_settled(
    text: str | None, lance: Lance, hands: tuple[Hand, Hand], phase: Phase
) -> tuple[Settled, ...]:
    """What was settled before ``lance`` (at the end perhaps more): given, or all passed."""
    expected = [each for each in LANCES if each.number < lance.number]
    if lance is Lance.PUNTO:
        expected.remove(Lance.JUEGO)
    if text is None:
        settled = tuple(_unbet(each, hands) or Settled(each, How.PASS) for each in expected)
    else:
        settled = tuple(_read_result(chunk.strip().lower()) for chunk in text.split(",") if chunk.strip())
        order = [result.lance for result in settled]
        more = len(order) > len(expected) and phase is Phase.OVER
        if order[: len(expected)] != expected or (len(order) > len(expected) and not more):
            raise InvalidState(
                "SETTLED_BEFORE",
                "Before {lance}, these are settled: {lances}.",
                lance=lance,
                lances=tuple(expected) or "-",
            )
        places = [each.number for each in order]
        if sorted(set(places)) != places:
            raise InvalidState("SETTLED_ORDER", "Lances are settled in their order.")
    for result in (*settled, Settled(lance, How.PASS)):
        fixed = _unbet(result.lance, hands)
        if (fixed is not None and result != fixed) or (
            fixed is None and result.how in (How.ALONE, How.NOBODY)
        ):
            raise InvalidState(
                "SETTLED_OTHERWISE", "These hands do not settle {lance} so.", lance=result.lance
            )
    return settled


def _unbet(lance: Lance, hands: tuple[Hand, Hand]) -> Settled | None:
    """How a lance is settled that these hands do not bet on."""
    if lance is Lance.GRANDE or lance is Lance.CHICA:
        return None
    declared = Lance.JUEGO if lance is Lance.PUNTO else lance
    has = (strength(hands[0])[declared.number] > 0, strength(hands[1])[declared.number] > 0)
    found = declare(declared, has)
    if found is lance:
        return None
    return found if isinstance(found, Settled) and found.lance is lance else Settled(lance, How.NOBODY)


def _read_result(text: str) -> Settled:
    match = _SETTLED.fullmatch(text)
    if match is None or match[2] not in set(How):
        raise InvalidState("BAD_SETTLED", "{text} is not how a lance is settled.", text=repr(text)[:30])
    how = How(match[2])
    seat = None if match[4] is None else int(match[4])
    stones = int(match[3] or 0)
    bet = how in (How.ACCEPTED, How.REFUSED)
    if (stones > 0) != bet or (seat is not None) != (bet or how is How.ALONE):
        raise InvalidState("BAD_SETTLED", "{text} is not how a lance is settled.", text=repr(text)[:30])
    return Settled(_read_lance(match[1]), how, seat, stones)


def _read_bet(rules: MusRules, text: str) -> Bet:
    match = _BET.fullmatch(text.lower())
    if match is None:
        raise InvalidState(
            "BAD_BET", "{text} is no bet; write 5 by 0, or 5 by 0 over 2.", text=repr(text)[:30]
        )
    ordago = not match[1].isdecimal()
    before = int(match[3] or 0)
    bet = Bet(
        int(match[2]), rules.cap if ordago else int(match[1]), before, int(match[4] or before > 0), ordago
    )
    least = before + rules.min_raise if before else LEAST_BET
    if ordago:
        least = before
    if not least <= bet.stake <= rules.cap or (before > 0) != (bet.raises > 0) or 0 < before < LEAST_BET:
        raise InvalidState("BET_IMPOSSIBLE", "{text} cannot have been bet.", text=repr(text)[:30])
    if ordago and not rules.ordago:
        raise InvalidState("BET_IMPOSSIBLE", "{text} cannot have been bet.", text=repr(text)[:30])
    return bet


def _read_turn(
    parts: dict[str, str], phase: Phase, mano: int, hands: tuple[Hand, Hand], bet: Bet | None
) -> int | None:
    """Who is to act; given only where the rest leaves it open (has the mano spoken yet?)."""
    if phase is Phase.OVER:
        expected: tuple[int | None, ...] = (None,)
    elif phase in (Phase.DEAL, Phase.REDRAW):
        expected = (CHANCE,)
    elif phase is Phase.DISCARD:
        expected = (mano if len(hands[mano]) == HAND_SIZE else 1 - mano,)
        if len(hands[1 - mano]) != HAND_SIZE:
            raise InvalidState("MANO_DISCARDS_FIRST", "The mano discards first.")
    else:
        expected = (mano, 1 - mano) if bet is None else (1 - bet.seat,)
    if "to act" not in parts:
        return expected[0]
    turn = read_int(parts, "to act", 0)
    if turn not in expected:
        raise InvalidState("BAD_ACTOR", "to act cannot be {seat} here.", seat=turn)
    return turn
