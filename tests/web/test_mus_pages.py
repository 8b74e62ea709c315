"""The solution of Mus over HTTP: what it says, what can be said next, and what is refused."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.web.client import Api
from tests.web.support import in_loop

from korthus.locale import LANGUAGES, Translator
from korthus.screens.mus.solution_words import say
from korthus.solve.mus.line import follow, hand_of, menu_of
from korthus.solve.mus.lookup import History, load_blueprint, mix


async def ask(url: str, **question: str) -> Any:
    """The answer to a question, which must be one."""
    async with Api(url) as api:
        answer = await api.get(path(**question))
        assert answer.status_code == 200, answer.text
        return answer.json()


def path(**question: str) -> str:
    """The path of a question."""
    return "/api/mus/strategy?" + "&".join(f"{name}={value}" for name, value in question.items())


@in_loop
async def test_it_says_what_the_blueprint_says(url: str) -> None:
    cards = hand_of("R R 7 1")
    found = await ask(url, hand="RR71")
    expected = mix(load_blueprint("plain"), cards, History())
    assert [(each["word"], each["label"]) for each in found["choices"]] == [
        ("pass", "Paso"),
        ("envido 2", "Envido 2"),
    ]
    for each, option in zip(found["choices"], expected, strict=True):
        assert each["chance"] == pytest.approx(option.chance, abs=1e-4)
        assert each["value"] == pytest.approx(option.value, abs=1e-4)
    assert (found["turn"], found["lance"], found["mine"], found["reached"]) == ("say", "grande", True, True)
    assert found["lances"] == ["grande", "chica", "pares", "punto"]
    assert found["holding"] == "par, punto 28"
    assert 0 < found["exploitability"] < 0.05
    assert "plain" in found["menus"]


@in_loop
async def test_a_whole_hand_can_be_said_by_following_what_is_offered(url: str) -> None:
    """Say the last choice again and again: words come in the engine's order and end with the betting."""
    for seat in ("mano", "postre"):
        found = await ask(url, hand="SS74", seat=seat)
        words: list[str] = []
        while found["turn"] != "over":
            assert found["choices"]
            if found["mine"]:
                assert all(each["value"] is not None for each in found["choices"])
                assert found["reached"] or all(each["chance"] is None for each in found["choices"])
            else:
                assert all(each["value"] is each["chance"] is None for each in found["choices"])
            first = found["turn"] == "declare" or len(words) % 2
            words.append(found["choices"][0 if first else -1]["word"])
            found = await ask(url, hand="SS74", seat=seat, history=",".join(words))
            assert [each["word"] for each in found["history"]] == words
        assert found["lance"] is None
        assert {each["lance"] for each in found["history"]} == {"grande", "chica", "pares", "juego"}


@in_loop
async def test_a_lance_is_opened_with_everybody_passing(url: str) -> None:
    found = await ask(url, hand="RR71", seat="postre", lance="pares")
    words = [each["word"] for each in found["history"]]
    assert words == ["pass", "pass", "pass", "pass", "pares si", "pass"]
    assert [each["mine"] for each in found["history"]] == [False, True, False, True, False, False]
    assert (found["lance"], found["mine"]) == ("pares", True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_those_of_the_language(url: str, language: str) -> None:
    tr = Translator(language)
    found = asyncio.run(ask(url, hand="RR71", seat="postre", history="envido 2", lang=language))
    line = follow(menu_of("plain"), hand_of("RR71"), 1, ("envido 2",))
    assert [each["label"] for each in found["choices"]] == [
        say(word, tr, answers=True) for word in line.choices
    ]
    assert found["choices"][2]["label"] == "2 más"


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ({}, "BAD_REQUEST"),
        ({"hand": ""}, "BAD_HAND"),
        ({"hand": "RR7"}, "BAD_HAND"),
        ({"hand": "RR7189"}, "BAD_HAND"),
        ({"hand": "x" * 500}, "BAD_HAND"),
        ({"hand": "RR71", "seat": "dealer"}, "BAD_REQUEST"),
        ({"hand": "RR71", "menu": "rich"}, "NO_SUCH_MENU"),
        ({"hand": "RR71", "menu": "../plain"}, "NO_SUCH_MENU"),
        ({"hand": "RR71", "lance": "juego"}, "NO_JUEGO"),
        ({"hand": "RR71", "lance": "x"}, "NO_SUCH_LANCE"),
        ({"hand": "RR71", "history": "quiero"}, "NOT_SAID_NOW"),
        ({"hand": "RR71", "history": "pass,envido 40"}, "NOT_SAID_NOW"),
        ({"hand": "RR71", "history": "%00"}, "BAD_WORD"),
        ({"hand": "RR71", "history": "pass," * 400}, "NOTHING_MORE"),
    ],
)
@in_loop
async def test_what_cannot_be_is_refused(url: str, question: dict[str, str], code: str) -> None:
    async with Api(url) as api:
        answer = await api.get(path(**question))
        assert (answer.status_code, answer.json()["code"]) == (400, code)
        assert answer.json()["reason"]


@in_loop
async def test_the_page_is_served(url: str) -> None:
    async with Api(url) as api:
        first = await api.get("/mus?hand=RR71")
        assert (first.status_code, first.headers["location"]) == (302, "/explore/mus?hand=RR71")
        page = await api.get("/explore/mus")
        assert page.status_code == 200
        assert page.headers["content-type"].startswith("text/html")
