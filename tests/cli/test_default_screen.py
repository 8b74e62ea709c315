"""A game that brings only its rules, in the terminal: drawn from its description, told by its types."""

from __future__ import annotations

import random
from enum import StrEnum
from typing import ClassVar

import pytest
from tests.cli.running import Korthus
from tests.support.catalogued import put_into_catalogue
from tests.support.drawing import drawn
from tests.support.high_card import CardPlayed, HighCard, HighCardRules, Play, TrickWon

import korthus
from korthus.core.cards import Card
from korthus.core.protocol import CHANCE, Action, Event
from korthus.locale import LANGUAGES, Translator
from korthus.screens.default.screen import DefaultScreen
from korthus.screens.default.words import CardWords, Teller
from korthus.screens.load import screen_of

GAME = HighCard(HighCardRules())
NAMES = ("Anna-Karin Lindqvist", "[b]Bo", "<i>Cy")


class Swap(Action, frozen=True):
    """Change cards."""

    says: ClassVar[str] = "Give {cards} for {card}, {count:once|times}"

    card: Card
    cards: tuple[Card, ...]
    count: int


class Raise(Action, frozen=True):
    """A bet."""

    stake: int
    all_in: bool


class Scored(Event, frozen=True, kw_only=True):
    """Points for everybody."""

    points: tuple[int, ...]
    winner: int
    left: tuple[Card, ...]


class Won(Event, frozen=True, kw_only=True):
    """The end."""

    says: ClassVar[str] = "{seat} wins with {card}."

    seat: int
    card: Card


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_moment_of_a_game_can_be_shown(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    put_into_catalogue(monkeypatch, only_rules=True)
    game, tr = korthus.game("high_card"), Translator(language)
    screen = screen_of(game)
    assert isinstance(screen, DefaultScreen)
    rng, chance = random.Random(1), korthus.FairChance.seeded(2)
    state = game.new(3)
    while (actor := game.to_act(state)) is not None:
        for seat in (0, 2, None):
            view = game.view(state, seat)
            text = drawn(screen.table(view, tr, NAMES))
            assert max(map(len, text.splitlines())) <= 80
            assert "High card" in text
            assert all(card.pretty in text for card in (*view.hand, *view.table))
            assert screen.help(view, tr).plain
        action = game.draw(state, chance) if actor == CHANCE else game.pick(game.view(state, actor), rng)
        assert screen.action(action, game.view(state, 0), tr).plain
        state, events = game.apply(state, action)
        for event in events:
            assert screen.event(event, tr, NAMES, 0)


def test_a_table_is_drawn_from_its_description(monkeypatch: pytest.MonkeyPatch) -> None:
    put_into_catalogue(monkeypatch, only_rules=True)
    state = GAME.parse_state("round: 1; hands: 3s As / 4s Ks; tricks: 1 0; leader: 1; table: ; taken: 5s 6s")
    text = drawn(DefaultScreen(GAME).table(GAME.view(state, 0), Translator("en"), ("Anna", "Bo")))
    assert [" ".join(line.split()) for line in text.splitlines() if line.strip()] == [
        "High card · Round 1",
        "Counts Tricks",
        "Anna 2 1",
        "▸ Bo (leader) 2 0",
        "Table: –",
        "Taken: 2 cards, 6♠ on top",
        "Hand: 3♠ A♠",
    ]


def test_actions_and_events_are_told_by_their_types() -> None:
    tell = Teller("high_card", tuple(Card), Translator("en"), ("Anna", "[b]Bo"))
    assert tell.action(Play(Card.S7)).plain == "Play 7♠"
    assert tell.action(Raise(5, True)).plain == "Raise stake 5, all in"
    assert tell.event(CardPlayed(seat=1, card=Card.S7)).plain == "[b]Bo: card played 7♠."
    assert tell.event(TrickWon(seat=0)).plain == "Anna: trick won."
    scored = tell.event(Scored(points=(3, 4), winner=1, left=(Card.H2, Card.CT)))
    assert scored.plain == "Scored: points Anna 3, [b]Bo 4, winner [b]Bo, left 2♥ 10♣."


def test_a_type_may_say_it_better() -> None:
    tell = Teller("high_card", tuple(Card), Translator("en"), ("Anna", "Bo"))
    assert tell.action(Swap(Card.H7, (Card.S2, Card.S3), 1)).plain == "Give 2♠ 3♠ for 7♥, once"
    assert tell.event(Won(seat=1, card=Card.HA)).plain == "Bo wins with A♥."


class Piece(StrEnum):
    """A card of a pack of one's own."""

    SEVEN = "7o"
    KNAVE = "So"

    @property
    def pretty(self) -> str:
        """The card as it is read in English."""
        return {"7": "7", "S": "knave"}[self.value[0]] + " of coins"


def test_cards_are_called_what_the_game_calls_them_in_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    tr = Translator("es")
    words = {"scopa.card.7o": "7 de oros"}
    monkeypatch.setattr(tr, "_texts", {**tr._texts, **words})
    assert CardWords("scopa", tr).row(Piece).plain == "7 de oros, knave of coins"
    assert CardWords("scopa", tr).row((Card.HT, Card.SA)).plain == "10♥ A♠"


def test_a_whole_game_in_the_terminal(run_korthus: Korthus, monkeypatch: pytest.MonkeyPatch) -> None:
    put_into_catalogue(monkeypatch, only_rules=True)
    words = ("play", "high_card", "--preset", "quick", "--seats", "2", "--vs", "easy", "--seed", "7")
    ran = run_korthus(*words, stdin="help\nhint\n1\n1\n")
    assert ran.code == 0, ran.err
    assert "Hand dealt: " in ran.out
    assert "Choose what to do by its number" in ran.out
    assert "What strongest thinks best" in ran.out
    assert "Bo: card played " in ran.out
    assert "korthus verify FILE checks it" in ran.out


@pytest.mark.parametrize(
    "words",
    [
        ("games",),
        ("options", "high_card"),
        ("explain", "high_card", "hands: 3s / 4s", "--play", "play 3s"),
        ("run", "high_card", "--games", "2", "--seats", "2", "--bots", "random,easy"),
        ("simulate", "high_card", "--games", "20", "--seed", "1"),
        ("warm", "high_card"),
        ("bots", "high_card"),
        ("rules", "high_card"),
        ("arena", "high_card", "--seats", "2", "--bots", "random", "easy", "--matches", "2"),
    ],
    ids=lambda words: words[0],
)
def test_commands_know_it(
    words: tuple[str, ...], run_korthus: Korthus, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_into_catalogue(monkeypatch, only_rules=True)
    ran = run_korthus(*words)
    assert ran.code == 0, ran.err
    assert ran.out
