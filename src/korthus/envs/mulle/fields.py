"""The parts of an observation of Mulle.

Cards are planes of 13 table values (ace, two, … king) by four suits (clubs, diamonds, hearts, spades). Of a
set of cards the first plane has 1 for each card of which there is a copy, the second for each of which there
are two, and so on: as many planes as there are decks, and at least two. Numbers that can be large are written
in two parts, hundreds and the rest, so that every part is small.
"""

from __future__ import annotations

from typing import Final

from korthus.envs.encoding import Field
from korthus.games.mulle.cards import MOST_BUILD
from korthus.games.mulle.options import MulleRules
from korthus.games.mulle.scoring import bonus_points, intake_points, mulle_points

CARDS: Final = (13, 4)
#: Builds and hand values by value, from 1 on.
VALUES: Final = (MOST_BUILD,)
HUNDRED: Final = 100


def fields_of(rules: MulleRules) -> tuple[Field, ...]:
    """The parts in the order in which they lie in a row."""
    cards = len(rules.one_deck) * rules.decks
    sets = (max(2, rules.decks), *CARDS)
    return (
        Field("hand", sets, 0, 1, "The own cards."),
        Field("singles", sets, 0, 1, "Single cards on the table."),
        Field("taken", (2, *sets), 0, 1, "Cards that each seat has taken in this omgång."),
        Field("unseen", sets, 0, 1, "Cards that the seat cannot see: the other's hand and the stock."),
        Field("built", sets, 0, MOST_BUILD, "The values of the builds that the copies of a card are in."),
        Field("single_places", CARDS, 0, cards, "The place of the older single of a card, from 1 (oldest)."),
        Field("build_places", VALUES, 0, cards, "The same for the build of each value."),
        Field("build_sizes", VALUES, 0, cards, "How many cards the build of each value has."),
        Field("builds", (2, *VALUES), 0, 1, "The values of each seat's builds."),
        Field("locked", VALUES, 0, 1, "The values of locked builds."),
        Field("trotta", VALUES, 0, 1, "The values of builds last made by a trotta."),
        Field("holds", (2, *VALUES), 0, 1, "Hand values that each seat is known to hold."),
        *_numbers(rules, cards),
    )


def _numbers(rules: MulleRules, cards: int) -> tuple[Field, ...]:
    intake = intake_points(rules, rules.one_deck) * rules.decks
    mulles = sum(mulle_points(rules, card) for card in rules.one_deck) * rules.decks
    bonus = rules.ronder * bonus_points(intake)
    session = rules.omgangar * (mulles + cards + bonus + intake)

    def in_parts(most: int) -> float:
        return max(most // HUNDRED, HUNDRED - 1)

    return (
        Field("in_hand", (2,), 0, rules.hand_size, "Cards in each hand."),
        Field("tabbar", (2,), 0, cards, "Tabbar of each seat in this omgång."),
        Field("intake", (2,), 0, intake, "Intake of each seat in this omgång."),
        Field("rond_intake", (2,), 0, intake, "Intake of each seat in this rond."),
        Field("mulle_points", (2, 2), 0, in_parts(mulles), "Points for mulles: hundreds, rest."),
        Field("rond_bonus", (2, 2), 0, in_parts(bonus), "Bonus of finished ronder: hundreds, rest."),
        Field("totals", (2, 2), 0, in_parts(session), "Points in the session so far: hundreds, rest."),
        Field("all_intake", (2, 2), 0, in_parts(session), "Intake in the session: hundreds, rest."),
        Field("stock", (1,), 0, cards, "Cards that are not dealt."),
        Field("rond", (1,), 0, rules.ronder, "The rond, from 1."),
        Field("ronder_left", (1,), 0, rules.ronder, "Ronder of this omgång after this one."),
        Field("omgang", (1,), 0, rules.omgangar, "The omgång, from 1."),
        Field("omgangar_left", (1,), 0, rules.omgangar, "Omgångar after this one."),
        Field("starter", (1,), 0, 1, "Whether the own seat leads in this omgång."),
        Field("last_capturer", (2,), 0, 1, "Which seat has captured last in this omgång."),
        Field("turn", (1,), 0, 1, "Whether the own seat is to act."),
    )
