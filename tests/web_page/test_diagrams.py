"""The rules pages: every section has its words, every diagram is what the engine makes of it."""

from __future__ import annotations

import msgspec
import pytest

import korthus
from korthus.locale import LANGUAGES
from korthus.screens.diagrams import diagrams_of
from korthus.screens.rules_page import Diagram, Try, rules_page

GAMES = tuple(info.name for info in korthus.catalogue())


def diagrams(game: str, language: str = "en") -> dict[str, Diagram]:
    return {
        diagram.key: diagram
        for section in rules_page(game, language).sections
        for diagram in section.diagrams
    }


def refusals(diagram: Diagram) -> list[str]:
    return [each.refused for each in diagram.tries if each.refused is not None]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_page_has_its_sections_and_all_its_diagrams(game: str, language: str) -> None:
    page = rules_page(game, language)
    assert [section.key for section in page.sections] == list(diagrams_of(game).sections)
    assert all(section.title and all(section.text) for section in page.sections)
    assert set(diagrams(game, language)) == {example.key for example in diagrams_of(game).examples}
    assert 6 <= len(page.sections) <= 10
    assert len(diagrams_of(game).examples) >= 3
    assert msgspec.json.decode(msgspec.json.encode(page), type=type(page)) == page


@pytest.mark.parametrize("game", GAMES)
def test_the_cards_and_their_marks_are_the_same_in_every_language(game: str) -> None:
    def cards(language: str) -> list[object]:
        return [
            [[(group.cards, group.marked) for group in row.groups] for row in rows]
            for diagram in diagrams(game, language).values()
            for rows in (diagram.rows, *(each.rows for each in diagram.tries))
        ]

    assert cards("en") == cards("sv") == cards("es")


@pytest.mark.parametrize("game", GAMES)
def test_each_try_says_something_and_each_refusal_why(game: str) -> None:
    for diagram in diagrams(game).values():
        for each in diagram.tries:
            assert each.said or each.refused
            assert (each.wish is None) == (each.refused is None)
            assert bool(each.rows) == (each.refused is None)
        assert any(each.refused is None for each in diagram.tries)


def only(diagram: Diagram) -> Try:
    (one,) = diagram.tries
    return one


def test_mulle_a_nine_takes_five_cards_and_leaves_the_king() -> None:
    diagram = diagrams("mulle")["sums"]
    table, hand = diagram.rows
    assert [group.marked for group in table.groups] == [True] * 5 + [False]
    assert only(diagram).rows[0].groups[0].cards == ("Kc",)
    assert [group.cards for group in hand.groups if group.marked] == [("9h",)]


def test_mulle_up_is_nine_and_down_is_three() -> None:
    up, down = diagrams("mulle")["up_or_down"].tries
    assert up.rows[0].groups[-1].note == "9 · Anna"
    assert down.rows[0].groups[-1].note == "3 · Anna"


def test_kachuful_the_dealer_may_bid_anything_but_the_rest() -> None:
    zero, one, two = diagrams("kachuful")["barred"].tries
    assert zero.refused is None
    assert one.refused is not None
    assert two.refused is None


def test_mus_a_refused_raise_pays_what_was_at_stake_before() -> None:
    first, raised = diagrams("mus")["deje"].tries
    assert [row.note for row in first.rows] == ["1 stone · mano"]
    assert [row.note for row in raised.rows] == ["2 stones"]


def test_eight_the_sweep_pays_two_pots() -> None:
    said = only(diagrams("eight")["sweep"]).said
    assert any(sentence.startswith("Sweep!") for sentence in said)
    assert any("Anna 200, Bo 0" in sentence for sentence in said)


def test_a_page_of_another_game_or_language_is_refused() -> None:
    with pytest.raises(KeyError):
        rules_page("bridge", "en")
    with pytest.raises(ValueError, match="no language"):
        rules_page("mus", "fi")
