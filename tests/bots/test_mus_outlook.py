"""What the strongest Mus player says in a match: the words it plays, what they are worth, and who wins."""

from __future__ import annotations

import random

import numpy as np
import pytest
from tests.games.mus.helpers import mus

import korthus
from korthus.bots.advice import Advice
from korthus.bots.mus.model import NUMBER_OF, RANKS
from korthus.bots.mus.outlook import Outlook
from korthus.bots.mus.solved import SolvedBot
from korthus.bots.protocol import Budget
from korthus.core.protocol import CHANCE, visible
from korthus.games.mus.actions import ACCEPT, PASS, REFUSE
from korthus.games.mus.game import Mus
from korthus.games.mus.scoring import Lance
from korthus.games.mus.state import Phase
from korthus.games.mus.text import read_cards
from korthus.games.mus.view import MusView
from korthus.solve.live.lance import chance_to_win

LITTLE = Budget(simulations=800)
#: Of the mano; the other has what is left.
HANDS = ("4 5 6 7", "R R R 7", "C C 1 1", "R C S 1", "5 5 6 7")
SCORES = ("0 0", "0 20", "30 35", "38 39", "38 10")
#: Near the end, and not decided: at 38 to 10 the mano wins whatever is said.
NEAR = ("30 35", "38 39")


def moment(score: str, hand: str, more: str = "", game: Mus | None = None) -> MusView:
    """The mano is to speak, in grande unless ``more`` says something else."""
    text = f"cards 0: {hand}; cards 1: R R C S; mano: 0; stones: {score}; {more or 'lance: grande'}"
    game = game or mus()
    return game.view(game.parse_state(text), 0)


def shares(advice: tuple[Advice, ...]) -> dict[str, int]:
    """How often it plays each action, as it says."""
    told = {str(each.action): each.reasons[0] for each in advice if each.reasons}
    return {word: int(why.params["percent"]) for word, why in told.items() if why.key == "mus.advice.mix"}


@pytest.mark.parametrize("score", SCORES)
def test_the_shares_of_a_hint_are_those_it_draws_from(score: str) -> None:
    bot = SolvedBot(mus(), random.Random(1))
    for hand in HANDS:
        view = moment(score, hand)
        mix = bot.mix(view)
        said = shares(bot.hint(view, LITTLE))
        assert {word: share for word, share in said.items() if word in mix} == {
            word: round(100 * chance) for word, chance in mix.items()
        }
        assert not any(share for word, share in said.items() if word not in mix)


@pytest.mark.parametrize("score", SCORES)
def test_the_first_line_of_a_hint_is_what_it_plays(score: str) -> None:
    bot = SolvedBot(mus(), random.Random(1))
    for hand in HANDS:
        view = moment(score, hand)
        mix = bot.mix(view)
        first = bot.hint(view, LITTLE)[0]
        assert mix[str(first.action)] == max(mix.values())


@pytest.mark.parametrize("preset", ["standard", "mus"])
@pytest.mark.parametrize("score", SCORES)
def test_near_the_end_of_a_match_a_hint_tells_the_chance_to_win(score: str, preset: str) -> None:
    game = mus(preset)
    bot = SolvedBot(game, random.Random(1))
    view = moment(score, HANDS[1], game=game)
    hint = bot.hint(view, LITTLE)
    assert [each.chance is not None for each in hint] == [score in NEAR] * len(hint)
    assert all(each.chance is None for each in bot.advise(view, LITTLE))


def test_a_hint_when_cards_are_changed_near_the_end_is_about_winning() -> None:
    game = mus("mus")
    view = moment("38 39", HANDS[0], "phase: mus", game)
    hint = SolvedBot(game, random.Random(1)).hint(view, LITTLE)
    assert {str(each.action) for each in hint} == {"mus", "no mus"}
    assert all(each.chance is not None for each in hint)


def test_far_from_the_end_values_are_stones_with_errors() -> None:
    bot = SolvedBot(mus(), random.Random(1))
    known = [each for each in bot.advise(moment("0 0", "R R R 7"), LITTLE) if np.isfinite(each.error)]
    assert {str(each.action) for each in known} == {"pass", "envido 2", "ordago"}
    assert all(0 < each.error < 1 and each.visits for each in known)


def test_an_amount_it_never_says_is_valued_like_the_one_it_says() -> None:
    advice = {
        str(each.action): each
        for each in SolvedBot(mus(), random.Random(1)).advise(moment("0 0", HANDS[1]), LITTLE)
    }
    strange = advice["envido 9"]
    assert strange.value == advice["envido 2"].value
    assert [each.key for each in strange.reasons[:2]] == ["mus.advice.mix", "mus.advice.not_played"]
    raised = moment("0 0", HANDS[1], "lance: grande; bet: 4 by 1 over 2")
    advice = {str(each.action): each for each in SolvedBot(mus(), random.Random(1)).advise(raised, LITTLE)}
    assert advice["envido 5"].value == advice["quiero"].value
    assert advice["envido 5"].reasons[1].key == "mus.advice.raises_no_more"


# -- play-outs -----------------------------------------------------------------------------------------


def outlook(game: Mus, view: MusView) -> Outlook:
    return Outlook(game.rules, SolvedBot(game, random.Random(1)).hearing(view), view)


@pytest.mark.parametrize("hand", ["R R C 1", "R S 7 4"])
def test_whoever_takes_ordago_wins_as_often_as_the_own_cards_are_better(hand: str) -> None:
    game = mus()
    view = moment("12 30", hand, "lance: grande; bet: ordago by 1")
    seen = outlook(game, view)
    found = seen.worths((ACCEPT, REFUSE), Budget(simulations=8_000), random.Random(1))
    ranks = RANKS[Lance.GRANDE.number]
    wins = float(seen.likely[ranks <= ranks[NUMBER_OF[view.hand]]].sum())
    assert found[ACCEPT].mean == pytest.approx(wins, abs=0.002)
    assert found[ACCEPT].error == pytest.approx((wins * (1 - wins) / 4_000) ** 0.5, rel=0.02)
    # Who refuses is one stone further behind, and the hand goes on: not far from what the score is worth.
    assert found[REFUSE].mean == pytest.approx(chance_to_win(12, 31, 40, mano=False), abs=0.1)


def test_a_deje_that_is_the_last_stone_loses_the_match() -> None:
    game = mus()
    view = moment("20 39", "1 1 1 1", "lance: grande; bet: 2 by 1")
    assert outlook(game, view).worths((REFUSE,), LITTLE, random.Random(1))[REFUSE] == (0.0, 0.0, 800)


def test_hands_are_as_likely_as_the_network_would_have_said_the_words_with_them() -> None:
    game, mine = mus(), "R C S 1"
    dealt = outlook(game, moment("0 0", mine)).likely
    bet = outlook(game, moment("0 0", mine, "lance: grande; bet: 2 by 1")).likely
    assert float(dealt.sum()) == pytest.approx(float(bet.sum())) == pytest.approx(1)
    grown, said = [], []
    for theirs in ("R R R C", "7 6 4 4", "S 7 7 1", "C C 5 4"):
        state = game.parse_state(f"cards 0: {mine}; cards 1: {theirs}; mano: 0; lance: grande")
        view = game.view(game.apply(state, PASS).state, 1)
        said.append(SolvedBot(game, random.Random(1)).mix(view)["envido 2"])
        number = NUMBER_OF[read_cards(theirs)]
        grown.append(float(bet[number] / dealt[number]))
    assert all(each > 0 for each in grown)  # nobody is quite like the network
    assert min(said) > 0.002
    assert np.array(grown) / grown[0] == pytest.approx(np.array(said) / said[0], rel=1e-4)


@pytest.mark.parametrize("preset", ["standard", "single_hand"])
def test_a_hand_that_is_over_pays_what_the_rules_count(preset: str) -> None:
    """The last word of a hand leaves nothing to luck: its worth is the score that the rules make of it."""
    game = mus(preset, ordago=True)
    rng, chance, checked = random.Random(3), korthus.FairChance.seeded(preset), 0
    for _ in range(40):
        bots = [SolvedBot(game, random.Random(seat)) for seat in (0, 1)]
        state = game.new()
        while (actor := game.to_act(state)) is not None and checked < 30:
            if actor == CHANCE:
                step = game.apply(state, game.draw(state, chance))
            else:
                action = rng.choice(game.legal_actions(state)[:3])
                view = game.view(state, actor)
                step = game.apply(state, action)
                ended = step.state.phase is not Phase.BET and state.phase is Phase.BET
                if ended and len(game.choices(view)) > 1:
                    seen = Outlook(game.rules, bots[actor].hearing(view), view)
                    theirs = np.array([NUMBER_OF[state.hands[1 - actor]]])
                    after = step.state.stones
                    if game.rules.target_stones is None:
                        expected = float(after[actor] - after[1 - actor])
                    else:
                        mano = state.mano != actor
                        expected = chance_to_win(after[actor], after[1 - actor], 40, mano=mano)
                    assert seen.paid(action, theirs) == pytest.approx([expected])
                    checked += 1
            for seat, bot in enumerate(bots):
                bot.observe(visible(step.events, seat))
            state = step.state
    assert checked == 30
