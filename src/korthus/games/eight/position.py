"""Positions as text: every part of a state, and what may be left out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from korthus.core.cards import Card, in_order
from korthus.core.errors import InvalidState
from korthus.core.text import read_int, read_parts, write_parts
from korthus.games.eight.boards import BOARDS, HAND_SIZE, Board, Three, all_cards, counts_of, kind_of
from korthus.games.eight.errors import impossible
from korthus.games.eight.memory import MOST_REPEATS, MOST_TAKEN, NOTHING, Memory
from korthus.games.eight.options import EightRules
from korthus.games.eight.scoring import Winners, best_seats, paid, settle, strength, unpaid
from korthus.games.eight.state import EightState, Phase
from korthus.games.eight.text import CARDS, LETTERS

_KEYS: Final = (
    "phase",
    "number",
    "dealer",
    "bankrolls",
    "bonus",
    "ante",
    "board a",
    "board b",
    "board c",
    "hand 0",
    "hand 1",
    "placed 0",
    "placed 1",
    "locked",
    "plo",
    "to act",
    "taken",
    "lain 0",
    "lain 1",
    "repeats",
    "shown 0",
    "shown 1",
    "burnt",
)


def format_state(state: EightState) -> str:
    """The position in full; ``parse_state`` gives it back."""
    in_hand = state.phase is not Phase.DEAL
    repeats = (state.memory[0].repeats, state.memory[1].repeats)
    parts = [
        ("phase", state.phase.value),
        ("number", str(state.number)),
        ("dealer", str(state.dealer)),
        ("bankrolls", _pair(state.bankrolls)),
        ("bonus", _pair(state.bonus) if any(state.bonus) else ""),
        ("ante", str(state.ante) if in_hand else ""),
        *((f"board {board.lower()}", " ".join(state.boards[board.number])) for board in BOARDS),
        *((f"hand {seat}", " ".join(state.hands[seat])) for seat in (0, 1)),
        *((f"placed {seat}", _write_three(state.placed[seat])) for seat in (0, 1)),
        ("locked", ", ".join(str(seat) for seat in (0, 1) if state.locked[seat])),
        ("plo", state.plo.value if state.plo else ""),
        ("to act", str(state.turn) if state.turn is not None else ""),
        ("taken", _pair(state.taken) if any(state.taken) else ""),
        *((f"lain {seat}", _write_three(state.memory[seat].lain)) for seat in (0, 1)),
        ("repeats", _pair(repeats) if any(repeats) else ""),
        *((f"shown {seat}", " ".join(state.shown[seat])) for seat in (0, 1)),
        ("burnt", " ".join(state.burnt)),
    ]
    return write_parts(parts)


def _pair(values: tuple[int, int]) -> str:
    return f"{values[0]}/{values[1]}"


def _write_three(three: Three) -> str:
    return ", ".join(f"{board} {' '.join(three[board.number])}" for board in BOARDS if three[board.number])


def parse_state(rules: EightRules, text: str) -> EightState:
    """The position of a text.

    Left out, the phase follows from the cards, the kind and the turn from who has placed, and the chips from
    the rules: everybody has the starting bankroll less the ante.

    Raises:
        InvalidState: it is no position of a game under these rules.
    """
    parts = read_parts(text, _KEYS)
    number, dealer = read_int(parts, "number", 1), read_int(parts, "dealer", rules.first_dealer)
    _must(
        1 <= number <= rules.longest,
        "BAD_HAND_NUMBER",
        "The hand's number must be 1 to {most}.",
        most=rules.longest,
    )
    _must(dealer in (0, 1), "BAD_DEALER", "The dealer is 0, the first seat, or 1.")
    boards = (_cards(parts, "board a"), _cards(parts, "board b"), _cards(parts, "board c"))
    if not all_cards(boards):
        return _between_hands(rules, parts, number, dealer)

    hands = (in_order(_cards(parts, "hand 0")), in_order(_cards(parts, "hand 1")))
    placed = (_three(parts, "placed 0"), _three(parts, "placed 1"))
    burnt = _cards(parts, "burnt")
    _check_cards(hands, placed, (*all_cards(boards), *burnt))
    locked = _locked(rules, parts, hands)
    placed = (_settled(placed[0], locked[0]), _settled(placed[1], locked[1]))
    plo = _plo(rules, parts, placed, locked, dealer)
    state = EightState(
        phase=_phase(parts, boards, locked),
        number=number,
        dealer=dealer,
        bankrolls=(0, 0),
        bonus=_numbers(parts, "bonus", (0, 0)),
        ante=read_int(parts, "ante", min(rules.ante, rules.bankroll)),
        hands=hands,
        placed=placed,
        locked=locked,
        plo=plo,
        turn=_turn(rules, parts, locked, dealer),
        taken=_numbers(parts, "taken", (0, 0)),
        memory=_memories(parts),
        shown=(in_order(_cards(parts, "shown 0")), in_order(_cards(parts, "shown 1"))),
        boards=boards,
        burnt=burnt,
        winners=_winners(boards, placed, plo),
    )
    _check_runout(rules, state)
    _check_shown(rules, state)
    _check_taken(rules, state)
    return _with_chips(rules, parts, state)


def _check_cards(
    hands: tuple[tuple[Card, ...], ...], placed: tuple[Three, ...], others: tuple[Card, ...]
) -> None:
    """Each seat has eight cards, in the hand and on the boards, and no card is anywhere twice."""
    everywhere = [*others]
    for seat in (0, 1):
        own = (*hands[seat], *all_cards(placed[seat]))
        _must(
            len(own) == HAND_SIZE,
            "HAND_COUNT",
            "Seat {seat} must have 8 cards, not {count}.",
            seat=seat + 1,
            count=len(own),
        )
        everywhere += own
    _must(len(set(everywhere)) == len(everywhere), "CARD_TWICE", "A card is in two places.")


def _between_hands(rules: EightRules, parts: Mapping[str, str], number: int, dealer: int) -> EightState:
    """A position without boards: the next hand is to be dealt."""
    for key in parts:
        _must(
            key in ("phase", "number", "dealer", "bankrolls", "bonus"),
            "NO_BOARDS",
            "There are no boards, so there can be no {part}.",
            part=key,
        )
    _must(
        parts.get("phase", "deal").lower() == "deal",
        "PHASE_WITHOUT_BOARDS",
        "Without boards the phase is deal.",
    )
    first, second = _numbers(parts, "bankrolls", (rules.bankroll, rules.bankroll))
    _must(first > 0 and second > 0, "NO_CHIPS_LEFT", "Both players need chips for another hand.")
    if not _house_pays(rules):
        _must_add_up(rules, first + second)
    bonus = _numbers(parts, "bonus", (0, 0))
    _check_bonus(rules, bonus)
    return EightState(phase=Phase.DEAL, number=number, dealer=dealer, bankrolls=(first, second), bonus=bonus)


def _must(holds: bool, code: str, reason: str, **params: object) -> None:
    if not holds:
        raise InvalidState(code, reason, **params)


def _cards(parts: Mapping[str, str], key: str) -> tuple[Card, ...]:
    found = []
    for word in parts.get(key, "").replace(",", " ").split():
        card = CARDS.get(word.lower())
        if card is None:
            raise impossible("UNKNOWN_CARD", text=repr(word)[:40])
        found.append(card)
    return tuple(found)


def _three(parts: Mapping[str, str], key: str) -> Three:
    groups: dict[str, str] = {}
    letter = ""
    for word in parts.get(key, "").replace(",", " ").replace(":", " ").split():
        if word.lower() in LETTERS:
            letter = word.lower()
        else:
            _must(bool(letter), "BOARD_FIRST", "{part} must name the board first, as in A As 9d.", part=key)
            groups[letter] = f"{groups.get(letter, '')} {word}"
    return (_cards(groups, "a"), _cards(groups, "b"), _cards(groups, "c"))


def _numbers(parts: Mapping[str, str], key: str, default: tuple[int, int]) -> tuple[int, int]:
    if key not in parts:
        return default
    first, slash, second = parts[key].partition("/")
    _must(bool(slash), "TWO_NUMBERS", "{part} must be two numbers, as in 950/950.", part=key)
    return (
        read_int({key: first.strip()}, key, 0),
        read_int({key: second.strip()}, key, 0),
    )


def _locked(
    rules: EightRules, parts: Mapping[str, str], hands: tuple[tuple[Card, ...], ...]
) -> tuple[bool, bool]:
    """Who has locked. Where submission is locking, that is whoever has placed."""
    words = parts.get("locked", "").replace(",", " ").split()
    _must(set(words) <= {"0", "1"}, "BAD_LOCKED", "locked names seats: 0, 1 or both.")
    placed = (not hands[0], not hands[1])
    locked = ("0" in words, "1" in words)
    if rules.assignment == "alternating":
        for seat in (0, 1):
            _must(
                placed[seat] or not locked[seat],
                "LOCKED_TOO_EARLY",
                "A seat with cards in hand cannot have locked.",
            )
        return locked
    _must(not words or locked == placed, "LOCKED_MISMATCH", "Exactly the seats that have placed have locked.")
    return placed


def _settled(three: Three, locked: bool) -> Three:
    """The order of placing no longer matters once a seat has locked."""
    return (in_order(three[0]), in_order(three[1]), in_order(three[2])) if locked else three


def _plo(
    rules: EightRules,
    parts: Mapping[str, str],
    placed: tuple[Three, Three],
    locked: tuple[bool, bool],
    dealer: int,
) -> Board | None:
    """The Omaha board that is public, checked against what lies on the boards."""
    fours = {board for board in BOARDS for three in placed if len(three[board.number]) == 4}
    _must(len(fours) <= 1, "TWO_PLO_BOARDS", "Only one board can have four cards of a seat.")
    given = parts.get("plo")
    _must(given is None or given.lower() in LETTERS, "BAD_PLO", "plo must be A, B or C.")
    secret = rules.assignment == "simultaneous" and locked != (True, True)
    if given is not None:
        plo: Board | None = LETTERS[given.lower()]
    else:
        plo = None if secret or not fours else next(iter(fours))
    _must(
        not fours or plo in fours or (secret and plo is None),
        "PLO_ELSEWHERE",
        "plo must be where four cards lie.",
    )
    if plo is not None and not fours:
        # Only a card that was taken back can leave a fixed Omaha board without four cards.
        _must(
            rules.assignment == "alternating",
            "PLO_TOO_EARLY",
            "No board is PLO before four cards lie there.",
        )
    for seat in (0, 1):
        _must(
            _fits(rules, placed[seat], plo),
            "SPLIT_IMPOSSIBLE",
            "The cards of seat {seat} cannot become 4/2/2.",
            seat=seat + 1,
        )
    if rules.assignment != "alternating":
        _must(
            locked[1 - dealer] or not locked[dealer],
            "DEALER_LAST",
            "The dealer places after the other player.",
        )
    return plo


def _fits(rules: EightRules, three: Three, plo: Board | None) -> bool:
    """Whether a seat can have placed these cards."""
    counts = counts_of(three)
    if rules.assignment != "alternating":
        return counts == (0, 0, 0) or sorted(counts) == [2, 2, 4]
    if plo is None:
        return max(counts) <= 3 and sorted(counts)[1] <= 2
    return all(counts[board.number] <= (4 if board is plo else 2) for board in BOARDS)


def _phase(parts: Mapping[str, str], boards: Three, locked: tuple[bool, bool]) -> Phase:
    sizes = counts_of(boards)
    _must(set(sizes) <= {3, 5}, "BOARD_COUNT", "A board has 3 or 5 cards.")
    if locked != (True, True):
        _must(sizes == (3, 3, 3), "BOARD_TOO_EARLY", "A board has 3 cards until both players have locked.")
        phase = Phase.PLACE
    else:
        phase = Phase.OVER if sizes == (5, 5, 5) else Phase.RUNOUT
    _must(
        parts.get("phase", phase).lower() == phase,
        "BAD_PHASE",
        "With these cards the phase is {phase}.",
        phase=phase,
    )
    return phase


def _turn(rules: EightRules, parts: Mapping[str, str], locked: tuple[bool, bool], dealer: int) -> int | None:
    open_seats = [seat for seat in (1 - dealer, dealer) if not locked[seat]]
    allowed = open_seats if rules.assignment == "alternating" else open_seats[:1]
    if not allowed:
        _must("to act" not in parts, "NOBODY_TO_ACT", "Nobody is to act: both have locked.")
        return None
    turn = read_int(parts, "to act", allowed[0])
    _must(turn in allowed, "TURN_OF", "It must be the turn of seat {seat}.", seat=allowed[0] + 1)
    return turn


def _winners(boards: Three, placed: tuple[Three, Three], plo: Board | None) -> Winners:
    found: list[tuple[int, ...]] = []
    for board in BOARDS:
        full = boards[board.number]
        if len(full) < 5 or plo is None:
            found.append(())
        else:
            first, second = (strength(kind_of(board, plo), three[board.number], full) for three in placed)
            found.append(best_seats((first, second)))
    a, b, c = found
    return (a, b, c)


def _check_runout(rules: EightRules, state: EightState) -> None:
    done = [bool(state.winners[board.number]) for board in rules.runout_order]
    _must(done == sorted(done, reverse=True), "BAD_RUNOUT", "The boards must be run out in their order.")
    burns = rules.burns * (3 + 2 * sum(done))
    _must(
        len(state.burnt) == burns,
        "BURN_COUNT",
        "{count} cards must be burnt by now, not {given}.",
        count=burns,
        given=len(state.burnt),
    )


def _check_shown(rules: EightRules, state: EightState) -> None:
    for seat in (0, 1):
        _must(
            set(state.shown[seat]) <= set(state.hands[seat]),
            "SHOWN_NOT_HELD",
            "A card that was shown must be in the hand.",
        )
        _must(
            not state.shown[seat] or (rules.assignment == "alternating" and not rules.hidden_placement),
            "KNOWN_NEEDS_OPEN",
            "Cards in hand can be known only where they are placed in turn and face up.",
        )


def _memories(parts: Mapping[str, str]) -> tuple[Memory, Memory]:
    repeats = _numbers(parts, "repeats", (0, 0))
    lain = (_settled(_three(parts, "lain 0"), True), _settled(_three(parts, "lain 1"), True))
    return (Memory(lain[0], repeats[0]), Memory(lain[1], repeats[1]))


def _check_taken(rules: EightRules, state: EightState) -> None:
    """EI-5: what was taken back, and what is remembered of it, can have come about."""
    in_turn = rules.assignment == "alternating"
    most = (MOST_TAKEN if rules.take_backs is None else rules.take_backs) if in_turn else 0
    for seat in (0, 1):
        taken, memory, placed = state.taken[seat], state.memory[seat], state.placed[seat]
        _must(0 <= taken <= most, "TOO_MANY_TAKE_BACKS", "A seat has taken back more cards than it may.")
        if memory == NOTHING:
            continue
        free = in_turn and rules.take_backs is None and not state.locked[seat]
        _must(free, "NOTHING_TO_REPEAT", "Seat {seat} has nothing to repeat here.", seat=seat + 1)
        own = {*state.hands[seat], *all_cards(placed)}
        _must(
            all(set(cards) <= own and len(set(cards)) == len(cards) for cards in memory.lain),
            "LAIN_NOT_OWN",
            "What has lain on a board must be cards of that seat, each once.",
        )
        # Each card that left was taken back, or returned when the other player fixed the Omaha board.
        left = taken + (state.plo is not None)
        again = sum(card in memory.lain[board.number] for board in BOARDS for card in placed[board.number])
        _must(
            0 <= memory.repeats <= MOST_REPEATS
            and len(all_cards(memory.lain)) + memory.repeats <= left + again,
            "MORE_THAN_TAKEN",
            "Seat {seat} has taken back too few cards to have repeated or tried so much.",
            seat=seat + 1,
        )


def _house_pays(rules: EightRules) -> bool:
    return rules.sweep_bonus and rules.sweep_source == "house"


def _check_bonus(rules: EightRules, bonus: tuple[int, int]) -> None:
    _must(
        _house_pays(rules) or sum(bonus) == 0, "SWEEP_BALANCE", "What one wins by sweeps the other one pays."
    )


def _must_add_up(rules: EightRules, chips: int) -> None:
    _must(
        chips == 2 * rules.bankroll,
        "BAD_CHIPS",
        "The chips must add up to {sum}, not {chips}.",
        sum=2 * rules.bankroll,
        chips=chips,
    )


def _with_chips(rules: EightRules, parts: Mapping[str, str], state: EightState) -> EightState:
    """The state with its bankrolls: given, or as if everybody had begun this hand with the first bankroll."""
    _must(1 <= state.ante <= rules.ante, "BAD_ANTE", "The ante must be 1 to {most}.", most=rules.ante)
    won = paid(rules, state.pot, state.dealer, state.winners)
    behind = rules.bankroll - state.ante
    usual = (behind + won[0], behind + won[1])
    in_pot = unpaid(rules, state.pot, state.dealer, state.winners)
    if state.phase is Phase.OVER:
        usual = settle(rules, state, usual).bankrolls
        in_pot = 0
    bankrolls = _numbers(parts, "bankrolls", usual)
    _check_bonus(rules, state.bonus)
    _must(min(bankrolls) >= 0, "NEGATIVE_CHIPS", "Nobody can have fewer than no chips.")
    if not _house_pays(rules):
        _must_add_up(rules, sum(bankrolls) + in_pot)
    if state.phase is Phase.OVER:
        _must(
            0 in bankrolls or state.number == rules.longest,
            "SESSION_GOES_ON",
            "The session goes on after hand {number}, so the boards would be cleared.",
            number=state.number,
        )
    return replace(state, bankrolls=bankrolls)
