"""What an action leads to. One function per phase; everything is checked before anything is made."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec
from msgspec.structs import replace

from korthus.core.protocol import CHANCE, Event, Step
from korthus.games.mus import events as ev
from korthus.games.mus.actions import AskMus, Deal, Discard, Envido, MusAction, NoMus
from korthus.games.mus.betting import DECLARED_AFTER, Ending, Turn, declare, speak
from korthus.games.mus.cards import HAND_SIZE, Hand, Rank, counts, in_order, spread
from korthus.games.mus.counting import count, deje_taken, dejes, ordago_stones
from korthus.games.mus.errors import illegal, unreadable
from korthus.games.mus.legal import check_word
from korthus.games.mus.options import MusRules
from korthus.games.mus.scoring import Lance, Reason, strength, value, winner
from korthus.games.mus.state import How, MusState, Phase, Settled, Tally

_DEALT: Final = tuple(ev.CardsDealt(seat=seat, count=HAND_SIZE, held=HAND_SIZE) for seat in (0, 1))
_STARTED: Final = {lance: ev.LanceStarted(lance=lance) for lance in Lance}


def first_state(rules: MusRules, seats: int) -> MusState:
    """The start of a match of two: the first hand is to be dealt."""
    return MusState(phase=Phase.DEAL, turn=CHANCE, number=1, mano=rules.first_mano, stones=(0, 0))


def to_act(rules: MusRules, state: MusState) -> int | None:
    """See ``Game.to_act``."""
    return state.turn


def located(state: MusState) -> Hand:
    """Hands and discards; the cards of a hand that is over go back into the pack."""
    return (*state.hands[0], *state.hands[1], *state.discards[0], *state.discards[1])


def apply(rules: MusRules, state: MusState, action: MusAction) -> Step[MusState]:
    """The state after an action of the seat (or chance) that is to act.

    Raises:
        InvalidAction: the action holds something that is no card or no number.
        IllegalAction: the rules do not allow it now.
    """
    if state.phase is Phase.BET:
        return _speak(rules, state, action)
    if type(action) is Deal:
        return _deal(rules, state, action)
    if state.phase is Phase.MUS:
        return _talk(state, action)
    return _discard(state, action)


# -- cards ---------------------------------------------------------------------------------------------


class Due(msgspec.Struct, frozen=True):
    """The cards that chance owes: how many, from which, and to whom (None: a new hand for both)."""

    seat: int | None
    size: int
    #: How many cards of each rank they come from, in the order of ``RANKS``.
    numbers: tuple[int, ...]
    #: How many discards are shuffled into a new stock for it.
    reshuffled: int = 0

    def pool(self) -> Hand:
        """The cards that are drawn from, in canonical order."""
        return _pool(self.numbers)


def due(rules: MusRules, state: MusState) -> Due:
    """The deal that is due."""
    if state.phase is Phase.DEAL:
        return Due(None, 2 * HAND_SIZE, rules.deck)
    seat = state.mano if len(state.hands[state.mano]) < HAND_SIZE else 1 - state.mano
    held = counts(state.hands[0] + state.hands[1])
    thrown = state.discards[0] + state.discards[1]
    numbers = tuple(a - b - c for a, b, c in zip(rules.deck, held, counts(thrown), strict=True))
    # The stock gives what it has; the discards are shuffled only when nothing is left (UI-2).
    reshuffled = 0 if any(numbers) else len(thrown)
    if reshuffled:
        numbers = tuple(a - b for a, b in zip(rules.deck, held, strict=True))
    return Due(seat, min(HAND_SIZE - len(state.hands[seat]), sum(numbers)), numbers, reshuffled)


def deal_size(rules: MusRules, state: MusState) -> int:
    """How many cards are dealt next."""
    return due(rules, state).size


def undealt(rules: MusRules, state: MusState) -> Hand:
    """The cards that the next deal is drawn from, in canonical order."""
    return due(rules, state).pool()


@lru_cache(maxsize=256)
def _pool(numbers: tuple[int, ...]) -> Hand:
    return spread(numbers)


def _deal(rules: MusRules, state: MusState, action: Deal) -> Step[MusState]:
    owed = due(rules, state)
    cards = action.cards
    _check_cards(cards)
    if len(cards) != owed.size or any(cards.count(card) > owed.numbers[7 - card.height] for card in cards):
        raise illegal("BAD_DEAL", count=owed.size)
    if owed.seat is None:
        return _new_hand(rules, state, cards)
    return _redraw(rules, state, owed, cards)


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
    after = replace(state, phase=phase, turn=mano, hands=hands, lance=lance, shown=None)
    return Step(after, tuple(events))


def _redraw(rules: MusRules, state: MusState, owed: Due, cards: Hand) -> Step[MusState]:
    seat, mano = owed.seat, state.mano
    assert seat is not None
    events: list[Event] = []
    discards = state.discards
    if owed.reshuffled:
        events.append(ev.StockReshuffled(count=owed.reshuffled))
        discards = ((), ())
    hands = _replaced(state.hands, seat, in_order(state.hands[seat] + cards))
    events.append(ev.CardsDealt(seat=seat, count=len(cards), held=len(hands[seat])))
    events.append(ev.CardsReceived(audience=seat, seat=seat, cards=in_order(cards)))
    after = replace(state, hands=hands, discards=discards)
    if len(hands[0]) == len(hands[1]) == HAND_SIZE:
        after = replace(after, phase=Phase.MUS, turn=mano, redeals=state.redeals + 1)
        if after.redeals == rules.max_mus:
            after = _begin_betting(after, events)
    return Step(after, tuple(events))


def _begin_betting(state: MusState, events: list[Event]) -> MusState:
    events.append(_STARTED[Lance.GRANDE])
    return replace(state, phase=Phase.BET, turn=state.mano, lance=Lance.GRANDE)


def _talk(state: MusState, action: MusAction) -> Step[MusState]:
    """Mus or no mus: the mano is asked first, and both must want it (UI-2)."""
    seat, mano = state.turn, state.mano
    assert seat is not None
    if type(action) is NoMus:
        events: list[Event] = [ev.MusCut(seat=seat)]
        return Step(_begin_betting(state, events), tuple(events))
    if type(action) is not AskMus:
        raise illegal("NO_DISCARD_NOW" if type(action) is Discard else "MUS_FIRST")
    if seat == mano:
        after = replace(state, turn=1 - mano)
    else:
        after = replace(state, phase=Phase.DISCARD, turn=mano)
    return Step(after, (ev.MusWanted(seat=seat),))


def _discard(state: MusState, action: MusAction) -> Step[MusState]:
    if type(action) is not Discard:
        raise illegal("DISCARD_FIRST")
    seat, mano, cards = state.turn, state.mano, action.cards
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
        turn=1 - mano if seat == mano else CHANCE,
    )
    return Step(
        after,
        (
            ev.CardsDiscarded(seat=seat, count=len(cards), held=len(rest)),
            ev.DiscardKept(audience=seat, seat=seat, cards=cards),
        ),
    )


def _replaced(hands: tuple[Hand, Hand], seat: int, hand: Hand) -> tuple[Hand, Hand]:
    return (hand, hands[1]) if seat == 0 else (hands[0], hand)


# -- betting -------------------------------------------------------------------------------------------


def _speak(rules: MusRules, state: MusState, action: MusAction) -> Step[MusState]:
    seat, lance, bet = state.turn, state.lance, state.bet
    assert seat is not None
    assert lance is not None
    check_word(rules, bet, action)
    after = speak(rules, state.mano, Turn(seat, bet), action)
    if type(after) is Ending:
        return _ended(rules, state, seat, lance, after)
    spoken: Event
    if after.bet is None:
        spoken = ev.Passed(seat=seat, lance=lance, settled=None)
    elif type(action) is Envido:
        raised, stake = bet is not None, after.bet.stake
        spoken = ev.EnvidoMade(seat=seat, lance=lance, amount=action.amount, stake=stake, raised=raised)
    else:
        spoken = ev.OrdagoCalled(seat=seat, lance=lance)
    return Step(replace(state, turn=after.seat, bet=after.bet), (spoken,))


def _ended(rules: MusRules, state: MusState, seat: int, lance: Lance, ending: Ending) -> Step[MusState]:
    """The last word of a lance is said, by ``seat``."""
    result = Settled(lance, ending.how, ending.seat, ending.stones)
    if ending.how is How.PASS:
        return _settle(rules, state, result, [ev.Passed(seat=seat, lance=lance, settled=result)])
    if ending.how is How.REFUSED:
        return _refused(rules, state, seat, result)
    events: list[Event] = [ev.BetAccepted(seat=seat, lance=lance, settled=result, ordago=ending.ordago)]
    return (_ordago if ending.ordago else _settle)(rules, state, result, events)


def _refused(rules: MusRules, state: MusState, seat: int, result: Settled) -> Step[MusState]:
    """The deje counts at once (U-14)."""
    assert result.seat is not None
    score = _Score(rules, state, [ev.BetRefused(seat=seat, lance=result.lance, settled=result)])
    score.add(result.seat, result.lance, Reason.DEJE, result.stones)
    if score.won is not None:
        return _over(state, score, shown=False)
    after = replace(state, stones=score.stones(), tally=score.tally())
    return _settle(rules, after, result, score.events)


def _ordago(rules: MusRules, state: MusState, result: Settled, events: list[Event]) -> Step[MusState]:
    """An accepted órdago: the cards are shown, this lance decides everything, nothing else counts (UI-16)."""
    score = _Score(rules, state, events)
    events.append(ev.HandsShown(hands=state.hands))
    seat = winner(result.lance, state.hands, state.mano)
    score.add(seat, result.lance, Reason.ORDAGO, ordago_stones(rules, state.stones[seat]))
    return _over(state, score, shown=True)


def _settle(rules: MusRules, state: MusState, result: Settled, events: list[Event]) -> Step[MusState]:
    """A lance is decided: on to the next one that has betting, or to the count."""
    following, unbet = _next_lance(result.lance, state.hands, state.mano, events)
    settled = (*state.settled, result, *unbet)
    if following is None:
        return _showdown(rules, state, settled, events)
    events.append(_STARTED[following])
    after = replace(state, turn=state.mano, lance=following, bet=None, settled=settled)
    return Step(after, tuple(events))


def _next_lance(
    lance: Lance, hands: tuple[Hand, Hand], mano: int, events: list[Event]
) -> tuple[Lance | None, tuple[Settled, ...]]:
    """The next lance to bet on, if there is one, and those on the way that are settled without betting.

    Both say on the way whether they have pares and juego (UI-18).
    """
    if lance is Lance.GRANDE:
        return Lance.CHICA, ()
    unbet: tuple[Settled, ...] = ()
    for declared in DECLARED_AFTER[lance]:
        index = declared.number
        has = (strength(hands[0])[index] > 0, strength(hands[1])[index] > 0)
        for seat in (mano, 1 - mano):
            events.append(ev.DeclarationMade(seat=seat, lance=declared, has=has[seat]))
        result = declare(declared, has)
        if isinstance(result, Lance):
            return result, unbet
        unbet = (*unbet, result)
    return None, unbet


# -- counting ------------------------------------------------------------------------------------------


class _Score:
    """A count in progress: it stops by itself when the target is reached (UI-6, UI-21)."""

    def __init__(self, rules: MusRules, state: MusState, events: list[Event]) -> None:
        self._target = rules.target_stones
        self._stones = list(state.stones)
        self._tally = [list(each) for each in state.tally]
        self.events = events
        self.won: int | None = None

    def add(self, seat: int, lance: Lance, reason: Reason, stones: int, before: int = 0) -> None:
        """Score some stones, unless the match is won already; ``before`` is what the lance had brought."""
        if self.won is not None or not stones:
            return
        total = self._stones[seat] = self._stones[seat] + stones
        self._tally[seat][lance.number] += stones
        self.events.append(
            ev.StonesScored(
                seat=seat, lance=lance, reason=reason, stones=stones, in_lance=before + stones, total=total
            )
        )
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
        lance = result.lance
        better = winner(lance, state.hands, state.mano)
        values = (value(lance, state.hands[0]), value(lance, state.hands[1]))
        brought = deje_taken(result)
        for gain in count(rules, result, better, values):  # all to one seat, which took the deje as well
            score.add(gain.seat, lance, gain.reason, gain.stones, brought)
            brought += gain.stones
    if score.won is not None or rules.target_stones is None:
        return _over(state, score, shown=True, settled=settled)
    events.append(_hand_ended(state, score, settled))
    after = MusState(
        phase=Phase.DEAL,
        turn=CHANCE,
        number=state.number + 1,
        mano=1 - state.mano,
        stones=score.stones(),
        tally=score.tally(),
        shown=state.hands,
    )
    return Step(after, tuple(events))


def _hand_ended(state: MusState, score: _Score, settled: tuple[Settled, ...]) -> ev.HandEnded:
    stones = score.stones()
    taken = dejes(settled)
    gained = (stones[0] - state.stones[0] + taken[0], stones[1] - state.stones[1] + taken[1])
    return ev.HandEnded(number=state.number, gained=gained, stones=stones)


def _over(
    state: MusState, score: _Score, *, shown: bool, settled: tuple[Settled, ...] | None = None
) -> Step[MusState]:
    """The end: a target reached, an órdago accepted, or the one hand of single-hand mode played."""
    done = state.settled if settled is None else settled
    stones = score.stones()
    score.events.append(_hand_ended(state, score, done))
    if score.won is not None:
        score.events.append(ev.GameEnded(seat=score.won, stones=stones))
    after = replace(
        state,
        phase=Phase.OVER,
        turn=None,
        stones=stones,
        tally=score.tally(),
        bet=None,
        settled=done,
        shown=state.hands if shown else None,
    )
    return Step(after, tuple(score.events))
