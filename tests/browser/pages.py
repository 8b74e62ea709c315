"""Every page of the house, opened for tests that look at all of them and for the pictures in the docs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from playwright.sync_api import expect
from tests.browser.person import Person
from tests.browser.playing import SHORT, play_on

from korthus.puzzles.shelf import shelf_of

GAMES: Final = ("mulle", "kachuful", "mus", "eight")
#: How much of a review is made, while it is being made.
_PROGRESS: Final = """() => document.querySelector(".review progress")?.value ?? null"""
_OPEN: Final = """async wish => {
    const { openTable } = await import("/static/js/pages/home/open.js");
    await openTable(wish);
}"""


def open_table(person: Person, game: str, seats: int = 2, options: Mapping[str, Any] | None = None) -> None:
    """Sit down at a table with computers, without the way through the forms."""
    chairs = [{"kind": "me", "name": person.name}, *[{"kind": "bot", "level": "easy"}] * (seats - 1)]
    if not person.page.url.startswith("http"):
        person.page.goto("/settings")
    person.page.evaluate(_OPEN, {"game": game, "options": dict(options or {}), "seats": chairs})
    expect(person.table).to_be_visible()


def till_my_turn(person: Person) -> None:
    """Wait until the page asks this person to act."""
    person.page.wait_for_function(
        """() => document.querySelector(".game-table").matches("[data-my-turn], .my-turn")"""
    )


def till_a_capture(person: Person) -> None:
    """At a table of Mulle: play on until a card takes something, and choose that card."""
    takes = person.find("action-take")
    while True:
        till_my_turn(person)
        for card in person.page.locator(".mulle-hand .card.playable").all():
            person.press(card, corner=True)
            if takes.count():
                return
        person.press(person.page.locator(".mulle-doings button").last)


def finished_game(person: Person, game: str = "eight") -> str:
    """Play a short game against the computer to its end; its code."""
    open_table(person, game, options=SHORT[game])
    play_on(game, [person])
    return person.code


def _home(person: Person, code: str) -> None:
    person.page.goto("/")
    expect(person.find("more-mulle")).to_be_visible()


def _setup(person: Person, code: str) -> None:
    _home(person, code)
    person.press(person.find("more-kachuful"))
    person.press(person.find("options"))
    expect(person.find("option-scoring")).to_be_visible()


def _waiting(person: Person, code: str) -> None:
    _home(person, code)
    person.page.evaluate(
        _OPEN, {"game": "mus", "seats": [{"kind": "me", "name": "Anna"}, {"kind": "friend"}]}
    )
    expect(person.find("invite-1-link")).to_be_visible()


def _invitation(person: Person, code: str) -> None:
    _waiting(person, code)
    link = person.find("invite-1-link").input_value()
    person.page.evaluate("() => localStorage.clear()")
    person.page.goto("/settings")
    person.page.goto(link)
    expect(person.find("invitation")).to_be_visible()


def _watched(person: Person, code: str) -> None:
    person.page.goto("/settings")
    computers = [{"kind": "bot", "level": level} for level in ("easy", "random")]
    person.page.evaluate(_OPEN, {"game": "mulle", "seats": computers})
    person.press(person.find("watch-pause"))
    expect(person.find("watch-pause")).to_have_text("Go on")


def _given_up(person: Person, code: str) -> None:
    open_table(person, "mus")
    person.press(person.find("open-menu"))
    person.press(person.find("to-resign"))
    person.press(person.find("resign-yes"))
    expect(person.find("resigned")).to_be_visible()


def _result(person: Person, code: str) -> None:
    person.page.goto(f"/t/{code}")
    expect(person.find("result")).to_be_visible()


_TOURNAMENT: Final = """async () => {
    const { post } = await import("/static/js/api.js");
    const { keepInvites, playerToken } = await import("/static/js/store.js");
    const wish = { game: "eight", name: "Anna", player: await playerToken(), others: ["Bo", null, null] };
    const { code, invite } = await post("/api/tournaments", wish);
    keepInvites(code, [{ seat: 0, invite }]);
    for (const [place, name] of [[1, "Bo"], [null, "Cleo"]]) {
        const { player } = await post("/api/me");
        await post(`/api/tournaments/${code}/join`, { invite, name, place, player });
    }
    return code;
}"""


def _tournament(sign: str) -> Callable[[Person, str], None]:
    """A tournament of three, and a place that is free; begun, if its games are looked for."""

    def show(person: Person, code: str) -> None:
        person.page.goto("/settings")
        person.page.goto(f"/tournament/{person.page.evaluate(_TOURNAMENT)}")
        if sign == "fixtures":
            person.press(person.find("tournament-begin"))
        expect(person.find(sign)).to_be_visible()

    return show


def _page(path: str, sign: str) -> Callable[[Person, str], None]:
    def show(person: Person, code: str) -> None:
        person.page.goto(path.format(code=code))
        expect(person.page.locator(sign).first).to_be_visible()

    return show


def till_reviewed(person: Person) -> None:
    """Wait for a review as long as it goes on; only one that stands still is given up."""
    expect(person.page.locator('[data-test="to-replay"], .review progress').first).to_be_visible()
    while (bar := person.page.locator(".review progress")).count():
        value = bar.evaluate_all("all => all.map((each) => each.value)")
        person.page.wait_for_function(
            "value => document.querySelector('.review progress')?.value !== value",
            arg=value[0] if value else -1,
        )
    expect(person.find("to-replay").first).to_be_visible()


def _review(person: Person, code: str) -> None:
    person.page.goto(f"/review/{code}")
    till_reviewed(person)


def _table(game: str) -> Callable[[Person, str], None]:
    def show(person: Person, code: str) -> None:
        open_table(person, game, 4 if game == "kachuful" else 2, TALL[game])
        till_my_turn(person)

    return show


#: Options that show as much as possible of a table at once.
TALL: Final[dict[str, dict[str, Any]]] = {
    "mulle": {},
    "kachuful": {},
    "mus": {"mus_phase": True},
    "eight": {"first_dealer": 1},
}
#: How to come to each page; the code is that of a finished game of this person.
PAGES: Final[dict[str, Callable[[Person, str], None]]] = {
    "home": _home,
    "setup": _setup,
    "waiting": _waiting,
    "invitation": _invitation,
    **{f"table-{game}": _table(game) for game in GAMES},
    "table-watched": _watched,
    "result": _result,
    "given-up": _given_up,
    **{f"rules-{game}": _page(f"/rules/{game}", ".diagram") for game in GAMES},
    "replay": _page("/replay/{code}", ".game-table"),
    "review": _review,
    "verify": _page("/verify", '[data-test="check"]'),
    "verify-game": _page("/verify/{code}", '[data-test="verdict-good"]'),
    "stats": _page("/stats", '[data-test="stats-eight"]'),
    "settings": _page("/settings", '[data-test="four_colour"]'),
    "learn": _page("/learn", '[data-test="course-mus"]'),
    **{f"lesson-{game}": _page(f"/learn/{game}/1", ".game-table .card") for game in GAMES},
    "puzzles": _page("/puzzles", '[data-test="puzzle-daily"]'),
    **{
        f"puzzle-{game}": _page(f"/puzzles/{game}/{next(iter(shelf_of(game).puzzles))}", ".game-table .card")
        for game in GAMES
    },
    "analysis": _page(f"/analysis/{GAMES[0]}", ".game-table"),
    "tournament-new": _page("/tournament", '[data-test="make-tournament"]'),
    "tournament-places": _tournament("tournament-link"),
    "tournament": _tournament("fixtures"),
    "lost": _page("/t/no/such/page", "h1"),
}
