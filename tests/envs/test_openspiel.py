"""Every game as an OpenSpiel game passes OpenSpiel's own tests, and its players play them."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from tests.envs.spiel import check_api, check_api_of_tree, simulate
from tests.support.scopa import visit_with_scopa

import korthus
from korthus.core.errors import InvalidOptions
from korthus.core.protocol import CHANCE
from korthus.envs.brings import encoding_of
from korthus.envs.openspiel import KorthusGame, KorthusState, load, register

with_warnings_off = pytest.mark.filterwarnings("ignore::DeprecationWarning")

#: Short games of all kinds; Scopa brings no numbers of its own.
OPTIONS: dict[str, dict[str, Any]] = {
    "mulle": {"omgangar": 1, "ronder_nominal": 1},
    "kachuful": {"start_cards": 2, "players": 3},
    "mus": {"preset": "mus"},
    "eight": {"hands": 1},
    "scopa": {"target": 2},
}
#: Two seats, four cards, one trick: the whole tree can be walked through.
TINY: dict[str, Any] = {"deck": ("2c", "3c", "4d", "5d"), "start_cards": 1, "told": 16}


@pytest.fixture(params=OPTIONS)
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> KorthusGame:
    """A game of each kind."""
    visit_with_scopa(monkeypatch)
    register()
    return load(request.param, **OPTIONS[request.param])


def play(state: KorthusState, rng: random.Random) -> None:
    """One action at random, of chance or of a player."""
    if state.is_chance_node():
        actions, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, chances)[0])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def test_random_simulations_pass(game: KorthusGame) -> None:
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_random_simulations_pass_where_points_are_a_margin(game: KorthusGame) -> None:
    margin = pyspiel.load_game(str(game).replace("(", "(margin=true,"))
    assert margin.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    pyspiel.random_sim_test(margin, num_sims=1, serialize=True, verbose=False)


def test_the_simulation_of_the_python_tests_passes(game: KorthusGame) -> None:
    simulate(game)


def test_the_api_tests_pass(game: KorthusGame) -> None:
    small = pyspiel.load_game(str(game).replace("(", "(told=200,"))
    states = [small.new_initial_state()]
    rng = random.Random(1)
    while not states[-1].is_terminal():
        states.append(states[-1].clone())
        play(states[-1], rng)
    assert check_api(small, states) == 5


@pytest.mark.parametrize(("seats", "options"), [(7, {}), (52, {"start_cards": 1})], ids=str)
def test_a_whole_game_of_many_seats_has_room_in_its_tensors(seats: int, options: dict[str, Any]) -> None:
    state = load("kachuful", players=seats, **options).new_initial_state()
    rng = random.Random(seats)
    while not state.is_terminal():
        play(state, rng)
    for player in range(seats):
        tensor = state.information_state_tensor(player)
        assert len(tensor) == state.get_game().information_state_tensor_size()
        assert any(tensor[-state.table.tensors.width :]), "there is a row that is never used"


def test_room_in_tensors_can_be_asked_for() -> None:
    assert load("mus", told=300).information_state_tensor_shape()[0] > 300
    assert load("mus", told=300).table.tensors.most == 300
    assert "told" not in str(load("mus"))


def test_the_api_tests_pass_on_a_whole_tree() -> None:
    """Four cards, of which each seat gets one, and one trick.

    Of 12 deals come 12 first bids (0 or 1) and 24 times a dealer, who may not say the one number that makes
    the bids 1. Then both cards are played: 24 and 24 decisions, and 24 ends. Whoever bids first knows a card:
    4 information states; the dealer a card and a bid: 8; who leads knows both bids, but the second follows
    from the first: 8; the other knows both cards and both bids: 24.
    """
    tiny = load("kachuful", total_rounds=1, **TINY)
    assert check_api_of_tree(tiny, (1, 12 + 24 + 24 + 24, 24), 4 + 8 + 8 + 24) == 8


def test_chance_is_explicit_and_exact() -> None:
    state = load("kachuful", total_rounds=1, **TINY).new_initial_state()
    assert [chance for _, chance in state.chance_outcomes()] == [pytest.approx(1 / 12)] * 12
    many = load("kachuful", start_cards=7, total_rounds=1).new_initial_state()
    seen = []
    for left in range(52, 52 - 14, -1):
        outcomes = many.chance_outcomes()
        assert [chance for _, chance in outcomes] == [pytest.approx(1 / left)] * left
        seen.append(many.action_to_string(outcomes[0][0]))
        many.apply_action(outcomes[0][0])
    assert not many.is_chance_node()
    assert len(set(seen)) == 14


def test_rewards_add_up_to_the_returns_and_these_to_the_outcome(game: KorthusGame) -> None:
    rng = random.Random(3)
    state = game.new_initial_state()
    sums = np.zeros(game.num_players())
    while not state.is_terminal():
        if not state.is_chance_node():
            sums += state.rewards()
            assert sums.tolist() == state.returns()
        play(state, rng)
    sums += state.rewards()
    outcome = game.table.game.outcome(state.moment.state)
    assert outcome is not None
    start = game.table.start
    assert sums.tolist() == [score - first for score, first in zip(outcome.scores, start, strict=True)]


def test_a_resampled_world_is_the_same_to_who_asks_for_it(game: KorthusGame) -> None:
    """As OpenSpiel's ``ResampleInfostateTest``, which plays games in C++ only; and worlds really differ."""
    rng = random.Random(8)
    state = game.new_initial_state()
    differ = 0
    while not state.is_terminal():
        if not state.is_chance_node():
            for player in range(game.num_players()):
                other = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(0.0, 1.0))
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.information_state_tensor(player) == state.information_state_tensor(player)
                assert other.observation_string(player) == state.observation_string(player)
                assert other.current_player() == state.current_player()
                assert other.legal_actions() == state.legal_actions() or player != state.current_player()
                assert other.returns() == state.returns()
                differ += other.moment.state != state.moment.state
        play(state, rng)
    assert differ > 3


def test_a_resampled_world_can_be_played_to_its_end(game: KorthusGame) -> None:
    rng = random.Random(9)
    state = game.new_initial_state()
    for _ in range(60):
        if state.is_terminal():
            break
        world = state.clone()
        if not state.is_chance_node():
            world = state.resample_from_infostate(state.current_player(), rng.random)
        play(state, rng)
    while not world.is_terminal():
        play(world, rng)
    assert len(world.returns()) == game.num_players()


def test_a_world_can_be_sampled_while_cards_come_one_by_one() -> None:
    state = load("kachuful", start_cards=7).new_initial_state()
    for _ in range(5):
        state.apply_action(state.chance_outcomes()[0][0])
    world = state.resample_from_infostate(0, random.Random(1).random)
    assert world.is_chance_node()
    assert len(world.moment.drawn) == 5
    assert world.moment.drawn != state.moment.drawn


def test_observers_say_what_is_public_and_what_is_private() -> None:
    state = load("kachuful", total_rounds=1, **TINY).new_initial_state()
    state.apply_action(0)

    def said(player: int, *, public: bool, private: bool, recall: bool = False) -> str:
        owner = pyspiel.PrivateInfoType.SINGLE_PLAYER if private else pyspiel.PrivateInfoType.NONE
        kind = pyspiel.IIGObservationType(public_info=public, perfect_recall=recall, private_info=owner)
        text: str = state.get_game().make_py_observer(kind).string_from(state, player)
        return text

    hands = [state.moment.state.hands[seat][0].value for seat in (0, 1)]
    for player in (0, 1):
        assert said(player, public=False, private=True) == f'{{"hand":["{hands[player]}"]}}'
        assert said(player, public=True, private=False) == said(1 - player, public=True, private=False)
        assert not any(hand in said(player, public=True, private=False, recall=True) for hand in hands)
        told = said(player, public=False, private=True, recall=True)
        assert hands[player] in told
        assert hands[1 - player] not in told
        assert said(player, public=False, private=False) == ""
    everything = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    with pytest.raises(ValueError, match="no seat knows"):
        state.get_game().make_py_observer(everything)
    with pytest.raises(ValueError, match="no parameters"):
        state.get_game().make_py_observer(None, {"x": 1})


@with_warnings_off
@pytest.mark.parametrize("name", [name for name in OPTIONS if name != "scopa"])
def test_the_information_set_search_of_openspiel_plays(name: str) -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    options = {**OPTIONS[name], "start_cards": 1} if name == "kachuful" else OPTIONS[name]
    game = load(name, **options)
    luck = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, luck), uct_c=10.0, max_simulations=8, random_state=luck
    )
    rng = random.Random(2)
    state = game.new_initial_state()
    decided = 0
    while not state.is_terminal():
        if state.is_chance_node() or state.current_player() != 0:
            play(state, rng)
        else:
            state.apply_action(bot.step(state))
            decided += 1
    assert decided > 0


def test_games_and_states_can_be_copied(game: KorthusGame) -> None:
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    rng = random.Random(4)
    state = game.new_initial_state()
    for _ in range(30):
        if not state.is_terminal():
            play(state, rng)
    for same in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert str(same) == str(state)
        assert same.history() == state.history()
        for player in range(game.num_players()):
            assert same.information_state_string(player) == state.information_state_string(player)


def test_what_cannot_be_played_is_refused_in_words() -> None:
    with pytest.raises(InvalidOptions, match="There is no option 'cards'"):
        load("kachuful", cards=3)
    with pytest.raises(InvalidOptions, match="mulle is for 2 players"):
        load("mulle", players=3)


@pytest.mark.parametrize("name", ["nope", 3, "kachuful(players=3)"])
def test_a_game_that_is_not_there_is_refused_in_words(name: Any) -> None:
    with pytest.raises(InvalidOptions) as refused:
        load(name)
    assert refused.value.code == "UNKNOWN_GAME"


@pytest.mark.parametrize(
    "asked",
    [{"margin": "x"}, {"told": -1}, {"told": "x"}, {"max_moves": 1.5}, {"max_points": "many"}],
    ids=str,
)
def test_what_openspiel_would_choke_on_is_refused_in_words(asked: dict[str, Any]) -> None:
    with pytest.raises(InvalidOptions) as refused:
        load("kachuful", **asked)
    assert refused.value.code == "BAD_OPTION"


@pytest.mark.parametrize("players", ["x", 2.0, True])
def test_players_that_are_no_number_are_refused_and_spoil_nothing(players: Any) -> None:
    rules: dict[str, Any] = {
        "start_cards": 3,
        "total_rounds": 4,
    }  # of no other test: nothing about them is known yet
    with pytest.raises(InvalidOptions, match="kachuful is for 2 to 52 players, not"):
        encoding_of(korthus.game("kachuful", **rules), players)
    with pytest.raises(InvalidOptions, match="kachuful is for 2 to 52 players, not"):
        load("kachuful", players=players, **rules)
    assert load("kachuful", players=2, **rules).num_players() == 2


def test_players_are_seats_by_another_name() -> None:
    assert (
        str(load("kachuful", seats=4))
        == str(load("kachuful", players=4))
        == str(load("kachuful", players=4, seats=4))
    )
    with pytest.raises(InvalidOptions, match="seats cannot be 3; it takes players=4"):
        load("kachuful", players=4, seats=3)


def test_options_travel_through_the_name() -> None:
    game = load("mus", preset="single_hand", bets=(2, 4), raises=(), ordago=True, max_raises=None)
    again = pyspiel.load_game(str(game))
    assert again.table.game == korthus.game("mus", "single_hand", bets=(2, 4), raises=(), ordago=True)


def test_ids_are_those_of_the_encoding(game: KorthusGame) -> None:
    rng = random.Random(6)
    state = game.new_initial_state()
    while not state.is_terminal():
        seat = state.current_player()
        if seat != CHANCE:
            view = game.table.game.view(state.moment.state, seat)
            ids = game.table.encoding.ids(view)
            assert state.legal_actions() == sorted(ids)
            assert {each: state.action_to_string(each) for each in ids} == {
                each: str(action) for each, action in ids.items()
            }
            assert state.observation_tensor(seat) == game.table.encoding.observe(view).tolist()
        play(state, rng)
