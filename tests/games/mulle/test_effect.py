"""What the game tells beforehand of a play, and what a view tells of the score: the same as comes of it."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.games.mulle.table import At, mulle, playout

from korthus import CHANCE
from korthus.core.cards import Card
from korthus.core.errors import InvalidState
from korthus.games.mulle.actions import Deal
from korthus.games.mulle.cards import HAND_VALUE, TABLE_VALUE
from korthus.games.mulle.effect import Lies, Makes, Takes
from korthus.games.mulle.events import (
    BuildLocked,
    BuildMade,
    Captured,
    Discarded,
    MulleTaken,
    OmgangEnded,
    RondEnded,
    TabbeScored,
)
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.state import MulleState

RULES: list[tuple[str, dict[str, Any]]] = [
    ("complete", {}),
    ("draft", {}),
    ("complete", {"tabbe_on_last_play": False, "mulle_card_counts_intake": False, "mulle_identity": "rank"}),
    ("complete", {"builds_in_sums": "all", "special_capture": "any_sum", "down_from_single": True}),
    ("complete", {"bonus_scope": "rond", "intake_in_total": True, "special_mulle_value": "hand"}),
    ("draft", {"bonus_scope": "session", "leftovers": "last_capturer"}),
]


def short(preset: str, options: dict[str, Any]) -> Mulle:
    return mulle(preset, omgangar=2, ronder_nominal=2, hand_size=5, table_cards=4, decks=2, **options)


def check_effect(game: Mulle, state: MulleState, text: str) -> None:
    """What is told of a play is what its events say."""
    action = game.parse(text)
    view = game.view(state, state.turn)
    effect = game.effect(view, action)
    events = game.apply(state, action).events
    first = events[0]
    places = [*range(len(view.table))]
    match effect:
        case Takes():
            assert isinstance(first, Captured)
            taken = [place for group in effect.groups for place in group]
            assert len(set(taken)) == len(taken)
            assert [view.table[place] for place in sorted(taken)] == [*first.piles]
            assert effect.value == HAND_VALUE[first.card]
            sums = {sum(view.table[place].value for place in group) for group in effect.groups}
            assert sums == {effect.value}
            assert effect.cards == 1 + sum(len(pile.cards) for pile in first.piles)
            assert effect.intake == first.intake
            mulles = [(each.card, each.points) for each in events if isinstance(each, MulleTaken)]
            assert [*effect.mulles] == mulles
            assert effect.tabbe == any(isinstance(each, TabbeScored) for each in events)
        case Makes():
            assert isinstance(first, BuildMade)
            assert (effect.how, effect.value, effect.cards) == (
                first.how,
                first.pile.value,
                first.pile.cards,
            )
            assert sorted(str(view.table[place]) for place in effect.joins) == sorted(map(str, first.joined))
            assert effect.locks == any(isinstance(each, BuildLocked) for each in events)
            gone = {*effect.joins} | ({effect.base} if effect.base is not None else set())
            rest = [view.table[place] for place in places if place not in gone]
            after = game.apply(state, action).state.table
            if after:  # the last play of an omgång clears the table
                assert [*after] == [*rest, first.pile]
        case Lies():
            assert isinstance(first, Discarded)
            assert effect.value == first.value == TABLE_VALUE[first.card]
        case _:
            raise AssertionError(effect)


@pytest.mark.parametrize(("preset", "options"), RULES)
def test_M3_what_is_told_of_every_listed_play_is_what_comes_of_it(
    preset: str, options: dict[str, Any]
) -> None:
    game = short(preset, options)
    for seed in (1, 2, 3):
        for state, action, _ in playout(game, seed, random.Random(seed)):
            if isinstance(action, Deal):
                continue
            for play in game.legal_actions(state):
                check_effect(game, state, str(play))


def test_M9_a_capture_is_told_in_groups_of_one_sum() -> None:
    at = At("table: KL 9, SP 4, HJ 5, RU 6, KL 3, HJ K; hand: HJ 9, KL 2; hand 1: KL 5, KL 7")
    effect = at.game.effect(
        at.game.view(at.state, 0), at.game.parse("capture HJ 9: KL 9, SP 4, HJ 5, RU 6, KL 3")
    )
    assert isinstance(effect, Takes)
    assert effect.groups == ((0,), (3, 4), (2, 1))
    assert (effect.value, effect.cards, effect.intake, effect.tabbe) == (9, 6, 1, False)


def test_M14_the_points_of_a_mulle_and_a_tabbe_are_told() -> None:
    at = At("table: HJ 9; hand: HJ 9, KL 2; hand 1: KL 5, KL 7")
    effect = at.game.effect(at.game.view(at.state, 0), at.game.parse("capture HJ 9: HJ 9"))
    assert isinstance(effect, Takes)
    assert ([*effect.mulles], effect.tabbe) == ([(Card.H9, 9)], True)


def test_M25_what_a_build_draws_in_is_told() -> None:
    at = At("table: KL 4, RU 2, HJ 5, KL K; hand: HJ 3, SP 7; hand 1: KL 5, KL 8")
    effect = at.game.effect(at.game.view(at.state, 0), at.game.parse("build HJ 3 on KL 4"))
    assert effect == Makes(
        how="build", value=7, cards=(Card.C4, Card.H3, Card.D2, Card.H5), base=0, joins=(1, 2), locks=True
    )


def test_a_view_of_another_game_has_no_effects() -> None:
    at = At("table: KL 4; hand: HJ 4; hand 1: KL 5")
    with pytest.raises(InvalidState):
        at.game.effect(at.state, at.game.parse("discard HJ 4"))  # type: ignore[arg-type]


@pytest.mark.parametrize(("preset", "options"), RULES)
def test_M39_the_score_in_a_view_is_what_the_events_add_up_to(preset: str, options: dict[str, Any]) -> None:
    """Mulles, tabbar and intake are added up from events, bonus and totals from the ends of ronder."""
    game = short(preset, options)
    rules = game.rules
    pack = len(rules.one_deck) * rules.decks
    mulle, tabbe = [0, 0], [0, 0]
    for state, action, step in playout(game, 5, random.Random(5)):
        if isinstance(action, Deal) and state.omgang == len(state.sheet):
            mulle, tabbe = [0, 0], [0, 0]
        for event in step.events:
            if isinstance(event, MulleTaken):
                mulle[event.seat] += event.points
            elif isinstance(event, TabbeScored):
                tabbe[event.seat] += 1
        for seat in (None, 0, 1):
            view = game.view(step.state, seat)
            assert [side.score.mulle for side in view.sides] == mulle
            assert [sum(points for *_, points in side.mulle_sums) for side in view.sides] == mulle
            assert [side.score.tabbe for side in view.sides] == tabbe
            assert [side.score.intake for side in view.sides] == [side.intake for side in view.sides]
            assert view.stock == pack - len(game.located(step.state))
            assert (view.omgangar, view.ronder) == (rules.omgangar, 2)
            for event in step.events:
                if isinstance(event, RondEnded) and event.rond < rules.ronder:
                    assert event.scores == (view.sides[0].score, view.sides[1].score)
                if isinstance(event, OmgangEnded):
                    assert event.totals == view.totals
                    assert len(view.points) == event.omgang
        if game.to_act(step.state) == CHANCE and rules.bonus_scope != "session":
            view = game.view(step.state, 0)
            assert view.totals == tuple(sum(row[seat] for row in view.points) for seat in (0, 1))


@pytest.mark.parametrize(("preset", "options"), RULES)
def test_a_capture_is_told_with_how_many_cards_its_seat_has_taken(
    preset: str, options: dict[str, Any]
) -> None:
    captured = 0
    for state, _, step in playout(short(preset, options), 5, random.Random(5)):
        for event in step.events:
            if isinstance(event, Captured):
                captured += 1
                before = len(state.sides[event.seat].taken)
                assert event.taken == before + sum(len(pile.cards) for pile in event.piles) + 1
    assert captured


def test_M8_the_view_says_which_cards_count_more_in_the_hand() -> None:
    at = At("table: KL 4; hand: HJ 4, SP 2, RU A; hand 1: RU 10, KL 5")
    assert dict(at.game.view(at.state, 0).special) == {Card.S2: 15, Card.DA: 14}
    assert dict(at.game.view(at.state, 1).special) == {Card.DT: 16}
    assert at.game.view(at.state, None).special == (), "a card that is hidden is not even named"
