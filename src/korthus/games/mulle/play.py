"""What a play leads to, and how turns, ronder and omgångar follow each other (M-41, M-42, M.3)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

from korthus.core.cards import Card, in_order, is_part
from korthus.core.errors import InvalidAction
from korthus.core.protocol import CHANCE, Event, Step
from korthus.games.mulle.actions import Build, Capture, Deal, Discard, MulleAction, Play, Trotta
from korthus.games.mulle.build import builds, check_build, is_last_for_own_build, lay
from korthus.games.mulle.capture import can_capture, captures, check_capture, one_capture, refuse_too_many
from korthus.games.mulle.cards import HAND_VALUE, TABLE_VALUE, TEXT
from korthus.games.mulle.errors import illegal
from korthus.games.mulle.events import (
    BuildLeft,
    BuildLocked,
    BuildMade,
    Captured,
    Discarded,
    HandDealt,
    LeftoversTaken,
    MulleTaken,
    OmgangEnded,
    OmgangStarted,
    RondEnded,
    RondStarted,
    SessionEnded,
    StarterDrawn,
    TabbeScored,
)
from korthus.games.mulle.layout import Layout
from korthus.games.mulle.options import MulleRules
from korthus.games.mulle.scoring import (
    bonus_points,
    intake_points,
    mulle_points,
    mulles_in,
    side_score,
    totals,
)
from korthus.games.mulle.state import NOBODY, MulleState, Pile, Side
from korthus.games.mulle.trotta import can_trotta, check_trotta, gather


def to_act(rules: MulleRules, state: MulleState) -> int | None:
    """The seat that plays, ``CHANCE`` between ronder, None when the session is over."""
    first, second = state.sides
    if first.hand or second.hand:
        return state.turn
    return None if len(state.sheet) == rules.omgangar else CHANCE


# -- what is allowed -------------------------------------------------------------------------------


def legal_plays(
    rules: MulleRules, seat: int, hand: Sequence[Card], table: tuple[Pile, ...]
) -> tuple[Play, ...]:
    """All that a seat may do: card by card, captures, builds, trotta, discard."""
    return _plays(Layout(rules, seat, table), hand, captures)


def random_play(
    rules: MulleRules, seat: int, hand: Sequence[Card], table: tuple[Pile, ...], rng: random.Random
) -> Play:
    """A play at random where captures are too many to list: one largest capture stands for all of a card."""
    layout = Layout(rules, seat, table)
    return rng.choice(_plays(layout, hand, lambda layout, card: one_capture(layout, card, rng)))


def _plays(
    layout: Layout, hand: Sequence[Card], takes_of: Callable[[Layout, Card], list[Capture]]
) -> tuple[Play, ...]:
    rules = layout.rules
    throws = not (rules.trail_restriction and layout.own_values and _can_capture_any(layout, hand))
    plays: list[Play] = []
    number = 0
    last = None
    for card in hand:  # in canonical order, so that copies follow each other
        if card is last:
            continue
        last = card
        takes = takes_of(layout, card)
        number += len(takes)
        refuse_too_many(number)
        plays += takes
        plays += builds(layout, hand, card)
        if can_trotta(layout, hand, card):
            plays.append(Trotta(card))
        if (
            throws
            and not (takes and rules.discard_rule == "only_if_card_cannot_capture")
            and not is_last_for_own_build(layout, hand, card)
        ):
            plays.append(Discard(card))
    return tuple(plays)


def _can_capture_any(layout: Layout, hand: Sequence[Card]) -> bool:
    return any(can_capture(layout, card) for card in hand)


def _check_discard(layout: Layout, hand: Sequence[Card], card: Card) -> None:
    rules = layout.rules
    if is_last_for_own_build(layout, hand, card):
        raise illegal("CARD_RESERVED", card=TEXT[card], value=HAND_VALUE[card])
    if rules.discard_rule == "only_if_card_cannot_capture" and can_capture(layout, card):
        raise illegal("CAPTURE_AVAILABLE", card=TEXT[card])
    if rules.trail_restriction and layout.own_values and _can_capture_any(layout, hand):
        raise illegal("OWNER_MUST_CAPTURE")


# -- playing a card --------------------------------------------------------------------------------


def apply(rules: MulleRules, state: MulleState, action: MulleAction) -> Step[MulleState]:
    """The state after an action and what it caused; see ``Game.apply``."""
    if isinstance(action, Deal):
        return _deal(rules, state, action)
    seat = state.turn
    side = state.sides[seat]
    card = action.card
    _check_shape(action)
    if card not in side.hand:
        raise illegal("CARD_NOT_IN_HAND", card=TEXT[card])
    layout = Layout(rules, seat, state.table)
    match action:
        case Capture():
            step = _capture(state, layout, action)
        case Build():
            check_build(layout, side.hand, action)
            pile, joined, rest = lay(layout, action)
            was = action.base if type(action.base) is int and action.base != pile.value else None
            made = BuildMade(seat=seat, card=card, pile=pile, how="build", was=was, joined=tuple(joined))
            step = _with_build(state, layout, made, rest)
        case Trotta():
            check_trotta(layout, side.hand, card)
            pile, joined, rest = gather(layout, card)
            made = BuildMade(seat=seat, card=card, pile=pile, how="trotta", joined=tuple(joined))
            step = _with_build(state, layout, made, rest)
        case Discard():
            _check_discard(layout, side.hand, card)
            step = _discard(state, layout, card)
    return _next_turn(rules, step)


def _check_shape(action: Play) -> None:
    """Refuse structs that were filled with things of the wrong type."""
    sound = isinstance(action.card, Card)
    if isinstance(action, Capture):
        sound = (
            sound
            and isinstance(action.singles, tuple)
            and isinstance(action.builds, tuple)
            and isinstance(action.plains, tuple)
            and all(isinstance(card, Card) for card in action.singles)
            and all(type(value) is int for value in action.builds)
            and all(_is_cards(pile) for pile in action.plains)
        )
    elif isinstance(action, Build):
        base = action.base
        sound = sound and type(action.down) is bool
        sound = sound and (isinstance(base, Card) or type(base) is int or _is_cards(base))
    if not sound:
        raise InvalidAction("ODD_ACTION", "That action holds something that is not a card or a pile.")


def _is_cards(thing: object) -> bool:
    return isinstance(thing, tuple) and all(isinstance(card, Card) for card in thing)


def _played(side: Side, card: Card) -> tuple[Card, ...]:
    place = side.hand.index(card)
    return side.hand[:place] + side.hand[place + 1 :]


def _capture(state: MulleState, layout: Layout, action: Capture) -> Step[MulleState]:
    rules, seat, card = layout.rules, layout.seat, action.card
    piles, rest = layout.take(check_capture(layout, action))
    side = state.sides[seat]
    cards = tuple([each for pile in piles for each in pile.cards] + [card])
    mulles = mulles_in(rules, cards)
    intake = intake_points(rules, cards)
    if mulles and not rules.mulle_card_counts_intake:
        intake -= intake_points(rules, mulles)
    events: list[Event] = [
        Captured(seat=seat, card=card, piles=tuple(piles), intake=intake),
        *[MulleTaken(seat=seat, card=mulle, points=mulle_points(rules, mulle)) for mulle in mulles],
    ]
    tabbe = side.tabbe
    if not rest and (rules.tabbe_on_last_play or not _is_last_play(rules, state)):
        tabbe += 1
        events.append(TabbeScored(seat=seat))
    value = HAND_VALUE[card]
    after = Side(
        _played(side, card),
        side.taken + cards,
        side.mulles + mulles,
        tabbe,
        side.intake + intake,
        side.intake_before_rond,
        side.rond_bonus,
        tuple([held for held in side.holds if held != value]) if side.holds else (),
    )
    return Step(_with_side(state, seat, after, tuple(rest), last_capturer=seat), tuple(events))


def _is_last_play(rules: MulleRules, state: MulleState) -> bool:
    return state.rond == rules.ronder and sum(len(side.hand) for side in state.sides) == 1


def _with_build(state: MulleState, layout: Layout, made: BuildMade, rest: Sequence[Pile]) -> Step[MulleState]:
    """The state with a build at the end of the table, and what everybody now knows of the builder's hand."""
    seat, card, pile = layout.seat, made.card, made.pile
    side = state.sides[seat]
    table = (*rest, pile)
    holds = set(side.holds)
    value = HAND_VALUE[card]
    holds.discard(value)
    if made.how == "build":
        holds.add(pile.value)
    if (
        value in layout.own_values
        and (made.how != "trotta" or layout.rules.trotta_respects_reservation)
        and any(each.value == value and each.owner == seat for each in table)
    ):
        holds.add(value)  # or the card could not have been played (M.3-R ii)
    events: list[Event] = [made]
    was_locked = any(each.locked and each.value == pile.value for each in made.joined)
    if pile.locked and not was_locked:
        events.append(BuildLocked(value=pile.value, owner=seat))
    return Step(_with_side(state, seat, _laid(side, card, holds), table), tuple(events))


def _laid(side: Side, card: Card, holds: set[int]) -> Side:
    """The side after it has laid a card on the table."""
    return Side(
        _played(side, card),
        side.taken,
        side.mulles,
        side.tabbe,
        side.intake,
        side.intake_before_rond,
        side.rond_bonus,
        tuple(sorted(holds)),
    )


def _discard(state: MulleState, layout: Layout, card: Card) -> Step[MulleState]:
    """Feed the card to one's own build of its value, or lay it down (M-34, MI-38)."""
    seat = layout.seat
    value = TABLE_VALUE[card]
    if layout.rules.feed_enabled and value in layout.own_values:
        build = layout.builds[value]
        pile = Pile((*build.cards, card), value, seat, True, build.trotta)
        rest = [each for each in state.table if each is not build]
        made = BuildMade(seat=seat, card=card, pile=pile, how="feed", joined=(build,))
        return _with_build(state, layout, made, rest)
    side = state.sides[seat]
    holds = set(side.holds)
    if HAND_VALUE[card] in layout.own_values:
        holds.add(HAND_VALUE[card])
    else:
        holds.discard(HAND_VALUE[card])
    table = (*state.table, Pile((card,), value))
    return Step(_with_side(state, seat, _laid(side, card, holds), table), (Discarded(seat=seat, card=card),))


def _with_side(
    state: MulleState, seat: int, side: Side, table: tuple[Pile, ...], *, last_capturer: int | None = None
) -> MulleState:
    sides = (side, state.sides[1]) if seat == 0 else (state.sides[0], side)
    return MulleState(
        sides,
        table,
        state.turn,
        state.omgang,
        state.rond,
        state.starter,
        state.last_capturer if last_capturer is None else last_capturer,
        state.left,
        state.sheet,
    )


# -- turns, ronder, omgångar -----------------------------------------------------------------------


def _next_turn(rules: MulleRules, step: Step[MulleState]) -> Step[MulleState]:
    state, events = step
    other = 1 - state.turn
    if state.sides[other].hand:
        return Step(_replace(state, turn=other), events)
    if state.sides[state.turn].hand:
        return step  # only in positions that were set up with uneven hands
    return _end_rond(rules, state, events)


def _replace(
    state: MulleState,
    *,
    turn: int | None = None,
    sides: tuple[Side, Side] | None = None,
) -> MulleState:
    return MulleState(
        state.sides if sides is None else sides,
        state.table,
        state.turn if turn is None else turn,
        state.omgang,
        state.rond,
        state.starter,
        state.last_capturer,
        state.left,
        state.sheet,
    )


def _end_rond(rules: MulleRules, state: MulleState, events: tuple[Event, ...]) -> Step[MulleState]:
    assert not any(side.holds for side in state.sides), "an empty hand holds nothing (MI-9)"
    left = [BuildLeft(value=pile.value, owner=pile.owner) for pile in state.table if pile.is_build]
    first, second = (side_score(rules, side) for side in state.sides)
    events = (*events, *left, RondEnded(rond=state.rond, scores=(first, second)))
    if state.rond < rules.ronder:
        return Step(_replace(state, turn=state.starter), events)
    return _end_omgang(rules, state, events)


def _end_omgang(rules: MulleRules, state: MulleState, events: tuple[Event, ...]) -> Step[MulleState]:
    """Clear the table, write the scores down, and see whether the session is over (MI-8)."""
    sides = list(state.sides)
    left = tuple(card for pile in state.table for card in pile.cards)
    if left:
        heir = state.last_capturer if rules.leftovers == "last_capturer" else NOBODY
        events = (*events, LeftoversTaken(seat=heir, cards=left))
        if heir != NOBODY:
            side = sides[heir]
            sides[heir] = Side(
                (),
                side.taken + left,
                side.mulles,
                side.tabbe,
                side.intake + intake_points(rules, left),
                side.intake_before_rond,
                side.rond_bonus,
            )
            left = ()
    scores = (side_score(rules, sides[0]), side_score(rules, sides[1]))
    sheet = (*state.sheet, scores)
    points = totals(rules, sheet)
    events = (*events, OmgangEnded(omgang=state.omgang, scores=scores, totals=points))
    if len(sheet) == rules.omgangar:
        winners = tuple(seat for seat in (0, 1) if points[seat] == max(points))
        events = (*events, SessionEnded(totals=points, winners=winners))
    after = MulleState(
        (sides[0], sides[1]),
        (),
        1 - state.starter,
        state.omgang,
        state.rond,
        state.starter,
        state.last_capturer,
        left,
        sheet,
    )
    return Step(after, events)


def deal_size(rules: MulleRules, state: MulleState) -> int:
    """How many cards the next deal has; 0 if it draws the starter instead."""
    if state.starter == NOBODY:
        return 0
    return 2 * rules.hand_size + (rules.table_cards if _starts_omgang(rules, state) else 0)


def _starts_omgang(rules: MulleRules, state: MulleState) -> bool:
    return state.omgang == len(state.sheet)


def undealt(rules: MulleRules, state: MulleState) -> tuple[Card, ...]:
    """The cards that the next deal draws from, in canonical order, copies side by side."""
    pool = Counter(rules.one_deck * rules.decks)
    if not _starts_omgang(rules, state):
        pool.subtract(located(state))
    return tuple(card for card in in_order(pool) for _ in range(pool[card]))


def located(state: MulleState) -> tuple[Card, ...]:
    """Every card that lies somewhere."""
    cards = list(state.left)
    for pile in state.table:
        cards += pile.cards
    for side in state.sides:
        cards += side.hand
        cards += side.taken
    return tuple(cards)


def _deal(rules: MulleRules, state: MulleState, deal: Deal) -> Step[MulleState]:
    size = deal_size(rules, state)
    cards, starter = deal.cards, deal.starter
    if type(starter) is not int or not _is_cards(cards) or len(cards) != size:
        raise illegal("BAD_DEAL", count=size)
    if size == 0:
        if starter not in (0, 1):
            raise illegal("BAD_DEAL", count=0)
        drawn = MulleState(starter=starter, turn=starter)
        return Step(drawn, (StarterDrawn(seat=starter),))
    if starter != NOBODY or not is_part(cards, undealt(rules, state)):
        raise illegal("BAD_DEAL", count=size)
    events: list[Event] = []
    if _starts_omgang(rules, state):
        starter = 1 - state.starter if state.omgang else state.starter
        omgang, rond = state.omgang + 1, 1
        laid, cards = cards[: rules.table_cards], cards[rules.table_cards :]
        table = tuple(Pile((card,), TABLE_VALUE[card]) for card in laid)
        before = [Side(), Side()]
        last_capturer = NOBODY
        events.append(OmgangStarted(omgang=omgang, starter=starter, cards=laid))
    else:
        starter, omgang, rond = state.starter, state.omgang, state.rond + 1
        table = state.table
        before = list(state.sides)
        last_capturer = state.last_capturer
    events.append(RondStarted(rond=rond, cards_each=rules.hand_size))
    for seat, dealt in ((starter, cards[: rules.hand_size]), (1 - starter, cards[rules.hand_size :])):
        side = before[seat]
        bonus = side.rond_bonus
        if rules.bonus_scope == "rond":
            bonus += bonus_points(side.intake - side.intake_before_rond)
        hand = in_order(dealt)
        before[seat] = Side(hand, side.taken, side.mulles, side.tabbe, side.intake, side.intake, bonus)
        events.append(HandDealt(audience=seat, seat=seat, cards=hand))
    sides = (before[0], before[1])
    after = MulleState(sides, table, starter, omgang, rond, starter, last_capturer, (), state.sheet)
    return Step(after, tuple(events))
