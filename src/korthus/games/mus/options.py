"""Where tables differ: the options of mus and their presets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Literal

from msgspec import Meta

from korthus.core.errors import InvalidOptions
from korthus.core.rules import Rules, about
from korthus.games.mus.cards import HAND_SIZE, PACK

#: What the stake may reach, and what órdago is worth, when a single hand is played (UI-15, UI-16).
SINGLE_HAND_CAP: Final = 40
LEAST_BET: Final = 2

_Count = Annotated[int, Meta(ge=0, le=40)]
_Amount = Annotated[int, Meta(ge=1, le=SINGLE_HAND_CAP)]


class MusRules(Rules, frozen=True, kw_only=True, cache_hash=True):
    """The options of mus."""

    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "standard": {},
        "mus": {"mus_phase": True},
        "single_hand": {"target_stones": None, "ordago": False},
    }

    target_stones: Annotated[
        Literal[40, 35, 30] | None,
        about("Stones that win the match; none plays a single hand for the difference.", "UI-5"),
    ] = 40
    mus_phase: Annotated[bool, about("Cards can be changed before the betting, if both agree.", "UI-2")] = (
        False
    )
    max_mus: Annotated[
        Annotated[int, Meta(ge=1, le=100)] | None,
        about("How often cards can be changed in one hand; none sets no limit.", "UI-2"),
    ] = 10
    ordago: Annotated[
        bool, about("All can be bet at once; in a single hand órdago is worth 40 stones.", "UI-16")
    ] = True
    punto_bonus_on_accept: Annotated[bool, about("Punto adds its stone to an accepted bet too.", "UI-7")] = (
        True
    )
    deje_after_raise: Annotated[
        Literal["previous_stake", "one"],
        about("What a refused raise gives: the stake before it, or one stone.", "UI-8"),
    ] = "previous_stake"
    min_raise: Annotated[int, about("The least raise.", "UI-15", ge=1, le=SINGLE_HAND_CAP)] = 2
    max_raises: Annotated[
        Annotated[int, Meta(ge=0, le=40)] | None,
        about("Raises in one lance, not counting órdago; none sets no limit but the stake's.", "UI-15"),
    ] = None
    bets: Annotated[
        tuple[_Amount, ...] | None, about("The first bets there are; none means any from 2.", "UI-15")
    ] = None
    raises: Annotated[
        tuple[_Amount, ...] | None,
        about("The raises there are; none means any from the least raise.", "UI-15"),
    ] = None
    first_mano: Annotated[
        Literal[0, 1], about("Who is mano in the first hand; 0 is the first seat.", "UI-4")
    ] = 0
    deck: Annotated[
        tuple[_Count, _Count, _Count, _Count, _Count, _Count, _Count, _Count],
        about("Cards of each rank, R C S 7 6 5 4 1; other packs than the usual are for study.", "UI-23"),
    ] = PACK

    @property
    def cap(self) -> int:
        """What the stake of one lance may reach."""
        return SINGLE_HAND_CAP if self.target_stones is None else self.target_stones

    def check(self) -> None:
        """See ``Rules.check``."""
        if sum(self.deck) < 2 * HAND_SIZE:
            raise InvalidOptions(
                "SMALL_DECK", "Two hands of four need a deck of at least {least} cards.", least=2 * HAND_SIZE
            )
        for option, amounts, least in (
            ("bets", self.bets, LEAST_BET),
            ("raises", self.raises, self.min_raise),
        ):
            if amounts is not None and any(not least <= amount <= self.cap for amount in amounts):
                raise InvalidOptions(
                    "BAD_AMOUNTS",
                    "Each of {option} must be from {least} to {cap} {cap:stone|stones}.",
                    option=option,
                    least=least,
                    cap=self.cap,
                )
