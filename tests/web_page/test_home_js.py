"""Home in a browser, with a server that only writes down what it is asked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import msgspec
import numpy as np
import pytest
import zxingcpp
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect
from tests.support.patience import PATIENCE_MS
from tests.web_page.conftest import ORIGIN, STATIC

import korthus
from korthus.bots.levels import NAMES
from korthus.bots.registry import bot_types
from korthus.locale import LANGUAGES, catalogue
from korthus.screens.emblem import emblem_of
from korthus.web.bounds import MAX_SEATS
from korthus.web.brings import asks_of, people_of
from korthus.web.http.option_info import option_infos

CODE = "K7PWX3QM"
INVITE = "i" * 43


def games() -> list[dict[str, Any]]:
    return [
        {
            "name": info.name,
            "min_seats": info.min_seats,
            "max_seats": min(info.max_seats, MAX_SEATS),
            "default_preset": asks_of(info.name).preset or info.presets[0],
            "presets": {preset: {} for preset in info.presets},
            "options": msgspec.to_builtins(option_infos(info.name)),
            "levels": [
                {
                    "name": name,
                    "about": kind.about,
                    "called": people_of(info.name).names.get(name),
                    "is_level": name in NAMES,
                }
                for name, kind in bot_types(info.name).items()
            ],
            "emblem": emblem_of(korthus.game(info.name))._asdict(),
            "asks": msgspec.to_builtins(asks_of(info.name)),
            "explorer": (STATIC / "js" / "tables" / info.name / "explorer.js").is_file(),
            "lessons": 12,
        }
        for info in korthus.catalogue()
    ]


class FakeServer:
    """Answers as the server would, and keeps what tables it was asked for."""

    def __init__(self) -> None:
        self.wishes: list[dict[str, Any]] = []
        #: What is kept about whoever asks.
        self.mine: list[dict[str, Any]] = []
        #: What it says about the number of players, and how often it was asked.
        self.adapted: dict[str, Any] = {}
        self.said: str | None = None
        self.refused: str | None = None
        self.fits = 0
        self.lan: str | None = None
        self.games = games()

    def __call__(self, route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN).split("?")[0]
        if not path.startswith("/api/"):
            file = STATIC / (path.removeprefix("/static/") if path.startswith("/static/") else "index.html")
            route.fulfill(path=file)
        elif path == "/api/tables" and route.request.method == "POST":
            wish = json.loads(route.request.post_data or "")
            self.wishes.append(wish)
            free = [seat for seat, each in enumerate(wish["seats"]) if each["kind"] == "friend"]
            invites = [{"seat": seat, "invite": INVITE} for seat in free]
            mine = wish["seats"][0]["kind"] == "me"
            route.fulfill(
                json={
                    "code": CODE,
                    "seat": 0 if mine else None,
                    "token": "t" * 43 if mine else None,
                    "invites": invites,
                }
            )
        elif path.endswith("/fit"):
            self.fits += 1
            route.fulfill(json={"adapted": self.adapted, "said": self.said, "refused": self.refused})
        else:
            answers: dict[str, Any] = {
                "/api/games": self.games,
                "/api/tables": [],
                "/api/address": {"lan": self.lan},
                "/api/me": {
                    "player": "p" * 43,
                    "games": self.mine,
                    "stats": {"by_game": {}},
                    "tournaments": [],
                },
                **{f"/api/locale/{language}": catalogue(language) for language in LANGUAGES},
            }
            known = path in answers
            body = answers[path] if known else {"code": "NOT_FOUND", "reason": "There is no such page."}
            route.fulfill(status=200 if known else 404, json=body)


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport={"width": 360, "height": 640}, reduced_motion="reduce")
    made.set_default_timeout(PATIENCE_MS)
    yield made
    made.close()


@pytest.fixture
def server() -> FakeServer:
    return FakeServer()


@pytest.fixture
def home(context: BrowserContext, server: FakeServer) -> Iterator[Page]:
    page = context.new_page()
    page.route(f"{ORIGIN}/**", server)
    page.goto(f"{ORIGIN}/")
    page.evaluate('localStorage.clear(); localStorage.setItem("korthus.learn.asked", "1")')
    page.reload()
    yield page
    page.close()


def press(page: Page, *tests: str) -> None:
    for test in tests:
        page.click(f'[data-test="{test}"]')


@pytest.mark.parametrize("game", ["mulle", "kachuful", "mus", "eight"])
def test_one_tap_plays_the_computer(home: Page, server: FakeServer, game: str) -> None:
    press(home, f"play-{game}")
    home.wait_for_url(f"**/t/{CODE}")
    (wish,) = server.wishes
    assert wish["game"] == game
    assert wish["seats"] == [
        {"kind": "me", "name": "Guest"},
        *[{"kind": "bot", "level": "normal"}] * (3 if game == "kachuful" else 1),
    ]
    assert wish["options"] == {}
    # Mus is known with mus: cards are changed before the betting.
    assert wish["preset"] == ("mus" if game == "mus" else None)


def test_the_rules_that_people_know_are_chosen_at_first_sight(home: Page) -> None:
    press(home, "more-mus")
    first = home.locator('[data-test="presets"] input').first
    expect(first).to_have_value("mus")
    expect(first).to_be_checked()


@pytest.fixture
def newcomer(home: Page) -> Page:
    home.evaluate("localStorage.clear()")
    return home


def test_the_first_play_offers_lessons_and_takes_no_for_an_answer(newcomer: Page, server: FakeServer) -> None:
    press(newcomer, "play-mus")
    assert "12" in newcomer.inner_text('[data-test="offer"]')
    assert server.wishes == []
    press(newcomer, "learn-no")
    newcomer.wait_for_url(f"**/t/{CODE}")
    newcomer.goto(f"{ORIGIN}/")
    press(newcomer, "play-mus")
    newcomer.wait_for_url(f"**/t/{CODE}")
    assert len(server.wishes) == 2


def test_who_puts_the_offer_away_plays_at_once(newcomer: Page, server: FakeServer) -> None:
    press(newcomer, "play-mus")
    newcomer.wait_for_selector('[data-test="offer"]')
    newcomer.keyboard.press("Escape")
    newcomer.wait_for_url(f"**/t/{CODE}")
    assert [wish["game"] for wish in server.wishes] == ["mus"]


def test_who_takes_the_offer_comes_to_the_first_lesson(newcomer: Page, server: FakeServer) -> None:
    press(newcomer, "play-mus", "learn-yes")
    newcomer.wait_for_url("**/learn/mus/1")
    assert server.wishes == []


def test_a_game_without_lessons_offers_none(newcomer: Page, server: FakeServer) -> None:
    for game in server.games:
        game["lessons"] = 0
    newcomer.reload()
    press(newcomer, "play-mulle")
    newcomer.wait_for_url(f"**/t/{CODE}")
    assert len(server.wishes) == 1


def test_a_friend_gets_a_link_that_a_camera_can_read(home: Page, server: FakeServer) -> None:
    press(home, "more-mulle", "mode-friend", "open", "start-table")
    home.fill('[data-test="ask-name"]', "Anna")
    press(home, "ask-name-ok")
    link = f"{ORIGIN}/t/{CODE}#join={INVITE}"
    assert home.input_value('[data-test="invite-1-link"]') == link
    (wish,) = server.wishes
    assert wish["open"] is True
    assert wish["seats"] == [{"kind": "me", "name": "Anna"}, {"kind": "friend"}]
    picture = np.array(
        home.evaluate(
            """async () => {
              const svg = new XMLSerializer().serializeToString(document.querySelector(".qr"));
              const image = new Image();
              image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
              await image.decode();
              const canvas = new OffscreenCanvas(300, 300);
              const pen = canvas.getContext("2d");
              pen.drawImage(image, 0, 0, 300, 300);
              return Array.from(pen.getImageData(0, 0, 300, 300).data.filter((_, place) => place % 4 === 0));
            }"""
        ),
        dtype=np.uint8,
    ).reshape(300, 300)
    (found,) = zxingcpp.read_barcodes(picture)
    assert found.text == link


def test_one_link_is_for_all_friends_and_for_other_machines(home: Page, server: FakeServer) -> None:
    server.lan = "http://192.168.1.7:8723"
    home.fill('[data-test="name"]', "Anna")
    press(home, "more-kachuful", "mode-friend", "start-table")
    link = home.locator('[data-test="invite-1-link"]')
    expect(link).to_have_value(f"http://192.168.1.7:8723/t/{CODE}#join={INVITE}")
    expect(home.locator('[data-test="only-here"]')).to_have_count(0)
    expect(home.locator(".link-box")).to_have_count(1)
    assert server.wishes[0]["link"] == "one"


def test_a_link_that_only_this_machine_can_follow_says_so(home: Page) -> None:
    home.fill('[data-test="name"]', "Anna")
    press(home, "more-mus", "mode-friend", "start-table")
    expect(home.locator('[data-test="only-here"]')).to_contain_text("korthus serve --lan")


def test_the_name_is_asked_for_once(home: Page, server: FakeServer) -> None:
    home.fill('[data-test="name"]', "Bo")
    press(home, "more-mus", "mode-friend", "start-table", "to-table")
    assert server.wishes[0]["seats"][0] == {"kind": "me", "name": "Bo"}


def test_two_bots_of_different_strength_are_watched(home: Page, server: FakeServer) -> None:
    press(home, "more-eight", "mode-watch", "level-easy", "rival-strong", "start-table")
    home.wait_for_url(f"**/t/{CODE}")
    assert server.wishes[0]["seats"] == [{"kind": "bot", "level": "easy"}, {"kind": "bot", "level": "strong"}]


def test_only_rules_that_differ_from_the_preset_are_sent(home: Page, server: FakeServer) -> None:
    press(home, "more-kachuful", "seats-more", "options", "option-must_follow", "practice")
    home.fill('[data-test="option-start_cards"]', "3")
    home.select_option('[data-test="option-first_leader"]', "dealer")
    home.select_option('[data-test="clock"]', index=2)
    press(home, "start-table")
    home.wait_for_url(f"**/t/{CODE}")
    (wish,) = server.wishes
    assert wish["options"] == {"must_follow": "false", "start_cards": "3", "first_leader": "dealer"}
    assert (len(wish["seats"]), wish["practice"], wish["clock"]) == (5, True, 30)
    korthus.game("kachuful", wish["preset"], **wish["options"])


def test_a_table_with_friends_and_computers(home: Page, server: FakeServer) -> None:
    home.fill('[data-test="name"]', "Eva")
    press(home, "more-kachuful", "mode-friend", "bots-more", "start-table", "to-table")
    kinds = [seat["kind"] for seat in server.wishes[0]["seats"]]
    assert kinds == ["me", "friend", "friend", "bot"]


def test_the_form_says_what_is_adapted_to_the_players_and_sends_it(home: Page, server: FakeServer) -> None:
    server.adapted, server.said = {"start_cards": 6, "total_rounds": None}, "Six cards each."
    press(home, "more-kachuful", *["seats-more"] * 4)
    expect(home.locator('[data-test="fit"]')).to_have_text("Six cards each.")
    press(home, "start-table")
    home.wait_for_url(f"**/t/{CODE}")
    assert server.wishes[0]["options"] == {"start_cards": 6, "total_rounds": None}
    korthus.game("kachuful", "standard", **server.wishes[0]["options"]).new(8)


def test_a_refusal_stays_until_it_is_read(home: Page, server: FakeServer) -> None:
    server.refused = "The pack has too few cards for that."
    home.clock.install()
    press(home, "more-kachuful", "start-table")
    note = home.locator(".toast")
    expect(note).to_contain_text("The pack has too few cards for that.")
    home.clock.fast_forward("10:00")
    expect(note).to_be_visible()
    press(home, "note-read")
    expect(note).to_have_count(0)
    assert not server.wishes


def test_a_finished_game_has_the_date_on_which_it_ended(home: Page, server: FakeServer) -> None:
    ended = datetime(2026, 3, 14, 12, tzinfo=UTC)
    server.mine.append(
        {
            "code": CODE,
            "game": "mus",
            "seat": 0,
            "players": [{"seat": 0, "name": "Anna", "bot": None}, {"seat": 1, "name": "easy", "bot": "easy"}],
            "started": True,
            "over": True,
            "my_turn": False,
            "put_away": False,
            "outcome": {"scores": [40, 12], "winners": [0], "ranking": [[0], [1]], "breakdown": [{}, {}]},
            "when": int(ended.timestamp() * 1000),
        }
    )
    home.reload()
    assert "2026" in home.inner_text('[data-test="finished"] .game-line')


@pytest.mark.parametrize("info", korthus.catalogue(), ids=lambda info: str(info.name))
def test_every_option_and_level_is_explained_in_english_as_the_engine_does(info: Any) -> None:
    texts = catalogue("en")
    for option in info.options:
        said = texts[f"web_home.option.{info.name}.{option.name}"]
        assert said.rstrip(".").lower() == option.about.rstrip(".").lower()
    for key, said in texts.items():
        if key.startswith(f"web_home.level_about.{info.name}."):
            assert said == bot_types(info.name)[key.rsplit(".", 1)[1]].about
