"""The sheet of a result: what each score is made of, each thing once."""

from __future__ import annotations

from tests.browser.conftest import MakePerson
from tests.browser.pages import PAGES, finished_game


def test_points_that_are_the_score_do_not_stand_there_twice(make_person: MakePerson) -> None:
    person = make_person("click", motion="off", trick_rest=0)
    PAGES["result"](person, finished_game(person, "kachuful"))
    heads = person.page.locator('[data-test="result"] thead th').all_inner_texts()
    assert heads == ["Player", "Score", "bids kept", "tricks off"]
