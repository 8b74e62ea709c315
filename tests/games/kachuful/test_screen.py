"""What people see: the screen in three languages, and the words it needs."""

from __future__ import annotations

import doctest
import string
from pathlib import Path

import pytest
from tests.games.kachuful.test_play import DEALT, GAME, THREE, make, play, playout
from tests.support.drawing import drawn

from korthus.core.cards import Card
from korthus.core.errors import IllegalAction
from korthus.core.protocol import CHANCE, Event
from korthus.games.kachuful import Bid, Play
from korthus.games.kachuful.errors import REASONS
from korthus.games.kachuful.events import CardsDealt, GameEnded
from korthus.locale import LANGUAGES, Translator, catalogue
from korthus.screens.base import SteppedScreen
from korthus.screens.kachuful.screen import SCREEN

NAMES = ["Ann", "Bo", "[Cy]", "Dee with a name too long"]


def words(language: str) -> dict[str, str]:
    return {key: text for key, text in catalogue(language).items() if key.startswith("kachuful.")}


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same_things(language: str) -> None:
    english, own = words("en"), words(language)
    assert own.keys() == english.keys()
    for key, text in own.items():
        assert blanks(text) == blanks(english[key]), key
    for code, reason in REASONS.items():
        assert english[f"kachuful.error.{code}"] == reason


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", ["10_plus_predicted", "medium"])
def test_a_whole_game_can_be_shown(language: str, preset: str) -> None:
    tr = Translator(language)
    game = make(scoring=preset)
    trace, over = playout(game, 4, 3)
    for number, (state, _, events) in enumerate(trace):
        for event in events:
            said = SCREEN.event(event, tr, NAMES, event.audience or 0)
            assert (said is None) == isinstance(event, CardsDealt)
        if number % 17:  # drawing takes its time
            continue
        seat = game.to_act(state)
        for chair in (None, 0, seat if seat not in (None, CHANCE) else 1):
            view = game.view(state, chair)
            picture = drawn(SCREEN.table(view, tr, NAMES)) + drawn(SCREEN.help(view, tr))
            assert max(map(len, picture.splitlines())) <= 80
            assert "[Cy]" in picture
            for choice in game.choices(view):
                assert drawn(SCREEN.action(choice, view, tr)).strip()
    assert drawn(SCREEN.table(game.view(over, None), tr, NAMES))


def test_the_table_shows_bids_tricks_and_cards() -> None:
    state = play(THREE, THREE.new(3), DEALT, "bid 1", "bid 0", "bid 0", "C8", "C9", "C10", "H7")
    picture = drawn(SCREEN.table(THREE.view(state, 2), Translator("en"), NAMES))
    assert "round 1 of 5 · 3 cards each · trump ♠ spades" in picture
    assert "›3‹ 2 1 2 3" in picture
    lines = {line.split()[0]: line.split() for line in picture.splitlines() if line.strip()}
    assert lines["Ann"] == ["Ann", "●", "0", "1", "0", "7♥", "←", "10♣*"]
    assert lines["▸"] == ["▸", "Bo", "1", "0", "0", "··", "8♣"]
    assert "Your hand  3♠   6♥" in picture


def test_a_long_game_shows_the_rounds_around_this_one() -> None:
    game = make(start_cards=3, total_rounds=40, schedule="zigzag")
    picture = drawn(SCREEN.table(game.view(game.parse_state("round: 20"), None), Translator("en"), NAMES))
    assert "… 2 1 2 3 2 1 ›2‹ 3 2 1 2 3 2 …" in picture


def test_events_speak_to_the_reader() -> None:
    step = THREE.apply(play(THREE, THREE.new(3), DEALT), Bid(2))
    tr = Translator("en")
    assert str(SCREEN.event(step.events[0], tr, NAMES, 1)) == "You bid 2."
    assert str(SCREEN.event(step.events[0], tr, NAMES, 0)) == "Bo bids 2."
    shared = SCREEN.event(GameEnded((0, 1), (20, 20, 3)), tr, NAMES, 0)
    assert str(shared) == "Ann, Bo share the win with 20 points."
    assert SCREEN.event(Event(), tr, NAMES, 0) is None


def test_KI20_a_worthless_zero_is_said_to_be_one() -> None:
    tr = Translator("en")
    for scoring, worth in (("medium", "worth nothing here"), ("10_plus_predicted", "10 points")):
        game = make(start_cards=3, scoring=scoring)
        view = game.view(play(game, game.new(3), DEALT), 1)
        assert worth in SCREEN.action(Bid(0), view, tr).plain
        assert ("earns nothing" in SCREEN.help(view, tr).plain) == (scoring == "medium")


def test_help_knows_the_moment() -> None:
    tr = Translator("en")
    game = make(start_cards=3, dealer_restriction=False)
    dealer = play(THREE, THREE.new(3), DEALT, "bid 1", "bid 0")
    assert "may not bid 2" in SCREEN.help(THREE.view(dealer, 0), tr).plain
    for bids, said in (("1 1 1", "1 more trick."), ("2 2 2", "2 more tricks."), ("0 0 0", "win no more")):
        text = f"bids: {bids}; hand 0: S2 H3 D4; hand 1: C5 C6 C7; hand 2: HA HK HQ"
        assert said in SCREEN.help(game.view(game.parse_state(text), 1), tr).plain
    over = game.parse_state("bids: 0 0 0; won: 0 1 0; hand 0: H3 D4; hand 1: C6 C7; hand 2: HK HQ")
    assert "spoil" in SCREEN.help(game.view(over, 1), tr).plain
    no_trump = game.parse_state("round: 5; won: 1 1 0; hand 0: H3; hand 1: C6; hand 2: HK")
    assert "no trump:" in SCREEN.help(game.view(no_trump, None), tr).plain


def test_choices_are_bids_by_number_and_cards_by_name() -> None:
    assert isinstance(SCREEN, SteppedScreen)
    tr = Translator("en")
    view = THREE.view(play(THREE, THREE.new(3), DEALT), 1)
    assert [SCREEN.steps(bid, view, tr)[0].key for bid in THREE.choices(view)] == ["0", "1", "2", "3"]
    following = make(start_cards=2)
    state = play(following, following.new(2), "deal D2 S3 D4 C5", "bid 0", "bid 0", "play D2")
    view = following.view(state, 0)
    assert SCREEN.steps(Play(Card.S3), view, tr)[0].key == "S3"
    assert "trump" in SCREEN.action(Play(Card.S3), view, tr).plain
    assert "throw away" in SCREEN.action(Play(Card.C5), view, tr).plain


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_are_translated(language: str) -> None:
    state = play(THREE, THREE.new(3), DEALT, "bid 0", "bid 1")
    with pytest.raises(IllegalAction) as refused:
        THREE.apply(state, Bid(2))
    said = Translator(language).error(refused.value)
    assert "2" in said
    assert "3" in said
    assert (said == refused.value.reason) == (language == "en")


def test_the_page_about_the_game_is_true() -> None:
    page = Path(__file__).parents[3] / "docs" / "kachuful.md"
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert (failed, tried > 10) == (0, True)
    assert GAME.parse_state("won: 3 3; hand 0: HA; hand 1: S2").turn == 1
