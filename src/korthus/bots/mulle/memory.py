"""What a seat of Mulle has heard of the omgång, as positions in which each play was chosen.

A view shows what lies where, not how it came to lie there. Who has listened knows it, and so knows what the
other saw when they did not take.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from korthus.core.protocol import Event
from korthus.games.mulle import events as ev
from korthus.games.mulle.actions import Capture, Discard, Trotta
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.state import MulleState, Pile
from korthus.kernels.mulle import kernel as mulle
from korthus.kernels.mulle import layout as at
from korthus.kernels.mulle.convert import words_of
from korthus.kernels.mulle.layout import FACE, Packed
from korthus.kernels.mulle.play import value_built
from korthus.table import UndoDone

#: The words that say what lies on the table, but for its order.
_TABLE: Final = slice(at.SINGLES, at.PILES + 1)


class Heard(NamedTuple):
    """A play: who made it, the position before it (the other's hand is anything) and its number."""

    seat: int
    before: Packed
    code: int


class Memory:
    """Follows an omgång by what a seat is told."""

    def __init__(self, game: Mulle) -> None:
        self._game = game
        #: The table now; None where the omgång was not heard from its beginning.
        self._now: Packed | None = None
        self._rond: list[Heard] = []

    def forget(self) -> None:
        """Nothing is known until the next omgång begins."""
        self._now = None
        self._rond = []

    def listen(self, events: Sequence[Event]) -> None:
        """Take in what the seat is told; what came before an omgång that begins in it no longer matters."""
        begins = [index for index, event in enumerate(events) if isinstance(event, ev.OmgangStarted)]
        for event in events[begins[-1] if begins else 0 :]:
            match event:
                case ev.OmgangStarted():
                    self._begin(event)
                case UndoDone():
                    self._go_back(event.taken_back)
                case _ if self._now is not None:
                    self._go_on(self._now, event)

    def plays(self, view: Packed, other: int) -> list[Heard]:
        """The other's plays of the rond, the first first; none where the view shows that some were missed."""
        now = self._now
        if now is None or now[at.ROND] != view[at.ROND] or (now[_TABLE] != view[_TABLE]).any():
            return []
        return [heard for heard in self._rond if heard.seat == other]

    def _begin(self, event: ev.OmgangStarted) -> None:
        table = tuple(Pile((card,), value) for card, value in zip(event.cards, event.values, strict=True))
        start = MulleState(table=table, omgang=event.omgang, starter=event.starter)
        self._now = mulle.pack(self._game, start)
        self._rond = []

    def _go_back(self, taken_back: int) -> None:
        """Plays of this rond are taken out again; what lay before its deal is not kept."""
        if self._now is None or taken_back > len(self._rond):
            self.forget()
        else:
            self._now = self._rond[-taken_back].before
            del self._rond[-taken_back:]

    def _go_on(self, now: Packed, event: Event) -> None:
        match event:
            case ev.RondStarted():
                now[at.ROND] = event.rond
                now[at.HOLDS : at.HOLDS + 2] = 0
                now[at.HANDS : at.HANDS + 4] = at.ALL_FACES
                self._rond = []
            case ev.HandDealt():
                now[at.HANDS + 2 * event.seat : at.HANDS + 2 * event.seat + 2] = words_of(event.cards)
            case ev.Captured() | ev.BuildMade() | ev.Discarded():
                now[at.TURN] = event.seat
                code = self._code(now, event)
                self._rond.append(Heard(event.seat, now.copy(), code))
                mulle.apply(now, code)

    def _code(self, now: Packed, event: ev.Captured | ev.BuildMade | ev.Discarded) -> int:
        match event:
            case ev.Captured(card=card, piles=piles):
                singles = tuple(pile.cards[0] for pile in piles if not pile.is_build)
                builds = tuple(pile.value for pile in piles if pile.is_build)
                return mulle.encode(self._game, now, Capture(card, singles, builds))
            case ev.BuildMade(how="build"):
                return _build(now, event)
            case ev.BuildMade(how="trotta"):
                return mulle.encode(self._game, now, Trotta(event.card))
            case _:
                return mulle.encode(self._game, now, Discard(event.card))


def _build(now: Packed, event: ev.BuildMade) -> int:
    """The number of the play that leads to a build: what was built on is found by trying."""
    made = words_of(event.pile.cards)
    index = at.BUILDS + 2 * event.pile.value
    card = at.BUILDING | FACE[event.card] << at.CARD_AT
    for name in now[at.TABLE : at.TABLE + now[at.PILES]].tolist():
        if event.was is not None and name != at.BUILD + event.was:
            continue
        for down in (0, at.DOWN):
            code = card | name << at.REST_AT | down
            if value_built(FACE[event.card], name, down != 0) != event.pile.value:
                continue
            tried = now.copy()
            mulle.apply(tried, code)
            if (tried[index], tried[index + 1]) == made:
                return code
    raise AssertionError(f"no play leads to {event}")
