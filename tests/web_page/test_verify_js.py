"""The browser redoes every deal by itself: what a table dealt is right, whatever was changed is found."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page
from tests.support.forgeries import KINDS, judged, kept_of, naive, played, thorough

from korthus.bots.driver import play_bots
from korthus.bots.registry import make_bot
from korthus.core.chance import commitment, seed_bytes
from korthus.core.record import closing_hash, decode_record, encode_record
from korthus.games.catalogue import catalogue
from korthus.games.catalogue import game as game_of
from korthus.table import Player, Table

VECTORS = Path(__file__).parents[2] / "docs" / "fair-shuffle.md"
CHECK = """async (text) => {
  const { readRecord, verifyRecord } = await import("/static/js/verify/verify.js");
  try {
    return await verifyRecord(readRecord(text));
  } catch (error) {
    return { code: error.code };
  }
}"""
GAMES = [(info.name, preset, info.min_seats) for info in catalogue() for preset in info.presets]
#: Short games that reach what the presets do not: other packs, odd sizes, an empty stock.
SPECIAL = [
    ("mulle", {"first_starter": "random", "decks": 1, "omgangar": 3}, 2),
    ("mulle", {"deck": "As,2s,3s,4s,5s,6s,7s,8s,9s,Ts,Jd,Qd,Kd", "hand_size": 3, "table_cards": 5}, 2),
    ("kachuful", {"decks": 2, "start_cards": 9, "total_rounds": 4}, 10),
    ("kachuful", {"deck": "As,2c,3d,4h,5s,6c", "start_cards": 3}, 2),
    (
        "mus",
        {
            "mus_phase": True,
            "deck": "6,4,1,1,1,1,1,3",
            "ordago": False,
            "first_mano": 1,
            "bets": "2",
            "max_raises": 0,
        },
        2,
    ),
    ("eight", {"burn_cards": "classic", "assignment": "alternating", "hands": 3}, 2),
]


def finished(name: str, preset: str | None = None, seats: int = 2, **options: object) -> dict[str, Any]:
    """The record of a game between random players, with a seed of the second seat."""
    game = game_of(name, preset, **options)
    players = [Player(f"Bot {seat}", "random") for seat in range(seats)]
    table = Table(game, players, server_seed=seed_bytes(f"{name} {preset}"))
    table.add_seed(1, "å♠ my own words")
    table.start()
    play_bots(table, {seat: make_bot("random", game, seat) for seat in range(seats)})
    record: dict[str, Any] = json.loads(encode_record(table.record()))
    return record


def check(page: Page, record: dict[str, Any] | str) -> dict[str, Any]:
    text = record if isinstance(record, str) else json.dumps(record)
    report: dict[str, Any] = page.evaluate(CHECK, text)
    return report


def deals_of(record: dict[str, Any]) -> list[int]:
    return [index for index, entry in enumerate(record["actions"]) if entry["seat"] == "deal"]


@pytest.mark.parametrize(("name", "preset", "seats"), GAMES)
def test_every_deal_of_an_honest_record_is_redone(modules: Page, name: str, preset: str, seats: int) -> None:
    record = finished(name, preset, seats)
    report = check(modules, record)
    assert report["ok"] is True
    assert [deal["expected"] for deal in report["deals"]] == [
        record["actions"][index]["text"] for index in deals_of(record)
    ]


def test_a_game_that_was_given_up_is_checked_as_far_as_it_went(modules: Page) -> None:
    table = Table(game_of("mulle"), [Player("Anna"), Player("Bo")], server_seed=seed_bytes("given up"))
    table.start()
    table.resign(1)
    record = json.loads(encode_record(table.record()))
    report = check(modules, record)
    assert (report["ok"], report["missing"], report["closing"]["ok"]) == (True, False, True)
    assert check(modules, {**record, "resigned": 0})["closing"]["ok"] is False
    assert check(modules, {**record, "resigned": 2}) == {"code": "BAD_FIELD"}


def test_of_a_game_from_another_package_all_but_the_deals_is_checked(modules: Page) -> None:
    record = {**finished("kachuful", start_cards=1), "game": "bisca", "closing": None}
    assert check(modules, record) == {"code": "UNKNOWN_GAME"}
    record["package"] = {"name": "korthus-bisca", "version": "1.0"}
    report = check(modules, record)
    assert (report["ok"], report["whole"], report["dealt"], report["deals"]) == (True, False, False, [])
    record["closing"] = report["closing"]["expected"]
    assert check(modules, record)["ok"] is True
    assert check(modules, {**record, "outcome": {**record["outcome"], "scores": [9, 9]}})["ok"] is False
    assert check(modules, {**record, "outcome": None, "closing": None})["ok"] is False
    other = {**record["shuffle"], "commitment": "0" * 64}
    assert check(modules, {**record, "shuffle": other, "closing": None})["ok"] is False


@pytest.mark.parametrize(("name", "options", "seats"), SPECIAL)
def test_other_packs_and_sizes_are_redone(
    modules: Page, name: str, options: dict[str, object], seats: int
) -> None:
    report = check(modules, finished(name, None, seats, **options))
    assert report["ok"] is True, [deal for deal in report["deals"] if not deal["ok"]][:1]
    assert len(report["deals"]) > 1


def test_an_empty_stock_is_filled_with_the_discards(modules: Page) -> None:
    """Two who change cards whenever they can use the stock up, and then one change takes two deals."""
    game = game_of("mus", "mus", deck="3,2,1,1,1,1,1,3", max_mus=8, ordago=False, target_stones=30)
    table = Table(game, [Player("Anna"), Player("Bo")], server_seed=seed_bytes("stock"))
    table.start()
    rng = random.Random(1)
    while (seat := table.to_act) is not None:
        choices = game.choices(table.view(seat))
        table.submit(seat, choices[0] if str(choices[0]) == "mus" else rng.choice(choices))
    record = json.loads(encode_record(table.record()))
    changes = sum(entry["text"].startswith("discard ") for entry in record["actions"])
    sizes = [len(record["actions"][index]["text"].split()) - 1 for index in deals_of(record)]
    assert sum(size < 8 for size in sizes) > changes > 0
    assert check(modules, record)["ok"] is True


@pytest.mark.parametrize("name", ["mulle", "kachuful", "mus", "eight"])
class TestWhatWasChangedIsFound:
    @pytest.fixture
    def record(self, name: str) -> dict[str, Any]:
        return finished(name, "mus" if name == "mus" else None, 3 if name == "kachuful" else 2)

    def test_one_card(self, modules: Page, record: dict[str, Any]) -> None:
        index = deals_of(record)[-1]
        entry = record["actions"][index]
        separator = ", " if ", " in entry["text"] else " "
        words = entry["text"].removeprefix("deal ").split(separator)
        other = next(index for index, word in enumerate(words) if word != words[0])
        words[0], words[other] = words[other], words[0]
        entry["text"] = "deal " + separator.join(words)
        report = check(modules, record)
        assert report["ok"] is False
        assert report["commitment"]["ok"] is True
        (wrong,) = [deal for deal in report["deals"] if not deal["ok"]]
        assert wrong["step"] == index + 1
        assert wrong["found"] == entry["text"]
        assert wrong["expected"] != entry["text"]
        assert wrong["word"] in (2, 3)

    def test_a_card_left_out(self, modules: Page, record: dict[str, Any]) -> None:
        index = deals_of(record)[-1]
        record["actions"][index]["text"] = re.sub(r",? \S+$", "", record["actions"][index]["text"])
        report = check(modules, record)
        assert [deal["step"] for deal in report["deals"] if not deal["ok"]] == [index + 1]

    def test_a_deal_too_many(self, modules: Page, record: dict[str, Any]) -> None:
        record["actions"].append(dict(record["actions"][0]))
        assert check(modules, record)["ok"] is False

    def test_the_server_seed_with_its_commitment(self, modules: Page, record: dict[str, Any]) -> None:
        other = seed_bytes("another")
        record["shuffle"]["server_seed"] = other.hex()
        assert check(modules, record)["commitment"]["ok"] is False
        record["shuffle"]["commitment"] = commitment(other)
        report = check(modules, record)
        assert report["commitment"]["ok"] is True
        assert not any(deal["ok"] for deal in report["deals"])

    def test_the_seed_of_a_seat(self, modules: Page, record: dict[str, Any]) -> None:
        record["shuffle"]["seat_seeds"][1] = "å♠ my own word"
        report = check(modules, record)
        assert report["commitment"]["ok"] is True
        assert not any(deal["ok"] for deal in report["deals"])

    def test_the_commitment(self, modules: Page, record: dict[str, Any]) -> None:
        record["shuffle"]["commitment"] = commitment(b"x" * 32)
        report = check(modules, record)
        assert report["ok"] is False
        assert report["commitment"]["ok"] is False
        assert all(deal["ok"] for deal in report["deals"])


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda record: "{", "NOT_JSON"),
        (lambda record: "[1]", "NOT_A_RECORD"),
        (lambda record: json.dumps({**record, "version": 2}), "BAD_FIELD"),
        (lambda record: json.dumps({**record, "game": "toString"}), "UNKNOWN_GAME"),
        (lambda record: json.dumps({**record, "actions": [{"seat": 0}]}), "BAD_FIELD"),
        (
            lambda record: json.dumps({**record, "shuffle": {**record["shuffle"], "server_seed": None}}),
            "SEED_SECRET",
        ),
        (
            lambda record: json.dumps({**record, "shuffle": {**record["shuffle"], "server_seed": "00"}}),
            "BAD_FIELD",
        ),
    ],
)
def test_what_is_no_record_is_refused_by_name(modules: Page, change: Any, code: str) -> None:
    record = finished("kachuful", None, 2, start_cards=1)
    assert check(modules, change(record)) == {"code": code}


def test_the_published_vectors(modules: Page) -> None:
    raw = VECTORS.read_text(encoding="utf-8").split("<!-- vectors -->")[1].split("<!-- /vectors -->")[0]
    for vector in json.loads(raw.strip().removeprefix("```json").removesuffix("```")):
        drawn = modules.evaluate(
            """async (vector) => {
              const { commitmentOf, fromHex, openStream } = await import("/static/js/verify/shuffle.js");
              const seed = fromHex(vector.server_seed);
              const draw = await openStream(seed, vector.seat_seeds);
              const drawn = [];
              for (const { number, pool, count } of vector.draws) {
                drawn.push((await draw(number, pool.split(" "), count)).join(" "));
              }
              return { commitment: await commitmentOf(seed), drawn };
            }""",
            vector,
        )
        assert drawn["commitment"] == vector["commitment"]
        assert drawn["drawn"] == [each["drawn"] for each in vector["draws"]]


JUDGE = """async ([text, kept]) => {
  const { readRecord, Unreadable, verifyRecord } = await import("/static/js/verify/verify.js");
  try {
    const { ok, whole } = await verifyRecord(readRecord(text), kept);
    return ok ? (whole ? "good" : "part") : "bad";
  } catch (error) {
    if (error instanceof Unreadable) return "bad";
    throw error;
  }
}"""


@pytest.mark.parametrize("kind", KINDS, ids=str)
class TestThePageAndTheCommandAgree:
    """The command's verdicts on the same forgeries are in ``tests/table/test_forgeries.py``."""

    def test_about_an_honest_record(self, modules: Page, kind: Any) -> None:
        record = played(kind, "honest")
        text = json.dumps(record)
        assert modules.evaluate(JUDGE, [text, {}]) == judged(text) == "part"
        kept = {"commitment": record["shuffle"]["commitment"], "closing": record["closing"]}
        assert modules.evaluate(JUDGE, [text, kept]) == judged(text, kept_of(record)) == "good"

    def test_about_a_record_that_names_a_package(self, modules: Page, kind: Any) -> None:
        record = {**played(kind, "honest"), "package": {"name": "korthus-bridge", "version": "1.0"}}
        assert modules.evaluate(JUDGE, [json.dumps(record), {}]) == judged(json.dumps(record)) == "bad"
        record["closing"] = closing_hash(decode_record(json.dumps(record)))
        assert modules.evaluate(JUDGE, [json.dumps(record), {}]) == judged(json.dumps(record)) == "part"

    def test_about_what_was_simply_changed(self, modules: Page, kind: Any) -> None:
        for name, text in naive(played(kind, "naive"), random.Random(1)).items():
            assert modules.evaluate(JUDGE, [text, {}]) == judged(text) == "bad", name

    def test_about_careful_forgeries_if_the_tables_word_was_kept(self, modules: Page, kind: Any) -> None:
        record = played(kind, "thorough")
        kept = kept_of(record)
        told = {"commitment": kept.commitment, "closing": kept.closing}
        for name, text in thorough(record, random.Random(2)).items():
            assert modules.evaluate(JUDGE, [text, told]) == judged(text, kept) == "bad", name

    def test_about_a_game_made_anew_that_nobody_has_seen(self, modules: Page, kind: Any) -> None:
        text = thorough(played(kind, "thorough"), random.Random(2))["all of it anew"]
        assert modules.evaluate(JUDGE, [text, {}]) == judged(text) == "part"


@pytest.mark.parametrize("name", ["mulle", "eight"])
def test_a_deal_that_is_missing_at_the_end_is_found_without_a_closing_hash(modules: Page, name: str) -> None:
    record = finished(name)
    del record["closing"]
    assert check(modules, record)["ok"] is True
    record["actions"].pop(deals_of(record)[-1])
    report = check(modules, record)
    assert report["ok"] is False
    assert report["missing"] is True


def test_the_seed_that_was_mixed_in_must_be_at_its_seat(modules: Page) -> None:
    text = json.dumps(finished("kachuful", None, 2, start_cards=1))
    for seat, seed, verdict in (
        (1, "å♠ my own words", "part"),
        (0, "å♠ my own words", "bad"),
        (1, "x", "bad"),
    ):
        assert modules.evaluate(JUDGE, [text, {"seat": seat, "seed": seed}]) == verdict


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace('"version": 1', '"version": 1.0'),
        lambda text: text.replace('"version": 1', '"version": 1e0'),
        lambda text: text.replace('"bot": "random"', '"bot": "ran\\ud800dom"', 1),
        lambda text: text.replace('"bot": "random"', '"bot": "random", "bot": "random"', 1),
        lambda text: text.replace('"bot": "random"', '"bot": "ran\\u202edom"', 1),
        lambda text: text.replace('"bot": "random"', '"bot": ""', 1),
        lambda text: text.replace('"options": {', '"options": {"a": [{"b": 1, "b": 1}], ', 1),
    ],
)
def test_the_page_reads_as_strictly_as_the_command(modules: Page, change: Any) -> None:
    text = json.dumps(finished("kachuful", None, 2, start_cards=1))
    assert change(text) != text
    assert modules.evaluate(JUDGE, [change(text), {}]) == judged(change(text)) == "bad"


def test_a_name_may_look_like_a_field(modules: Page) -> None:
    game = game_of("kachuful", None, start_cards=1)
    players = [Player('"bot": {', "random"), Player('\\", "name":', "random")]
    table = Table(game, players, server_seed=seed_bytes(1))
    table.start()
    play_bots(table, {seat: make_bot("random", game, seat) for seat in range(2)})
    text = encode_record(table.record()).decode()
    assert modules.evaluate(JUDGE, [text, {}]) == judged(text) == "part"


def test_the_browser_keeps_the_tables_word(modules: Page) -> None:
    kept = modules.evaluate(
        """async () => {
          const { keepClosing, keepCommitment, keepSeed, promiseOf, promiseUnder } =
            await import("/static/js/promises.js");
          localStorage.clear();
          const first = keepCommitment("AAAA2222", "c1", true);
          const again = keepCommitment("AAAA2222", "c1", false);
          const other = keepCommitment("AAAA2222", "c2", false);
          keepCommitment("BBBB3333", "c3", false);
          keepSeed("AAAA2222", 1, "words");
          keepClosing("AAAA2222", "h1", false);
          keepClosing("AAAA2222", "h2", false);
          keepClosing("BBBB3333", "h3", true);
          keepClosing("BBBB3333", "h4", true);
          const { since, ...promise } = promiseOf("AAAA2222");
          return { first, again, other, promise, practice: promiseUnder("c3").closing,
            unknown: [promiseOf("CCCC4444"), promiseUnder("c2")] };
        }"""
    )
    assert kept == {
        "first": True,
        "again": True,
        "other": False,
        "promise": {"commitment": "c1", "before": True, "seat": 1, "seed": "words", "closing": "h1"},
        "practice": "h4",
        "unknown": [None, None],
    }
