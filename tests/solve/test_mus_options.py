"""The solver counts as the rules of the table say, whatever their options are."""

from __future__ import annotations

import pytest
from tests.games.mus.helpers import mus, play

from korthus.games.mus.betting import Ending
from korthus.games.mus.events import HandEnded
from korthus.games.mus.game import Mus
from korthus.games.mus.options import MusRules
from korthus.games.mus.scoring import Lance
from korthus.games.mus.state import How
from korthus.games.mus.text import read_cards
from korthus.solve.live.tree import table_tree
from korthus.solve.mus.hands import hands_of
from korthus.solve.mus.tree import Grower, Result
from korthus.solve.mus.utility import Table, deje

OPTIONS: tuple[dict[str, object], ...] = (
    {},
    {"deje_after_raise": "one"},
    {"punto_bonus_on_accept": False},
    {"deje_after_raise": "one", "punto_bonus_on_accept": False, "ordago": True},
    {"min_raise": 5},
    {"max_raises": 0},
    {"bets": (3, 7), "raises": (4,)},
)
#: Hands that are bet on in all four lances, the last being juego, or punto. The second has the better pares.
JUEGO = ("R R C 1", "R R 7 7")
PUNTO = ("7 7 5 4", "6 6 4 4")


def ended(game: Mus, cards: tuple[str, str], line: str) -> int:
    """What the mano is ahead after a hand, by the rules."""
    state = game.parse_state(f"cards 0: {cards[0]}; cards 1: {cards[1]}")
    _, events = play(game, state, line)
    [end] = [event for event in events if isinstance(event, HandEnded)]
    return end.gained[0] - end.gained[1]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_trees_end_as_the_rules_say(options: dict[str, object]) -> None:
    game = mus("single_hand", **options)
    start = game.parse_state(f"cards 0: {JUEGO[0]}; cards 1: {JUEGO[1]}")
    small = MusRules.make("single_hand", **{"bets": (2, 5), "raises": (5,), "max_raises": 1} | options)
    for rules, tree in ((game.rules, table_tree(game.rules, ())), (small, Grower(small).tree())):
        ends = {path: tree.results[~place] for path, place in tree.betting.paths.items() if place < 0}
        assert {result.how for result in ends.values()} == {"pass", "accepted", "refused"}
        for path, result in ends.items():
            if result.ended:
                continue
            after, _ = play(Mus(rules), start, ",".join(path))
            [settled] = after.settled
            assert Result.of(Ending(settled.how, settled.seat, settled.stones)) == result, path


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("cards", [JUEGO, PUNTO], ids=["juego", "punto"])
def test_counting_is_that_of_the_rules(options: dict[str, object], cards: tuple[str, str]) -> None:
    game = mus("single_hand", **options)
    hands = hands_of()
    table = Table(hands, 4, game.rules)
    pair = tuple(hands.number[read_cards(each)] for each in cards)
    tree = table_tree(game.rules, ())
    lances = (Lance.GRANDE, Lance.CHICA, Lance.PARES, Lance.JUEGO if cards is JUEGO else Lance.PUNTO)
    passed = {lance: int(table.settled(lance, Result(How.PASS))[pair]) for lance in lances}
    for path, place in tree.betting.paths.items():
        if place >= 0 or (result := tree.results[~place]).ended:
            continue
        for lance in lances:
            line = ["pass, pass"] * 4
            line[lances.index(lance)] = ",".join(path)
            others = sum(passed[each] for each in lances if each is not lance)
            expected = ended(game, cards, ",".join(line))
            assert deje(result) + int(table.settled(lance, result)[pair]) + others == expected, (lance, path)
