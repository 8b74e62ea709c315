"""A spectator's browser never knows a hidden card: not on the page, not in its messages, not in its memory.

What is hidden is what the players' own pages show as theirs and nobody has seen yet.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import CDPSession, expect
from tests.browser.conftest import MakePerson
from tests.browser.person import Person
from tests.browser.playing import play_on

#: One deck and one round, so that a card that was seen once is not hidden again.
ONCE: Final[dict[str, dict[str, str]]] = {
    "mulle": {"omgangar": "1", "ronder_nominal": "2", "hand_size": "4", "decks": "1"},
    "kachuful": {"start_cards": "5", "total_rounds": "1"},
    "mus": {"target_stones": "none", "mus_phase": "true"},
    "eight": {"hands": "1"},
}
SUITS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
#: How games write suits in actions. HJ alone is no card in Mulle, and the jack of hearts in Kachuful.
LETTERS: Final = {
    "mulle": {"s": "SP ", "h": "HJ ", "d": "RU ", "c": "KL "},
    "kachuful": {"s": "S", "h": "H", "d": "D", "c": "C"},
    "eight": {},
}
_OWN: Final = """() => [...document.querySelectorAll(
    ".mulle-hand .card[data-card], .kf-mine .card[data-card], .mus-side.me .fan .card[data-card], "
    + ".eight-hand .card[data-card], .lane-mine .card[data-card]")].map((card) => card.dataset.card)"""
#: The version of the position that a page shows, when it has shown all it has heard of.
_DRAWN: Final = """async () => {
    const table = document.querySelector(".game-table");
    await table.drawn;
    return table.state.version;
}"""
#: Every text that can be reached from an object, also as a key; elements of the page are looked at elsewhere.
_TEXTS: Final = """function () {
    const texts = new Set();
    const seen = new Set();
    const ways = [this];
    while (ways.length) {
        const at = ways.pop();
        if (typeof at === "string") texts.add(at);
        if (at === null || typeof at !== "object" || seen.has(at)) continue;
        if (at instanceof Node || at === window) continue;
        seen.add(at);
        if (at instanceof Map || at instanceof Set) ways.push(...at.keys(), ...at.values());
        for (const key of Reflect.ownKeys(at)) {
            if (typeof key === "string" && !Array.isArray(at)) texts.add(key);
            const found = Object.getOwnPropertyDescriptor(at, key);
            if ("value" in found) ways.push(found.value);
        }
    }
    return [...texts];
}"""


class Memory:
    """What the game's element of a page remembers, private fields included."""

    def __init__(self, person: Person) -> None:
        self._tools: CDPSession = person.context.new_cdp_session(person.page)

    def texts(self) -> list[str]:
        """Every text in the element's own fields, its session, and the page's storage."""
        table = self._send("Runtime.evaluate", expression='document.querySelector(".game-table")')
        fields = self._send("Runtime.getProperties", objectId=table["result"]["objectId"], ownProperties=True)
        found = []
        private = fields.get("privateProperties", [])
        assert any(field["name"] == "scene" for field in fields["result"])
        for field in [*fields["result"], *private]:
            if "objectId" in field.get("value", {}):
                found += self._texts_of(field["value"]["objectId"])
        session = next(field for field in fields["result"] if field["name"] == "session")
        hidden = self._send(
            "Runtime.getProperties", objectId=session["value"]["objectId"], ownProperties=True
        )["privateProperties"]
        for field in hidden:
            if "objectId" in field.get("value", {}):
                found += self._texts_of(field["value"]["objectId"])
        storage = self._send("Runtime.evaluate", expression="JSON.stringify({...localStorage})")
        return [*found, str(storage["result"]["value"])]

    def _texts_of(self, object_id: str) -> list[str]:
        called = self._send(
            "Runtime.callFunctionOn", objectId=object_id, functionDeclaration=_TEXTS, returnByValue=True
        )
        texts: list[str] = called["result"]["value"]
        return texts

    def _send(self, method: str, **fields: Any) -> dict[str, Any]:
        answer: dict[str, Any] = self._tools.send(method, fields)
        assert "exceptionDetails" not in answer, answer
        return answer


def _french(cards: set[str], game: str) -> re.Pattern[str]:
    """Finds any of some cards, however a game writes it: 9h, 9♥, HJ 9, H9, #french-9h."""
    ways = []
    for rank, suit in map(tuple, cards):
        number = "(?:10|T)" if rank == "T" else rank
        ways += [f"{rank}{suit}", f"{number}{SUITS[suit]}"]
        if suit in LETTERS[game]:
            ways.append(f"{LETTERS[game][suit]}{number}")
    return re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(ways)})(?![A-Za-z0-9])")


def _texts_in(found: object) -> Iterator[str]:
    """Every text in a message."""
    match found:
        case str():
            yield found
        case dict():
            for key, value in found.items():
                yield key
                yield from _texts_in(value)
        case list():
            for value in found:
                yield from _texts_in(value)


def _held(players: list[Person]) -> list[list[str]]:
    """The cards that each player's page shows as theirs, when all pages show the same moment."""
    while len({player.page.evaluate(_DRAWN) for player in players}) > 1:
        players[0].page.wait_for_timeout(15)
    return [player.page.evaluate(_OWN) for player in players]


class French:
    """Looks for cards by their names; every card has one."""

    def __init__(self, players: list[Person], watcher: Person, game: str) -> None:
        self._players = players
        self._watcher = watcher
        self._game = game
        self._memory = Memory(watcher)
        self._ever_hidden: set[str] = set()

    def look(self) -> None:
        """Nothing that a player holds is known to the watcher."""
        hidden = {card for held in _held(self._players) for card in held}
        assert hidden
        self._ever_hidden |= hidden
        pattern = _french(hidden, self._game)
        for text in (*self._shown(), *self._watcher.heard, *self._memory.texts()):
            assert not (found := pattern.search(text)), (found, text[:2000])

    def look_after(self) -> None:
        """By now cards were seen, and this is able to find them in each of the places."""
        pattern = _french(self._ever_hidden, self._game)
        for texts in (self._shown(), self._watcher.heard, self._memory.texts()):
            assert any(pattern.search(text) for text in texts)

    def _shown(self) -> list[str]:
        # The lines of drawings are numbers and letters too.
        page = re.sub(r' d="[^"]*"', "", self._watcher.page.inner_html("#main"))
        return [page, self._watcher.page.inner_text("#main")]


class Spanish:
    """Cards are ranks without suit in Mus, so that no rank at all may be known before the hands are shown."""

    RANKS: Final = frozenset("RCS76541")

    def __init__(self, players: list[Person], watcher: Person) -> None:
        self._players = players
        self._watcher = watcher
        self._memory = Memory(watcher)

    def look(self) -> None:
        """Nothing that a player holds is known to the watcher."""
        assert [len(held) for held in _held(self._players)] == [4, 4]
        assert [found & self.RANKS for found in self._everywhere()] == [set(), set(), set()]

    def look_after(self) -> None:
        """By now the hands were shown, and this is able to find them in each of the places."""
        assert all(found & self.RANKS for found in self._everywhere())

    def _everywhere(self) -> list[set[str]]:
        drawn: list[str] = self._watcher.page.locator("#main .card use").evaluate_all(
            "all => all.map((use) => use.href.baseVal)"
        )
        assert drawn
        faces = {name.removeprefix("#spanish-")[0] for name in drawn if name != "#spanish-back"}
        heard = {text for frame in self._watcher.heard for text in _texts_in(json.loads(frame))}
        return [faces, heard, set(self._memory.texts())]


@pytest.mark.parametrize("game", ["mulle", "kachuful", "mus", "eight"])
def test_a_spectator_knows_no_hidden_card_at_any_moment(make_person: MakePerson, game: str) -> None:
    players = [make_person("touch"), make_person("touch")]
    watcher = make_person("touch", "Cleo")
    link = players[0].invite(game, ONCE[game])
    watcher.page.goto(f"/t/{players[0].code}")
    expect(watcher.find("waiting")).to_be_visible()
    players[1].accept(link)
    expect(watcher.table).to_be_visible()
    looks = Spanish(players, watcher) if game == "mus" else French(players, watcher, game)
    assert play_on(game, players, looking=looks.look) > 1
    expect(watcher.find("result")).to_be_visible()
    looks.look_after()
