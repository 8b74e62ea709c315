"""The Mus bot that plays the solution: legal, reproducible, blind to hidden cards, true to its numbers."""

from __future__ import annotations

import random
from math import isclose
from typing import Any

import numpy as np
import pytest

from korthus.bots.mus.line import Follower, Hearing
from korthus.bots.mus.players import BOTS
from korthus.bots.mus.search import SEARCH_BOTS
from korthus.bots.mus.solved import SolvedBot, StonesOnlyBot
from korthus.bots.mus.words import Ear, lines_to, nearest_way, said_in, stands, steps_to
from korthus.bots.protocol import Budget
from korthus.bots.random import RandomBot
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE
from korthus.games.mus.betting import Ending
from korthus.games.mus.game import Mus
from korthus.games.mus.options import MusRules
from korthus.games.mus.scoring import Lance
from korthus.games.mus.state import How, MusState, Settled
from korthus.games.mus.text import read_cards
from korthus.games.mus.view import MusView
from korthus.solve.core.backend import numpy_backend
from korthus.solve.core.strategy import Strategy, normal
from korthus.solve.core.walk import Place, Walker
from korthus.solve.live.lance import Score, Situation, payoffs, solve_lance
from korthus.solve.live.tree import table_tree
from korthus.solve.mus.lookup import History, history_of, load_blueprint, mix
from korthus.solve.mus.match.table import match_table
from korthus.solve.mus.ranges import reach_of
from korthus.solve.mus.tree import Result
from korthus.solve.mus.utility import Match, Stones, Table

StrongestBot = SEARCH_BOTS["strongest"]

FEW = Budget(simulations=60)
MENU: dict[str, Any] = {"bets": (2,), "raises": (2,), "max_raises": 1}
TABLES: list[tuple[str | None, dict[str, Any]]] = [
    (None, {}),
    ("mus", {}),
    ("single_hand", {}),
    ("single_hand", MENU),
    ("single_hand", {"ordago": True, "mus_phase": True}),
    (None, {"bets": (3, 7), "raises": (6,), "max_raises": 2, "target_stones": 30}),
    (None, {"bets": (), "target_stones": 35}),
    ("mus", {"deck": (4, 0, 0, 0, 0, 1, 1, 2), "max_mus": 3}),
    (None, {"deje_after_raise": "one", "punto_bonus_on_accept": False}),
]


def make(preset: str | None = None, **options: Any) -> Mus:
    return Mus(MusRules.make(preset, **options))


def moments(game: Mus, seed: int, *, until: int = 40) -> list[tuple[MusState, Ear]]:
    """Moments of a game between random players in which a seat is to act, with what it has heard."""
    chance, state, bot = FairChance.seeded(seed), game.new(), RandomBot(game, random.Random(seed))
    ears = (Ear(), Ear())
    found: list[tuple[MusState, Ear]] = []
    while (actor := game.to_act(state)) is not None and len(found) < until:
        action: Any
        if actor == CHANCE:
            action = game.draw(state, chance)
        else:
            found.append((state, ears[actor]))
            action = bot.choose(game.view(state, actor))
        step = game.apply(state, action)
        state = step.state
        for seat, ear in enumerate(ears):
            ear.listen([event for event in step.events if event.audience in (None, seat)])
    return found


def view_of(game: Mus, state: MusState) -> MusView:
    return game.view(state, game.to_act(state))


def at(game: Mus, text: str) -> MusView:
    state = game.parse_state(text)
    return game.view(state, game.to_act(state))


@pytest.mark.parametrize(("preset", "options"), TABLES)
def test_it_plays_whole_games_by_the_rules_and_the_same_with_the_same_seed(
    preset: str | None, options: dict[str, Any]
) -> None:
    game = make(preset, **options)

    def play() -> list[str]:
        bots = [SolvedBot(game, random.Random(3)), RandomBot(game, random.Random(4))]
        chance, state = FairChance.seeded(7), game.new()
        said: list[str] = []
        while (actor := game.to_act(state)) is not None and len(said) < 12:
            action: Any
            if actor == CHANCE:
                action = game.draw(state, chance)
            else:
                action = bots[actor].choose(game.view(state, actor), FEW)
                assert action in game.legal_actions(state)
                said.append(str(action))
            step = game.apply(state, action)
            state = step.state
            for seat, bot in enumerate(bots):
                bot.observe([event for event in step.events if event.audience in (None, seat)])
        return said

    assert play() == play()


def test_it_is_the_strongest_and_says_where_it_searches() -> None:
    assert BOTS["strongest"] is SolvedBot
    assert StonesOnlyBot not in BOTS.values()
    assert SolvedBot(make(), random.Random(1)).note is None
    game = make(deje_after_raise="one", deck=(4, 4, 4, 4, 4, 4, 4, 4))
    note = SolvedBot(game, random.Random(1)).note
    assert note is not None
    assert "deck or deje_after_raise" in note
    state, _ = moments(game, 3)[0]
    view = view_of(game, state)
    expected = StrongestBot(game, random.Random(5)).choose(view, FEW)
    assert SolvedBot(game, random.Random(5)).choose(view, FEW) == expected


@pytest.mark.parametrize(("preset", "options"), [(None, {}), ("single_hand", MENU), ("mus", {})])
def test_hidden_cards_change_neither_choice_nor_advice(preset: str | None, options: dict[str, Any]) -> None:
    game = make(preset, **options)
    checked = 0
    for state, _ in moments(game, 11, until=12)[::4]:
        view = view_of(game, state)
        assert view.seat is not None
        for luck in range(1):
            other = game.sample(view, random.Random(luck))
            again = game.view(other, view.seat)
            assert again == view
            one, two = (SolvedBot(game, random.Random(9)) for _ in range(2))
            assert one.choose(view, FEW) == two.choose(again, FEW)
            assert one.advise(view, FEW) == two.advise(again, FEW)
            checked += other.hands != state.hands
    assert checked


def test_on_the_menu_it_plays_the_blueprint() -> None:
    game, blueprint = make("single_hand", **MENU), load_blueprint("plain")
    bot = SolvedBot(game, random.Random(1))
    compared = 0
    for seed in range(12):
        for state, ear in moments(game, seed):
            view = view_of(game, state)
            lances = said_in(game.rules, view, ear)
            said = tuple(lines[0] for _, lines in lances)
            mano, other = view.mano, 1 - view.mano
            pares = None if view.pares is None else (view.pares[mano], view.pares[other])
            juego = None if view.juego is None else (view.juego[mano], view.juego[other])
            history = History(said, pares, juego)
            reach = reach_of(blueprint, history)
            seat = int(view.seat != view.mano)
            if reach[seat][blueprint.hand.hands.number[view.hand]] < 1e-4 or not reach[1 - seat].any():
                continue
            options = mix(blueprint, view.hand, history)
            found = bot.mix(view)
            assert list(found) == [each.action for each in options]
            assert np.allclose(list(found.values()), [each.chance for each in options])
            assert isclose(sum(found.values()), 1.0)
            advice = bot.advise(view)
            assert sorted(str(each.action) for each in advice) == sorted(found)
            for each in options:
                value = next(one.value for one in advice if str(one.action) == each.action)
                assert isclose(value, each.value, abs_tol=1e-9)
            compared += 1
    assert compared >= 20


def test_values_are_those_of_a_walk_through_the_whole_game() -> None:
    blueprint = load_blueprint("plain")
    strategy = Strategy(blueprint.hand.game, blueprint.tables())
    chances = [[normal(node) for node in stage] for stage in strategy.tables]

    def policy(place: Place) -> list[Any]:
        return [part[place.rows] for part in chances[place.stage][place.node]]

    def mean(place: Place, values: list[Any], _: Any) -> Any:
        return sum(part * value for part, value in zip(policy(place), values, strict=True))

    worth = Walker(strategy.game, numpy_backend(), wide=True).values(0, policy, mean)
    assert isclose(float(worth.sum()), blueprint.facts.value, abs_tol=2e-5)
    dealt = blueprint.hand.hands.chance.sum(axis=1)
    for number in (0, 60, 200, 329):
        options = mix(blueprint, blueprint.hand.hands.all[number])
        expected = sum(each.chance * each.value for each in options)
        assert isclose(float(worth[number]) / dealt[number], expected, rel_tol=1e-9)


def test_words_in_a_row_are_parted_where_lances_end() -> None:
    blueprint = load_blueprint("plain")
    assert history_of(blueprint, ("pass", "pass", "envido 2", "quiero")).said == (
        ("pass", "pass"),
        ("envido 2", "quiero"),
        (),
    )
    with pytest.raises(KeyError):
        history_of(blueprint, ("envido 7",))


def test_what_was_not_heard_is_taken_from_how_it_ended() -> None:
    game = make("single_hand", **MENU)
    for seed in range(20):
        for state, ear in moments(game, seed):
            view = view_of(game, state)
            # With one size of bets and raises, how a lance ended tells everything that was said in it.
            assert said_in(game.rules, view, Ear()) == said_in(game.rules, view, ear)
    free = MusRules.make()
    assert lines_to(free, Settled(Lance.GRANDE, How.ACCEPTED, 0, 9), mano=1) == (
        ("pass", "envido 9", "quiero"),
    )
    [line] = lines_to(free, Settled(Lance.GRANDE, How.REFUSED, 0, 9), mano=0)
    assert line == ("pass", "envido 9", "envido 2", "no quiero")
    assert steps_to(MusRules.make(bets=(3, 7), raises=(6,)), 15, 2) == (3, 6, 6)
    line = ("pass", "envido 3", "ordago", "no quiero")
    assert stands(free, line, mano=1) == Ending(How.REFUSED, 1, 3)
    assert stands(MusRules.make(deje_after_raise="one"), line, mano=1) == Ending(How.REFUSED, 1, 1)
    assert stands(free, ("quiero",), mano=0) is None  # the bet before it was not heard
    tree = load_blueprint("plain").stages[0].tree
    far = nearest_way(free, tree, ("envido 20", "quiero"))
    assert far == tree.betting.ways[~tree.betting.paths["pass", "envido 2", "envido 2", "quiero"]]


def test_bets_of_other_sizes_are_answered_by_their_size() -> None:
    game = make("single_hand")
    bot = SolvedBot(game, random.Random(1))
    refuses = []
    for amount in (2, 6, 20):
        view = at(game, f"lance: grande; cards 0: 7 6 5 4; cards 1: R C S 7; mano: 0; bet: {amount} by 0")
        found = bot.mix(view)
        assert isclose(sum(found.values()), 1.0, rel_tol=1e-5)
        refuses.append(found["no quiero"])
    assert refuses[0] < refuses[1] < refuses[2]


def test_advice_has_every_action_and_tells_how_often() -> None:
    game = make("single_hand")
    view = at(game, "lance: grande; cards 0: R R 7 1; cards 1: R C S 7; mano: 0")
    bot = SolvedBot(game, random.Random(2))
    advice = bot.advise(view)
    assert {str(each.action) for each in advice} == {str(each) for each in game.choices(view)}
    assert all(each.reasons[0].key == "mus.advice.mix" for each in advice)
    told = sum(int(each.reasons[0].params["percent"]) for each in advice)
    assert abs(told - 100) <= 1
    strange = next(each for each in advice if str(each.action) == "envido 9")
    assert strange.reasons[1].key == "mus.advice.not_played"
    assert [each.value for each in advice] == sorted((each.value for each in advice), reverse=True)


def test_a_raise_over_two_bets_is_no_riddle_for_advice() -> None:
    game = make("standard")
    bot = SolvedBot(game, random.Random(2))
    view = at(game, "lance: grande; cards 0: R R 7 1; cards 1: R C S 7; mano: 0; bet: 4 by 1 over 2")
    worth = {str(each.action): each for each in bot.advise(view)}
    assert set(worth) == {str(each) for each in game.choices(view)}
    assert worth["envido 5"].reasons[1].key == "mus.advice.raises_no_more"
    assert worth["envido 5"].value == worth["quiero"].value


# -- the match -----------------------------------------------------------------------------------------


def ordago_share(game: Mus, text: str, kind: type[SolvedBot] = SolvedBot) -> float:
    found = kind(game, random.Random(1)).mix(at(game, text))
    return found["ordago"] if "ordago" in found else found["quiero"]


def test_who_has_nothing_to_lose_offers_and_accepts_ordago() -> None:
    game = make()
    offer = "lance: grande; cards 0: R R 7 6; cards 1: R C S 7; mano: 0; stones: {}, {}"
    answer = "lance: grande; cards 0: R C S 7; cards 1: R C S 4; mano: 0; stones: {}, {}; bet: ordago by 0"
    assert ordago_share(game, offer.format(0, 0)) < 0.05
    assert ordago_share(game, offer.format(0, 39)) > 0.15
    assert ordago_share(game, offer.format(20, 37)) > 0.1
    # The deje would be the fortieth stone: any hand is better than that.
    assert ordago_share(game, answer.format(0, 0)) < 0.3  # it beats nothing but bluffs
    assert ordago_share(game, answer.format(39, 0)) > 0.95
    for score in ((0, 0), (0, 39), (39, 0)):
        assert ordago_share(game, offer.format(*score), StonesOnlyBot) < 0.05
        assert ordago_share(game, answer.format(*score), StonesOnlyBot) < 0.05


def test_at_the_end_a_stone_is_a_match() -> None:
    """At 39 all the first stone that is counted wins, and grande is counted first (UI-6)."""
    game = make()
    bot = SolvedBot(game, random.Random(1))
    view = at(game, "lance: grande; cards 0: 1 1 1 1; cards 1: 7 6 5 4; mano: 0; stones: 39, 39; bet: 2 by 0")
    # To refuse gives a deje, and with it the match.
    assert bot.mix(view).get("no quiero", 0.0) < 0.02


# -- the lance solved at the table ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "options", [{}, {"punto_bonus_on_accept": False}, {"deje_after_raise": "one"}], ids=str
)
def test_what_a_lance_pays_agrees_with_the_solver(options: dict[str, object]) -> None:
    """In the last lance nothing is drawn: the kernel pays what the solver's utilities pay."""
    blueprint = load_blueprint("plain")
    hand = blueprint.hand
    rules = MusRules.make(**options)
    table = Table(hand.hands, 4, rules)
    ones = (np.ones(330), np.ones(330))
    before = (
        (Lance.GRANDE, Result(How.ACCEPTED, stones=4)),
        (Lance.CHICA, Result(How.REFUSED, 1, 2)),
        (Lance.PARES, Result(How.PASS)),
    )
    tree = table_tree(rules, ("envido 5",))
    for spot in hand.spots:
        if spot.lance not in (Lance.JUEGO, Lance.PUNTO) or spot.pares != (True, True):
            continue
        pairs = np.ix_(*hand.members(spot))
        chance = hand.hands.chance[pairs]
        for stones, target in (((0, 0), None), ((33, 37), 40), ((27, 20), 30)):
            score = Score(stones, target)
            situation = Situation(spot.lance, spot.pares, spot.juego, before, (0, 0, 0), ones, score, rules)
            kinds, pays = payoffs(blueprint, situation, tree)
            for result, kind in kinds.items():
                if target is None:
                    # Stones pays lances as they end; here everything that is still to be counted is.
                    utility = Stones(40).pay(table, before, spot.lance, result)
                    counted = sum(table.settled(*each) for each in before)
                    expected = utility + counted + (table.alone(Lance.PARES) if result.ended else 0)
                    dejes = 0
                    found = pays[kind] + dejes * chance
                else:
                    # The deje of chica is among the stones already.
                    start = (stones[0] + 40 - target, stones[1] + 40 - target - 2)
                    expected = Match(start, 40, match_table().array()).pay(table, before, spot.lance, result)
                    found = pays[kind]
                assert np.allclose(found, expected[pairs] * chance, atol=1e-8)


def test_a_lance_at_the_table_is_solved_well() -> None:
    """Punto after nobody had anything: the value lies within a few thousandths of the blueprint's."""
    blueprint = load_blueprint("plain")
    rules = MusRules.make("single_hand", **MENU)
    passed = Result(How.PASS)
    history = History((("pass", "pass"), ("pass", "pass"), ()), (False, False), (False, False))
    ranges = reach_of(blueprint, history)
    before = ((Lance.GRANDE, passed), (Lance.CHICA, passed))
    situation = Situation(Lance.PUNTO, (False, False), (False, False), before, (0, 0), ranges, Score(), rules)
    tree = table_tree(rules, ())
    solution = solve_lance(blueprint, situation, tree, 200)
    stage, instance, _ = blueprint.hand.locate(*history)
    kinds, pays = payoffs(blueprint, situation, tree)
    weights = [ranges[seat][solution.hands[seat]] for seat in (0, 1)]
    values = []
    for chances in (
        solution.chances,
        [blueprint.chances(stage, node, slice(instance, instance + 1))[:, 0] for node in range(6)],
    ):
        here = {0: weights}
        total = 0.0
        for place, node in enumerate(tree.betting.nodes):
            for action, child in enumerate(node.children):
                after = list(here[place])
                after[node.seat] = after[node.seat] * chances[place][action]
                here[child] = after
        for leaf, result in enumerate(tree.results):
            total += float(here[~leaf][0] @ pays[kinds[result]] @ here[~leaf][1])
        meet = float(weights[0] @ blueprint.hand.hands.chance[np.ix_(*solution.hands)] @ weights[1])
        values.append(total / meet)
    assert abs(values[0] - values[1]) < 0.01


def test_ranges_follow_from_public_words_alone() -> None:
    follower = Follower(MusRules.make("single_hand", **MENU), load_blueprint("plain"), None)
    told = ((Lance.GRANDE, (("envido 2", "quiero"),)), (Lance.CHICA, ((),)))
    line = follower.follow(Hearing(told, None, None, (0, 0)))
    assert line.solution is None
    expected = reach_of(follower.blueprint, History((("envido 2", "quiero"), ())))
    assert np.allclose(line.ranges[0], expected[0])
    assert np.allclose(line.ranges[1], expected[1])
    odd = ((Lance.GRANDE, (("envido 7", "quiero"),)), (Lance.CHICA, ((),)))
    free = Follower(MusRules.make("single_hand"), load_blueprint("plain"), None)
    line = free.follow(Hearing(odd, None, None, (0, 0)))
    assert line.solution is not None
    number = free.blueprint.hand.hands.number
    weak, good = number[read_cards("7 6 5 4")], number[read_cards("R R C 1")]
    assert line.ranges[1][weak] < 0.1 < line.ranges[1][good]
