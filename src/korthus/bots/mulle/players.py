"""The players of Mulle: one who takes the most that lies there, one who learns what pays, those who search.

``greedy`` follows the automatic play of the rulebook (M-13, M-44, MI-19, MI-49), ``learner`` its learning
player (M-45, M-46, MI-49). Both agree on which of several captures, builds, trottor or discards is best; they
differ in how they choose between those kinds. The others are in ``search``.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Sequence
from enum import StrEnum
from math import isfinite
from pathlib import Path
from typing import Final, cast

import msgspec

from korthus.bots.mulle.search import SEARCH_BOTS
from korthus.bots.protocol import Bot, Budget, LearningBot
from korthus.core.cards import Card
from korthus.core.errors import InvalidOptions, TooManyActions
from korthus.core.protocol import Action, AnyGame, Event, View
from korthus.games.mulle.actions import Build, Capture, Discard, Play, Trotta
from korthus.games.mulle.build import lay
from korthus.games.mulle.capture import one_capture
from korthus.games.mulle.cards import HAND_VALUE, TABLE_VALUE
from korthus.games.mulle.events import BuildMade, Captured, Discarded
from korthus.games.mulle.layout import Layout
from korthus.games.mulle.options import MulleRules
from korthus.games.mulle.scoring import gain_of, intake_points, mulle_points, mulles_in
from korthus.games.mulle.trotta import gather
from korthus.games.mulle.view import MulleView

#: How many captures with each card are looked at where all of them are too many to list: the best of 64 that
#: are drawn is among the best 1.5 % on average (1 of 65).
DRAWN: Final = 64

#: Where the captures of one position are equally good, the first in the order of the rules is played.
Merit = tuple[float, ...]


class Eye:
    """What the plays of one position are worth at first sight, to the seat that has the view."""

    def __init__(self, rules: MulleRules, view: MulleView) -> None:
        assert view.seat is not None
        self.rules = rules
        self.view = view
        self.layout = Layout(rules, view.seat, view.table)

    def best(self, plays: Iterable[Play]) -> Play:
        """The best of some plays of one kind."""
        return max(plays, key=self.merit)

    def merit(self, play: Play) -> Merit:
        """How good a play is among those of its kind: more is better."""
        match play:
            case Capture():
                return self._gain(self.taken(play))
            case Build():
                return self._build(play)
            case Trotta():
                return self._trotta(play)
            case Discard():
                return self._discard(play.card)

    def taken(self, capture: Capture) -> tuple[Card, ...]:
        """Every card that a capture brings, the played one included."""
        cards = [*capture.singles, capture.card]
        for value in capture.builds:
            cards += self.layout.builds[value].cards
        for pile in capture.plains:
            cards += pile
        return tuple(cards)

    def mulles(self, capture: Capture) -> int:
        """How many mulles a capture brings."""
        return len(mulles_in(self.rules, self.taken(capture)))

    def _gain(self, cards: Sequence[Card]) -> Merit:
        """Mulles, cards and intake of a captured group (MI-19)."""
        gain = gain_of(self.rules, cards)
        return (len(gain.mulles), len(cards), gain.intake)

    def _takers(self, played: Card, value: int) -> list[Card]:
        """The cards in hand, but for the one that is played, that can take a build of this value."""
        others = list(self.view.hand)
        others.remove(played)
        return [card for card in others if HAND_VALUE[card] == value]

    def _build(self, build: Build) -> Merit:
        """What the reserved card will take; a locked build before an open one."""
        pile, _, _ = lay(self.layout, build)
        takers = self._takers(build.card, pile.value)
        return (*max(self._gain((*pile.cards, card)) for card in takers), pile.locked)

    def _trotta(self, trotta: Trotta) -> Merit:
        """Before all, a build that the own hand can take; then what lies in it."""
        pile, _, _ = gather(self.layout, trotta.card)
        takers = self._takers(trotta.card, pile.value)
        gains = [self._gain((*pile.cards, card)) for card in takers]
        return (1, *max(gains)) if gains else (0, *self._gain(pile.cards))

    def _discard(self, card: Card) -> Merit:
        """As little as possible for the other: intake points, and the chance that they hold the twin.

        Of equally harmless cards the smallest is thrown: a large one takes more sums later.
        """
        return (-self.harm(card), -TABLE_VALUE[card])

    def harm(self, card: Card) -> float:
        """The points that a card on the table may bring the other: its intake, and a mulle.

        They can make a mulle of it if they hold its twin, as likely as their share of the unseen cards is
        large, or if the twin lies on the table: then they may take both.
        """
        view, rules = self.view, self.rules
        seen = [*view.hand, *view.left, *view.sides[0].taken, *view.sides[1].taken]
        for pile in view.table:
            seen += pile.cards
        unseen = len(rules.one_deck) * rules.decks - len(seen)
        twins = float(self.layout.singles.get(card, 0))
        if unseen:
            held = view.sides[1 - self.layout.seat].cards_in_hand
            twins += (rules.decks - seen.count(card)) * held / unseen
        return intake_points(rules, (card,)) + mulle_points(rules, card) * twins


def candidates(game: AnyGame, eye: Eye, rng: random.Random) -> tuple[Play, ...]:
    """The legal plays. Where the captures are too many to list: for each card up to ``DRAWN`` of its largest.

    A player who sees only those misses nothing but captures that are worse or about as good.
    """
    plays: tuple[Play, ...]
    try:
        plays = cast("tuple[Play, ...]", game.choices(eye.view))
    except TooManyActions:
        drawn = {
            capture
            for card in dict.fromkeys(eye.view.hand)
            for _ in range(DRAWN)
            for capture in one_capture(eye.layout, card, rng)
        }
        plays = tuple(sorted(drawn, key=game.sort_key))
    return plays


class GreedyBot(Bot):
    """Takes if it can: most mulles, then most cards, then most intake. Else builds, plays trotta or throws.

    A twin or a card of the same value on the table needs no step of its own: both are captures.
    """

    name = "greedy"
    about = "takes all it can, mulles first; else builds, plays trotta, or throws what does least harm"

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """See ``Bot.choose``."""
        assert isinstance(view, MulleView)
        eye = Eye(self.game.rules, view)
        plays = candidates(self.game, eye, self.rng)
        for kind in (Capture, Build, Trotta, Discard):
            if found := [play for play in plays if isinstance(play, kind)]:
                return eye.best(found)
        raise AssertionError("a seat that is to act can always do something (MI-39)")


# -- the learner -----------------------------------------------------------------------------------


class Category(StrEnum):
    """The kinds of play that the learner tells apart. A trotta is a kind of building (MI-49)."""

    CAPTURE_COMBO_MULLE = "capture_combo_mulle"
    CAPTURE_COMBO = "capture_combo"
    BUILD = "build"
    DISCARD = "discard"


class Values(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the learner believes each category brings (M-46)."""

    capture_combo_mulle: float = 10.0
    capture_combo: float = 5.0
    build: float = 1.0
    discard: float = 0.0

    def of(self, category: Category) -> float:
        """The value of a category."""
        value: float = getattr(self, category)
        return value

    def learned(self, category: Category, reward: float, rate: float) -> Values:
        """The values after a reward: the category moves towards it by ``rate`` of the way."""
        value = self.of(category)
        return msgspec.structs.replace(self, **{category: value + rate * (reward - value)})

    def __str__(self) -> str:
        return ", ".join(f"{category} {self.of(category):.2f}" for category in Category)


class LearnerBot(LearningBot):
    """Plays the kind of play that has paid best so far, and now and then any other.

    It learns from the events of its own plays, as it hears of them; nothing is learned from a play that was
    only suggested. What it knows is kept from game to game, and can be saved and loaded.
    """

    name = "learner"
    about = "learns from its own plays which kind of play pays; tries something else now and then"

    #: How often it tries any legal play, and how far a reward moves a value (M-45).
    exploration: float = 0.15
    rate: float = 0.2

    def __init__(self, game: AnyGame, rng: random.Random) -> None:
        super().__init__(game, rng)
        self.values = Values()
        #: Which seat it has; not known before it is first asked.
        self._seat: int | None = None
        #: What it was told before it knew its seat.
        self._early: list[Event] = []

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """See ``Bot.choose``."""
        assert isinstance(view, MulleView)
        assert view.seat is not None
        self._sit(view.seat)
        eye = Eye(self.game.rules, view)
        plays = candidates(self.game, eye, self.rng)
        if self.rng.random() < self.exploration:
            return self.rng.choice(plays)
        return self._exploit(eye, plays)

    def _exploit(self, eye: Eye, plays: Sequence[Play]) -> Play:
        """The best play of the category with the highest value; builds before trottor."""
        sorted_by: dict[Category, list[Play]] = {}
        for play in plays:
            sorted_by.setdefault(category_of(eye, play), []).append(play)
        category = max(Category, key=lambda each: (each in sorted_by, self.values.of(each)))
        found = sorted_by[category]
        return eye.best([play for play in found if isinstance(play, Build)] or found)

    def observe(self, events: Sequence[Event]) -> None:
        """Learn from what came of its own plays."""
        if self._seat is None:
            self._early += events
            return
        for event in events:
            if isinstance(event, Captured | BuildMade | Discarded) and event.seat == self._seat:
                self.values = self.values.learned(*lesson(self.game.rules, event), self.rate)

    def _sit(self, seat: int) -> None:
        if self._seat is None:
            self._seat = seat
            self.observe(self._early)
            self._early.clear()

    def restart(self) -> None:
        """A new game begins; what was learned stays."""
        self._seat = None
        self._early.clear()

    def save(self, path: Path) -> None:
        """Write the values as JSON, whole or not at all."""
        whole = path.resolve()  # through a link, to what it leads to
        part = whole.with_name(f"{whole.name}.part")
        part.write_bytes(msgspec.json.format(msgspec.json.encode(self.values)) + b"\n")
        os.replace(part, whole)

    def load(self, path: Path) -> None:
        """Take the values of a file that ``save`` wrote.

        Raises:
            InvalidOptions: the file holds something else; the values stay as they were.
        """
        try:
            values = msgspec.json.decode(path.read_bytes(), type=Values)
        except (msgspec.DecodeError, UnicodeDecodeError):
            values = None
        if values is None or not all(isfinite(values.of(category)) for category in Category):
            raise InvalidOptions(
                "BAD_VALUES",
                "{file} does not hold what a learner knows: a number for each of {categories}.",
                file=path.name,
                categories=tuple(Category),
            )
        self.values = values

    def report(self) -> str:
        """What it has learned, for the summary of a session (M-50)."""
        return str(self.values)


def category_of(eye: Eye, play: Play) -> Category:
    """The category of a play that has not been played yet."""
    match play:
        case Capture():
            return Category.CAPTURE_COMBO_MULLE if eye.mulles(play) else Category.CAPTURE_COMBO
        case Build() | Trotta():
            return Category.BUILD
        case Discard():
            return Category.DISCARD


def lesson(rules: MulleRules, event: Captured | BuildMade | Discarded) -> tuple[Category, float]:
    """The category of a play and its reward, from the event it caused (M-45).

    Captured cards, the played one included, ten for each mulle, and two if a build arose that was not there:
    one that is neither made from another build nor joined to one of its value.
    """
    match event:
        case Captured():
            cards = [*(card for pile in event.piles for card in pile.cards), event.card]
            mulles = len(mulles_in(rules, cards))
            category = Category.CAPTURE_COMBO_MULLE if mulles else Category.CAPTURE_COMBO
            return category, len(cards) + 10.0 * mulles
        case Discarded() | BuildMade(how="feed"):
            return Category.DISCARD, 0.0
        case BuildMade():
            joins = any(pile.is_build and pile.value == event.pile.value for pile in event.joined)
            # What was neither played nor drawn in is what was built on: one card, or a build.
            base = len(event.pile.cards) - 1 - sum(len(pile.cards) for pile in event.joined)
            rebuilds = event.how == "build" and base > 1
            return Category.BUILD, 0.0 if joins or rebuilds else 2.0


#: From weak to strong.
BOTS: dict[str, type[Bot]] = {LearnerBot.name: LearnerBot, GreedyBot.name: GreedyBot, **SEARCH_BOTS}

#: The document's automatic move.
AUTOMATIC = GreedyBot.name
