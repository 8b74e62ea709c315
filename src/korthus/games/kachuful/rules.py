"""The rules of Kachuful as pure functions: bids, scores, trump, schedule, tricks, winners.

They know nothing of a table or a turn; the game in this folder is played with them and holds no second
copy of any rule. Rounds are counted from 1, players and cards from 0. A wrong argument (a round before the
first, a dealer outside the seats) is a ``ValueError``; a bid that is merely not allowed is a ``Verdict``
with the sentence to show.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final, Literal, NamedTuple, Protocol, TypeVar

import msgspec

from korthus.core.cards import DECK, Card, Rank, Suit

Schedule = Literal["spec", "zigzag", "descending"]
BidAccuracy = Literal["exact_hits", "total_deviation"]


class ScoringVariant(StrEnum):
    """How a round is scored."""

    STANDARD = "10_plus_predicted"
    HIGH_INCENTIVE = "high_incentive"
    MEDIUM_INCENTIVE = "medium"
    POINT_PER_TRICK = "point_per_trick"


class TrumpSuit(StrEnum):
    """The trump of a round; the order here is the order of the rounds."""

    SPADES = "spades"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"
    HEARTS = "hearts"
    NO_TRUMP = "none"

    @property
    def suit(self) -> Suit | None:
        """The suit itself, or None in a round without trump."""
        return _SUITS[self]


class PlayerBid(msgspec.Struct, frozen=True, rename="camel"):
    """What a player says they will win."""

    player_id: str
    predicted: int


class PlayerResult(msgspec.Struct, frozen=True, rename="camel"):
    """What a player said, and what they won."""

    player_id: str
    predicted: int
    actual: int


class Standing(Protocol):
    """Anything that can win: a total, and how well it was foretold (more is better)."""

    @property
    def total_score(self) -> int: ...

    @property
    def bid_accuracy(self) -> float: ...


class Player(msgspec.Struct, frozen=True, rename="camel"):
    """A player's standing, the simplest kind."""

    player_id: str
    total_score: int
    bid_accuracy: float = 0.0


class Verdict(NamedTuple):
    """Whether bids or results are in order, and if not, why."""

    valid: bool
    error: str | None = None


P = TypeVar("P", bound=Standing)

_SUITS: Final[dict[str, Suit | None]] = {
    "spades": Suit.SPADES,
    "diamonds": Suit.DIAMONDS,
    "clubs": Suit.CLUBS,
    "hearts": Suit.HEARTS,
    "none": None,
    **{suit.value: suit for suit in Suit},
}

#: Two is lowest, the ace highest (rule 7).
RANK_ORDER: Final[dict[Rank, int]] = {rank: height for height, rank in enumerate(Rank, start=2)}

#: The height of each card within its suit.
HEIGHT: Final[dict[Card, int]] = {card: RANK_ORDER[card.rank] for card in DECK}


def calculate_score(
    predicted: int, actual: int, variant: ScoringVariant | str = ScoringVariant.STANDARD
) -> int:
    """The points of one player for one round (rule 1). The numbers themselves are not judged here.

    >>> calculate_score(3, 3), calculate_score(3, 1, ScoringVariant.HIGH_INCENTIVE)
    (13, -2)

    Raises:
        ValueError: there is no such variant.
    """
    hit = predicted == actual
    match ScoringVariant(variant):
        case ScoringVariant.STANDARD:
            return 10 + predicted if hit else 0
        case ScoringVariant.HIGH_INCENTIVE:
            return 10 * (predicted + 1) + predicted if hit else -abs(predicted - actual)
        case ScoringVariant.MEDIUM_INCENTIVE:
            # A zero that is kept earns no more than one that is broken: the document says so twice.
            return 10 * predicted if hit else 0
        case ScoringVariant.POINT_PER_TRICK:
            return actual + 10 if hit else actual


def validate_bids(
    bids: Sequence[PlayerBid | int],
    total_tricks: int,
    dealer_index: int,
    total_players: int | None = None,
    *,
    dealer_restriction: bool = True,
) -> Verdict:
    """Whether the bids of a whole table, in seat order, are in order (rule 2).

    Everybody has bid (asked only if ``total_players`` is given), each bid lies in range, and they do not add
    up to the tricks: so at least one player must miss.

    >>> validate_bids([1, 2, 2], 5, 1).error
    'Dealer cannot bid 2. Total bids cannot equal total tricks (5)'

    Raises:
        ValueError: fewer than one trick, or a dealer who does not sit at the table.
    """
    _whole("total_tricks", total_tricks, 1)
    _seat("dealer_index", dealer_index, len(bids) if total_players is None else total_players)
    if total_players is not None and len(bids) != total_players:
        return Verdict(False, "All players must bid")
    counts = [bid.predicted if isinstance(bid, PlayerBid) else bid for bid in bids]
    if not all(_is_bid(count, total_tricks) for count in counts):
        return Verdict(False, f"Bid must be 0 to {total_tricks}")
    if dealer_restriction and sum(counts) == total_tricks:
        return Verdict(
            False,
            f"Dealer cannot bid {counts[dealer_index]}. "
            f"Total bids cannot equal total tricks ({total_tricks})",
        )
    return Verdict(True)


def legal_bids(
    prior_bids: Sequence[PlayerBid | int],
    total_tricks: int,
    players: int,
    *,
    dealer_restriction: bool = True,
) -> tuple[int, ...]:
    """What the next player may bid, after the bids made so far (in any order).

    Only the last of them, the dealer, has a bid that is barred: the one that makes the sum come out even.

    >>> legal_bids([0, 1], 3, 3)
    (0, 1, 3)

    Raises:
        ValueError: fewer than one trick, or nobody is left to bid.
    """
    _whole("total_tricks", total_tricks, 1)
    if len(prior_bids) >= _whole("players", players, 1):
        raise ValueError("everybody has bid")
    bids = range(total_tricks + 1)
    if not dealer_restriction or len(prior_bids) + 1 < players:
        return tuple(bids)
    barred = total_tricks - sum(bid.predicted if isinstance(bid, PlayerBid) else bid for bid in prior_bids)
    return tuple(bid for bid in bids if bid != barred)


def validate_results(results: Sequence[PlayerResult | int], total_tricks: int) -> Verdict:
    """Whether the tricks won by a whole table can be: each in range, and none lost or made up.

    >>> validate_results([3, 2, 1], 7).error
    'Tricks won must add up to 7, not 6'

    Raises:
        ValueError: fewer than one trick.
    """
    _whole("total_tricks", total_tricks, 1)
    counts = [result.actual if isinstance(result, PlayerResult) else result for result in results]
    if not all(_is_bid(count, total_tricks) for count in counts):
        return Verdict(False, f"Tricks won must be 0 to {total_tricks}")
    if sum(counts) != total_tricks:
        return Verdict(False, f"Tricks won must add up to {total_tricks}, not {sum(counts)}")
    return Verdict(True)


_TRUMPS: Final = tuple(TrumpSuit)


def get_trump_suit(round_number: int) -> TrumpSuit:
    """The trump of a round: spades, diamonds, clubs, hearts, none, and again (rule 3).

    >>> get_trump_suit(8)
    <TrumpSuit.CLUBS: 'clubs'>

    Raises:
        ValueError: a round before the first.
    """
    return _TRUMPS[(_whole("round_number", round_number, 1) - 1) % 5]


def get_cards_dealt(
    round_number: int, start_cards: int = 7, total_rounds: int = 13, schedule: Schedule = "spec"
) -> int:
    """How many cards each player gets in a round (rule 4).

    ``spec`` goes down to the middle round, then up from two; it comes back to where it began only if there
    are twice as many rounds as cards, less one. ``zigzag`` goes down and up smoothly for as many rounds as
    there are. ``descending`` loses a card each round.

    >>> [get_cards_dealt(round) for round in range(1, 14)]
    [7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7]

    Raises:
        ValueError: the round is not one of the game, or nobody would get a card in it.
    """
    _whole("start_cards", start_cards, 1)
    if _whole("round_number", round_number, 1) > _whole("total_rounds", total_rounds, 1):
        raise ValueError(f"round_number must be 1 to {total_rounds}, not {round_number}")
    down = start_cards - (round_number - 1)
    match schedule:
        case "spec":
            middle = (total_rounds + 1) // 2
            cards = down if round_number <= middle else 1 + round_number - middle
        case "zigzag":
            index = (round_number - 1) % (2 * start_cards - 2) if start_cards > 1 else 0
            cards = start_cards - index if index < start_cards else index - start_cards + 2
        case "descending":
            cards = down
        case _:
            raise ValueError(f"no schedule {schedule!r}; there is spec, zigzag, descending")
    if cards < 1:
        raise ValueError(f"round {round_number} of {total_rounds} from {start_cards} cards has no cards")
    return cards


def get_dealer_index(round_number: int, total_players: int, starting_dealer_index: int = 0) -> int:
    """Who deals a round: the deal goes on by one seat each time (rule 5).

    >>> get_dealer_index(9, 5, 2)
    0

    Raises:
        ValueError: a round before the first, or a first dealer who does not sit at the table.
    """
    _seat("starting_dealer_index", starting_dealer_index, total_players)
    return (starting_dealer_index + _whole("round_number", round_number, 1) - 1) % total_players


def get_bidding_order(dealer_index: int, total_players: int) -> list[int]:
    """Who bids when: the player left of the dealer first, the dealer last (rule 6).

    >>> get_bidding_order(1, 4)
    [2, 3, 0, 1]

    Raises:
        ValueError: a dealer who does not sit at the table.
    """
    _seat("dealer_index", dealer_index, total_players)
    return [(dealer_index + step) % total_players for step in range(1, total_players + 1)]


def get_trick_winner(cards_played: Sequence[Card], lead_suit: Suit | str, trump_suit: TrumpSuit | str) -> int:
    """The index, in order of play, of the card that wins a trick (rule 7).

    The highest trump, else the highest card of the suit led; of two equal cards the one played first. Suits
    are taken by letter or by name.

    >>> get_trick_winner([Card.HA, Card.HK, Card.C2, Card.SA], Suit.HEARTS, TrumpSuit.CLUBS)
    2

    Raises:
        ValueError: no cards, something that is no card or suit, or no card that could win.
    """
    try:
        for suit in (_SUITS[trump_suit], _SUITS[lead_suit]):
            winner, highest = -1, 0
            for index, card in enumerate(cards_played):
                if card.suit is suit and HEIGHT[card] > highest:
                    winner, highest = index, HEIGHT[card]
            if winner >= 0:
                return winner
    except (AttributeError, KeyError, TypeError):
        raise ValueError("a trick is made of cards, and its suits must be named") from None
    raise ValueError("no card of the trick can win it")


def is_game_complete(current_round: int, total_rounds: int) -> bool:
    """Whether the game is over, ``current_round`` being the next one to play (rule 8).

    Raises:
        ValueError: a round before the first, or a game without rounds.
    """
    return _whole("current_round", current_round, 1) > _whole("total_rounds", total_rounds, 1)


def get_winners(players: Iterable[P]) -> list[P]:
    """Who wins (rule 9): the highest total, then the better bid accuracy; all who are still level, in order.

    Raises:
        ValueError: there are no players.
    """
    standings = list(players)
    best = max((each.total_score, each.bid_accuracy) for each in standings)
    return [each for each in standings if (each.total_score, each.bid_accuracy) == best]


#: The document's name of ``get_winners``; it gives a list too, because ties exist.
get_winner = get_winners


def bid_accuracy(results: Sequence[PlayerResult], measure: BidAccuracy = "exact_hits") -> float:
    """How well one player's bids came true over some rounds; more is better.

    ``exact_hits``: the share of rounds hit exactly. ``total_deviation``: minus the tricks that bids were off.
    """
    if measure == "total_deviation":
        return -float(sum(abs(each.predicted - each.actual) for each in results))
    return sum(each.predicted == each.actual for each in results) / len(results) if results else 0.0


def _whole(name: str, value: int, least: int) -> int:
    if type(value) is not int or value < least:
        raise ValueError(f"{name} must be a whole number from {least}, not {value!r}")
    return value


def _seat(name: str, value: int, total_players: int) -> None:
    _whole("total_players", total_players, 1)
    if _whole(name, value, 0) >= total_players:
        raise ValueError(f"{name} must be 0 to {total_players - 1}, not {value}")


def _is_bid(value: object, total_tricks: int) -> bool:
    # True, 2.0 and NaN are no bids, though Python would compare them.
    return type(value) is int and 0 <= value <= total_tricks
