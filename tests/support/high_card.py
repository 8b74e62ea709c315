"""High card: a whole game in one short file, the example for adding a game.

Thirteen spades are shuffled and each seat is dealt a few, hidden from the others. The leader plays a card,
then everybody else in turn; the highest takes the trick and leads to the next one. When the hands are empty,
all cards are shuffled again for the next round. Most tricks after the last round wins.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Final

from msgspec import Meta

from korthus.core.cards import DECK, ORDER, Card, Suit, in_order, without
from korthus.core.chance import Chance
from korthus.core.errors import IllegalAction, InvalidAction, InvalidState
from korthus.core.protocol import (
    CHANCE,
    Action,
    Event,
    Foreseen,
    Game,
    Outcome,
    State,
    Step,
    View,
    rank_scores,
)
from korthus.core.rules import Rules
from korthus.core.text import read_int, read_parts, write_parts

SPADES: Final = tuple(card for card in DECK if card.suit is Suit.SPADES)

#: Why an action is refused: one sentence per code.
REASONS: Final[dict[str, str]] = {
    "BAD_DEAL": "That is not {count} different spades.",
    "NOT_IN_HAND": "{card} is not in your hand.",
}


class HighCardRules(Rules, frozen=True):
    """What a table of high card agrees on."""

    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {"standard": {}, "quick": {"hand": 2, "rounds": 1}}

    hand: Annotated[int, Meta(ge=1, le=3, description="Cards dealt to each seat.")] = 3
    rounds: Annotated[int, Meta(ge=1, le=9, description="Deals in a game.")] = 2


class Deal(Action, frozen=True, tag="deal"):
    """Chance: the hands of all seats, seat 0 first."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"deal {_write(self.cards)}"


class Play(Action, frozen=True, tag="play"):
    """Play a card of your hand."""

    card: Card

    def __str__(self) -> str:
        return f"play {self.card}"


class RoundDealt(Event, frozen=True, kw_only=True):
    """A round began, and every seat holds this many cards."""

    round: int
    count: int


class HandDealt(Event, frozen=True, kw_only=True):
    """Your cards."""

    cards: tuple[Card, ...]


class CardPlayed(Foreseen, frozen=True, kw_only=True):
    """A card came to the table."""

    seat: int
    card: Card


class TrickWon(Foreseen, frozen=True, kw_only=True):
    """The highest card took the trick."""

    seat: int


class HighCardState(State, frozen=True):
    """Between rounds all hands are empty; ``table`` holds the trick in the order of play."""

    round: int
    hands: tuple[tuple[Card, ...], ...]
    tricks: tuple[int, ...]
    leader: int = 0
    table: tuple[Card, ...] = ()
    taken: tuple[Card, ...] = ()


class HighCardView(View, frozen=True, kw_only=True):
    """A seat's own hand and everything that lies face up."""

    round: int
    hand: tuple[Card, ...]
    counts: tuple[int, ...]
    tricks: tuple[int, ...]
    leader: int
    table: tuple[Card, ...]
    taken: tuple[Card, ...]


def illegal(code: str, **params: object) -> IllegalAction:
    """The refusal that a code stands for."""
    return IllegalAction(code, REASONS[code], **params)


def _write(cards: Iterable[Card]) -> str:
    return " ".join(cards)


def _read(text: str) -> tuple[Card, ...]:
    return tuple(Card(word[:-1].upper() + word[-1:].lower()) for word in text.split() if word != "-")


class HighCard(Game[HighCardRules, HighCardState, Deal | Play, HighCardView]):
    """The highest card takes the trick, and most tricks win."""

    name = "high_card"
    max_seats = 4
    rules_type = HighCardRules
    state_type = HighCardState
    view_type = HighCardView
    action_types = (Deal, Play)
    deal_type = Deal
    event_types = (RoundDealt, HandDealt, CardPlayed, TrickWon)

    def _new(self, seats: int) -> HighCardState:
        return HighCardState(0, ((),) * seats, (0,) * seats)

    def _seats(self, state: HighCardState) -> int:
        return len(state.hands)

    def _to_act(self, state: HighCardState) -> int | None:
        if any(state.hands):
            return (state.leader + len(state.table)) % len(state.hands)
        return CHANCE if state.round < self.rules.rounds else None

    def _legal_actions(self, state: HighCardState) -> tuple[Deal | Play, ...]:
        actor = (state.leader + len(state.table)) % len(state.hands)
        return tuple(Play(card) for card in state.hands[actor])

    def _choices(self, view: HighCardView) -> tuple[Deal | Play, ...]:
        return tuple(Play(card) for card in view.hand)

    def sort_key(self, action: Deal | Play) -> Any:
        """Low cards first."""
        return ORDER[action.card] if isinstance(action, Play) else -1

    def _draw(self, state: HighCardState, chance: Chance) -> Deal:
        return Deal(chance.draw(SPADES, self.rules.hand * len(state.hands)))

    def _apply(self, state: HighCardState, action: Deal | Play) -> Step[HighCardState]:
        if isinstance(action, Deal):
            return self._deal(state, action)
        return self._play(state, action)

    def _deal(self, state: HighCardState, deal: Deal) -> Step[HighCardState]:
        size, seats = self.rules.hand, len(state.hands)
        cards = deal.cards
        real = isinstance(cards, tuple) and all(isinstance(card, Card) for card in cards)
        if not real or len(cards) != size * seats or len(set(cards) & set(SPADES)) != size * seats:
            raise illegal("BAD_DEAL", count=size * seats)
        hands = tuple(in_order(cards[seat * size : (seat + 1) * size]) for seat in range(seats))
        told = [HandDealt(cards=hand, audience=seat) for seat, hand in enumerate(hands)]
        number = state.round + 1
        return Step(
            HighCardState(number, hands, state.tricks, state.leader),
            (RoundDealt(round=number, count=size), *told),
        )

    def _play(self, state: HighCardState, play: Play) -> Step[HighCardState]:
        seats = len(state.hands)
        actor = (state.leader + len(state.table)) % seats
        if not isinstance(play.card, Card):
            raise InvalidAction("UNKNOWN_CARD", "{card} is no card.", card=repr(play.card)[:40])
        if play.card not in state.hands[actor]:
            raise illegal("NOT_IN_HAND", card=play.card)
        hands = list(state.hands)
        hands[actor] = without(hands[actor], (play.card,))
        table = (*state.table, play.card)
        played = CardPlayed(seat=actor, card=play.card)
        if len(table) < seats:
            after = HighCardState(state.round, tuple(hands), state.tricks, state.leader, table, state.taken)
            return Step(after, (played,))
        best = max(range(seats), key=lambda place: ORDER[table[place]])
        winner = (state.leader + best) % seats
        tricks = tuple(count + (seat == winner) for seat, count in enumerate(state.tricks))
        # Between rounds the cards go back into the deck: nothing lies anywhere.
        taken = in_order(state.taken + table) if any(hands) else ()
        after = HighCardState(state.round, tuple(hands), tricks, winner, (), taken)
        return Step(after, (played, TrickWon(seat=winner)))

    def _outcome(self, state: HighCardState) -> Outcome:
        """One point for each trick."""
        ranking = rank_scores(state.tricks)
        breakdown = tuple({"tricks": count} for count in state.tricks)
        return Outcome(scores=state.tricks, winners=ranking[0], ranking=ranking, breakdown=breakdown)

    def _view(self, state: HighCardState, seat: int | None) -> HighCardView:
        """A seat's own hand, and for the others how many cards they hold."""
        return HighCardView(
            seat=seat,
            to_act=self.to_act(state),
            round=state.round,
            hand=() if seat is None else state.hands[seat],
            counts=tuple(len(hand) for hand in state.hands),
            tricks=state.tricks,
            leader=state.leader,
            table=state.table,
            taken=state.taken,
        )

    def _sample(self, view: HighCardView, rng: random.Random) -> HighCardState:
        """Every way to hand out the unseen cards is equally likely."""
        unseen = list(without(SPADES, view.hand + view.table + view.taken))
        rng.shuffle(unseen)
        hands = []
        for seat, count in enumerate(view.counts):
            hands.append(view.hand if seat == view.seat else in_order(unseen[:count]))
            if seat != view.seat:
                del unseen[:count]
        return HighCardState(view.round, tuple(hands), view.tricks, view.leader, view.table, view.taken)

    def _parse(self, text: str) -> Deal | Play:
        verb, _, rest = text.lower().partition(" ")
        try:
            if verb == "deal":
                return Deal(_read(rest))
            (card,) = _read(rest if verb == "play" else text)
            return Play(card)
        except ValueError:
            raise InvalidAction(
                "UNKNOWN_ACTION", "{text} is not like 'play 9s'.", text=repr(text)[:60]
            ) from None

    def format_state(self, state: HighCardState) -> str:
        """Hands are separated by slashes, an empty one is a dash."""
        return write_parts(
            (
                ("round", str(state.round)),
                ("hands", " / ".join(_write(hand) or "-" for hand in state.hands)),
                ("tricks", " ".join(map(str, state.tricks))),
                ("leader", str(state.leader)),
                ("table", _write(state.table)),
                ("taken", _write(state.taken)),
            )
        )

    def _parse_state(self, text: str) -> HighCardState:
        parts = read_parts(text, ("round", "hands", "tricks", "leader", "table", "taken"))
        try:
            hands = tuple(in_order(_read(hand)) for hand in parts.get("hands", "- / -").split("/"))
            table, taken = _read(parts.get("table", "")), in_order(_read(parts.get("taken", "")))
        except ValueError:
            raise InvalidState("UNKNOWN_CARD", "Cards are written like 9s or Ts.") from None
        tricks = tuple(
            read_int({"tricks": word}, "tricks", 0)
            for word in parts.get("tricks", " ".join("0" for _ in hands)).split()
        )
        number = read_int(parts, "round", 1 if any(hands) else 0)
        state = HighCardState(number, hands, tricks, read_int(parts, "leader", 0), table, taken)
        self._check(state)
        return state

    def _check(self, state: HighCardState) -> None:
        """Refuse a position that no game leads to."""
        seats = len(state.hands)
        cards = self.located(state)
        first = [len(hand) for hand in state.hands]
        for place in range(len(state.table)):
            first[(state.leader + place) % seats] += 1
        if not self.min_seats <= seats <= self.max_seats or len(state.tricks) != seats:
            raise InvalidState("BAD_SEATS", "Hands and tricks must be given for each of 2 to 4 seats.")
        if (
            not 0 <= state.round <= self.rules.rounds
            or not 0 <= state.leader < seats
            or min(state.tricks) < 0
        ):
            raise InvalidState("BAD_NUMBER", "The round, the leader or the tricks are out of range.")
        if len(set(cards)) != len(cards) or not set(cards) <= set(SPADES):
            raise InvalidState("BAD_CARDS", "A position has each spade once at most, and no other card.")
        tricks_taken = len(state.taken) / seats
        if len(set(first)) > 1 or first[0] + tricks_taken > self.rules.hand or tricks_taken % 1:
            raise InvalidState("BAD_COUNT", "The hands, the table and the tricks do not add up.")
        if len(state.table) >= seats or (cards and not (state.round and any(state.hands))):
            raise InvalidState("BAD_COUNT", "The trick or the round is over, but its cards lie there still.")

    def deck(self) -> tuple[Card, ...]:
        """The spades."""
        return SPADES

    def located(self, state: HighCardState) -> tuple[Card, ...]:
        """The cards of this round."""
        return tuple(card for hand in state.hands for card in hand) + state.table + state.taken
