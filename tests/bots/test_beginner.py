"""``easy`` overlooks what a beginner overlooks, every time, and its advice overlooks nothing."""

from __future__ import annotations

import random
from typing import cast

import msgspec
import pytest

import korthus
from korthus.bots.eight.equity import beginners_plan, best_plan, equities
from korthus.bots.kachuful.beginner import by_habit
from korthus.bots.mulle.beginner import noticed
from korthus.bots.mus.search import SEARCH_BOTS
from korthus.bots.mus.thinking import Mind, Thought
from korthus.bots.protocol import Budget
from korthus.bots.registry import make_bot
from korthus.core.cards import Card, in_order
from korthus.games.kachuful import Bid
from korthus.games.mulle.actions import Play
from korthus.games.mus.actions import PASS
from korthus.games.mus.game import Mus
from korthus.games.mus.options import MusRules

# -- mulle ---------------------------------------------------------------------------------------------


def noticed_in_mulle(position: str) -> tuple[set[str], set[str]]:
    """What a beginner sees of the legal plays, and all of them."""
    game = korthus.game("mulle")
    view = game.view(game.parse_state(position), 0)
    plays = cast("tuple[Play, ...]", game.choices(view))
    return {str(play) for play in noticed(view, plays)}, {str(play) for play in plays}


def seen_in_mulle(position: str) -> set[str]:
    """What a beginner sees, which is not all."""
    seen, legal = noticed_in_mulle(position)
    assert seen < legal, "something is overlooked"
    return seen


def test_easy_adds_two_cards_and_not_three() -> None:
    seen = seen_in_mulle("table: RU 2, SP 3, KL 5; hand: HJ 10, KL 3; hand 1: HJ 7, HJ 8")
    assert not any(play.startswith("capture HJ 10") for play in seen)
    assert "discard HJ 10" in seen
    assert any(play.startswith("capture KL 3") for play in seen), "a card of the same value catches the eye"
    seen, _ = noticed_in_mulle("table: KL 4, HJ 6; hand: HJ 10, KL 2; hand 1: HJ 7, HJ 8")
    assert "capture HJ 10: KL 4, HJ 6" in seen


def test_easy_does_not_see_builds_of_the_other() -> None:
    seen = seen_in_mulle("table: [7 of 1: KL 4 + HJ 3], RU 2; hand: HJ 7, KL 2; hand 1: RU 7, HJ 8")
    assert not any("[7]" in play for play in seen)


# -- kachuful ------------------------------------------------------------------------------------------


def test_easy_bids_its_aces_and_high_trumps() -> None:
    game = korthus.game("kachuful", start_cards=5)
    state = game.parse_state("seats: 2; hand 0: HA SK SQ D2 C3; hand 1: D3 D4 D5 D6 D7; bids: - 1")
    view = game.view(state, 0)
    assert view.trump == "spades"
    assert by_habit(view, game.choices(view)) == Bid(3)


def test_easy_leads_an_ace_as_soon_as_it_needs_a_trick_and_else_thinks() -> None:
    game = korthus.game("kachuful", start_cards=3)
    text = "seats: 2; leader: 0; bids: {} 1; won: 0 0; hand 0: HA S2 D2; hand 1: D3 D4 D5"
    view = game.view(game.parse_state(text.format(1)), 0)
    assert str(by_habit(view, game.choices(view))) == "play HA"
    view = game.view(game.parse_state(text.format(0)), 0)
    assert by_habit(view, game.choices(view)) is None


# -- mus -----------------------------------------------------------------------------------------------


def test_easy_forgets_that_the_other_passed() -> None:
    game = Mus(MusRules())
    state = game.parse_state("lance: grande; cards 0: R R 7 1; cards 1: R C S 7; mano: 0")
    view = game.view(game.apply(state, PASS, seat=0).state, 1)
    usual, beginner = (
        Mind(game, Thought(ahead=False, reads=False, heeds=heeds)).look(view, random.Random(1))
        for heeds in (True, False)
    )
    assert abs(usual.likely - beginner.likely).max() > 0.001
    assert SEARCH_BOTS["easy"].heeds is False
    assert SEARCH_BOTS["normal"].heeds is True


# -- eight ---------------------------------------------------------------------------------------------


def test_easy_thinks_that_one_card_makes_a_flush_in_omaha() -> None:
    game = korthus.game("eight", hands=1)
    text = "hand 0: As 9d 8c 2h 2d 6d Kc 4h; hand 1: 9s 5s 7d 7c 8d 8h Ks Qd; "
    state = game.parse_state(text + "board a: Qs Js Ts; board b: Ah Kh Qh; board c: 2c 3h 5d")
    seat = game.to_act(state)
    view = game.view(state, seat)
    if seat != 0:
        cards = tuple(Card(each) for each in ["As", "9d", "8c", "2h", "2d", "6d", "Kc", "4h"])
        view = msgspec.structs.replace(view, hand=in_order(cards))
    four = in_order(tuple(Card(each) for each in ("As", "9d", "8c", "2h")))
    right, wrong = (equities(view, 300, 1, any_two=each)[four][0] for each in (False, True))
    assert wrong > right + 0.1
    assert beginners_plan(view, 24, 1) == beginners_plan(view, 24, 1)
    assert isinstance(best_plan(view, 24, 1), type(beginners_plan(view, 24, 1)))


@pytest.mark.parametrize("name", ["mulle", "kachuful", "mus", "eight"])
def test_easy_throws_no_dice_about_what_it_overlooks(name: str) -> None:
    """Where habit decides, any luck gives the same; everywhere the same luck does."""
    game = korthus.game(name)
    state = game.new()
    while game.to_act(state) == korthus.CHANCE:
        state = game.apply(state, game.draw(state, korthus.FairChance.seeded(3))).state
    view = game.view(state, game.to_act(state))
    first = make_bot("easy", game, 1).choose(view)
    assert first in game.choices(view)
    assert make_bot("easy", game, 1).choose(view) == first
    assert make_bot("easy", game, 1).choose(view, Budget(simulations=5)) in game.choices(view)
