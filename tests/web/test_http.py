"""The HTTP side: its interface holds what it promises, files and headers, numbers, logs, and the end."""

from __future__ import annotations

import asyncio
import random
import re
import signal
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from tests.support.patience import PATIENCE
from tests.web.client import Api, Closed
from tests.web.inside import inside
from tests.web.server import QUICK, ServerProcess, free_port
from tests.web.support import SHORT, in_loop, play_on

from korthus.bots.levels import NAMES
from korthus.core.cards import Card
from korthus.locale import LANGUAGES, catalogue
from korthus.web.http import refusals
from korthus.web.http.option_info import option_infos
from korthus.web.http.security import CSP, same_origin
from korthus.web.pages.files import find_asset
from korthus.web.pages.metrics import Metrics


def test_a_refusal_of_the_server_has_one_status() -> None:
    codes = [code for sentences in refusals._BY_STATUS.values() for code in sentences]
    assert sorted(codes) == sorted({*codes}) == sorted(refusals.REASONS)


@in_loop
async def test_what_is_said_of_all_games_is_worked_out_once_in_each_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def counted(game: str) -> Any:
        asked.append(game)
        return option_infos(game)

    monkeypatch.setattr("korthus.web.http.routes.option_infos", counted)
    async with inside(tmp_path) as (url, _), Api(url) as api:
        answers = [(await api.get(f"/api/games?lang={lang}")).json() for lang in ("en", "sv", "en", "sv")]
    assert answers[0] == answers[2] != answers[1] == answers[3]
    assert len(asked) == 2 * len(answers[0])


def test_no_request_breaks_the_server(url: str) -> None:
    schema = schemathesis.openapi.from_url(f"{url}/schema/openapi.json")
    operations: list[Any] = [found.ok() for found in cast(Any, schema.get_all_operations())]
    assert len(operations) >= 13
    for operation in operations:
        modes = [schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE]
        for mode in modes if operation.body else modes[:1]:

            @settings(max_examples=8, database=None, suppress_health_check=list(HealthCheck))
            @given(case=operation.as_strategy(generation_mode=mode))
            def ask(case: Any) -> None:
                case.call_and_validate(base_url=url, checks=[not_a_server_error])

            ask()


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "bridge", "seats": [{"kind": "friend"}] * 2}, "UNKNOWN_GAME"),
        ({"game": "mulle", "seats": [{"kind": "friend"}] * 3}, "FIXED_SEATS"),
        ({"game": "mulle", "seats": [{"kind": "friend"}] * 11}, "FIXED_SEATS"),
        ({"game": "kachuful", "seats": [{"kind": "friend"}] * 11}, "TABLE_TOO_SMALL"),
        ({"game": "kachuful", "seats": [{"kind": "friend"}] * 52}, "TABLE_TOO_SMALL"),
        ({"game": "mulle", "seats": [{"kind": "me", "name": "A"}] * 2}, "TWO_OF_ME"),
        ({"game": "mulle", "seats": [{"kind": "bot", "level": "god"}] * 2}, "UNKNOWN_BOT"),
        ({"game": "mulle", "seats": [{"kind": "friend"}] * 2, "options": {"x": 1}}, "UNKNOWN_OPTION"),
        ({"game": "mulle", "seats": [{"kind": "friend"}] * 2, "options": {"decks": 0}}, "BAD_OPTION"),
        ({"game": "mulle", "seats": [{"kind": "friend"}] * 2, "preset": "x"}, "UNKNOWN_PRESET"),
        ({"game": "mulle", "seats": [{"kind": "friend"}] * 2, "clock": 1}, "BAD_REQUEST"),
        ({"game": "mulle", "seats": [{"kind": "me", "name": "x" * 25}, {"kind": "friend"}]}, "BAD_NAME"),
        ({"game": "mulle", "seats": [{"kind": "friend"}] * 2, "unknown": 1}, "BAD_REQUEST"),
        ({"game": "mulle"}, "BAD_REQUEST"),
        ([], "BAD_REQUEST"),
    ],
)
@in_loop
async def test_a_table_that_cannot_be_is_refused_with_its_reason(url: str, wish: Any, code: str) -> None:
    async with Api(url) as api:
        answer = await api.post("/api/tables", wish)
        assert (answer.status_code, answer.json()["code"]) == (400, code)
        assert answer.json()["reason"]
        swedish = await api.post("/api/tables?lang=sv", wish)
        assert swedish.json()["code"] == code
        assert swedish.json()["reason"] != answer.json()["reason"]


@pytest.mark.parametrize(
    ("body", "trouble"),
    [
        (b'{"a"', "det slutar mitt i"),
        (b"{}", "fältet `game` saknas"),
        (b'"\xff"', "det är inte UTF-8"),
        (b"[" * 100 + b"]" * 100, "det är nästlat för djupt"),
        (b"{a", "det är inte JSON vid byte 1"),
    ],
)
@in_loop
async def test_a_body_that_cannot_be_read_is_refused_in_the_readers_language(
    url: str, body: bytes, trouble: str
) -> None:
    async with httpx.AsyncClient(base_url=url, timeout=PATIENCE) as client:
        headers = {"accept-language": "sv", "content-type": "application/json"}
        answer = (await client.post("/api/tables", content=body, headers=headers)).json()
    assert (answer["code"], answer["reason"]) == ("BAD_REQUEST", f"Det går inte att läsa: {trouble}.")


@in_loop
async def test_the_catalogue_is_told(url: str) -> None:
    async with Api(url) as api:
        games = {game["name"]: game for game in (await api.get("/api/games")).json()}
        assert list(games) == ["mulle", "kachuful", "mus", "eight"]
        assert {name: game["max_seats"] for name, game in games.items() if name != "mulle"} == {
            "kachuful": 10,
            "mus": 2,
            "eight": 2,
        }
        mulle = games["mulle"]
        assert mulle["default_preset"] in mulle["presets"]
        kinds = {option["name"]: option["kind"] for option in mulle["options"]}
        assert kinds["omgangar"] == "int"
        assert kinds["trotta_enabled"] == "bool"
        assert kinds["capture_choice"] == "choice"
        assert {option["kind"] for game in games.values() for option in game["options"]} <= {
            "bool",
            "int",
            "choice",
            "text",
            "list",
        }
        assert mulle["levels"][0]["name"] == "random"
        for game in games.values():
            assert [one["name"] for one in game["levels"] if one["is_level"]] == [*NAMES]
            assert [one["name"] for one in game["levels"][-len(NAMES) :]] == [*NAMES]
        swedish = (await api.get("/api/games?lang=sv")).json()[0]
        assert swedish["levels"][0]["about"] != mulle["levels"][0]["about"]
        for language in LANGUAGES:
            assert (await api.get(f"/api/locale/{language}")).json() == catalogue(language)
        assert (await api.get("/api/locale/tlh")).status_code == 404


@pytest.mark.parametrize(
    "path", ["/healthz", "/schema", "/api/games", "/nothing", "/api/tables/X", "/", "/sw.js"]
)
@in_loop
async def test_every_answer_carries_the_headers(url: str, path: str) -> None:
    async with Api(url) as api:
        headers = (await api.get(path)).headers
        assert headers["content-security-policy"] == CSP
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


@in_loop
async def test_the_schema_page_asks_no_other_host(url: str) -> None:
    async with Api(url) as api:
        page = (await api.get("/schema")).text
        assert "POST /api/tables" in page
        assert not re.search(r"https?://|<script|style=", page)


def test_files_lie_in_their_folder(tmp_path: Path) -> None:
    folder = tmp_path / "static"
    (folder / "js").mkdir(parents=True)
    (folder / "js" / "app.js").write_text("let x;")
    (folder / "secret.key").write_text("x")
    (tmp_path / "outside.js").write_text("x")
    (folder / "link.js").symlink_to(tmp_path / "outside.js")
    asset = find_asset(folder, "/js/app.js")
    assert asset is not None
    assert asset.kind.startswith("text/javascript")
    for name in (
        "../outside.js",
        "js/../../outside.js",
        "link.js",
        "secret.key",
        "js",
        "no.js",
        "a\0.js",
        "..\\x.js",
    ):
        assert find_asset(folder, name) is None, name


@in_loop
async def test_files_are_asked_for_by_their_hash(url: str) -> None:
    async with Api(url) as api:
        page = await api.get("/")
        assert page.status_code == 200
        assert page.headers["cache-control"] == "no-cache"
        again = await api.get("/t/ABCDEFGH", headers={"if-none-match": page.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        for path in (
            "/rules/mulle",
            "/replay/ABCDEFGH",
            "/verify",
            "/verify/ABCDEFGH",
            "/stats",
            "/settings",
        ):
            assert (await api.get(path)).content == page.content, path
        assert (await api.get("/static/../settings.py")).status_code == 404


def test_an_origin_is_ours_or_absent() -> None:
    assert same_origin(None, "localhost")
    assert same_origin("https://cards.example", "CARDS.example")
    assert same_origin("https://cards.example", "10.0.0.1:8723", ["https://cards.example"])
    for origin in ("null", "https://cards.example.evil", "ws://cards.example", "http://[", ""):
        assert not same_origin(origin, "cards.example"), origin


@in_loop
async def test_numbers_count_what_happens(tmp_path: Path) -> None:
    port = free_port()
    async with inside(tmp_path, metrics=("127.0.0.1", port)) as (url, _), Api(url) as api:

        async def number(name: str) -> float:
            async with Api(f"http://127.0.0.1:{port}") as numbers:
                text = (await numbers.get("/metrics")).text
            found = re.search(rf"^korthus_{re.escape(name)} (\S+)$", text, re.M)
            return float(found[1]) if found else 0.0

        before = await number("actions_total")
        code, tokens = await api.open_for_two("mulle")
        async with api.socket(code, tokens[0]) as first, api.socket(code, tokens[1]) as second:
            await play_on([first, second], random.Random(1), actions=5)
            assert (await first.ask("why", text="x"))["legal"] is False
            assert (await second.act("nonsense"))["type"] == "refused"
            assert await number("sockets") >= 2
        assert await number("actions_total") == before + 5
        assert await number("action_seconds_count") == before + 5
        assert await number("live_tables") >= 1
        assert await number("server_errors_total") == 0
        assert (await api.get("/healthz")).json()["status"] == "ok"
        assert (await api.get("/metrics")).status_code == 404, "numbers are not for those who play"
        async with Api(f"http://127.0.0.1:{port}") as numbers:
            for path in ("/", "/api/games", "/healthz"):
                assert (await numbers.get(path)).status_code == 404, path
            assert (await numbers.get("/metrics")).headers["x-content-type-options"] == "nosniff"


@in_loop
async def test_numbers_are_shown_to_nobody_unless_asked_for(url: str) -> None:
    async with Api(url) as api:
        for path in ("/metrics", "/metrics/", "/%6detrics"):
            assert (await api.get(path)).status_code == 404, path


def test_numbers_do_not_tell_how_long_a_bot_thought() -> None:
    """Neither which of two times below a second it was, nor anything of a single answer."""

    def shown(*seconds: float) -> list[str]:
        metrics = Metrics()
        for each in seconds:
            metrics.thought(each)
        return [line for line in metrics.text().splitlines() if "bot_seconds" in line]

    assert shown(*[0.0004] * 32) == shown(*[0.999] * 32)
    assert "korthus_bot_seconds_sum 32.0" in shown(*[0.3] * 32)
    for single in (0.0004, 1.5, 6.0):
        assert shown(*[0.3] * 32, single) == shown(*[0.3] * 32)


@in_loop
async def test_the_end_is_told_and_nothing_is_lost_and_logs_keep_secrets(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, *QUICK, log_level="debug")
    server.start()
    async with Api(server.url) as api:
        player = (await api.post("/api/me", {})).json()["player"]
        code, tokens = await api.open_for_two("mulle", options=SHORT["mulle"], player=player)
        first, second = api.socket(code, tokens[0]), api.socket(code, tokens[1])
        await first.connect()
        await second.connect()
        await play_on([first, second], random.Random(1), actions=9)
        await first.ask("chat", text="a private word")
        await first.send_raw("garbage")
        await first.send({"type": "act", "id": "open", "version": 1, "text": "discard HJ 9"})
        version = first.state["version"]
        code_of_end = await asyncio.to_thread(server.stop)
        for client in (first, second):
            with pytest.raises(Closed) as closed:
                await client.until(lambda _: False)
            assert closed.value.code == 1012
        assert code_of_end in (0, -signal.SIGTERM)
        server.start()
        assert (await api.get(f"/api/tables/{code}")).json()["version"] == version
    server.stop()
    log = server.log.read_text()
    assert len(log.splitlines()) > 3
    for secret in (*tokens, player, "a private word", "HJ 9", "Anna", "garbage"):
        assert secret not in log, secret
    names = {card.value for card in Card} | {card.pretty for card in Card}
    assert not set(re.findall(r"[\w♠♥♦♣]+", log)) & names


def test_a_person_who_is_lost_gets_a_page_and_a_program_a_refusal(url: str) -> None:
    with httpx.Client(base_url=url, timeout=PATIENCE) as client:
        page = client.get("/nowhere", headers={"accept": "text/html"})
        assert page.status_code == 404
        assert page.headers["content-type"].startswith("text/html")
        assert "default-src 'none'" in page.headers["content-security-policy"]
        for path, kinds in (("/nowhere", "application/json"), ("/api/nowhere", "text/html")):
            answer = client.get(path, headers={"accept": kinds})
            assert answer.status_code == 404
            assert answer.json()["code"] == "NOT_FOUND"
