"""The options of Mulle: every place where the two rulebooks, or players, differ."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from korthus.core.cards import DECK, Card
from korthus.core.errors import InvalidOptions
from korthus.core.rules import Rules, about

FirstStarter = Literal[0, 1, "random"]
CaptureChoice = Literal["maximum", "maximal", "free"]
BuildsInSums = Literal["open", "none", "all"]
IdenticalRule = Literal["exclusive_unless_own_build", "exclusive", "off"]
SpecialCapture = Literal["builds_only", "any_sum"]
Who = Literal["anyone", "owner"]
SameValue = Literal["forbid", "merge"]
Consolidation = Literal["subset_sum", "two_card_equal", "two_card_all", "none"]
AbsorbBuilds = Literal["open_two_card", "none"]
Lock = Literal["on_external_material", "always"]
TrottaJoins = Literal["any", "own"]
DiscardRule = Literal["free", "only_if_card_cannot_capture"]
MulleIdentity = Literal["suit_rank", "rank"]
MulleValue = Literal["rank", "hand"]
BonusScope = Literal["omgang", "rond", "session"]
Leftovers = Literal["discard", "last_capturer"]
Settlement = Literal["cumulative", "net"]


class MulleRules(Rules, frozen=True, kw_only=True):
    """The rules of one game of Mulle. ``complete`` is the full rulebook, ``draft`` the older one."""

    presets: ClassVar[dict[str, dict[str, Any]]] = {
        "complete": {},
        "draft": {
            "ronder_nominal": 7,
            "spade_ace_intake": 2,
            "discard_rule": "only_if_card_cannot_capture",
            "trotta_enabled": False,
            "feed_enabled": False,
            "consolidation": "two_card_all",
            "consolidate_own_locked": True,
            "lock": "always",
            "settlement": "net",
        },
    }

    omgangar: Annotated[int, about("omgångar in a session", "MI-3", ge=1, le=100)] = 2
    ronder_nominal: Annotated[
        int, about("ronder in an omgång, as far as two full hands remain", "MI-2", ge=1, le=100)
    ] = 6
    first_starter: Annotated[
        FirstStarter,
        about("the seat that starts the first omgång, 0 for the first seat; then they alternate", "MI-47"),
    ] = 0
    decks: Annotated[int, about("decks shuffled together", "M-1, MI-21", ge=1, le=4)] = 2
    deck: Annotated[
        tuple[Card, ...] | None, about("the cards of one deck; none: all 52 (for small studies)", "M-1")
    ] = None
    hand_size: Annotated[int, about("cards dealt to each player in a rond", "M-4", ge=1, le=20)] = 8
    table_cards: Annotated[int, about("cards laid out when an omgång starts", "M-4, MI-1", ge=0, le=20)] = 8
    capture_choice: Annotated[
        CaptureChoice,
        about("which sets may be taken: the largest, any that cannot be enlarged, any that adds up", "MI-19"),
    ] = "maximum"
    builds_in_sums: Annotated[BuildsInSums, about("which builds may be part of a sum", "MI-20")] = "open"
    identical_rule: Annotated[
        IdenticalRule, about("whether a twin on the table is the only thing its twin may take", "MI-22")
    ] = "exclusive_unless_own_build"
    special_capture: Annotated[
        SpecialCapture, about("what a card of hand value 14 to 16 may take", "MI-24")
    ] = "builds_only"
    open_build_capture_by: Annotated[Who, about("who may take an open build", "MI-13")] = "anyone"
    open_build_modifiable_by: Annotated[Who, about("who may build on an open build", "MI-11")] = "anyone"
    opponent_same_value: Annotated[
        SameValue, about("building to a value of which the opponent has a build", "MI-10")
    ] = "forbid"
    down_from_single: Annotated[bool, about("building down on a single card", "MI-32")] = False
    consolidation: Annotated[Consolidation, about("what a new or changed build draws in", "MI-40")] = (
        "subset_sum"
    )
    absorb_builds: Annotated[AbsorbBuilds, about("which builds may be drawn in", "MI-16")] = "open_two_card"
    consolidate_own_locked: Annotated[
        bool, about("whether one's own locked two-card builds are drawn in too", "MI-42")
    ] = False
    lock: Annotated[Lock, about("when building locks the build", "MI-41, MI-51")] = "on_external_material"
    trotta_enabled: Annotated[bool, about("whether there is trotta", "MI-43")] = True
    trotta_joins: Annotated[TrottaJoins, about("whose build of the value a trotta joins", "MI-34")] = "any"
    trotta_respects_reservation: Annotated[
        bool, about("whether a card that a build needs may not be used for trotta", "MI-29")
    ] = True
    allow_dead_builds: Annotated[
        bool, about("whether an ace may gather a 1-build by trotta, which nobody can take", "MI-37")
    ] = False
    feed_enabled: Annotated[
        bool, about("whether a discard of one's own build's value goes into that build", "MI-34, MI-43")
    ] = True
    discard_rule: Annotated[DiscardRule, about("when a card may be laid down", "MI-39")] = "free"
    trail_restriction: Annotated[
        bool,
        about("whether the owner of a build may not discard while one of their cards can take", "MI-50"),
    ] = False
    mulle_identity: Annotated[MulleIdentity, about("what makes two cards a mulle", "MI-23")] = "suit_rank"
    special_mulle_value: Annotated[MulleValue, about("what a mulle of 2♠ or 10♦ scores", "MI-25")] = "rank"
    mulle_card_counts_intake: Annotated[
        bool, about("whether the card in the mulle pile counts for intake", "MI-26")
    ] = True
    spade_ace_intake: Annotated[int, about("intake points of the ace of spades", "MI-4", ge=0, le=10)] = 3
    bonus_scope: Annotated[BonusScope, about("over what span intake is counted for the bonus", "MI-5")] = (
        "omgang"
    )
    intake_in_total: Annotated[bool, about("whether intake itself is added to the total", "MI-6")] = False
    tabbe_on_last_play: Annotated[
        bool, about("whether the last play of an omgång can be a tabbe", "MI-7")
    ] = True
    leftovers: Annotated[Leftovers, about("who gets what lies there at the end of an omgång", "MI-8")] = (
        "discard"
    )
    settlement: Annotated[Settlement, about("whether the difference is reported as well", "MI-46")] = (
        "cumulative"
    )

    def check(self) -> None:
        """See ``Rules.check``."""
        if self.deck is not None and len(set(self.deck)) != len(self.deck):
            raise InvalidOptions("DECK_TWICE", "deck names a card twice; more copies come with decks.")
        cards = len(self.one_deck) * self.decks
        needed = self.table_cards + 2 * self.hand_size
        if cards < needed:
            raise InvalidOptions(
                "TOO_FEW_CARDS",
                "{cards} {cards:card|cards} are too few for {table} on the table and {hand} in each hand;"
                " use more decks or smaller hands, {needed} {needed:card|cards} in all.",
                cards=cards,
                table=self.table_cards,
                hand=self.hand_size,
                needed=needed,
            )

    @property
    def one_deck(self) -> tuple[Card, ...]:
        """The cards of one deck."""
        return DECK if self.deck is None else self.deck

    @property
    def ronder(self) -> int:
        """How many ronder an omgång really has: a rond needs two full hands (MI-2)."""
        cards = len(self.one_deck) * self.decks
        return min(self.ronder_nominal, (cards - self.table_cards) // (2 * self.hand_size))
