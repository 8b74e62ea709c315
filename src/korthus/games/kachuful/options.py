"""Everything about Kachuful that a table can decide for itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Literal, Self

from msgspec import Meta
from msgspec.structs import replace

from korthus.core.cards import DECK, Card
from korthus.core.errors import InvalidOptions
from korthus.core.rules import Rules, about
from korthus.games.kachuful.rules import BidAccuracy, Schedule, ScoringVariant, get_cards_dealt

#: The most seats: one card of a pack for each. A schedule that needs more cards is refused at the start.
MAX_SEATS: Final = len(DECK)


class KachufulRules(Rules, frozen=True, kw_only=True):
    """The options of Kachuful. Whether they suit a number of players is asked when a game is begun."""

    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "standard": {},
        "clamped": {"too_many_cards": "clamp"},
        "eight_players": {"start_cards": 6},
        "descending": {"schedule": "descending"},
        "high_incentive": {"scoring": ScoringVariant.HIGH_INCENTIVE},
        "medium": {"scoring": ScoringVariant.MEDIUM_INCENTIVE},
        "point_per_trick": {"scoring": ScoringVariant.POINT_PER_TRICK},
    }

    scoring: Annotated[
        ScoringVariant, about("What a round is worth to a player who hits or misses their bid.", "K-2")
    ] = ScoringVariant.STANDARD
    start_cards: Annotated[int, about("Cards for each player in the first round.", "K-17", ge=1, le=104)] = 7
    total_rounds: Annotated[
        Annotated[int, Meta(ge=1, le=500)] | None,
        about("How many rounds are played; none is once down and up again, or once down.", "K-17"),
    ] = None
    schedule: Annotated[
        Schedule,
        about("How many cards come next: down then up, down and up without end, or only down.", "KI-8"),
    ] = "spec"
    too_many_cards: Annotated[
        Literal["error", "clamp"],
        about("When the deck is too small for the players: refuse, or begin with fewer cards.", "KI-10"),
    ] = "error"
    must_follow: Annotated[bool, about("Whoever has a card of the suit led must play one.", "KI-12")] = True
    first_leader: Annotated[
        Literal["left_of_dealer", "highest_bidder", "dealer"],
        about("Who leads the first trick; of equally high bidders the one who bid first.", "KI-13"),
    ] = "left_of_dealer"
    dealer_restriction: Annotated[
        bool, about("The dealer, who bids last, may not make the bids add up to the tricks.", "KI-25")
    ] = True
    bid_accuracy: Annotated[
        BidAccuracy,
        about("What decides between equal totals: more bids hit, or fewer tricks off in all.", "KI-18"),
    ] = "exact_hits"
    decks: Annotated[
        int,
        about(
            "Decks shuffled together; of two equal cards the one played first is higher.", "KI-16", ge=1, le=4
        ),
    ] = 1
    starting_dealer: Annotated[
        int,
        about("The seat that deals the first round; 0 is the first seat.", "K-19", ge=0, le=MAX_SEATS - 1),
    ] = 0
    deck: Annotated[
        tuple[Card, ...] | None,
        about("The cards of one deck, for small games and tests; none is all 52.", "KI-24"),
    ] = None

    @property
    def rounds(self) -> int:
        """How many rounds there are, unless too many players make them fewer."""
        return (
            natural_rounds(self.start_cards, self.schedule)
            if self.total_rounds is None
            else self.total_rounds
        )

    def for_seats(self, seats: int) -> Self:
        """See ``Rules.for_seats``: as many cards as the deck allows, and a first dealer who is there."""
        most = len(full_deck(self)) // seats
        if most == 0:
            return self
        dealer = min(self.starting_dealer, seats - 1)
        if max(planned_cards(self.start_cards, self.rounds, self.schedule)) <= most:
            return replace(self, starting_dealer=dealer)
        start = min(self.start_cards, most)
        return replace(self, starting_dealer=dealer, start_cards=start, total_rounds=None)

    def check(self) -> None:
        """See ``Rules.check``."""
        if self.deck is not None and (len(self.deck) < 2 or len(set(self.deck)) < len(self.deck)):
            raise InvalidOptions(
                "BAD_DECK", "deck needs at least two cards, each of them once; decks=2 doubles it."
            )
        try:
            planned_cards(self.start_cards, self.rounds, self.schedule)
        except ValueError:
            most = self.start_cards if self.schedule == "descending" else 2 * self.start_cards
            raise InvalidOptions(
                "BAD_SCHEDULE",
                "{rounds} {rounds:round|rounds} from {cards} {cards:card|cards} would run out of cards; "
                "with schedule={schedule} up to {most} {most:round|rounds} work, "
                "with schedule=zigzag any number.",
                rounds=self.rounds,
                cards=self.start_cards,
                schedule=self.schedule,
                most=most,
            ) from None


def natural_rounds(start_cards: int, schedule: Schedule) -> int:
    """The rounds of one full course of a schedule."""
    return start_cards if schedule == "descending" else 2 * start_cards - 1


def planned_cards(start_cards: int, rounds: int, schedule: Schedule) -> tuple[int, ...]:
    """The cards of every round.

    Raises:
        ValueError: some round would have none.
    """
    return tuple(get_cards_dealt(each, start_cards, rounds, schedule) for each in range(1, rounds + 1))


def full_deck(rules: KachufulRules) -> tuple[Card, ...]:
    """Every card in play, copies side by side, in canonical order."""
    faces = DECK if rules.deck is None else tuple(card for card in DECK if card in rules.deck)
    return tuple(card for card in faces for _ in range(rules.decks))
