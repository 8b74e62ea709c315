"""Every place where tables of Eight Cards differ, as one checked struct."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Literal

from msgspec import Meta

from korthus.core.errors import InvalidOptions
from korthus.core.rules import Rules, about
from korthus.games.eight.boards import Board

#: A session "until somebody is broke" ends after this many hands, whatever the bankrolls.
LONGEST_SESSION: Final = 1_000

Assignment = Literal["sequential", "alternating", "simultaneous"]


class EightRules(Rules, frozen=True, kw_only=True):
    """The options of Eight Cards. The defaults are the ``standard`` preset."""

    hands: Annotated[
        Annotated[int, Meta(ge=1, le=LONGEST_SESSION)] | None,
        about("Hands in a session; none: until a bankroll is empty (at most 1000).", "EI-17"),
    ] = 10
    bankroll: Annotated[int, about("Chips of each player at the start.", "EI-16", ge=1, le=1_000_000_000)] = (
        1000
    )
    ante: Annotated[
        int, about("Chips that each player puts into the pot of a hand.", "EI-16", ge=1, le=1_000_000_000)
    ] = 50
    assignment: Annotated[
        Assignment,
        about("How cards are placed: by one player, then the other; card by card; or both at once.", "EI-2"),
    ] = "sequential"
    hidden_placement: Annotated[
        bool, about("Whether placed cards stay face down until both players have locked.", "EI-6")
    ] = True
    take_backs: Annotated[
        Annotated[int, Meta(ge=0, le=64)] | None,
        about(
            "Cards that a player may take back in one hand when cards are placed in turn; none: "
            "as many as the player likes.",
            "EI-5",
        ),
    ] = None
    burn_cards: Annotated[
        Literal["none", "classic"],
        about("Whether a card is burnt before each flop, turn and river.", "EI-14"),
    ] = "none"
    runout_order: Annotated[
        tuple[Board, Board, Board], about("The order in which the boards are run out and paid.", "EI-15")
    ] = (Board.A, Board.B, Board.C)
    odd_chips_rule: Annotated[
        Literal["nearest_to_button", "p1_default", "button"],
        about(
            "Who gets the odd chip of a shared board: the non-dealer, player 1, or the dealer.",
            "EI-10, EI-11",
        ),
    ] = "nearest_to_button"
    thirds_remainder: Annotated[
        Literal["runout_order", "odd_chip_player"],
        about(
            "Where chips go that cannot be cut in three: one each to the first boards run out, "
            "or to the player who gets odd chips.",
            "EI-9",
        ),
    ] = "runout_order"
    sweep_bonus: Annotated[
        bool, about("Whether winning all three boards outright pays a bonus.", "E-16, EI-8")
    ] = True
    sweep_multiplier: Annotated[int, about("How many pots a sweep is worth in all.", "EI-7", ge=1, le=10)] = 2
    sweep_source: Annotated[
        Literal["opponent", "house"],
        about("Who pays the bonus: the opponent, as far as the bankroll goes, or the house.", "EI-7"),
    ] = "opponent"
    first_dealer: Annotated[
        int, about("The seat that deals the first hand; 0 is the first seat.", "EI-12", ge=0, le=1)
    ] = 1

    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "standard": {},
        "document_cli": {"odd_chips_rule": "p1_default"},
        "alternating": {"assignment": "alternating"},
        "simultaneous": {"assignment": "simultaneous"},
        "classic_burns": {"burn_cards": "classic"},
    }

    def check(self) -> None:
        if len(set(self.runout_order)) != 3:
            raise InvalidOptions(
                "BAD_RUNOUT_ORDER",
                "runout_order must name each board once, such as A,B,C or C,A,B.",
            )

    @property
    def longest(self) -> int:
        """After how many hands the session ends at the latest."""
        return self.hands if self.hands is not None else LONGEST_SESSION

    @property
    def pays_sweeps(self) -> bool:
        """Whether winning all three boards outright brings more than the boards themselves."""
        return self.sweep_bonus and self.sweep_multiplier > 1

    @property
    def burns(self) -> int:
        """How many cards are burnt before each flop, turn and river."""
        return 1 if self.burn_cards == "classic" else 0
