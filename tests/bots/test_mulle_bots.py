"""The players of Mulle: the automatic order of play, what the learner learns, and how strong both are."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from math import sqrt
from pathlib import Path

import pytest

import korthus
from korthus import CHANCE, FairChance
from korthus.bots.driver import BotDriver
from korthus.bots.mulle.players import BOTS, Category, Eye, GreedyBot, LearnerBot, Values, lesson
from korthus.bots.protocol import Bot
from korthus.bots.registry import bot_names, make_bot
from korthus.core.cards import Card
from korthus.core.chance import seed_bytes
from korthus.core.errors import InvalidOptions, TooManyActions
from korthus.core.protocol import visible
from korthus.games.mulle.actions import Build, Capture, Discard, Play, Trotta
from korthus.games.mulle.events import BuildMade, Captured, Discarded
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.state import MulleState
from korthus.games.mulle.view import MulleView
from korthus.table import Player, Table

#: Those who do not search; test_mulle_search has the others.
THUMBS = ("learner", "greedy")

#: More than ten thousand captures with one card, where any set that adds up may be taken.
CROWDED = (
    "rond: 6; table: KL A, HJ A, RU A, SP A, KL 2, HJ 2, RU 2, SP 2, KL 3, HJ 3, RU 3, SP 3, KL 4, HJ 4,"
    " RU 4, SP 4, KL 5, HJ 5, RU 5, SP 5, KL 6, HJ 6, RU 6, SP 6; hand: HJ 10, KL 7, SP 8"
)


def mulle(preset: str | None = None, **options: object) -> Mulle:
    game = korthus.game("mulle", preset, **options)
    assert isinstance(game, Mulle)
    return game


def at(position: str, **options: object) -> tuple[Mulle, MulleView]:
    """The view of the seat to act in a position."""
    game = mulle(None, **options)
    state = game.parse_state(position)
    return game, game.view(state, game.to_act(state))


def chosen(bot: Bot, view: MulleView) -> Play:
    """What a player does."""
    action = bot.choose(view)
    assert isinstance(action, Capture | Build | Trotta | Discard)
    return action


def greedy(position: str, **options: object) -> str:
    """What the greedy player does."""
    game, view = at(position, **options)
    return str(GreedyBot(game, random.Random(0)).choose(view))


def play(game: Mulle, bots: Sequence[Bot], seed: int) -> MulleState:
    """A session between two players, dealt from a seed."""
    chance = FairChance.seeded(seed)
    state = game.new()
    while (seat := game.to_act(state)) is not None:
        action = game.draw(state, chance) if seat == CHANCE else chosen(bots[seat], game.view(state, seat))
        state, events = game.apply(state, action)
        for each, bot in enumerate(bots):
            bot.observe(visible(events, each))
    return state


def lead(first: str, second: str, sessions: int) -> tuple[float, float]:
    """By how many points ``first`` leads on average, in both seats alike, and the standard error."""
    game = mulle()
    leads = []
    for seed in range(sessions):
        seat = seed % 2
        names = (first, second) if seat == 0 else (second, first)
        bots = [make_bot(name, game, f"{seed} {place}") for place, name in enumerate(names)]
        outcome = game.outcome(play(game, bots, seed))
        assert outcome is not None
        leads.append(outcome.scores[seat] - outcome.scores[1 - seat])
    mean = sum(leads) / sessions
    spread = sqrt(sum((each - mean) ** 2 for each in leads) / (sessions - 1))
    return mean, spread / sqrt(sessions)


# -- the greedy player -----------------------------------------------------------------------------


def test_M13_mulles_come_before_cards() -> None:
    """Proves: M-44."""
    # The king would take four cards, the nine takes its twin.
    assert greedy("table: RU 9, KL 7, SP 6, HJ K; hand: RU 9, KL K") == "capture RU 9: RU 9"


def test_M13_more_cards_come_before_fewer() -> None:
    assert greedy("table: RU 9, KL 7, SP 6, HJ K; hand: HJ 9, KL K") == "capture KL K: KL 7, HJ K, SP 6"


def test_MI19_between_tied_captures_the_automatic_choice_takes_mulles_then_intake_then_the_first() -> None:
    # Both fives and either four make nine; the spade counts.
    assert greedy("table: HJ 5, KL 4, SP 4; hand: HJ 9") == "capture HJ 9: HJ 5, SP 4"
    # Two of three fives go with the fours; two of them are twins.
    assert greedy("table: HJ 5, KL 5, HJ 5, RU 4, SP 4; hand: HJ 9") == "capture HJ 9: RU 4, HJ 5, HJ 5, SP 4"
    # Nothing tells them apart: the first in the order of the rules.
    assert greedy("table: HJ 5, KL 4, RU 4; hand: HJ 9") == "capture HJ 9: KL 4, HJ 5"


def test_M44_a_capture_comes_before_a_build_and_a_build_before_a_trotta() -> None:
    """Proves: MI-49."""
    assert greedy("table: KL 4, SP 9; hand: HJ 3, RU 7, KL 9") == "capture KL 9: SP 9"
    assert greedy("table: KL 4, SP 10; hand: HJ 3, RU 7, RU 10") == "build HJ 3 on KL 4"
    assert greedy("table: KL 4, SP 10; hand: HJ 2, RU 8, RU 10") == "trotta RU 10"
    assert greedy("table: KL 4; hand: HJ 2, RU 8") == "discard HJ 2"


def test_M44_a_twin_and_a_card_of_the_same_value_are_taken() -> None:
    assert greedy("table: RU 9, SP 2; hand: RU 9, KL 3") == "capture RU 9: RU 9"
    assert greedy("table: KL 9, SP 4; hand: RU 9, KL 2") == "capture RU 9: KL 9"


def test_the_greedy_player_builds_what_brings_most() -> None:
    # Fourteen draws in the eight and the six; fifteen and nine draw in nothing.
    assert greedy("table: KL 5, RU 8, RU 6; hand: HJ 9, RU A, SP 2") == "build HJ 9 on KL 5"


def test_the_greedy_player_trottar_what_it_can_take_itself() -> None:
    # Two cards are small on the table and cannot take there; for one of the builds a taker is held.
    position = "table: HJ 10, KL 2, HJ 2; hand: RU 10, SP 2{}; hand 1: KL K, KL Q, SP K"
    assert greedy(position.format("")) == "trotta SP 2"
    game, view = at(position.format(", KL 10"))
    eye = Eye(game.rules, view)
    merits = [eye.merit(Trotta(card)) for card in (Card.DT, Card.S2)]
    assert merits[0] > merits[1]


def test_the_greedy_player_throws_what_does_least_harm() -> None:
    # Spades and aces count as intake; a king whose twin may be in the other hand could score 13.
    assert greedy("hand: SP 3, HJ A, HJ K, RU 3; hand 1: KL 2, KL 4, KL 5, KL 6") == "discard RU 3"
    # Both kings have been seen: nobody can make a mulle of one.
    assert greedy("hand: SP 3, HJ K, RU 3; hand 1: KL 2, KL 4, KL 5; taken 1: HJ K") == "discard HJ K"
    # Both aces of hearts on the table could be taken together.
    assert greedy("table: HJ A; hand: HJ A, SP A; hand 1: KL 2, KL 4") == "discard SP A"


def test_the_greedy_player_reads_the_options() -> None:
    merits = []
    for counts in (True, False):
        game, view = at("table: SP 5; hand: SP 5, HJ 3; hand 1: KL 2", mulle_card_counts_intake=counts)
        merits.append(Eye(game.rules, view).merit(Capture(Card.S5, (Card.S5,))))
    assert merits == [(1, 2, 2), (1, 2, 1)]


def test_where_captures_are_too_many_to_list_both_still_play() -> None:
    for name in BOTS:
        game, view = at(CROWDED, capture_choice="free")
        with pytest.raises(TooManyActions):
            game.choices(view)
        state = game.parse_state(CROWDED)
        action = make_bot(name, game, 1).choose(view)
        assert isinstance(action, Capture)
        game.apply(state, action)  # legal
    action = GreedyBot(game, random.Random(1)).choose(view)
    assert isinstance(action, Capture)
    assert len(action.singles) >= 20


@pytest.mark.parametrize("preset", ["complete", "draft"])
def test_the_same_seed_gives_the_same_session(preset: str) -> None:
    game = mulle(preset)
    for name in THUMBS:
        ends = [play(game, [make_bot(name, game, 3), make_bot("random", game, 4)], 5) for _ in range(2)]
        assert ends[0] == ends[1]


def test_players_have_only_a_view() -> None:
    """The same view of two different deals gives the same play. Proves: M-44."""
    game, view = at("table: KL 4, SP 9; hand: HJ 3, RU 7, KL 9; hand 1: KL Q, KL K")
    rng = random.Random(0)
    for name in THUMBS:
        worlds = [game.sample(view, rng) for _ in range(20)]
        assert len({world.sides[1].hand for world in worlds}) > 1
        assert len({make_bot(name, game, 7).choose(game.view(world, 0)) for world in worlds}) == 1


# -- the learner -----------------------------------------------------------------------------------


def test_M46_the_categories_start_with_the_values_of_the_rulebook() -> None:
    assert {category.value: Values().of(category) for category in Category} == {
        "capture_combo_mulle": 10.0,
        "capture_combo": 5.0,
        "build": 1.0,
        "discard": 0.0,
    }


#: A position, a play, and the category and reward it brings.
LESSONS = [
    ("table: KL 9, SP 4, HJ 5; hand: HJ 9", "capture HJ 9: KL 9, SP 4, HJ 5", "capture_combo", 4.0),
    ("table: RU 9; hand: RU 9", "capture RU 9: RU 9", "capture_combo_mulle", 12.0),
    ("table: KL 9, KL 9; hand: HJ 9", "capture HJ 9: KL 9, KL 9", "capture_combo_mulle", 13.0),
    ("table: KL 4; hand: HJ 3, RU 7", "build HJ 3 on KL 4", "build", 2.0),
    # Made from another build, or joined to one: nothing new.
    ("table: [6 of 1: SP 4 + RU 2]; hand: HJ 3, KL 9", "build HJ 3 on [6] up", "build", 0.0),
    ("table: [6 of 1: SP 4 + RU 2]; hand: HJ Q, KL 6", "build HJ Q on [6] down", "build", 0.0),
    ("table: KL 4, [7 of 0: KL 5 + HJ 2]; hand: HJ 3, RU 7", "build HJ 3 on KL 4", "build", 0.0),
    # A trotta is a kind of building.
    ("table: KL 4; hand: HJ 4", "trotta HJ 4", "build", 2.0),
    ("table: KL 4, [4 of 1: RU 2 + HJ 2]; hand: HJ 4", "trotta HJ 4", "build", 0.0),
    ("table: KL 4; hand: HJ 5", "discard HJ 5", "discard", 0.0),
    ("table: [4 of 0: RU 2 + HJ 2]; hand: HJ 4, SP 4", "discard HJ 4", "discard", 0.0),
]


@pytest.mark.parametrize(("position", "text", "category", "reward"), LESSONS)
def test_M45_the_reward_counts_cards_mulles_and_new_builds(
    position: str, text: str, category: str, reward: float
) -> None:
    """Proves: MI-49."""
    game = mulle()
    play_ = game.parse(text)
    step = game.apply(game.parse_state(position), play_)
    event = step.events[0]
    assert isinstance(event, Captured | BuildMade | Discarded)
    assert lesson(game.rules, event) == (category, reward)


def test_M45_a_value_moves_a_fifth_of_the_way_to_the_reward() -> None:
    values = Values().learned(Category.CAPTURE_COMBO, 10.0, LearnerBot.rate)
    assert values == Values(capture_combo=6.0)
    assert LearnerBot.rate == 0.2
    assert LearnerBot.exploration == 0.15


def test_M45_the_learner_learns_from_its_own_plays() -> None:
    game, view = at("table: RU 9, KL 2; hand: RU 9, KL 3; hand 1: SP Q, SP K")
    state = game.parse_state("table: RU 9, KL 2; hand: RU 9, KL 3; hand 1: SP Q, SP K")
    bot = LearnerBot(game, random.Random(1))
    bot.exploration = 0.0
    action = chosen(bot, view)
    events = game.apply(state, action).events
    bot.observe([Discarded(seat=1, card=action.card, value=1)])
    assert bot.values == Values()  # what others play teaches nothing
    bot.observe(events)
    assert bot.values == Values(capture_combo_mulle=10.0 + 0.2 * (12.0 - 10.0))


def test_M45_a_learner_that_is_made_anew_learns_what_it_was_told_before() -> None:
    game, view = at("table: RU 9, KL 2; hand: RU 9, KL 3; hand 1: SP Q, SP K")
    state = game.parse_state("table: RU 9, KL 2; hand: RU 9, KL 3; hand 1: SP Q, SP K")
    events = game.apply(state, game.parse("capture RU 9: RU 9")).events
    bot = LearnerBot(game, random.Random(1))
    bot.observe(events)
    assert bot.values == Values()  # whose play that was is not known yet
    bot.choose(view)
    assert bot.values == Values(capture_combo_mulle=10.0 + 0.2 * (12.0 - 10.0))


def test_M45_a_play_that_was_only_suggested_teaches_nothing() -> None:
    game, view = at("table: RU 9; hand: RU 9, KL 3")
    bot = LearnerBot(game, random.Random(1))
    bot.choose(view)
    bot.restart()
    bot.observe(
        game.apply(game.parse_state("table: RU 9; hand: RU 9, KL 3"), game.parse("discard KL 3")).events
    )
    assert bot.values == Values()


def test_M45_it_explores_in_fifteen_of_a_hundred_plays() -> None:
    """All legal plays are equally likely then, the best among them. Proves: MI-49."""
    game, view = at("table: RU 9, KL 4, HJ Q; hand: RU 9, KL 3, SP 7")
    plays = game.choices(view)
    bot = LearnerBot(game, random.Random(2))
    best = str(game.parse("capture RU 9: RU 9"))
    number = 6000
    chosen = [str(bot.choose(view)) for _ in range(number)]
    expected = 0.15 / len(plays)
    for play_ in plays:
        share = 0.85 + expected if str(play_) == best else expected
        margin = 4 * sqrt(share * (1 - share) / number)
        assert abs(chosen.count(str(play_)) / number - share) < margin


def test_M45_it_plays_the_category_that_pays_best() -> None:
    game, view = at("table: RU 9, KL 4, SP 10; hand: RU 9, KL 3, SP 7, RU 10; hand 1: KL K")
    bot = LearnerBot(game, random.Random(0))
    bot.exploration = 0.0
    assert str(bot.choose(view)) == "capture RU 9: RU 9"
    bot.values = Values(build=20.0)
    assert str(bot.choose(view)) == "build SP 7 on RU 9"  # the 16-build; builds come before trottor
    bot.values = Values(discard=20.0)
    assert str(bot.choose(view)) == "discard KL 3"
    bot.values = Values(capture_combo=20.0)  # nothing can be taken without a mulle: the next best counts
    assert str(bot.choose(view)) == "capture RU 9: RU 9"


def test_M50_what_it_has_learned_can_be_saved_loaded_and_shown(tmp_path: Path) -> None:
    game = mulle()
    bot = LearnerBot(game, random.Random(0))
    play(game, [bot, make_bot("random", game, 1)], 2)
    assert bot.values != Values()
    bot.save(tmp_path / "learner.json")
    assert set(json.loads((tmp_path / "learner.json").read_text())) == {each.value for each in Category}
    other = LearnerBot(game, random.Random(9))
    other.load(tmp_path / "learner.json")
    assert other.values == bot.values
    assert other.report() == bot.report()
    assert str(Values()) == "capture_combo_mulle 10.00, capture_combo 5.00, build 1.00, discard 0.00"


@pytest.mark.parametrize(
    "content", ["", "[]", '{"build": "x"}', '{"build": 1e999}', '{"odd": 1}', "\udcff", '{"build": NaN}']
)
def test_M50_a_file_that_holds_no_values_is_refused(tmp_path: Path, content: str) -> None:
    file = tmp_path / "values.json"
    file.write_bytes(content.encode("utf-8", "surrogateescape"))
    bot = LearnerBot(mulle(), random.Random(0))
    with pytest.raises(InvalidOptions) as caught:
        bot.load(file)
    assert caught.value.code == "BAD_VALUES"
    assert bot.values == Values()


def test_M50_the_learner_learns_at_a_table() -> None:
    """What it knows stays with it when a new game begins. Proves: M-45."""
    game = mulle(omgangar=1)
    bot = LearnerBot(game, random.Random(0))
    known = [bot.values]
    for seed in (1, 2):
        table = Table(game, [Player("Anna", "learner"), Player("Bo", "greedy")], server_seed=seed_bytes(seed))
        table.start()
        driver = BotDriver(table, {0: bot, 1: make_bot("greedy", game, 0)})
        assert bot.values == known[-1]
        assert driver.play() == 96
        known.append(bot.values)
    assert len(set(known)) == 3


# -- strength --------------------------------------------------------------------------------------


def test_the_stronger_player_stands_last_in_the_list() -> None:
    assert bot_names("mulle")[:3] == ("random", "learner", "greedy")


def test_M44_greedy_beats_random_clearly() -> None:
    mean, error = lead("greedy", "random", 60)
    assert mean - 4 * error > 70


def test_M45_the_learner_beats_random_clearly() -> None:
    mean, error = lead("learner", "random", 60)
    assert mean - 4 * error > 60


def test_greedy_against_the_learner() -> None:
    mean, error = lead("greedy", "learner", 100)
    assert mean + 3 * error > 0


def test_M44_greedy_sessions_score_as_computed() -> None:
    """Both together in an omgång: mulle about 43, tabbe about 10, intake about 40.6 of 42, 3.4 cards left."""
    game = mulle(omgangar=1)
    number = 120
    mulle_points = tabbe = intake = left = 0
    for seed in range(number):
        state = play(game, [GreedyBot(game, random.Random(seed)) for _ in range(2)], seed)
        for score in state.sheet[0]:
            mulle_points += score.mulle
            tabbe += score.tabbe
            intake += score.intake
        left += len(state.left)
    assert 36 < mulle_points / number < 52
    assert 7.5 < tabbe / number < 13
    assert 39.5 < intake / number < 41.5
    assert 2 < left / number < 5
