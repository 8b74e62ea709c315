"""What people type without thinking: ?, a short discard, a number after a hint, a name with a slip in it."""

from __future__ import annotations

import pytest
from tests.cli.running import Korthus

from korthus.games.catalogue import game
from korthus.games.mulle.actions import Discard
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.view import MulleView
from korthus.locale import Translator
from korthus.screens.load import screen_of
from korthus.screens.mulle.screen import MulleScreen


@pytest.mark.parametrize(("language", "words"), [("en", "beginning"), ("sv", "början"), ("es", "principio")])
def test_a_question_mark_in_the_menu_tells_what_can_be_typed(
    run_korthus: Korthus, language: str, words: str
) -> None:
    ran = run_korthus("--lang", language, stdin="?\n1\n?\n")
    assert ran.code == 0
    assert words in ran.out
    assert "[NO_SUCH_CHOICE]" not in ran.out


def test_M3_the_menu_asks_how_many_omgangar(run_korthus: Korthus) -> None:
    ran = run_korthus(stdin="1\n\n0\nmany\n3\nrandom\n")
    assert "How many omgångar? Enter for 2." in ran.out
    assert ran.out.count("[BAD_OPTION]") == 2
    assert "omgång 1 of 3" in ran.out
    assert "omgång 1 of 2" in run_korthus(stdin="1\n\n\nrandom\n").out


def test_the_quick_discard_throws_a_card_of_the_list(run_korthus: Korthus) -> None:
    for line in ("d 2", "s 2", "S2"):
        ran = run_korthus("play", "mulle", "--vs", "random", "--seed", "3", stdin=f"{line}\n")
        second = next(each for each in ran.out.splitlines() if each.startswith("2  ")).split()[1]
        assert f"You throw {second}." in ran.out


def test_the_quick_discard_counts_the_cards_of_the_list() -> None:
    mulle = game("mulle")
    assert isinstance(mulle, Mulle)
    screen = screen_of(mulle)
    assert isinstance(screen, MulleScreen)
    view = mulle.view(mulle.parse_state("table: KL 9; hand: KL 2, KL 2, SP 5; hand 1: KL K"), 0)
    assert isinstance(view, MulleView)
    actions = mulle.choices(view)
    cards = list(dict.fromkeys(action.card for action in actions if isinstance(action, Discard)))
    assert len(cards) == 2
    assert [screen.quick(f"d {place}", actions) for place in (1, 2)] == [Discard(card) for card in cards]
    assert [screen.quick(line, actions) for line in ("d 0", "d", "discard", "x 1")] == [None] * 4


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "There is no card 99 to throw: the list has"),
        ("sv", "Det finns inget kort 99 att slänga: listan har"),
        ("es", "No hay carta 99 que tirar: la lista tiene"),
    ],
)
def test_the_quick_discard_of_a_card_that_is_not_there_says_so(
    run_korthus: Korthus, language: str, sentence: str
) -> None:
    words = ("play", "mulle", "--vs", "random", "--seed", "3", "--lang", language)
    for line in ("s 99", "d 99"):
        assert sentence in run_korthus(*words, stdin=f"{line}\n").out


def test_a_question_mark_where_a_number_is_asked_speaks_of_no_list(run_korthus: Korthus) -> None:
    said = run_korthus(stdin="1\n\n?\n").out.partition("How many omgångar?")[2]
    assert "Type a number; Enter takes the usual one" in said
    assert "list" not in said.partition("Type a number")[0]


def test_after_a_hint_the_list_is_shown_again(run_korthus: Korthus) -> None:
    ran = run_korthus("play", "kachuful", "--seats", "2", "--vs", "random", "--seed", "1", stdin="hint\n")
    after = ran.out.partition("> hint")[2]
    assert "How many tricks will you win?" in after


def test_a_barred_bid_gets_the_sentence_of_the_rule(run_korthus: Korthus) -> None:
    words = [
        "play",
        "kachuful",
        "--seats",
        "3",
        "--seat",
        "1",
        "--vs",
        "rules",
        "--seed",
        "5",
        "--set",
        "starting_dealer=0",
    ]
    for lines in ("3\n8\n", "list\n3\n8\n"):
        ran = run_korthus(*words, stdin=lines)
        assert "Dealer cannot bid 3. Total bids cannot equal total tricks (7) [DEALER_BID]" in ran.out
        assert "Bid must be 0 to 7 [BID_RANGE]" in ran.out


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("paly", "mulle"), "play"),
        (("play", "mule"), "mulle"),
        (("play", "mulle", "--preset", "complet"), "complete"),
        (("play", "mulle", "--set", "omgngar=3"), "omgangar"),
        (("play", "mulle", "--vs", "stong"), "strong"),
        (("play", "mulle", "--presett", "draft"), "--preset"),
    ],
)
def test_a_slip_is_answered_with_what_was_probably_meant(
    run_korthus: Korthus, words: tuple[str, ...], meant: str
) -> None:
    for language, asks in (("en", "Did you mean"), ("sv", "Menade du"), ("es", "¿Quer")):
        ran = run_korthus(*words, "--lang", language)
        assert ran.code != 0
        assert asks in ran.err
        assert meant in ran.err.partition(asks)[2]


@pytest.mark.parametrize("language", ["en", "sv", "es"])
def test_a_wrong_answer_in_the_menu_is_not_told_of_moves_or_lists(
    run_korthus: Korthus, language: str
) -> None:
    tr = Translator(language)
    ran = run_korthus(
        "--lang", language, stdin="9\nr\n9\nl\n9\nback\nkachuful\n9\n1\nmany\n2\nnobody\nback\nq\n"
    )
    assert ran.code == 0
    said = " ".join(ran.out.split())
    for answer in ("9", "many", "nobody"):
        assert tr("common.error.NO_SUCH_ANSWER", text=answer) in said
    assert ran.out.count("NO_SUCH_ANSWER") == 6
    assert "[NO_SUCH_CHOICE]" not in ran.out


def test_no_verb_of_two_letters_is_offered_for_a_slip(run_korthus: Korthus) -> None:
    for language in ("en", "sv", "es"):
        ran = run_korthus("play", "mulle", "--seed", "3", "--lang", language, stdin="t 4\n")
        assert "[UNKNOWN_ACTION]" in ran.out
        assert Translator(language)("common.did_you_mean", word="ta") not in ran.out
    assert "Did you mean discard?" in run_korthus("play", "mulle", "--seed", "3", stdin="discrad 4\n").out
