"""Building (M-17 to M-30, M.3-B): what is allowed, what it draws in, what comes of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from korthus.core.cards import ORDER, Card
from korthus.games.mulle.actions import Build, named
from korthus.games.mulle.cards import HAND_VALUE, LEAST_BUILD, MOST_BUILD, TABLE_VALUE, written
from korthus.games.mulle.errors import illegal
from korthus.games.mulle.gather import Indices, absorbed
from korthus.games.mulle.layout import Layout
from korthus.games.mulle.state import NOBODY, Pile


def builds(layout: Layout, hand: Sequence[Card], card: Card) -> Iterator[Build]:
    """All builds with a card, in order: on singles by card, then on builds by value, up before down."""
    own = TABLE_VALUE[card]
    targets = {HAND_VALUE[other] for other in hand if other != card}
    if hand.count(card) > 1:
        targets.add(HAND_VALUE[card])
    if layout.rules.opponent_same_value == "forbid":
        blocked = layout.their_values
        singles_to = targets - blocked
    else:
        blocked = set()
        singles_to = targets
    if singles_to:
        for base in sorted(layout.singles, key=ORDER.__getitem__):
            below = TABLE_VALUE[base]
            if below + own in singles_to:
                yield from _unless_reserved(layout, hand, Build(card, base))
            if layout.rules.down_from_single and LEAST_BUILD <= abs(below - own) in singles_to:
                yield from _unless_reserved(layout, hand, Build(card, base, True))
    owner_only = layout.rules.open_build_modifiable_by == "owner"
    for value in sorted(layout.builds):
        pile = layout.builds[value]
        if pile.locked or (owner_only and pile.owner != layout.seat):
            continue
        for new, down in ((value + own, False), (abs(value - own), True)):
            if new in targets and (new == value or new not in blocked):
                yield from _unless_reserved(layout, hand, Build(card, value, down))


def _unless_reserved(layout: Layout, hand: Sequence[Card], action: Build) -> Iterator[Build]:
    if not breaks_reservation(layout, hand, action):
        yield action


def is_last_for_own_build(layout: Layout, hand: Sequence[Card], card: Card) -> bool:
    """Whether the card is this seat's only one for a build of its own (M-20)."""
    value = HAND_VALUE[card]
    return value in layout.own_values and sum(HAND_VALUE[other] == value for other in hand) == 1


def breaks_reservation(layout: Layout, hand: Sequence[Card], action: Build) -> bool:
    """Whether the build leaves a build of one's own behind without the card it needs (M.3-R ii)."""
    value = HAND_VALUE[action.card]
    if not is_last_for_own_build(layout, hand, action.card) or action.base == value:
        return False
    # The build it is needed for is still there afterwards, unless the new one draws it in.
    own = layout.builds[value]
    _, taken, _ = lay(layout, action)
    return own not in taken


def check_build(layout: Layout, hand: Sequence[Card], action: Build) -> None:
    """Refuse what M.3-B refuses, in its order; the card is known to be in the hand.

    Raises:
        IllegalAction: it is not allowed.
    """
    rules = layout.rules
    if type(action.down) is not bool or layout.key_of(action.base) is None:
        raise illegal("NO_SUCH_PILE", pile=named(action.base))
    if isinstance(action.base, tuple):
        raise illegal("PILE_NOT_BUILDABLE", pile=named(action.base))
    if not isinstance(action.base, Card):
        pile = layout.builds[action.base]
        if pile.locked:
            raise illegal("BUILD_LOCKED", value=pile.value)
        if rules.open_build_modifiable_by == "owner" and pile.owner != layout.seat:
            raise illegal("NOT_OWNER", value=pile.value)
    elif action.down and not rules.down_from_single:
        raise illegal("NO_DOWN_FROM_SINGLE")
    value = action.value
    if not LEAST_BUILD <= value <= MOST_BUILD:
        raise illegal("VALUE_OUT_OF_RANGE", value=value)
    if rules.opponent_same_value == "forbid" and value in layout.their_values and action.base != value:
        raise illegal("OPPONENT_HAS_VALUE", value=value)
    others = list(hand)
    others.remove(action.card)
    if all(HAND_VALUE[other] != value for other in others):
        raise illegal("NO_RESERVATION", value=value)
    if breaks_reservation(layout, hand, action):
        raise illegal("CARD_RESERVED", card=written(action.card), value=HAND_VALUE[action.card])


def lay(layout: Layout, action: Build) -> tuple[Pile, list[Pile], list[Pile]]:
    """The build that comes of an allowed action, the other piles in it, and the rest of the table.

    Merging comes first, then absorption (MI-17). The result is locked if anything but the base and the card
    went into it (MI-51), and belongs to whoever laid the card (MI-12).
    """
    rules, seat, table = layout.rules, layout.seat, layout.table
    value = action.value
    base = layout.index_of(action.base)
    merged = next(
        (
            index
            for index, pile in enumerate(table)
            if index != base and pile.owner != NOBODY and pile.value == value
        ),
        None,
    )
    core = (*table[base].cards, action.card)
    used = {base}
    if merged is not None:
        core += table[merged].cards
        used.add(merged)
    drawn = _drawn_in(layout, value, core, used)
    joined = [] if merged is None else [table[merged]]
    joined += [table[index] for index in drawn]
    used.update(drawn)
    cards = core + tuple(card for index in drawn for card in table[index].cards)
    locked = bool(joined) or rules.lock == "always"
    rest = [pile for index, pile in enumerate(table) if index not in used]
    return Pile(cards, value, seat, locked), joined, rest


def _drawn_in(layout: Layout, value: int, core: tuple[Card, ...], used: Collection[int]) -> Indices:
    """The indices of the piles that consolidation moves into the build (M-25, M-26, MI-16, MI-40, MI-42)."""
    rules, table = layout.rules, layout.table
    if rules.consolidation == "none":
        return ()
    eligible = [index for index, pile in enumerate(table) if index not in used and _eligible(layout, pile)]
    if rules.consolidation == "subset_sum":
        small = [index for index in eligible if table[index].value <= value]
        return absorbed(rules, table, small, value, core)
    return tuple(
        index
        for index in eligible
        if len(table[index].cards) == 2
        and (rules.consolidation == "two_card_all" or table[index].value == value)
    )


def _eligible(layout: Layout, pile: Pile) -> bool:
    """Whether a pile is of a kind that builds draw in: a single, a plain pair, a two-card build."""
    if len(pile.cards) > 2:
        return False
    if pile.owner == NOBODY:
        return True
    if layout.rules.absorb_builds == "none" or len(pile.cards) != 2:
        return False
    return not pile.locked or (layout.rules.consolidate_own_locked and pile.owner == layout.seat)
