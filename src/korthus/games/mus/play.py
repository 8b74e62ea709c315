"""What an action leads to. One function per phase; everything is checked before anything is made."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from korthus.core.protocol import CHANCE, Event, Step
from korthus.games.mus import events as ev
from korthus.games.mus.actions import (
    Accept,
    Deal,
    Discard,
    Envido,
    Mus,
    MusAction,
    NoMus,
    Ordago,
    Pass,
    Refuse,
)
from korthus.games.mus.cards import HAND_SIZE, Hand, Rank, counts, in_order, spread
from korthus.games.mus.errors import illegal, unreadable
from korthus.games.mus.menu import Menu
from korthus.games.mus.options import SINGLE_HAND_CAP, MusRules
from korthus.games.mus.scoring import Lance, strength, value, winner
from korthus.games.mus.state import Bet, How, MusState, Phase, Settled, Tally

_DEALT: Final = tuple(ev.CardsDealt(seat=seat, count=HAND_SIZE) for seat in (0, 1))
_STARTED: Final = {lance: ev.LanceStarted(lance=lance) for lance in Lance}


def first(rules: MusRules) -> MusState:
    """The start of a match: the first hand is to be dealt."""
    return MusState(Phase.DEAL, CHANCE, 1, rules.first_mano, (0, 0))


def apply(rules: MusRules, menu: Menu, state: MusState, action: MusAction) -> Step[MusState]:
    """The state after an action of the seat (or chance) that is to act.

    Raises:
        InvalidAction: the action holds something that is no card or no number.
        IllegalAction: the rules do not allow it now.
    """
    if state.phase is Phase.BET:
        return _bet(rules, menu, state, action)
    if isinstance(action, Deal):
        return _deal(rules, state, action)
    if state.phase is Phase.MUS:
        return _talk(state, action)
    return _discard(state, action)


# -- cards ---------------------------------------------------------------------------------------------


class Due:
    """The cards that chance owes: how many, from which, and to whom (None: a new hand for both)."""

    __slots__ = ("count", "numbers", "reshuffled", "seat")

    def __init__(self, rules: MusRules, state: MusState) -> None:
        if state.phase is Phase.DEAL:
            self.seat: int | None = None
            self.count = 2 * HAND_SIZE
            self.numbers: tuple[int, ...] = rules.deck
            self.reshuffled = 0
            return
        seat = self.seat = state.mano if len(state.hands[state.mano]) < HAND_SIZE else 1 - state.mano
        held = counts(state.hands[0] + state.hands[1])
        thrown = state.discards[0] + state.discards[1]
        numbers = tuple(a - b - c for a, b, c in zip(rules.deck, held, counts(thrown), strict=True))
        # The stock gives what it has; the discards are shuffled only when nothing is left (UI-2).
        self.reshuffled = 0 if any(numbers) else len(thrown)
        if self.reshuffled:
            numbers = tuple(a - b for a, b in zip(rules.deck, held, strict=True))
        self.numbers = numbers
        self.count = min(HAND_SIZE - len(state.hands[seat]), sum(numbers))

    def pool(self) -> Hand:
        """The undealt cards in canonical order."""
        return spread(self.numbers)


def _deal(rules: MusRules, state: MusState, action: Deal) -> Step[MusState]:
    due = Due(rules, state)
    cards = action.cards
    _check_cards(cards)
    if len(cards) != due.count or any(cards.count(card) > due.numbers[7 - card.height] for card in cards):
        raise illegal("BAD_DEAL", count=due.count)
    if due.seat is None:
        return _new_hand(rules, state, cards)
    return _redraw(rules, state, due, cards)


def _check_cards(cards: object) -> None:
    if type(cards) is not tuple or not all(type(card) is Rank for card in cards):
        raise unreadable(repr(cards)[:60])


def _new_hand(rules: MusRules, state: MusState, cards: Hand) -> Step[MusState]:
    mano = state.mano
    ahead, behind = in_order(cards[:HAND_SIZE]), in_order(cards[HAND_SIZE:])
    hands = (ahead, behind) if mano == 0 else (behind, ahead)
    events: list[Event] = [
        ev.HandStarted(number=state.number, mano=mano, stones=state.stones),
        *_DEALT,
        ev.CardsReceived(audience=0, seat=0, cards=hands[0]),
        ev.CardsReceived(audience=1, seat=1, cards=hands[1]),
    ]
    if rules.mus_phase:
        phase, lance = Phase.MUS, None
    else:
        phase, lance = Phase.BET, Lance.GRANDE
        events.append(_STARTED[lance])
    return Step(
        MusState(phase, mano, state.number, mano, state.stones, state.tally, hands, lance), tuple(events)
    )


def _redraw(rules: MusRules, state: MusState, due: Due, cards: Hand) -> Step[MusState]:
    seat, mano = due.seat, state.mano
    assert seat is not None
    events: list[Event] = []
    discards = state.discards
    if due.reshuffled:
        events.append(ev.StockReshuffled(count=due.reshuffled))
        discards = ((), ())
    events.append(ev.CardsDealt(seat=seat, count=len(cards)))
    events.append(ev.CardsReceived(audience=seat, seat=seat, cards=in_order(cards)))
    hands = _replaced(state.hands, seat, in_order(state.hands[seat] + cards))
    after = replace(state, hands=hands, discards=discards)
    if len(hands[0]) == len(hands[1]) == HAND_SIZE:
        after = replace(after, phase=Phase.MUS, actor=mano, redeals=state.redeals + 1)
        if after.redeals == rules.max_mus:
            after = _begin_betting(after, events)
    return Step(after, tuple(events))


def _begin_betting(state: MusState, events: list[Event]) -> MusState:
    events.append(_STARTED[Lance.GRANDE])
    return replace(state, phase=Phase.BET, actor=state.mano, lance=Lance.GRANDE)


def _talk(state: MusState, action: MusAction) -> Step[MusState]:
    """Mus or no mus: the mano is asked first, and both must want it (UI-2)."""
    seat, mano = state.actor, state.mano
    assert seat is not None
    if type(action) is NoMus:
        events: list[Event] = [ev.MusCut(seat=seat)]
        return Step(_begin_betting(state, events), tuple(events))
    if type(action) is not Mus:
        raise illegal("NO_DISCARD_NOW" if type(action) is Discard else "MUS_FIRST")
    if seat == mano:
        after = replace(state, actor=1 - mano)
    else:
        after = replace(state, phase=Phase.DISCARD, actor=mano)
    return Step(after, (ev.MusWanted(seat=seat),))


def _discard(state: MusState, action: MusAction) -> Step[MusState]:
    if type(action) is not Discard:
        raise illegal("DISCARD_FIRST")
    seat, mano, cards = state.actor, state.mano, action.cards
    assert seat is not None
    _check_cards(cards)
    if not cards or cards != in_order(cards):
        raise unreadable(str(action)[:60])
    rest = list(state.hands[seat])
    for card in cards:
        if card not in rest:
            raise illegal("NOT_IN_HAND", cards=" ".join(cards))
        rest.remove(card)
    after = replace(
        state,
        hands=_replaced(state.hands, seat, tuple(rest)),
        discards=_replaced(state.discards, seat, in_order(state.discards[seat] + cards)),
        phase=Phase.DISCARD if seat == mano else Phase.REDRAW,
        actor=1 - mano if seat == mano else CHANCE,
    )
    return Step(
        after,
        (
            ev.CardsDiscarded(seat=seat, count=len(cards)),
            ev.DiscardKept(audience=seat, seat=seat, cards=cards),
        ),
    )


def _replaced(hands: tuple[Hand, Hand], seat: int, hand: Hand) -> tuple[Hand, Hand]:
    return (hand, hands[1]) if seat == 0 else (hands[0], hand)


# -- betting -------------------------------------------------------------------------------------------


def _bet(rules: MusRules, menu: Menu, state: MusState, action: MusAction) -> Step[MusState]:
    match action:
        case Envido(amount=amount):
            return _envido(menu, state, amount)
        case Pass():
            return _pass(rules, state)
        case Accept():
            return _accept(rules, state)
        case Refuse():
            return _refuse(rules, state)
        case Ordago():
            return _call_ordago(rules, state)
        case Discard():
            raise illegal("NO_DISCARD_NOW")
        case _:
            raise illegal("NO_MUS_NOW")


def _speaker(state: MusState) -> tuple[int, Lance]:
    """Who speaks, and on which lance."""
    assert state.actor is not None
    assert state.lance is not None
    return state.actor, state.lance


def _pass(rules: MusRules, state: MusState) -> Step[MusState]:
    seat, lance = _speaker(state)
    if state.bet is not None:  # UI-17: to pass on a bet is to refuse it
        return _refuse(rules, state)
    passed = ev.Passed(seat=seat, lance=lance)
    if seat == state.mano:
        return Step(replace(state, actor=1 - seat), (passed,))
    return _settle(rules, state, Settled(lance, How.PASS), [passed])


def _envido(menu: Menu, state: MusState, amount: int) -> Step[MusState]:
    seat, lance = _speaker(state)
    bet = state.bet
    if type(amount) is not int:
        raise unreadable(f"envido {amount!r}"[:60])
    if amount not in menu.amounts(bet):
        raise menu.why_not(amount, bet)
    if bet is None:
        new = Bet(seat, amount, 0, 0, False)
    else:
        new = Bet(seat, bet.stake + amount, bet.stake, bet.raises + 1, False)
    made = ev.EnvidoMade(seat=seat, lance=lance, amount=amount, stake=new.stake, raised=bet is not None)
    return Step(replace(state, actor=1 - seat, bet=new), (made,))


def _call_ordago(rules: MusRules, state: MusState) -> Step[MusState]:
    seat, lance = _speaker(state)
    bet = state.bet
    if not rules.ordago:
        raise illegal("NO_ORDAGO")
    if bet is None:
        new = Bet(seat, rules.cap, 0, 0, True)
    elif bet.ordago:
        raise illegal("ONLY_ANSWER")
    else:
        new = Bet(seat, rules.cap, bet.stake, bet.raises + 1, True)
    return Step(replace(state, actor=1 - seat, bet=new), (ev.OrdagoCalled(seat=seat, lance=lance),))


def _accept(rules: MusRules, state: MusState) -> Step[MusState]:
    seat, lance = _speaker(state)
    bet = state.bet
    if bet is None:
        raise illegal("NO_BET")
    events: list[Event] = [ev.BetAccepted(seat=seat, lance=lance, stake=bet.stake, ordago=bet.ordago)]
    if bet.ordago:
        return _ordago(rules, state, lance, events)
    return _settle(rules, state, Settled(lance, How.ACCEPTED, bet.seat, bet.stake), events)


def _refuse(rules: MusRules, state: MusState) -> Step[MusState]:
    """The deje counts at once (U-14): one stone, or what the refused raise had already accepted (UI-8)."""
    seat, lance = _speaker(state)
    bet = state.bet
    if bet is None:
        raise illegal("NO_BET")
    deje = bet.before if bet.before and rules.deje_after_raise == "previous_stake" else 1
    score = _Score(rules, state)
    score.events.append(ev.BetRefused(seat=seat, lance=lance, deje=deje))
    score.add(bet.seat, lance, ev.Reason.DEJE, deje)
    if score.won is not None:
        return _over(state, score, shown=False)
    after = replace(state, stones=score.stones(), tally=score.tally())
    return _settle(rules, after, Settled(lance, How.REFUSED, bet.seat, deje), score.events)


def _ordago(rules: MusRules, state: MusState, lance: Lance, events: list[Event]) -> Step[MusState]:
    """An accepted órdago: the cards are shown, this lance decides everything, nothing else counts (UI-16)."""
    score = _Score(rules, state, events)
    events.append(ev.HandsShown(hands=state.hands))
    seat = winner(lance, state.hands, state.mano)
    target = rules.target_stones
    stones = SINGLE_HAND_CAP if target is None else target - state.stones[seat]
    score.add(seat, lance, ev.Reason.ORDAGO, stones)
    return _over(state, score, shown=True)


def _settle(rules: MusRules, state: MusState, result: Settled, events: list[Event]) -> Step[MusState]:
    """A lance is decided: on to the next one that has betting, or to the count."""
    following, unbet = _next_lance(result.lance, state.hands, state.mano, events)
    settled = (*state.settled, result, *unbet)
    if following is None:
        return _showdown(rules, state, settled, events)
    events.append(_STARTED[following])
    after = replace(state, actor=state.mano, lance=following, bet=None, settled=settled)
    return Step(after, tuple(events))


def _next_lance(
    lance: Lance, hands: tuple[Hand, Hand], mano: int, events: list[Event]
) -> tuple[Lance | None, tuple[Settled, ...]]:
    """The next lance to bet on, if there is one, and those on the way that are settled without betting."""
    if lance is Lance.GRANDE:
        return Lance.CHICA, ()
    if lance is Lance.JUEGO or lance is Lance.PUNTO:
        return None, ()
    unbet: tuple[Settled, ...] = ()
    for declared in (Lance.PARES, Lance.JUEGO) if lance is Lance.CHICA else (Lance.JUEGO,):
        result = _declare(declared, hands, mano, events)
        if isinstance(result, Lance):
            return result, unbet
        unbet = (*unbet, result)
    return None, unbet


def _declare(lance: Lance, hands: tuple[Hand, Hand], mano: int, events: list[Event]) -> Lance | Settled:
    """Both say whether they have pares or juego (UI-18).

    Gives the lance to bet on then, or how it is settled without betting (UI-10).
    """
    place = lance.place
    has = (strength(hands[0])[place] > 0, strength(hands[1])[place] > 0)
    for seat in (mano, 1 - mano):
        events.append(ev.DeclarationMade(seat=seat, lance=lance, has=has[seat]))
    if has[0] and has[1]:
        return lance
    if has[0] or has[1]:
        return Settled(lance, How.ALONE, 0 if has[0] else 1)
    return Lance.PUNTO if lance is Lance.JUEGO else Settled(lance, How.NOBODY)


# -- counting ------------------------------------------------------------------------------------------


class _Score:
    """A count in progress: it stops by itself when the target is reached (UI-6, UI-21)."""

    def __init__(self, rules: MusRules, state: MusState, events: list[Event] | None = None) -> None:
        self._target = rules.target_stones
        self._stones = list(state.stones)
        self._tally = [list(each) for each in state.tally]
        self.events: list[Event] = [] if events is None else events
        self.won: int | None = None

    def add(self, seat: int, lance: Lance, reason: ev.Reason, stones: int) -> None:
        """Score some stones, unless the match is won already."""
        if self.won is not None or not stones:
            return
        total = self._stones[seat] = self._stones[seat] + stones
        self._tally[seat][lance.place] += stones
        self.events.append(ev.StonesScored(seat=seat, lance=lance, reason=reason, stones=stones, total=total))
        if self._target is not None and total >= self._target:
            self.won = seat

    def stones(self) -> tuple[int, int]:
        return (self._stones[0], self._stones[1])

    def tally(self) -> Tally:
        return (tuple(self._tally[0]), tuple(self._tally[1]))


def _showdown(
    rules: MusRules, state: MusState, settled: tuple[Settled, ...], events: list[Event]
) -> Step[MusState]:
    """Both hands are shown and the lances are counted in order (UI-6)."""
    score = _Score(rules, state, events)
    events.append(ev.HandsShown(hands=state.hands))
    for result in settled:
        _count(rules, state, result, score)
    if score.won is not None or rules.target_stones is None:
        return _over(state, score, shown=True, settled=settled)
    events.append(_ended(state, score, settled))
    after = MusState(
        Phase.DEAL,
        CHANCE,
        state.number + 1,
        1 - state.mano,
        score.stones(),
        score.tally(),
        shown=state.hands,
    )
    return Step(after, tuple(events))


def _count(rules: MusRules, state: MusState, result: Settled, score: _Score) -> None:
    lance, how = result.lance, result.how
    if how is How.NOBODY:
        return
    if how is How.REFUSED or how is How.ALONE:
        # The last to bet takes the value of the own hand, even if it is the worse one (U-15, UI-9).
        assert result.seat is not None
        score.add(result.seat, lance, ev.Reason.VALUE, value(lance, state.hands[result.seat]))
        return
    seat = winner(lance, state.hands, state.mano)
    worth = value(lance, state.hands[seat])
    if how is How.PASS:
        if worth:
            score.add(seat, lance, ev.Reason.VALUE, worth)
        else:
            score.add(seat, lance, ev.Reason.PASS, 1)
        return
    score.add(seat, lance, ev.Reason.STAKE, result.stones)
    if lance is not Lance.PUNTO or rules.punto_bonus_on_accept:
        score.add(seat, lance, ev.Reason.VALUE, worth)


def _ended(state: MusState, score: _Score, settled: tuple[Settled, ...]) -> ev.HandEnded:
    stones = score.stones()
    gained = [stones[0] - state.stones[0], stones[1] - state.stones[1]]
    for result in settled:
        if result.how is How.REFUSED and result.seat is not None:
            gained[result.seat] += result.stones
    return ev.HandEnded(number=state.number, gained=(gained[0], gained[1]), stones=stones)


def _over(
    state: MusState, score: _Score, *, shown: bool, settled: tuple[Settled, ...] | None = None
) -> Step[MusState]:
    """The end: a target reached, an órdago accepted, or the one hand of single-hand mode played."""
    done = state.settled if settled is None else settled
    stones = score.stones()
    score.events.append(_ended(state, score, done))
    if score.won is not None:
        score.events.append(ev.MatchWon(seat=score.won, stones=stones))
    after = replace(
        state,
        phase=Phase.OVER,
        actor=None,
        stones=stones,
        tally=score.tally(),
        bet=None,
        settled=done,
        shown=state.hands if shown else None,
    )
    return Step(after, tuple(score.events))
