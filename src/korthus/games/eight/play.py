"""The course of a session: what each action leads to."""

from __future__ import annotations

from msgspec.structs import replace

from korthus.core.cards import DECK, Card, in_order, without
from korthus.core.protocol import CHANCE, Event, Step
from korthus.games.eight.actions import Deal, EightAction, Lock, Place, PlaceCard, TakeBack
from korthus.games.eight.boards import (
    BOARDS,
    HAND_SIZE,
    NO_CARDS,
    PLO_SIZE,
    SPLITS,
    Board,
    Three,
    all_cards,
    counts_of,
    kind_of,
    omaha_board,
    open_splits,
    replaced,
)
from korthus.games.eight.errors import illegal, invalid
from korthus.games.eight.evaluate import describe
from korthus.games.eight.events import (
    AssignLocked,
    AssignPlaced,
    AssignReturned,
    AssignRevealed,
    AssignTakenBack,
    BoardKindLocked,
    BoardResult,
    CardsDealt,
    FlopDealt,
    GameEnded,
    HandResult,
    HandStarted,
    Sweep,
    TurnRiverDealt,
)
from korthus.games.eight.legal import has_room, may_repeat, may_take_back
from korthus.games.eight.memory import MOST_REPEATS, NOTHING, Memory
from korthus.games.eight.options import EightRules
from korthus.games.eight.scoring import (
    best_five,
    best_seats,
    board_share,
    outcome,
    settle,
    subpots,
    unpaid,
)
from korthus.games.eight.state import EightState, Phase


def first_state(rules: EightRules, seats: int) -> EightState:
    """A session that has not begun; it is always for two."""
    bankrolls = (rules.bankroll, rules.bankroll)
    return EightState(phase=Phase.DEAL, number=1, dealer=rules.first_dealer, bankrolls=bankrolls)


def to_act(rules: EightRules, state: EightState) -> int | None:
    """Whose turn it is: a seat, ``CHANCE``, or None when the session is over."""
    match state.phase:
        case Phase.PLACE:
            return state.turn
        case Phase.OVER:
            return None
        case Phase.DEAL | Phase.RUNOUT:
            return CHANCE


def located(state: EightState) -> tuple[Card, ...]:
    """Every card that is not in the deck."""
    first, second = state.placed
    return (
        state.hands[0]
        + state.hands[1]
        + all_cards(first)
        + all_cards(second)
        + all_cards(state.boards)
        + state.burnt
    )


def undealt(rules: EightRules, state: EightState) -> tuple[Card, ...]:
    """The cards still in the deck, in canonical order."""
    out = set(located(state))
    return tuple([card for card in DECK if card not in out])


def deal_size(rules: EightRules, state: EightState) -> int:
    """How many cards the next deal takes: hands and flops, or one board's turn and river, burns included."""
    if state.phase is Phase.DEAL:
        return 2 * HAND_SIZE + 3 * (rules.burns + 3)
    return 2 * (rules.burns + 1)


def next_board(rules: EightRules, state: EightState) -> Board:
    """The board that is run out next."""
    return next(board for board in rules.runout_order if not state.winners[board.number])


def apply(rules: EightRules, state: EightState, action: EightAction) -> Step[EightState]:
    """The next state and what came about. It is known that this kind of actor is to act."""
    match action:
        case Deal():
            _check_deal(rules, state, action)
            if state.phase is Phase.DEAL:
                return _deal_hand(rules, state, action.cards)
            return _run_out(rules, state, action.cards)
        case Place():
            return _place(rules, state, action)
        case PlaceCard():
            return _place_card(rules, state, action)
        case TakeBack():
            return _take_back(rules, state, action)
        case Lock():
            return _lock(rules, state)


# -- dealing ---------------------------------------------------------------------------------------


def _check_deal(rules: EightRules, state: EightState, deal: Deal) -> None:
    count = deal_size(rules, state)
    cards = deal.cards
    if (
        not _is_cards(cards)
        or len(cards) != count
        or len(set(cards)) != count
        or not set(cards).isdisjoint(located(state))
    ):
        raise illegal("BAD_DEAL", count=count)


def _deal_hand(rules: EightRules, state: EightState, cards: tuple[Card, ...]) -> Step[EightState]:
    """EI-13: one card at a time from the non-dealer, then the flops of A, B and C, each after its burn."""
    first, second = in_order(cards[0:16:2]), in_order(cards[1:16:2])
    hands = (first, second) if state.starter == 0 else (second, first)
    burnt: tuple[Card, ...] = ()
    flops: Three = NO_CARDS
    rest = cards[2 * HAND_SIZE :]
    for board in BOARDS:
        burnt += rest[: rules.burns]
        flops = replaced(flops, board, rest[rules.burns : rules.burns + 3])
        rest = rest[rules.burns + 3 :]
    ante = min(rules.ante, *state.bankrolls)  # EI-17
    bankrolls = (state.bankrolls[0] - ante, state.bankrolls[1] - ante)
    events: list[Event] = [
        HandStarted(
            dealer=state.dealer,
            number=state.number,
            ante=ante,
            pot=2 * ante,
            bankrolls=bankrolls,
            splits=open_splits(None),
        ),
    ]
    for seat in (state.starter, state.dealer):
        events.append(CardsDealt(to=seat, count=HAND_SIZE))
        events.append(CardsDealt(to=seat, count=HAND_SIZE, cards=hands[seat], audience=seat))
    events += [FlopDealt(board=board, cards=flops[board.number]) for board in BOARDS]
    after = EightState(
        phase=Phase.PLACE,
        number=state.number,
        dealer=state.dealer,
        bankrolls=bankrolls,
        bonus=state.bonus,
        ante=ante,
        hands=hands,
        turn=state.starter,
        boards=flops,
        burnt=burnt,
    )
    return Step(after, tuple(events))


# -- placing all eight cards at once ---------------------------------------------------------------


def _place(rules: EightRules, state: EightState, action: Place) -> Step[EightState]:
    if rules.assignment == "alternating":
        raise illegal("WRONG_MODE", assignment=rules.assignment)
    seat = _actor(state)
    plo = _check_placement(state, seat, action)
    placed = (in_order(action.a), in_order(action.b), in_order(action.c))
    if rules.assignment == "simultaneous":
        return _place_unseen(rules, state, seat, placed, plo)
    events = _announce(rules, seat, placed)
    if state.plo is None:
        events += _fix_kinds(plo)
        state = replace(state, plo=plo)
    return _locked(rules, _with_placed(state, seat, (), placed), seat, events)


def _check_placement(state: EightState, seat: int, action: Place) -> Board:
    """The Omaha board of a placement that is in order. The first failure of EI-23 is reported."""
    if not all(map(_is_cards, action.boards)):
        raise invalid("BAD_CARDS")
    cards = all_cards(action.boards)
    hand = state.hands[seat]
    for card in cards:
        if card not in hand:
            raise illegal("NOT_OWN_CARD", card=card)
    if len(set(cards)) != len(cards):
        raise illegal("DUPLICATE", card=next(card for card in cards if cards.count(card) > 1))
    if len(cards) != HAND_SIZE:
        raise illegal("COUNT", count=len(cards))
    a, b, c = counts_of(action.boards)
    if sorted((a, b, c)) != [2, 2, 4]:
        raise illegal("BAD_SPLIT", a=a, b=b, c=c)
    plo = next(board for board in BOARDS if len(action.boards[board.number]) == PLO_SIZE)
    if state.plo is not None and plo is not state.plo:
        raise illegal("WRONG_PLO_BOARD", board=state.plo)
    return plo


def _place_unseen(
    rules: EightRules, state: EightState, seat: int, placed: Three, plo: Board
) -> Step[EightState]:
    """Simultaneous placing: the starter's cards, and even the kind, are unknown until the other is ready."""
    other = 1 - seat
    if not state.locked[other]:
        events: list[Event] = _private(seat, placed)
        return _locked(rules, _with_placed(state, seat, (), placed), seat, events)
    events = _private(seat, placed) if rules.hidden_placement else []
    if state.plo is None:
        fixed = omaha_board(state.placed[other])
        assert fixed is not None
        public = _public(rules, other, state.placed[other]) + _fix_kinds(fixed)
        if fixed is not plo:  # EI-4: the starter's choice stands
            events = [
                *public,
                AssignReturned(player=seat, board=None, cards=None, partial_counts=(0, 0, 0)),
                AssignReturned(
                    player=seat, board=None, cards=all_cards(placed), partial_counts=(0, 0, 0), audience=seat
                ),
            ]
            return Step(replace(state, plo=fixed), tuple(events))
        events += public
        state = replace(state, plo=fixed)
    events += _public(rules, seat, placed)
    return _locked(rules, _with_placed(state, seat, (), placed), seat, events)


# -- placing card by card --------------------------------------------------------------------------


def _place_card(rules: EightRules, state: EightState, action: PlaceCard) -> Step[EightState]:
    if rules.assignment != "alternating":
        raise illegal("WRONG_MODE", assignment=rules.assignment)
    seat, card, board = _actor(state), action.card, action.board
    if type(card) is not Card or type(board) is not Board:
        raise invalid("BAD_CARDS")
    if card not in state.hands[seat]:
        raise illegal("NOT_OWN_CARD", card=card)
    before = state.placed[seat]
    if not has_room(counts_of(before), board, state.plo):
        a, b, c = (len(before[each.number]) + (each is board) for each in BOARDS)
        raise illegal("BAD_SPLIT", a=a, b=b, c=c)
    memory = state.memory[seat]
    if memory.knows(card, board) and not may_repeat(state.hands[seat], before, memory):
        raise illegal("REPEATED", card=card, board=board, limit=MOST_REPEATS)
    state = _with_memory(state, seat, memory.after_putting(card, board))
    placed = replaced(before, board, (*before[board.number], card))
    events = _one_card(rules, seat, board, card, placed)
    state = _with_placed(state, seat, without(state.hands[seat], (card,)), placed)
    shown = tuple(each for each in state.shown[seat] if each is not card)
    state = replace(state, shown=(shown, state.shown[1]) if seat == 0 else (state.shown[0], shown))
    if state.plo is None and len(placed[board.number]) == PLO_SIZE:
        events += _fix_kinds(board)
        state, returned = _return_third(rules, replace(state, plo=board), 1 - seat)
        events += returned
    turn = seat if state.locked[1 - seat] else 1 - seat
    return Step(replace(state, turn=turn), tuple(events))


def _return_third(rules: EightRules, state: EightState, seat: int) -> tuple[EightState, list[Event]]:
    """EI-3: of three cards on a board that is now hold'em, the latest goes back to the hand."""
    placed = state.placed[seat]
    for board in BOARDS:
        if board is not state.plo and len(placed[board.number]) > 2:
            card = placed[board.number][-1]
            state, placed = _back_to_hand(rules, state, seat, card, board)
            counts = counts_of(placed)
            own = AssignReturned(
                player=seat, board=board, cards=(card,), partial_counts=counts, audience=seat
            )
            if not rules.hidden_placement:
                return state, [replace(own, audience=None)]
            return state, [replace(own, cards=None, audience=None), own]
    return state, []


def _take_back(rules: EightRules, state: EightState, action: TakeBack) -> Step[EightState]:
    if rules.assignment != "alternating":
        raise illegal("WRONG_MODE", assignment=rules.assignment)
    seat, card = _actor(state), action.card
    if type(card) is not Card:
        raise invalid("BAD_CARDS")
    placed, hand, memory = state.placed[seat], state.hands[seat], state.memory[seat]
    board = next((each for each in BOARDS if card in placed[each.number]), None)
    if board is None:
        raise illegal("NOT_PLACED", card=card)
    if not may_take_back(rules, hand, placed, state.taken[seat], memory):
        if rules.take_backs is None:
            raise illegal("NOTHING_NEW", limit=MOST_REPEATS)
        raise illegal("NO_TAKE_BACKS", limit=rules.take_backs)
    state, placed = _back_to_hand(rules, state, seat, card, board)
    first, second = state.taken
    state = replace(state, taken=(first + 1, second) if seat == 0 else (first, second + 1))
    counts = counts_of(placed)
    own = AssignTakenBack(player=seat, board=board, cards=(card,), partial_counts=counts, audience=seat)
    if not rules.hidden_placement:
        return Step(state, (replace(own, audience=None),))
    return Step(state, (replace(own, cards=None, audience=None), own))


def _back_to_hand(
    rules: EightRules, state: EightState, seat: int, card: Card, board: Board
) -> tuple[EightState, Three]:
    before = state.placed[seat]
    placed = replaced(before, board, without(before[board.number], (card,)))
    if rules.take_backs is None:
        state = _with_memory(state, seat, state.memory[seat].after_leaving(card, board))
    state = _with_placed(state, seat, in_order((*state.hands[seat], card)), placed)
    if not rules.hidden_placement:
        seen = in_order((*state.shown[seat], card))
        state = replace(state, shown=(seen, state.shown[1]) if seat == 0 else (state.shown[0], seen))
    return state, placed


def _lock(rules: EightRules, state: EightState) -> Step[EightState]:
    if rules.assignment != "alternating":
        raise illegal("WRONG_MODE", assignment=rules.assignment)
    seat = _actor(state)
    if state.hands[seat]:
        raise illegal("COUNT", count=HAND_SIZE - len(state.hands[seat]))
    a, b, c = map(in_order, state.placed[seat])
    state = _with_memory(state, seat, NOTHING)
    return _locked(rules, _with_placed(state, seat, (), (a, b, c)), seat, [])


# -- what all ways of placing share ----------------------------------------------------------------


def _is_cards(cards: object) -> bool:
    """Whether this is a tuple of real cards (a text such as "As" only looks like one)."""
    return type(cards) is tuple and all(type(card) is Card for card in cards)


def _actor(state: EightState) -> int:
    assert state.turn is not None
    return state.turn


def _with_placed(state: EightState, seat: int, hand: tuple[Card, ...], placed: Three) -> EightState:
    if seat == 0:
        return replace(state, hands=(hand, state.hands[1]), placed=(placed, state.placed[1]))
    return replace(state, hands=(state.hands[0], hand), placed=(state.placed[0], placed))


def _with_memory(state: EightState, seat: int, memory: Memory) -> EightState:
    first, second = state.memory
    if memory == state.memory[seat]:
        return state
    return replace(state, memory=(memory, second) if seat == 0 else (first, memory))


def _fix_kinds(plo: Board) -> list[Event]:
    """EI-1: everybody learns all three kinds at once."""
    sizes, splits = SPLITS[plo], open_splits(plo)
    return [
        BoardKindLocked(board=board, kind=kind_of(board, plo), size=sizes[board.number], splits=splits)
        for board in BOARDS
    ]


def _announce(rules: EightRules, seat: int, placed: Three) -> list[Event]:
    """A full placement as its seat and everybody else learn it."""
    events = _public(rules, seat, placed)
    return events + _private(seat, placed) if rules.hidden_placement else events


def _public(rules: EightRules, seat: int, placed: Three) -> list[Event]:
    return _each_board(seat, placed, None, hidden=rules.hidden_placement)


def _private(seat: int, placed: Three) -> list[Event]:
    return _each_board(seat, placed, seat, hidden=False)


def _each_board(seat: int, placed: Three, audience: int | None, *, hidden: bool) -> list[Event]:
    a, b, c = counts_of(placed)
    partial = ((a, 0, 0), (a, b, 0), (a, b, c))
    return [
        AssignPlaced(
            player=seat,
            board=board,
            count=len(placed[board.number]),
            cards=None if hidden else placed[board.number],
            partial_counts=partial[board.number],
            audience=audience,
        )
        for board in BOARDS
    ]


def _one_card(rules: EightRules, seat: int, board: Board, card: Card, placed: Three) -> list[Event]:
    public = AssignPlaced(
        player=seat,
        board=board,
        count=1,
        cards=None if rules.hidden_placement else (card,),
        partial_counts=counts_of(placed),
    )
    if not rules.hidden_placement:
        return [public]
    return [public, replace(public, cards=(card,), audience=seat)]


def _locked(rules: EightRules, state: EightState, seat: int, events: list[Event]) -> Step[EightState]:
    """The seat's placement is final; when both are, the run-out begins."""
    events.append(AssignLocked(player=seat))
    other = 1 - seat
    if not state.locked[other]:
        locked = (True, False) if seat == 0 else (False, True)
        return Step(replace(state, locked=locked, turn=other), tuple(events))
    if rules.hidden_placement:
        for each in (state.starter, state.dealer):
            events.append(AssignRevealed(player=each, cards=state.placed[each]))
    return Step(replace(state, locked=(True, True), turn=None, phase=Phase.RUNOUT), tuple(events))


# -- running out the boards ------------------------------------------------------------------------


def _run_out(rules: EightRules, state: EightState, cards: tuple[Card, ...]) -> Step[EightState]:
    """Turn and river of one board, each after its burn; then the board is paid (E-11)."""
    assert state.plo is not None
    board = next_board(rules, state)
    kind = kind_of(board, state.plo)
    turn, river = cards[rules.burns], cards[2 * rules.burns + 1]
    full = (*state.boards[board.number], turn, river)
    made = [best_five(kind, placed[board.number], full) for placed in state.placed]
    (first, first_five), (second, second_five) = made
    winners = best_seats((first, second))
    shares = board_share(rules, state.pot, state.dealer, board, winners)
    a, b, c = (winners if each is board else state.winners[each.number] for each in BOARDS)
    names = (describe(first), describe(second))
    bankrolls = (state.bankrolls[0] + shares[0], state.bankrolls[1] + shares[1])
    events: list[Event] = [
        TurnRiverDealt(board=board, turn=turn, river=river),
        BoardResult(
            board=board,
            kind=kind,
            winner_ids=winners,
            hand_desc=names[winners[0]],
            subpot=subpots(rules, state.pot)[board.number],
            hands=names,
            fives=(first_five, second_five),
            shares=shares,
            pot=unpaid(rules, state.pot, state.dealer, (a, b, c)),
            bankrolls=bankrolls,
        ),
    ]
    after = replace(
        state,
        boards=replaced(state.boards, board, full),
        burnt=state.burnt + tuple(card for card in cards if card is not turn and card is not river),
        winners=(a, b, c),
        bankrolls=bankrolls,
    )
    if a and b and c:
        return _end_hand(rules, after, events)
    return Step(after, tuple(events))


def _end_hand(rules: EightRules, state: EightState, events: list[Event]) -> Step[EightState]:
    end = settle(rules, state, state.bankrolls)
    if end.sweeper is not None:
        events.append(Sweep(player=end.sweeper, bonus=end.bonus, source=rules.sweep_source))
    events.append(HandResult(payouts=end.payouts, net=end.net, pot=end.pot, bankrolls=end.bankrolls))
    bonus = (state.bonus[0] + end.bonus_net[0], state.bonus[1] + end.bonus_net[1])
    if 0 in end.bankrolls or state.number >= rules.longest:
        over = replace(state, phase=Phase.OVER, bankrolls=end.bankrolls, bonus=bonus)
        events.append(GameEnded(bankrolls=end.bankrolls, winners=outcome(rules, over).winners))
        return Step(over, tuple(events))
    following = EightState(
        phase=Phase.DEAL,
        number=state.number + 1,
        dealer=1 - state.dealer,
        bankrolls=end.bankrolls,
        bonus=bonus,
    )
    return Step(following, tuple(events))
