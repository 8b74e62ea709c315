"""What a review says: plain structs that go to JSON and back."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from korthus.arena.review.luck import Missing
from korthus.bots.advice import Reason
from korthus.core.headings import is_of_format

FORMAT: Final = "korthus review"

#: The standard errors above which a cost counts as a mistake.
SURE: Final = 2.0
#: Differences below this are rounding.
_NOTHING: Final = 1e-9


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """One action of a seat. Values are expected results of the seat on the scale of the game.

    Values, errors and costs are None where the adviser could not judge what was played. Near the end of a
    game, where a hint is about winning it, ``chance`` and ``best_chance`` are there, and the cost is in them.
    """

    #: Its index among the actions of the record, from 0: step ``index`` of a ``Replay`` is just before it.
    index: int
    seat: int
    #: What was played, and what the adviser would have played.
    text: str
    best: str
    #: How many legal actions the adviser looked at.
    choices: int
    #: How many looks there were: 1 is a glance, 2 a long look after it, 3 a second one with other luck.
    looks: int
    value: float | None
    error: float | None
    best_value: float | None
    best_error: float | None
    #: The chance to win the game (0 to 1) with what was played and with what is best; None where points,
    #: stones or chips count.
    chance: float | None = None
    best_chance: float | None = None
    #: ``best_chance`` less ``chance``, else ``best_value`` less ``value``, at least 0, and its standard error
    #: (0: both are solved exactly).
    cost: float | None
    cost_error: float | None
    reasons: tuple[Reason, ...]
    best_reasons: tuple[Reason, ...]

    @property
    def is_mistake(self) -> bool:
        """Whether the cost stands out from its noise."""
        return (
            self.cost is not None
            and self.cost_error is not None
            and self.cost > max(_NOTHING, SURE * self.cost_error)
        )

    @property
    def is_to_win(self) -> bool:
        """Whether the cost is one of the chance to win the game."""
        return self.chance is not None

    @property
    def gravity(self) -> tuple[bool, float]:
        """The greater, the worse: what costs chances to win the game before what costs points."""
        return self.is_to_win, self.cost or 0.0


class SeatReview(msgspec.Struct, frozen=True, kw_only=True):
    """How one seat did."""

    name: str
    bot: str | None
    score: int
    #: The score on the scale of the review.
    result: float
    #: What the deals bring this seat with equal play, its standard error, and the rest. None if not known.
    luck: float | None
    luck_error: float | None
    play: float | None
    #: The ``index`` of each mistake: first those that cost chances to win, of each kind the costliest first.
    mistakes: tuple[int, ...]
    #: What the others cost together in the unit, and the error of that.
    cost: float
    cost_error: float
    #: What those cost together that cost chances to win the game (1 is the whole game), and the error.
    chance_cost: float = 0.0
    chance_cost_error: float = 0.0
    decisions: int
    #: Decisions that could not be judged.
    unjudged: int


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """A whole game looked back on. It goes to JSON and back; docs/review.md describes the fields."""

    format: Literal["korthus review"] = FORMAT
    version: Literal[1] = 1
    #: ``closing_hash`` of the record: which game this is about.
    record: str
    game: str
    #: ``points`` or ``stones`` ahead of the mean of the others, or ``chips`` won.
    unit: str
    level: str
    simulations: int | None
    seconds: float | None
    seed: int
    #: How often the deals were played again; why they were not, if they could not be.
    replays: int
    luck_missing: Missing | None
    #: What is different about the adviser at this table: a ``Phrase``, in JSON its English.
    note: str | None
    seats: tuple[SeatReview, ...]
    decisions: tuple[Decision, ...]
    #: For each step (0: before the first action; n: after action n), what each seat could expect.
    curve: tuple[tuple[float, ...], ...]

    def decision(self, index: int) -> Decision:
        """The decision at an index of the record.

        Raises:
            KeyError: that action is a deal, or there is none.
        """
        for each in self.decisions:
            if each.index == index:
                return each
        raise KeyError(index)

    @property
    def mistakes(self) -> tuple[Decision, ...]:
        """The mistakes of all seats in the order of the game."""
        wanted = {index for seat in self.seats for index in seat.mistakes}
        return tuple(each for each in self.decisions if each.index in wanted)


def encode_review(review: Review) -> bytes:
    """The review as JSON."""
    return msgspec.json.encode(review, enc_hook=str)  # the note may be a phrase


class _Subject(msgspec.Struct):
    record: str


def is_review_of(raw: bytes, record: str) -> bool:
    """Whether some bytes are a review of the record with this closing hash, which a newer one may replace."""
    try:
        return is_of_format(raw, FORMAT) and msgspec.json.decode(raw, type=_Subject).record == record
    except msgspec.ValidationError:  # a review that does not say of what
        return False


def decode_review(raw: bytes | str) -> Review:
    """The review of its JSON.

    Raises:
        msgspec.DecodeError: that is none.
    """
    return msgspec.json.decode(raw, type=Review)
