"""Where tables differ: the options of mus and their presets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Literal

from msgspec import Meta

from korthus.core.errors import InvalidOptions
from korthus.core.rules import Rules
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
        Meta(
            description="Stones that win the match; none plays a single hand for the difference.",
            extra={"source": "UI-5"},
        ),
    ] = 40
    mus_phase: Annotated[
        bool,
        Meta(description="Cards can be changed before the betting, if both agree.", extra={"source": "UI-2"}),
    ] = False
    max_mus: Annotated[
        Annotated[int, Meta(ge=1, le=100)] | None,
        Meta(
            description="How often cards can be changed in one hand; none sets no limit.",
            extra={"source": "UI-2"},
        ),
    ] = 10
    ordago: Annotated[
        bool,
        Meta(
            description="All can be bet at once; in a single hand órdago is worth 40 stones.",
            extra={"source": "UI-16"},
        ),
    ] = True
    punto_bonus_on_accept: Annotated[
        bool,
        Meta(description="Punto adds its stone to an accepted bet too.", extra={"source": "UI-7"}),
    ] = True
    deje_after_raise: Annotated[
        Literal["previous_stake", "one"],
        Meta(
            description="What a refused raise gives: the stake before it, or one stone.",
            extra={"source": "UI-8"},
        ),
    ] = "previous_stake"
    min_raise: Annotated[
        int,
        Meta(ge=1, le=SINGLE_HAND_CAP, description="The least raise.", extra={"source": "UI-15"}),
    ] = 2
    max_raises: Annotated[
        Annotated[int, Meta(ge=0, le=40)] | None,
        Meta(
            description="Raises in one lance, not counting órdago; none sets no limit but the stake's.",
            extra={"source": "UI-15"},
        ),
    ] = None
    bets: Annotated[
        tuple[_Amount, ...] | None,
        Meta(description="The first bets there are; none means any from 2.", extra={"source": "UI-15"}),
    ] = None
    raises: Annotated[
        tuple[_Amount, ...] | None,
        Meta(
            description="The raises there are; none means any from the least raise.",
            extra={"source": "UI-15"},
        ),
    ] = None
    first_mano: Annotated[
        Literal[0, 1],
        Meta(description="Who is mano in the first hand.", extra={"source": "UI-4"}),
    ] = 0
    deck: Annotated[
        tuple[_Count, _Count, _Count, _Count, _Count, _Count, _Count, _Count],
        Meta(
            description="Cards of each rank, R C S 7 6 5 4 1; other packs than the usual are for study.",
            extra={"source": "UI-23"},
        ),
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
                    "Each of {option} must be from {least} to {cap} stones.",
                    option=option,
                    least=least,
                    cap=self.cap,
                )
