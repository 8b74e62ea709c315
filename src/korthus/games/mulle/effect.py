"""What a play does on the table that a seat sees: which piles it takes, what it makes, what it brings.

Nothing hidden has a say in that, so a seat can tell it beforehand. Piles are named by their indices in the
view's ``table``. The page marks and names plays by this, the terminal and the advice explain them by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from korthus.core.cards import Card
from korthus.core.protocol import Effect
from korthus.games.mulle.actions import Build, Capture, Discard, Play, Trotta
from korthus.games.mulle.build import lay
from korthus.games.mulle.capture import keys_on_table
from korthus.games.mulle.cards import HAND_VALUE, TABLE_VALUE
from korthus.games.mulle.discard import fed
from korthus.games.mulle.layout import Layout
from korthus.games.mulle.options import MulleRules
from korthus.games.mulle.packing import grouped, pack_counts, values_of
from korthus.games.mulle.scoring import can_tabbe, gain_of, mulle_points
from korthus.games.mulle.state import Pile
from korthus.games.mulle.trotta import gather
from korthus.games.mulle.view import MulleView

Indices = tuple[int, ...]


class Takes(Effect, frozen=True, kw_only=True):
    """A capture: the piles in groups, each of which adds up to ``value``."""

    groups: tuple[Indices, ...]
    value: int
    #: How many cards are taken, the played one included.
    cards: int
    intake: int = 0
    #: One card for each mulle, and what each scores.
    mulles: tuple[tuple[Card, int], ...] = ()
    tabbe: bool = False

    @property
    def points(self) -> int:
        """What it scores at once: its mulles, and one for a tabbe (M-36)."""
        return sum(points for _, points in self.mulles) + self.tabbe


class Makes(Effect, frozen=True, kw_only=True):
    """A build, a trotta, or a discard that goes into a build: what comes of it is worth ``value``."""

    how: Literal["build", "trotta", "feed"]
    value: int
    #: The cards of the build that comes of it, the played one included.
    cards: tuple[Card, ...]
    #: What a build is laid on.
    base: int | None = None
    #: What else goes into it: a build of the value, and everything that is drawn in or gathered.
    joins: Indices = ()
    #: Whether this play locks it. A trotta always does.
    locks: bool = False


class Lies(Effect, frozen=True, kw_only=True):
    """A discard that lies on the table by itself and counts ``value`` there."""

    value: int


PlayEffect = Takes | Makes | Lies


def effect_of(rules: MulleRules, view: MulleView, play: Play) -> PlayEffect:
    """What a legal play of the seat to act does."""
    layout = Layout(rules, view.turn, view.table)
    match play:
        case Capture():
            return _takes(layout, view, play)
        case Build():
            pile, joined, _ = lay(layout, play)
            base = layout.index_of(play.base)
            return _makes(layout, "build", pile, joined, base)
        case Trotta():
            pile, joined, _ = gather(layout, play.card)
            return _makes(layout, "trotta", pile, joined)
        case Discard():
            own = fed(layout, play.card)
            if own is None:
                return Lies(value=TABLE_VALUE[play.card])
            pile = Pile((*own.cards, play.card), own.value, own.owner, True, own.trotta)
            return _makes(layout, "feed", pile, (own,))


def _takes(layout: Layout, view: MulleView, play: Capture) -> Takes:
    rules, table = layout.rules, view.table
    value = HAND_VALUE[play.card]
    indices = _indices_of_keys(layout, keys_on_table(layout, play))
    cards = (*(card for index in indices for card in table[index].cards), play.card)
    gain = gain_of(rules, cards)
    in_hand = view.sides[0].cards_in_hand + view.sides[1].cards_in_hand
    return Takes(
        groups=_grouped(table, indices, value),
        value=value,
        cards=len(cards),
        intake=gain.intake,
        mulles=tuple([(card, mulle_points(rules, card)) for card in gain.mulles]),
        tabbe=len(indices) == len(table) and can_tabbe(rules, view.rond, in_hand),
    )


def _indices_of_keys(layout: Layout, keys: Sequence[int]) -> list[int]:
    """Where the piles with these keys lie, in the order of the keys, the oldest of identical ones first."""
    lying = [layout.key(pile) for pile in layout.table]
    indices: list[int] = []
    for key in keys:
        after = indices[-1] + 1 if indices and lying[indices[-1]] == key else 0
        indices.append(lying.index(key, after))
    return indices


def _grouped(table: Sequence[Pile], indices: Sequence[int], value: int) -> tuple[Indices, ...]:
    """Some piles put into groups that add up to a value each."""
    left = list(indices)
    groups = []
    for counts in grouped(value, pack_counts(table[index].value for index in indices)):
        group: list[int] = []
        for each, number in reversed([*values_of(counts)]):
            group += [index for index in left if table[index].value == each][:number]
        for index in group:
            left.remove(index)
        groups.append(tuple(group))
    return tuple(groups)


def _makes(
    layout: Layout,
    how: Literal["build", "trotta", "feed"],
    pile: Pile,
    joined: Sequence[Pile],
    base: int | None = None,
) -> Makes:
    index_of = {id(each): index for index, each in enumerate(layout.table)}
    was_locked = any(each.locked and each.value == pile.value for each in joined)
    return Makes(
        how=how,
        value=pile.value,
        cards=pile.cards,
        base=base,
        joins=tuple([index_of[id(each)] for each in joined]),
        locks=pile.locked and not was_locked,
    )
