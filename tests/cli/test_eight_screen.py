"""The screen of Eight Cards: every view, event and action can be said, in every language."""

from __future__ import annotations

import random
import re

import pytest
from tests.support.drawing import drawn

from korthus.cli.choices import stepped
from korthus.cli.theme import LOOKS
from korthus.core.cards import DECK, Card
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE
from korthus.games.eight.errors import REASONS
from korthus.games.eight.evaluate import describe, five
from korthus.games.eight.game import EightCards
from korthus.games.eight.options import EightRules
from korthus.locale import LANGUAGES, Translator, catalogue
from korthus.screens.cards import card_text
from korthus.screens.eight.screen import SCREEN
from korthus.screens.eight.words import hand_words

NAMES = ("Anna-Karin Lindqvist", "[b]Bo")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", EightRules.presets)
@pytest.mark.parametrize("hidden", [True, False])
def test_E10_a_whole_session_can_be_shown(language: str, preset: str, hidden: bool) -> None:
    """Proves: E-17."""
    tr = Translator(language)
    game = EightCards(EightRules.make(preset, hands=3, hidden_placement=hidden))
    rng, chance = random.Random(1), FairChance.seeded(2)
    state = game.new()
    while (actor := game.to_act(state)) is not None:
        for seat in (0, 1, None) if preset != "alternating" or rng.random() < 0.3 else ():
            view = game.view(state, seat)
            text = drawn(SCREEN.table(view, tr, NAMES))
            assert max(map(len, text.splitlines())) <= 80
            assert SCREEN.help(view, tr)
            for card in view.hand:
                assert card.pretty in text
        if actor == CHANCE:
            action = game.draw(state, chance)
        else:
            action = game.pick(game.view(state, actor), rng)
            assert SCREEN.action(action, game.view(state, actor), tr).plain
        state, events = game.apply(state, action)
        for event in events:
            for seat in (0, 1, None):
                if event.audience in (None, seat):
                    words = SCREEN.event(event, tr, NAMES, seat)
                    assert words is None or words.plain


def test_E10_hidden_cards_are_drawn_as_backs() -> None:
    game = EightCards(EightRules())
    state = game.parse_state(
        "board a: Qs Js Ts; board b: Ah Kh Qh; board c: 2c 3h 5d;"
        "placed 0: A As 9d 8c 2h, B 2s 6d, C Ac 4h; hand 1: 9s 5s 7d 7c 8d 8h Ks Qd"
    )
    text = drawn(SCREEN.table(game.view(state, 1), Translator("en"), ("Ada", "Bo")))
    assert text.count("▒▒") == 8
    assert "A♠" not in text
    assert "A PLO" in text


@pytest.mark.parametrize(("plo", "boards"), [("", 3), ("placed 0: A As 9d 8c 2h, B 2s 6d, C Ac 4h", 1)])
def test_E3_the_numbered_questions_lead_to_every_placement(plo: str, boards: int) -> None:
    game = EightCards(EightRules())
    hand = "" if plo else "hand 0: As 9d 8c 2h 2s 6d Ac 4h;"
    state = game.parse_state(
        f"board a: Qs Js Ts; board b: Ah Kh Qh; board c: 2c 3h 5d; {hand} {plo};"
        "hand 1: 9s 5s 7d 7c 8d 8h Ks Qd"
    )
    seat = game.to_act(state)
    root = stepped(game.legal_actions(state), game.view(state, seat), SCREEN, Translator("en"))
    assert root.leaves() == 420 * boards
    if boards == 3:  # first the board, then its four cards
        assert [child.key for child in root.children] == ["A", "B", "C"]
        assert [len(child.children) for child in root.children] == [70, 70, 70]
    else:  # the board is no question any more
        assert len(root.children) == 70


def test_E9_the_numbered_questions_of_single_cards() -> None:
    game = EightCards(EightRules.make("alternating"))
    state = game.parse_state(
        "board a: Qs Js Ts; board b: Ah Kh Qh; board c: 2c 3h 5d; to act: 1; plo: A;"
        "placed 0: A As 9d 8c 2h, B 2s 6d, C Ac 4h; placed 1: A 9s 5s 7d 7c, B 8d 8h, C Ks Qd"
    )
    root = stepped(game.legal_actions(state), game.view(state, 1), SCREEN, Translator("en"))
    assert [child.key for child in root.children] == ["lock", "take"]
    assert len(root.children[1].children) == 8


@pytest.mark.parametrize("language", LANGUAGES)
def test_E13_every_kind_of_hand_has_a_name(language: str) -> None:
    tr = Translator(language)
    rng = random.Random(1)
    for _ in range(300):
        assert hand_words(describe(five(rng.sample(DECK, 5))), tr)
    royal = describe(five([Card.SA, Card.SK, Card.SQ, Card.SJ, Card.ST]))
    assert hand_words(royal, tr) == tr("eight.hand.royal")


def test_E13_hand_names_in_english() -> None:
    flush = describe(five([Card.SQ, Card.S9, Card.S7, Card.S3, Card.S2]))
    assert hand_words(flush, Translator("en")) == "flush, queen high"
    full = describe(five([Card.S9, Card.H9, Card.D9, Card.S2, Card.H2]))
    assert hand_words(full, Translator("en")) == "full house, nines over twos"


def test_E10_suits_are_told_apart_by_colour_and_by_sign() -> None:
    aces = [card_text(card) for card in (Card.SA, Card.HA, Card.DA, Card.CA)]
    assert len({ace.plain for ace in aces}) == 4
    assert len({LOOKS[span.styles[-1]] for ace in aces for span in ace.spans}) == 4


def test_EI23_every_refusal_can_be_said_in_every_language() -> None:
    for language in LANGUAGES:
        texts = catalogue(language)
        for code, reason in REASONS.items():
            text = texts[f"eight.error.{code}"]
            assert set(re.findall(r"{\w+}", text)) == set(re.findall(r"{\w+}", reason))
            assert language != "en" or text == reason
    own = [{key for key in catalogue(language) if key.startswith("eight.")} for language in LANGUAGES]
    assert own[0] == own[1] == own[2]
