"""More at the table than the kernel has room for: everybody plays on the rules."""

from __future__ import annotations

import random
from typing import Any

import pytest

import korthus
from korthus.bots.advice import Adviser
from korthus.bots.kachuful import search as kachuful_search
from korthus.bots.kachuful.players import BOTS, RulesBot
from korthus.bots.kachuful.search import SEARCH_BOTS, SearchBot
from korthus.bots.known_tables import kernel_refusal
from korthus.bots.protocol import Budget
from korthus.bots.random import RandomBot
from korthus.bots.registry import make_bot
from korthus.bots.rules_search import Tried, search
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE
from korthus.games.kachuful import Kachuful, KachufulRules, KachufulState, KachufulView
from korthus.kernels import brings
from korthus.kernels.brings import most_seats
from korthus.kernels.kachuful import layout as kachuful_layout

StrongBot = SEARCH_BOTS["strong"]

#: Seats, and the cards of the first round.
CROWDS = [(11, 4), (13, 4), (26, 2), (52, 1)]
FEW = Budget(simulations=8)


def make(**options: Any) -> Kachuful:
    return Kachuful(KachufulRules.make(None, **options))


def moments(game: Kachuful, seats: int) -> list[KachufulState]:
    """Every moment of a game in which a seat has a choice."""
    chance, state, found = FairChance.seeded(1), game.new(seats), []
    bot = RulesBot(game, random.Random(1))
    while (seat := game.to_act(state)) is not None:
        if seat == CHANCE:
            state = game.apply(state, game.draw(state, chance)).state
            continue
        if len(game.legal_actions(state)) > 1:
            found.append(state)
        state = game.apply(state, bot.choose(game.view(state, seat))).state  # type: ignore[arg-type]
    return found


def some_views(game: Kachuful, seats: int) -> list[KachufulView]:
    """A few moments from all of a game, the first and the last among them."""
    states = moments(game, seats)
    return [game.view(state, state.turn) for state in (*states[:: len(states) // 4 + 1], states[-1])]


@pytest.fixture
def no_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever thinks with the compiled rules fails."""

    def fail(_: SearchBot) -> None:
        raise AssertionError("a kernel is asked about a table that it has no room for")

    monkeypatch.setattr(kachuful_search.SearchBot, "_mind", property(fail))


@pytest.mark.parametrize("level", [RandomBot.name, *BOTS])
@pytest.mark.parametrize(("seats", "cards"), CROWDS)
@pytest.mark.usefixtures("no_kernel")
def test_KI11_every_level_plays_among_a_crowd(seats: int, cards: int, level: str) -> None:
    game = make(start_cards=cards)
    bot = make_bot(level, game, 1)
    for view in some_views(game, seats):
        choices = game.choices(view)
        assert bot.choose(view, FEW) in choices
        if isinstance(bot, Adviser):
            advice = bot.advise(view, FEW)
            assert {each.action for each in advice} == set(choices)
    if level in SEARCH_BOTS:
        note = bot.note_at(seats)
        assert note is not None
        assert f"has room for 10 seats, not for {seats}" in note
        assert bot.note is bot.note_at(10) is None
    else:
        assert bot.note_at(seats) is None


@pytest.mark.usefixtures("no_kernel")
def test_KI11_levels_that_count_think_less_in_a_crowd(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Budget] = []

    def notice(
        game: Any, view: Any, choices: Any, horizon: Any, budget: Budget, rng: Any
    ) -> tuple[Tried, ...]:
        asked.append(budget)
        return search(game, view, choices, horizon, FEW, rng)

    monkeypatch.setattr(kachuful_search, "search", notice)
    game = make(start_cards=1)
    view = some_views(game, 52)[0]
    StrongBot(game, random.Random(1)).choose(view)
    StrongBot(game, random.Random(1)).choose(view, Budget(simulations=4_000))
    assert [budget.simulations for budget in asked] == [153, 4_000]


@pytest.mark.parametrize(("seats", "cards"), CROWDS)
def test_KI11_the_mind_itself_refuses_a_crowd(
    seats: int, cards: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from korthus.bots.kachuful import thinking as kachuful_mind

    def pack_view(*_: object) -> None:
        raise AssertionError("packed")

    monkeypatch.setattr(kachuful_mind, "pack_view", pack_view)
    game = make(start_cards=cards)
    view = some_views(game, seats)[0]
    mind = kachuful_mind.Mind(game)
    for ask in (mind.rank, mind.advise):
        with pytest.raises(ValueError, match=f"room for 10 seats, not for {seats}"):
            ask(view, game.choices(view), FEW, random.Random(1))


def test_KI11_a_crowd_needs_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(game: str, room: str, part: str) -> object:
        assert part == "layout", f"{part} is loaded"
        return kachuful_layout

    monkeypatch.setattr(brings, "brought", load)
    assert kernel_refusal(make(start_cards=4), 11) is not None


def test_what_the_kernel_knows() -> None:
    game = make()
    assert most_seats(game) == kachuful_layout.MAX_SEATS == 10
    assert kernel_refusal(game, 7) is None
    assert kernel_refusal(make(start_cards=5), 10) is None
    assert "one deck" in str(kernel_refusal(make(decks=2), 4))
    for name in ("mulle", "mus", "eight"):
        assert kernel_refusal(korthus.game(name), 2) is None
