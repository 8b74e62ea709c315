"""The browser redoes every deal by itself: what a table dealt is right, whatever was changed is found."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from korthus.bots.driver import play_bots
from korthus.bots.registry import make_bot
from korthus.core.chance import commitment, seed_bytes
from korthus.core.record import encode_record
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
        other = next(place for place, word in enumerate(words) if word != words[0])
        words[0], words[other] = words[other], words[0]
        entry["text"] = "deal " + separator.join(words)
        report = check(modules, record)
        assert report["ok"] is False
        assert report["commitment"]["ok"] is True
        (wrong,) = [deal for deal in report["deals"] if not deal["ok"]]
        assert wrong["step"] == index + 1
        assert wrong["found"] == entry["text"]
        assert wrong["expected"] != entry["text"]
        assert wrong["place"] in (2, 3)

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
