"""The Mus bots that search: honest, legal, reproducible, and sensible at the table."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from korthus.bots.advice import Advice
from korthus.bots.mus.belief import beliefs
from korthus.bots.mus.bets import GIVE, OPENED_ALL_IN, TAKE
from korthus.bots.mus.model import EVERY_HAND, HAS_JUEGO, HAS_PARES, NUMBER_OF, model, solve_lance, ways
from korthus.bots.mus.players import BOTS, RulesBot
from korthus.bots.mus.search import SEARCH_BOTS, SearchBot
from korthus.bots.mus.thinking import Mind, Thought
from korthus.bots.protocol import Budget
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE
from korthus.games.mus.actions import ACCEPT, REFUSE
from korthus.games.mus.game import Mus
from korthus.games.mus.options import MusRules
from korthus.games.mus.scoring import Lance
from korthus.games.mus.state import MusState
from korthus.games.mus.view import MusView

StrongBot = SEARCH_BOTS["strong"]
StrongestBot = SEARCH_BOTS["strongest"]

FEW = Budget(simulations=60)


def make(preset: str | None = None, **options: Any) -> Mus:
    return Mus(MusRules.make(preset, **options))


def positions(game: Mus, seed: int) -> list[MusState]:
    """Every moment of a game between rule-based bots in which a seat is to act."""
    chance, state = FairChance.seeded(seed), game.new()
    bot = RulesBot(game, random.Random(seed))
    moments = []
    while (actor := game.to_act(state)) is not None:
        action: Any
        if actor == CHANCE:
            action = game.draw(state, chance)
        else:
            moments.append(state)
            action = bot.choose(game.view(state, actor))
        state = game.apply(state, action).state
    return moments


def view_of(game: Mus, state: MusState) -> MusView:
    return game.view(state, game.to_act(state))


def play(game: Mus, kinds: tuple[type[SearchBot], type[SearchBot]], seed: int) -> MusState:
    bots = [kind(game, random.Random(f"{seed}/{seat}")) for seat, kind in enumerate(kinds)]
    chance, state = FairChance.seeded(seed), game.new()
    while (actor := game.to_act(state)) is not None:
        action: Any
        if actor == CHANCE:
            action = game.draw(state, chance)
        else:
            action = bots[actor].choose(game.view(state, actor), FEW)
        state = game.apply(state, action, seat=None if actor == CHANCE else actor).state
    return state


TABLES: list[tuple[str | None, dict[str, Any]]] = [
    (None, {}),
    ("mus", {}),
    ("single_hand", {}),
    ("single_hand", {"ordago": True, "mus_phase": True}),
    ("mus", {"bets": (3, 7), "raises": (6,), "max_raises": 1, "deje_after_raise": "one", "max_mus": 1}),
    (None, {"bets": (), "raises": (), "target_stones": 30, "punto_bonus_on_accept": False}),
    (None, {"bets": (), "ordago": False, "target_stones": 30}),
    ("mus", {"deck": (4, 0, 0, 0, 0, 1, 1, 2), "max_mus": 3}),
]


@pytest.mark.parametrize(("preset", "options"), TABLES)
def test_it_plays_every_table_and_the_same_way_twice(preset: str | None, options: dict[str, Any]) -> None:
    game = make(preset, **options)
    games = [play(game, (StrongBot, StrongBot), 5) for _ in range(2)]
    assert games[0] == games[1]
    assert game.outcome(games[0]) is not None


@pytest.mark.parametrize("name", SEARCH_BOTS)
def test_every_level_answers_legally_wherever_it_is_asked(name: str) -> None:
    for preset in MusRules.presets:
        game = make(preset)
        bot = BOTS[name](game, random.Random(3))
        moments = positions(game, 3)
        for state in random.Random(4).sample(moments, min(len(moments), 6)):
            view = view_of(game, state)
            assert bot.choose(view, FEW) in game.choices(view)


def test_it_answers_to_what_the_seat_may_know_and_nothing_else() -> None:
    for preset in ("standard", "mus"):
        game = make(preset)
        rng = random.Random(11)
        for state in rng.sample(positions(game, 11), 12):
            view = view_of(game, state)
            other = game.sample(view, rng)
            said = {
                StrongBot(game, random.Random(1)).choose(game.view(each, view.seat), Budget(simulations=200))
                for each in (state, other)
            }
            assert len(said) == 1


def test_what_it_believes_keeps_to_what_was_declared() -> None:
    game = make()
    for state in positions(game, 17)[:60]:
        view = view_of(game, state)
        assert view.seat is not None
        likely = beliefs(model(game), view, model(game).bets(20.0), 20.0)
        assert likely.sum() == pytest.approx(1.0)
        possible = likely.sum(axis=0) > 0
        assert possible[NUMBER_OF[state.hands[1 - view.seat]]]
        if view.pares is not None:
            assert (HAS_PARES[possible] == view.pares[1 - view.seat]).all()
        if view.juego is not None:
            assert (HAS_JUEGO[possible] == view.juego[1 - view.seat]).all()


def test_a_bet_is_read_as_better_cards() -> None:
    game = make()
    mind = Mind(game, Thought())
    cards = "cards 0: C 7 5 4; cards 1: R R 6 1"
    kings = np.array([str(hand[1]) == "R" for hand in EVERY_HAND])

    def two_kings(more: str) -> float:
        state = game.parse_state(f"mano: 1; {cards}; {more}")
        return float(mind.look(game.view(state, 0), random.Random(1)).likely.sum(axis=0)[kings].sum())

    passed, bet = two_kings("to act: 0"), two_kings("bet: 5 by 1")
    assert bet > 2 * passed


def test_levels_come_from_weak_to_strong() -> None:
    assert list(SEARCH_BOTS) == ["easy", "normal", "strong", "strongest"]
    assert list(BOTS)[-4:] == list(SEARCH_BOTS)
    budgets = [SEARCH_BOTS[name].default_budget.simulations or 0 for name in SEARCH_BOTS]
    assert budgets == sorted(budgets)
    for kind in SEARCH_BOTS.values():
        assert kind.about
        assert kind.choose is SearchBot.choose


def test_where_the_kernel_does_not_know_the_table_it_says_so_and_keeps_its_rules() -> None:
    game = make("single_hand", deck=(12, 8, 8, 8, 8, 8, 8, 12))
    bot = StrongBot(game, random.Random(1))
    assert bot.note is not None
    assert "72" in bot.note
    view = view_of(game, positions(game, 2)[0])
    advice = bot.advise(view, Budget(simulations=3))
    assert {str(each.action) for each in advice} == {str(each) for each in game.choices(view)}
    assert game.outcome(play(game, (StrongBot, StrongBot), 2)) is not None
    assert StrongBot(make(), random.Random(1)).note is None


def test_advice_lists_every_choice_the_best_first() -> None:
    for preset in ("standard", "mus"):
        game = make(preset)
        for state in positions(game, 5)[:12]:
            view = view_of(game, state)
            advice = StrongBot(game, random.Random(2)).advise(view, Budget(simulations=200))
            assert sorted(str(each.action) for each in advice) == sorted(map(str, game.choices(view)))
            assert all(each.reasons and each.visits == 200 and each.error < 1_000 for each in advice)
            values = [each.value for each in advice]
            assert values == sorted(values, reverse=True)


def advise(position: str, **options: Any) -> dict[str, Advice]:
    game = make(**options)
    state = game.parse_state(position)
    advice = StrongBot(game, random.Random(1)).advise(view_of(game, state), Budget(simulations=2_000))
    return {str(each.action): each for each in advice}


def answers(position: str, kind: type[SearchBot] = StrongBot) -> set[str]:
    """What it says in a position, asked a few times with other luck."""
    game = make()
    view = view_of(game, game.parse_state(position))
    budget = Budget(simulations=400)
    return {str(kind(game, random.Random(seed)).choose(view, budget)) for seed in range(8)}


@pytest.mark.parametrize("kind", [StrongBot, StrongestBot])
def test_it_accepts_ordago_with_what_cannot_lose(kind: type[SearchBot]) -> None:
    best = "lance: juego; cards 0: R R R 1; cards 1: R C S 1; mano: 0; bet: ordago by 1"
    assert answers(best, kind) == {"quiero"}
    kings = "lance: grande; cards 0: R R R R; cards 1: R C S 1; mano: 0; bet: ordago by 1"
    assert answers(kings, kind) == {"quiero"}


def test_it_never_gives_the_best_cards_away() -> None:
    for bet in ("2 by 1", "10 by 1", "20 by 1 over 10"):
        said = answers(f"lance: grande; cards 0: R R R R; cards 1: R C S 1; mano: 0; bet: {bet}")
        assert "no quiero" not in said


def test_it_does_not_stake_the_match_on_the_worst_cards() -> None:
    assert answers("lance: grande; cards 0: 4 1 1 1; cards 1: R C S 1; mano: 1; bet: ordago by 1") == {
        "no quiero"
    }


def test_with_nothing_to_lose_it_takes_what_it_would_refuse_early() -> None:
    cards = "lance: grande; cards 0: R R C 4; cards 1: R C S 1; mano: 1; bet: ordago by 1"
    early, late = (advise(f"stones: {stones}; {cards}") for stones in ("30 0", "0 39"))
    assert early[str(REFUSE)].value > early[str(ACCEPT)].value
    assert late[str(REFUSE)].value < late[str(ACCEPT)].value


def test_reasons_are_facts_of_the_table() -> None:
    known = advise("lance: juego; cards 0: R R R 1; cards 1: R C S 1; mano: 0; bet: 5 by 1 over 2")
    said = {reason.key: reason.params for reason in known["no quiero"].reasons}
    assert said["mus.advice.gives_deje"] == {"stones": 2}
    assert said["mus.advice.beats"] == {"lance": "juego", "percent": 100}
    assert "mus.advice.has_juego" in said
    keys = [reason.key for reason in known["ordago"].reasons]
    assert keys[:2] == ["mus.advice.ordago", "mus.advice.mano"]


def test_a_solved_lance_takes_no_dominated_choice() -> None:
    """Close to an equilibrium the best hand never gives way, and the worst never takes all on."""
    known = model(make())
    even = np.stack([ways(known.rules.deck)] * 2)
    here = solve_lance(known.terms, Lance.GRANDE, 20.0, even, 150)
    assert here.sum(axis=2) == pytest.approx(np.ones(here.shape[:2]))
    kings, aces = 0, len(EVERY_HAND) - 1
    assert here[kings, OPENED_ALL_IN, TAKE] > 0.99
    assert here[aces, OPENED_ALL_IN, GIVE] > 0.99


def test_a_lead_is_worth_something_and_both_sides_agree_on_it() -> None:
    match = model(make()).match
    assert match[0] == pytest.approx(1 - match[1].T)
    assert (np.diff(match[0], axis=0) > -1e-9).all()
    assert 0.45 < match[0, 0, 0] < 0.55
