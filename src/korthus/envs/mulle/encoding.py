"""What a seat sees of Mulle, and what it may do, as numbers.

``fields`` has the parts of an observation, ``ids`` the numbers of actions (3,826 of them in both presets) and
``captures`` how captures share numbers where a card has very many. Everything else that can be played has a
number of its own.

**Not in the observation**: which cards were mulles (their points are), what was left on the table when an
omgång ended, and the sheet of finished omgångar but for its sums.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, cast

from korthus.core.cards import Card
from korthus.core.protocol import Action, AnyGame, View
from korthus.envs.encoding import Encoding, Row
from korthus.envs.errors import EnvError
from korthus.envs.mulle.captures import captures_with_ids, index_of
from korthus.envs.mulle.fields import HUNDRED, fields_of
from korthus.envs.mulle.ids import Ids
from korthus.games.mulle.actions import Capture, Play
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.layout import Layout
from korthus.games.mulle.legal import plays_of
from korthus.games.mulle.view import MulleView
from korthus.kernels.mulle.layout import FACE


class MulleEncoding(Encoding):
    """Mulle as numbers, under all options."""

    def __init__(self, game: AnyGame, seats: int = 2) -> None:
        super().__init__(game, seats)
        self._mulle: Final = cast("Mulle", game)
        self._deck: Final = Counter(self._mulle.deck())
        self._ids: Final = Ids(self._mulle.rules)
        self.fields = fields_of(self._mulle.rules)
        self.actions = self._ids.number

    # -- what is seen ------------------------------------------------------------------------------

    def write(self, view: View, row: Row) -> None:
        """See ``Encoding.write``."""
        seen = cast("MulleView", view)
        seat = seen.seat
        assert seat is not None
        part = self.named(row)
        _mark(part["hand"], seen.hand)
        for index, side in enumerate((seen.sides[seat], seen.sides[1 - seat])):
            _mark(part["taken"][index], side.taken)
            for value in side.holds:
                part["holds"][index, value - 1] = 1
        _write_table(seen, seat, part)
        located = (seen.hand, seen.left, *(side.taken for side in seen.sides))
        rest = self._deck - Counter(card for cards in located for card in cards)
        rest.subtract(card for pile in seen.table for card in pile.cards)
        _mark(part["unseen"], rest.elements())
        _write_numbers(seen, seat, part)
        _write_moment(seen, seat, part)

    # -- what may be done --------------------------------------------------------------------------

    def ids(self, view: View) -> Mapping[int, Action]:
        """See ``Encoding.ids``. Works on any table, also where the rules list no actions."""
        seen = cast("MulleView", view)
        if seen.seat is None or seen.seat != seen.to_act:
            return {}
        found: dict[int, Action] = {}
        captures: Counter[Card] = Counter()
        for action in plays_of(self._mulle.layout(seen), seen.hand, self._captures):
            index = 0
            if isinstance(action, Capture):
                index = captures[action.card]
                captures[action.card] += 1
            found[self._ids.of(action, index)] = action
        return found

    def id_of(self, view: View, action: Action) -> int:
        """See ``Encoding.id_of``; perhaps an id that it shares with other captures, see ``captures``."""
        play = cast("Play", action)
        if not isinstance(play, Capture):
            return self._ids.of(play)
        layout = self._mulle.layout(cast("MulleView", view))
        index = index_of(layout, play, self._room(play.card))
        if index is None:
            raise EnvError("NO_ID", action=str(action))
        return self._ids.of(play, index)

    def text(self, action_id: int) -> str:
        """See ``Encoding.text``."""
        return self._ids.text(action_id)

    def _captures(self, layout: Layout, card: Card) -> list[Capture]:
        return captures_with_ids(layout, card, self._room(card))

    def _room(self, card: Card) -> int:
        return self._ids.rooms[FACE[card]]


def _mark(planes: Row, cards: Iterable[Card]) -> None:
    """Write a multiset of cards."""
    flat = planes.reshape(len(planes), -1)
    for card, copies in Counter(cards).items():
        flat[:copies, FACE[card]] = 1


def _write_table(seen: MulleView, seat: int, part: Mapping[str, Row]) -> None:
    """What lies on the table. A plain pile, which no play makes, is nowhere but its cards are not unseen."""
    _mark(part["singles"], (pile.cards[0] for pile in seen.table if pile.is_single))
    inside: dict[Card, list[int]] = {}
    for index, pile in enumerate(seen.table, start=1):
        if pile.is_build:
            at = pile.value - 1
            part["builds"][int(pile.owner != seat), at] = 1
            part["locked"][at] = pile.locked
            part["trotta"][at] = pile.trotta
            part["build_sizes"][at] = len(pile.cards)
            part["build_places"][at] = index
            for card in pile.cards:
                inside.setdefault(card, []).append(pile.value)
        elif pile.is_single:
            places = part["single_places"].reshape(-1)
            face = FACE[pile.cards[0]]
            places[face] = places[face] or index
    built = part["built"].reshape(len(part["built"]), -1)
    for card, values in inside.items():
        for copy, value in enumerate(sorted(values)):
            built[copy, FACE[card]] = value


def _write_numbers(seen: MulleView, seat: int, part: Mapping[str, Row]) -> None:
    """Points and what they are made of."""
    finished = len(seen.sheet) == seen.omgang
    for index, each in enumerate((seat, 1 - seat)):
        side = seen.sides[each]
        part["in_hand"][index] = side.cards_in_hand
        part["tabbar"][index] = side.tabbe
        part["intake"][index] = side.intake
        part["rond_intake"][index] = side.intake - side.intake_before_rond
        part["mulle_points"][index] = divmod(side.score.mulle, HUNDRED)
        part["rond_bonus"][index] = divmod(side.rond_bonus, HUNDRED)
        part["totals"][index] = divmod(seen.totals[each], HUNDRED)
        intake = sum(line[each].intake for line in seen.sheet) + (0 if finished else side.intake)
        part["all_intake"][index] = divmod(intake, HUNDRED)


def _write_moment(seen: MulleView, seat: int, part: Mapping[str, Row]) -> None:
    """How far the session is."""
    part["stock"][0] = seen.stock
    part["rond"][0] = seen.rond
    part["ronder_left"][0] = seen.ronder - seen.rond
    part["omgang"][0] = seen.omgang
    part["omgangar_left"][0] = seen.omgangar - seen.omgang
    part["starter"][0] = seen.starter == seat
    part["last_capturer"][:] = (seen.last_capturer == seat, seen.last_capturer == 1 - seat)
    part["turn"][0] = seen.to_act == seat


ENCODING: Final = MulleEncoding
