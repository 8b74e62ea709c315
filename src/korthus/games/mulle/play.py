"""What a play leads to, and how turns, ronder and omgångar follow each other (M-41, M-42, M.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from korthus.core.cards import Card, in_order, is_part
from korthus.core.errors import InvalidAction
from korthus.core.protocol import CHANCE, Event, Step
from korthus.games.mulle.actions import Build, Capture, Deal, Discard, MulleAction, Play, Trotta
from korthus.games.mulle.build import check_build, lay
from korthus.games.mulle.capture import check_capture
from korthus.games.mulle.cards import HAND_VALUE, TABLE_VALUE, written
from korthus.games.mulle.discard import check_discard, fed
from korthus.games.mulle.errors import illegal
from korthus.games.mulle.events import (
    BuildLeft,
    BuildLocked,
    BuildMade,
    Captured,
    Discarded,
    GameEnded,
    HandDealt,
    LeftoversTaken,
    MulleTaken,
    OmgangEnded,
    OmgangStarted,
    RondEnded,
    RondStarted,
    StarterDrawn,
    TabbeScored,
)
from korthus.games.mulle.layout import Layout
from korthus.games.mulle.options import MulleRules
from korthus.games.mulle.scoring import (
    bonus_points,
    can_tabbe,
    gain_of,
    intake_points,
    mulle_points,
    side_score,
    totals,
)
from korthus.games.mulle.state import NOBODY, MulleState, Pile, Side
from korthus.games.mulle.trotta import check_trotta, gather


def first_state(rules: MulleRules, seats: int) -> MulleState:
    """Before the first deal; Mulle is always for two."""
    starter = NOBODY if rules.first_starter == "random" else rules.first_starter
    return MulleState(turn=max(starter, 0), starter=starter)


def to_act(rules: MulleRules, state: MulleState) -> int | None:
    """The seat that plays, ``CHANCE`` between ronder, None when the session is over."""
    first, second = state.sides
    if first.hand or second.hand:
        return state.turn
    return None if len(state.sheet) == rules.omgangar else CHANCE


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
        raise illegal("CARD_NOT_IN_HAND", card=written(card))
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
            check_discard(layout, side.hand, card)
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
        raise InvalidAction("BAD_CARDS", "That action holds something that is not a card or a pile.")


def _is_cards(thing: object) -> bool:
    return isinstance(thing, tuple) and all(isinstance(card, Card) for card in thing)


def _played(side: Side, card: Card) -> tuple[Card, ...]:
    index = side.hand.index(card)
    return side.hand[:index] + side.hand[index + 1 :]


def _capture(state: MulleState, layout: Layout, action: Capture) -> Step[MulleState]:
    rules, seat, card = layout.rules, layout.seat, action.card
    piles, rest = layout.take(check_capture(layout, action))
    side = state.sides[seat]
    cards = tuple([each for pile in piles for each in pile.cards] + [card])
    taken = side.taken + cards
    mulles, intake = gain_of(rules, cards)
    events: list[Event] = [
        Captured(seat=seat, card=card, piles=tuple(piles), intake=intake, taken=len(taken)),
        *[MulleTaken(seat=seat, card=mulle, points=mulle_points(rules, mulle)) for mulle in mulles],
    ]
    tabbe = side.tabbe
    in_hand = len(state.sides[0].hand) + len(state.sides[1].hand)
    if not rest and can_tabbe(rules, state.rond, in_hand):
        tabbe += 1
        events.append(TabbeScored(seat=seat))
    value = HAND_VALUE[card]
    after = replace(
        side,
        hand=_played(side, card),
        taken=taken,
        mulles=side.mulles + mulles,
        tabbe=tabbe,
        intake=side.intake + intake,
        holds=tuple([held for held in side.holds if held != value]) if side.holds else (),
    )
    sides = _with_side(state, seat, after)
    return Step(replace(state, sides=sides, table=tuple(rest), last_capturer=seat), tuple(events))


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
    return Step(_laid(state, seat, card, holds, table), tuple(events))


def _laid(state: MulleState, seat: int, card: Card, holds: set[int], table: tuple[Pile, ...]) -> MulleState:
    """The state after a seat has laid a card on the table."""
    side = state.sides[seat]
    after = replace(side, hand=_played(side, card), holds=tuple(sorted(holds)))
    return replace(state, sides=_with_side(state, seat, after), table=table)


def _discard(state: MulleState, layout: Layout, card: Card) -> Step[MulleState]:
    """Feed the card to one's own build of its value, or lay it down (M-34, MI-38)."""
    seat = layout.seat
    value = TABLE_VALUE[card]
    if (build := fed(layout, card)) is not None:
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
    return Step(_laid(state, seat, card, holds, table), (Discarded(seat=seat, card=card, value=value),))


def _with_side(state: MulleState, seat: int, side: Side) -> tuple[Side, Side]:
    return (side, state.sides[1]) if seat == 0 else (state.sides[0], side)


# -- turns, ronder, omgångar -----------------------------------------------------------------------


def _next_turn(rules: MulleRules, step: Step[MulleState]) -> Step[MulleState]:
    state, events = step
    other = 1 - state.turn
    if state.sides[other].hand:
        return Step(replace(state, turn=other), events)
    if state.sides[state.turn].hand:
        return step  # only in positions that were set up with uneven hands
    return _end_rond(rules, state, events)


def _end_rond(rules: MulleRules, state: MulleState, events: tuple[Event, ...]) -> Step[MulleState]:
    assert not any(side.holds for side in state.sides), "an empty hand holds nothing (MI-9)"
    left = [BuildLeft(value=pile.value, owner=pile.owner) for pile in state.table if pile.is_build]
    first, second = (side_score(rules, side) for side in state.sides)
    events = (*events, *left, RondEnded(rond=state.rond, scores=(first, second)))
    if state.rond < rules.ronder:
        return Step(replace(state, turn=state.starter), events)
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
            intake = side.intake + intake_points(rules, left)
            sides[heir] = replace(side, taken=side.taken + left, intake=intake)
            left = ()
    scores = (side_score(rules, sides[0]), side_score(rules, sides[1]))
    sheet = (*state.sheet, scores)
    points = totals(rules, sheet)
    events = (*events, OmgangEnded(omgang=state.omgang, scores=scores, totals=points))
    if len(sheet) == rules.omgangar:
        winners = tuple(seat for seat in (0, 1) if points[seat] == max(points))
        events = (*events, GameEnded(totals=points, winners=winners))
    after = replace(
        state, sides=(sides[0], sides[1]), table=(), turn=1 - state.starter, left=left, sheet=sheet
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
        laid, cards = cards[: rules.table_cards], cards[rules.table_cards :]
        values = tuple(TABLE_VALUE[card] for card in laid)
        state = MulleState(
            table=tuple(Pile((card,), value) for card, value in zip(laid, values, strict=True)),
            omgang=state.omgang + 1,
            starter=starter,
            sheet=state.sheet,
        )
        events.append(OmgangStarted(omgang=state.omgang, starter=starter, cards=laid, values=values))
    starter, rond = state.starter, state.rond + 1
    events.append(RondStarted(rond=rond, cards_each=rules.hand_size))
    sides = list(state.sides)
    for seat, dealt in ((starter, cards[: rules.hand_size]), (1 - starter, cards[rules.hand_size :])):
        side = sides[seat]
        bonus = side.rond_bonus
        if rules.bonus_scope == "rond":
            bonus += bonus_points(side.intake - side.intake_before_rond)
        hand = in_order(dealt)
        sides[seat] = replace(side, hand=hand, intake_before_rond=side.intake, rond_bonus=bonus, holds=())
        events.append(HandDealt(audience=seat, seat=seat, cards=hand))
    after = replace(state, sides=(sides[0], sides[1]), turn=starter, rond=rond)
    return Step(after, tuple(events))
