"""What a seat sees of Eight Cards, and what it may do, as numbers.

A card is its index in the canonical deck: suits are rows (clubs, diamonds, hearts, spades), ranks columns
from two to ace. Boards are A, B, C. The own seat comes first. Chips are parts of all chips at the table, in
percent, then what is left in hundredths of a percent; every number is small and whole.

**Actions** depend on how cards are placed (``assignment``):

- all at once (``sequential``, ``simultaneous``): 1,260 ids, the splits of eight cards over three boards in
  the order of the rules: 420 with four cards on A, then 420 with four on B, then 420 with four on C. A split
  names indices in the sorted hand, not cards: id 0 puts its first four cards on A, the next two on B, the
  last two on C.
- card by card (``alternating``): 209 ids: three for each card (put it on A, B, C), one for each card to take
  it back, and one to lock.

Every legal action has one id of its own, so nothing is folded.

**Not in the observation**: what follows from the cards (names and fives of hands), chips gained by sweeps,
and which placements were tried before (after 64 repeats some are refused; the mask says which). The cards
that the other has placed are in it only where they lie open (``hidden_placement`` off): hidden ones come to
light when nobody chooses any more in that hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, cast

import numpy as np

from korthus.core.cards import DECK, ORDER, Card, in_order
from korthus.core.protocol import Action, AnyGame, View
from korthus.envs.encoding import Encoding, Field, Mask, Row
from korthus.envs.errors import EnvError
from korthus.games.eight.actions import EightAction, Lock, Place, PlaceCard, TakeBack
from korthus.games.eight.boards import BOARDS, HAND_SIZE, Board
from korthus.games.eight.game import EightCards
from korthus.games.eight.legal import PATTERNS, sets_of
from korthus.games.eight.memory import MOST_REPEATS
from korthus.games.eight.state import Phase
from korthus.games.eight.view import EightView

SPLITS: Final = PATTERNS[None]
_ID_OF: Final = {split: action_id for action_id, split in enumerate(SPLITS)}
#: Where the ids of each kind begin when cards are placed one by one.
TAKE_BACKS: Final = len(DECK) * len(BOARDS)
LOCK: Final = TAKE_BACKS + len(DECK)

HUNDRED: Final = 100

_PHASES: Final = tuple(Phase)
_CARDS: Final = (4, 13)
_BOARDS: Final = (3, *_CARDS)

#: What is seen under any rules, in the order of a row.
FIELDS: Final = (
    Field("hand", _CARDS, 0, 1, "The own cards that are not placed."),
    Field("boards", _BOARDS, 0, 1, "The open cards of each board."),
    Field("placed", _BOARDS, 0, 1, "The own cards on each board."),
    Field("counts", (2, 3), 0, 4, "Cards of each seat on each board; none while even that is unknown."),
    Field("locked", (2,), 0, 1, "Whether each seat's placement is final."),
    Field("plo", (3,), 0, 1, "The Omaha board, once it is known."),
    Field("won", (2, 3), 0, 1, "The boards that each seat has won; both have a shared one."),
    Field("chips", (3, 2), 0, 100, "Of all chips, those that the own seat, the other and the pot have."),
    Field("number", (2,), 0, 99, "The number of this hand: hundreds, rest."),
    Field("hands_left", (2,), 0, 99, "Hands after this one, at most: hundreds, rest."),
    Field("dealer", (1,), 0, 1, "Whether the own seat deals."),
    Field("turn", (1,), 0, 1, "Whether the own seat is to act."),
    Field("phase", (len(_PHASES),), 0, 1, "What comes next: a deal, a placement, a run-out, nothing."),
)
#: What is seen besides where placed cards lie open.
OPEN_FIELDS: Final = (Field("theirs", _BOARDS, 0, 1, "The other's cards on each board."),)
#: What is seen besides where cards are placed one by one.
STEP_FIELDS: Final = (
    Field("shown", (2, *_CARDS), 0, 1, "Cards in each hand that lay open on a board before."),
    Field("take_backs", (2,), -1, 64, "How many cards each seat may still take back; -1: any number."),
    Field("repeats", (1,), 0, MOST_REPEATS, "How many own placements in a row repeated earlier ones."),
)


class _Splits(Mapping[int, Action]):
    """The placements of a hand by their ids, each made when it is asked for."""

    def __init__(self, hand: tuple[Card, ...], ids: range) -> None:
        self._sets = sets_of(in_order(hand))
        self._ids = ids

    def __getitem__(self, action_id: int) -> Place:
        if action_id not in self._ids:
            raise KeyError(action_id)
        a, b, c = SPLITS[action_id]
        return Place(self._sets[a], self._sets[b], self._sets[c])

    def __iter__(self) -> Iterator[int]:
        return iter(self._ids)

    def __len__(self) -> int:
        return len(self._ids)


class EightEncoding(Encoding):
    """Eight Cards as numbers."""

    def __init__(self, game: AnyGame, seats: int = 2) -> None:
        super().__init__(game, seats)
        self._rules: Final = cast("EightCards", game).rules
        self._by_card: Final = self._rules.assignment == "alternating"
        self.fields = FIELDS
        if not self._rules.hidden_placement:
            self.fields += OPEN_FIELDS
        if self._by_card:
            self.fields += STEP_FIELDS
        self.actions = LOCK + 1 if self._by_card else len(SPLITS)

    def write(self, view: View, row: Row) -> None:
        """See ``Encoding.write``."""
        seen = cast("EightView", view)
        seat = seen.seat
        assert seat is not None
        seats = (seat, 1 - seat)
        part = self.named(row)
        _mark(part["hand"], seen.hand)
        for board in range(3):
            _mark(part["boards"][board], seen.boards[board])
            for index, each in enumerate(seats):
                part["won"][index, board] = each in seen.winners[board]
        _mark_placed(part["placed"], seen, seat)
        for index, each in enumerate(seats):
            part["counts"][index] = seen.counts[each] or 0
            part["locked"][index] = seen.locked[each]
        if seen.plo is not None:
            part["plo"][seen.plo.number] = 1
        chips = (seen.bankrolls[seat], seen.bankrolls[1 - seat], seen.pot)
        part["chips"][:] = [divmod(each * HUNDRED**2 // sum(chips), HUNDRED) for each in chips]
        part["number"][:] = divmod(seen.number, HUNDRED)
        part["hands_left"][:] = divmod(self._rules.longest - seen.number, HUNDRED)
        part["dealer"][0] = seen.dealer == seat
        part["turn"][0] = seen.to_act == seat
        part["phase"][_PHASES.index(seen.phase)] = 1
        if "theirs" in part:
            _mark_placed(part["theirs"], seen, 1 - seat)
        if self._by_card:
            self._write_steps(seen, seats, part)

    def _write_steps(self, seen: EightView, seats: tuple[int, int], part: Mapping[str, Row]) -> None:
        memory = seen.memory[seats[0]]
        assert memory is not None
        part["repeats"][0] = memory.repeats
        for index, each in enumerate(seats):
            _mark(part["shown"][index], seen.shown[each])
            part["take_backs"][index] = -1 if seen.take_backs_left is None else seen.take_backs_left[each]

    def ids(self, view: View) -> Mapping[int, Action]:
        """See ``Encoding.ids``. Placements of all cards at once are made as they are asked for."""
        seen = cast("EightView", view)
        if self._by_card:
            return {self.id_of(seen, action): action for action in self._choices(seen)}
        return _Splits(seen.hand, self._splits(seen))

    def mask(self, view: View) -> Mask:
        """See ``Encoding.mask``."""
        if self._by_card:
            return super().mask(view)
        ids = self._splits(cast("EightView", view))
        made = np.zeros(self.actions, dtype=np.int8)
        made[ids.start : ids.stop] = 1
        return made

    def id_of(self, view: View, action: Action) -> int:
        """See ``Encoding.id_of``; worked out from the action and the hand."""
        match cast("EightAction", action):
            case PlaceCard(card=card, board=board):
                return ORDER[card] * len(BOARDS) + board.number
            case TakeBack(card=card):
                return TAKE_BACKS + ORDER[card]
            case Lock():
                return LOCK
            case Place() as place:
                sets = sets_of(in_order(cast("EightView", view).hand))
                try:
                    a, b, c = (sets.index(in_order(cards)) for cards in place.boards)
                    return _ID_OF[a, b, c]
                except (KeyError, ValueError):
                    raise EnvError("NO_ID", action=str(action)) from None
            case _:
                raise EnvError("NO_ID", action=str(action))

    def text(self, action_id: int) -> str:
        """See ``Encoding.text``."""
        if not self._by_card:
            places = sets_of(tuple(range(1, HAND_SIZE + 1)))
            parts = zip(BOARDS, SPLITS[action_id], strict=True)
            return "place " + ", ".join(f"{board}: {' '.join(map(str, places[n]))}" for board, n in parts)
        if action_id == LOCK:
            return str(Lock())
        if action_id >= TAKE_BACKS:
            return str(TakeBack(DECK[action_id - TAKE_BACKS]))
        card, board = divmod(action_id, len(BOARDS))
        return str(PlaceCard(DECK[card], BOARDS[board]))

    def _choices(self, view: EightView) -> Iterable[EightAction]:
        if view.seat is None or view.seat != view.to_act:
            return ()
        return cast("EightCards", self.game).choices(view)

    def _splits(self, view: EightView) -> range:
        """The ids of the splits that the seat may choose."""
        if view.seat is None or view.seat != view.to_act:
            return range(0)
        return split_range(view.plo)


def split_range(plo: Board | None) -> range:
    """The ids of the splits with four cards on the Omaha board; of all, as long as there is none."""
    first = 0 if plo is None else sum(len(PATTERNS[board]) for board in BOARDS[: plo.number])
    return range(first, first + len(PATTERNS[plo]))


def _mark(plane: Row, cards: Iterable[Card]) -> None:
    flat = plane.reshape(-1)
    for card in cards:
        flat[ORDER[card]] = 1


def _mark_placed(planes: Row, view: EightView, owner: int) -> None:
    """The cards of a seat on the boards, as far as they are seen."""
    for board, cards in enumerate(view.placed[owner] or ()):
        _mark(planes[board], cards)


ENCODING: Final = EightEncoding
