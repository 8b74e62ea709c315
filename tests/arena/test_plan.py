"""What is played: everybody meets everybody, in every seat, on the same deals."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from tests.arena.odd_bots import MEETING
from tests.arena.plans import quick

import korthus
from korthus.arena.errors import ArenaError
from korthus.arena.match import DealLine, PaceLine, play_unit
from korthus.arena.plan import MAX_BOTS, Match, Plan, make_plan
from korthus.bots.protocol import Budget
from korthus.core.errors import InvalidOptions, InvalidRecord, KorthusError

EIGHT = korthus.game("eight", hands=1)
KACHUFUL = korthus.game("kachuful")


def test_two_seats_are_swapped_and_everybody_meets_everybody() -> None:
    plan = quick("random", "rules", "montecarlo", deals=2)
    assert plan.matches == (Match(0, 1), Match(0, 2), Match(1, 2))
    units = [plan.unit(number) for number in range(plan.units)]
    assert [(unit.deal, unit.match) for unit in units[:4]] == [
        (0, Match(0, 1)),
        (0, Match(0, 2)),
        (0, Match(1, 2)),
        (1, Match(0, 1)),
    ]
    assert units[1].lineups == ((0, 2), (2, 0))


def test_at_more_seats_the_hero_sits_in_each_among_copies() -> None:
    plan = make_plan(KACHUFUL, ["rules", "random"], deals=1, seed=1, seats=4)
    assert plan.matches == (Match(0, 1), Match(1, 0))
    assert plan.unit(0).lineups == ((0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0))
    assert plan.title(plan.matches[1]) == "random v 3 × rules"


def test_a_hero_plays_only_its_own_matches() -> None:
    plan = make_plan(EIGHT, ["random", "rules", "montecarlo"], deals=1, seed=1, hero="rules")
    assert plan.matches == (Match(1, 0), Match(1, 2))


def test_players_of_one_kind_have_different_names() -> None:
    assert quick("random", "rules", "random", "random").names == ("random", "rules", "random#2", "random#3")


def test_a_unit_says_everything_and_is_always_the_same() -> None:
    plan = quick("random", "random", deals=3, seed=5)
    first, second = play_unit(plan, 2), play_unit(plan, 2)
    assert first.result == second.result
    line = msgspec.json.decode(first.result, type=DealLine)
    assert (line.unit, line.deal, line.seed) == (2, 2, "5/2")
    assert (line.hero, line.other) == ("random", "random#2")
    assert [game.seats for game in line.games] == [("random", "random#2"), ("random#2", "random")]
    times = msgspec.json.decode(first.times, type=PaceLine)
    assert sum(pace.moves for pace in times.players.values()) == sum(game.moves for game in line.games)
    for pace in times.players.values():
        assert sum(pace.bins.values()) == pace.moves > 0
        assert pace.seconds >= pace.longest > 0


def test_other_seeds_are_other_deals() -> None:
    scores = Counter(play_unit(quick(seed=seed), deal).result for seed in (1, 2) for deal in range(4))
    assert len(scores) == 8


def test_a_plan_survives_its_json() -> None:
    plan = make_plan(
        korthus.game("mulle", "draft", omgangar=1),
        ["greedy", "random"],
        preset="draft",
        deals=3,
        seed=9,
        budget=Budget(simulations=50),
    )
    again = msgspec.json.decode(msgspec.json.encode(plan), type=Plan)
    assert again == plan
    assert again.open_game() == korthus.game("mulle", "draft", omgangar=1)


def test_a_plan_for_other_rules_is_refused() -> None:
    with pytest.raises(InvalidRecord) as refused:
        msgspec.structs.replace(quick(), rules_version=99).open_game()
    assert refused.value.code == "RULES_CHANGED"


def test_the_budget_reaches_the_players() -> None:
    """A few simulations are quicker than many."""
    paces = []
    for simulations in (5, 200):
        plan = make_plan(
            EIGHT, ["montecarlo", "random"], deals=1, seed=1, budget=Budget(simulations=simulations)
        )
        paces.append(msgspec.json.decode(play_unit(plan, 0).times, type=PaceLine).players["montecarlo"])
    assert paces[0].seconds < paces[1].seconds


def test_any_bot_can_enter() -> None:
    assert quick(MEETING, "random").names == (MEETING, "random")


@pytest.mark.parametrize(
    ("bots", "changes", "code"),
    [
        ((), {}, "ONE_BOT"),
        (("random",), {}, "ONE_BOT"),
        (("random",) * (MAX_BOTS + 1), {}, "TOO_MANY_BOTS"),
        (("random", "deep_blue"), {}, "UNKNOWN_BOT"),
        (("random", "no.such.module:Bot"), {}, "NO_PLAYER_MODULE"),
        (("random", "korthus:Nobody"), {}, "BAD_PLAYER"),
        (("random", "korthus:game"), {}, "BAD_PLAYER"),
        (("random", ":x"), {}, "BAD_PLAYER"),
        (("random", "rules"), {"deals": 0}, "NO_MATCHES"),
        (("random", "rules"), {"deals": -3}, "NO_MATCHES"),
        (("random", "rules"), {"seats": 3}, "FIXED_SEATS"),
        (("random", "rules"), {"hero": "montecarlo"}, "NO_SUCH_HERO"),
        (("random", "rules"), {"budget": Budget(simulations=0)}, "BAD_BUDGET"),
        (("random", "rules"), {"budget": Budget(seconds=0.0)}, "BAD_BUDGET"),
        (("random", "rules"), {"budget": Budget(seconds=float("nan"))}, "BAD_BUDGET"),
        (("random", "rules"), {"budget": Budget(seconds=1.0, simulations=5)}, "BAD_BUDGET"),
    ],
)
def test_what_makes_no_sense_is_refused(bots: tuple[str, ...], changes: dict[str, object], code: str) -> None:
    fields: dict[str, object] = {"deals": 1, "seed": 1} | changes
    with pytest.raises((ArenaError, InvalidOptions)) as refused:
        make_plan(EIGHT, bots, **fields)  # type: ignore[arg-type]  # the point is to pass anything
    assert isinstance(refused.value, KorthusError)
    assert refused.value.code == code
