"""Records changed as somebody would who wants another game to have been played.

``naive`` changes a record and leaves the rest; ``thorough`` writes a closing hash that fits the change, or
makes the whole game anew under another seed: only who kept something from the table can tell.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import msgspec

import korthus
from korthus.bots.driver import play_bots
from korthus.bots.registry import make_bot
from korthus.core.chance import seed_bytes
from korthus.core.errors import KorthusError
from korthus.core.record import Record, closing_hash, decode_record, encode_record
from korthus.table import Kept, Player, Table, verify

Document = dict[str, Any]

#: A game of each kind, short; (name, preset, options, seats).
KINDS: list[tuple[str, str | None, dict[str, Any], int]] = [
    ("mulle", "complete", {"omgangar": 1}, 2),
    ("kachuful", "standard", {"total_rounds": 3}, 3),
    ("mus", "standard", {"ordago": False}, 2),
    ("mus", "mus", {"ordago": False, "target_stones": 30}, 2),
    ("mus", "single_hand", {}, 2),
    ("eight", "standard", {"hands": 2}, 2),
    ("eight", "alternating", {"hands": 1}, 2),
]


def played(kind: tuple[str, str | None, dict[str, Any], int], seed: str, seat_seed: str = "å♠") -> Document:
    """The record of a finished game between random players; the last seat added a seed."""
    name, preset, options, seats = kind
    game = korthus.game(name, preset, **options)
    players = [Player("Åsa"), *(Player(f"Bot {seat}", "random") for seat in range(1, seats))]
    table = Table(game, players, server_seed=seed_bytes(seed), preset=preset)
    if seat_seed:
        table.add_seed(seats - 1, seat_seed)
    table.start()
    play_bots(table, {seat: make_bot("random", game, seat) for seat in range(seats)})
    document: Document = json.loads(encode_record(table.record()))
    return document


def kept_of(record: Document) -> Kept:
    """What everybody at the table of an honest record has kept."""
    return Kept(commitment=record["shuffle"]["commitment"], closing=record["closing"])


def _swap_words(record: Document, place: int) -> None:
    words = record["actions"][place]["text"].split()
    other = next((at for at in range(len(words) - 1, 1, -1) if words[at] != words[1]), None)
    if other is not None:
        words[1], words[other] = words[other], words[1]
    record["actions"][place]["text"] = " ".join(words)


def _changes(record: Document, rng: random.Random) -> dict[str, Callable[[Document], object]]:
    actions, seats = record["actions"], len(record["seats"])
    deals = [place for place, entry in enumerate(actions) if entry["seat"] == "deal"]
    plays = [place for place, entry in enumerate(actions) if entry["seat"] != "deal"]
    other = rng.randbytes(32)

    def exchange(forged: Document) -> None:
        here = plays[0]
        forged["actions"][here : here + 2] = forged["actions"][here : here + 2][::-1]

    def other_seat(forged: Document) -> None:
        entry = forged["actions"][plays[-1]]
        entry["seat"] = (entry["seat"] + 1) % seats

    return {
        "two cards of the first deal": lambda f: _swap_words(f, deals[0]),
        "two cards of the last deal": lambda f: _swap_words(f, deals[-1]),
        "server seed": lambda f: f["shuffle"].update(server_seed=other.hex()),
        "commitment": lambda f: f["shuffle"].update(commitment=other.hex()),
        "seed with its commitment": lambda f: f["shuffle"].update(
            server_seed=other.hex(), commitment=hashlib.sha256(other).hexdigest()
        ),
        "a seat's seed": lambda f: f["shuffle"].update(seat_seeds=[*[""] * (seats - 1), "forged"]),
        "no seat seeds": lambda f: f["shuffle"].update(seat_seeds=[]),
        "a score": lambda f: f["outcome"]["scores"].__setitem__(0, f["outcome"]["scores"][0] + 1),
        "the winners": lambda f: f["outcome"].update(winners=[*range(seats)][len(f["outcome"]["winners"]) :]),
        "an action dropped": lambda f: f["actions"].pop(plays[len(plays) // 2]),
        "the last action dropped": lambda f: f["actions"].pop(plays[-1]),
        "an action doubled": lambda f: f["actions"].insert(plays[0], dict(f["actions"][plays[0]])),
        "another seat's action": other_seat,
        "two actions exchanged": exchange,
        "the end cut off": lambda f: f.update(actions=f["actions"][:-2]),
        "the end cut off with the outcome": lambda f: f.update(actions=f["actions"][:-2], outcome=None),
        "a deal dropped": lambda f: f["actions"].pop(deals[-1]),
        "a deal doubled": lambda f: f["actions"].insert(deals[0], dict(f["actions"][deals[0]])),
        "another scheme": lambda f: f["shuffle"].update(scheme="korthus/2"),
        "other rules": lambda f: f.update(rules_version=f["rules_version"] + 1),
        "an unknown option": lambda f: f["options"].update(cheat=True),
        "another preset": lambda f: f.update(preset="nightly"),
        "no preset": lambda f: f.update(preset=None),
        "another game": lambda f: f.update(game="eight" if f["game"] != "eight" else "mus"),
        "a seed in capitals": lambda f: f["shuffle"].update(server_seed=f["shuffle"]["server_seed"].upper()),
        "an unknown field": lambda f: f.update(note="x"),
        "an unknown field inside": lambda f: f["seats"][0].update(note="x"),
        "a seat as text": lambda f: f["actions"][plays[0]].update(seat=str(actions[plays[0]]["seat"])),
        "a space in an action": lambda f: f["actions"][plays[0]].update(text=actions[plays[0]]["text"] + " "),
        "names exchanged": lambda f: f["seats"].reverse(),
        "a name": lambda f: f["seats"][0].update(name="Somebody"),
        "a person made a bot": lambda f: f["seats"][0].update(bot="strong"),
        "a bot made a person": lambda f: f["seats"][1].update(bot=None),
        "a list for a number": lambda f: f["outcome"].update(
            scores=[[each] for each in f["outcome"]["scores"]]
        ),
    }


def naive(record: Document, rng: random.Random) -> dict[str, str]:
    """The changed documents by the name of the change, and two that were changed as text."""
    found = {}
    for name, change in _changes(record, rng).items():
        forged = deepcopy(record)
        change(forged)
        if forged != record:
            found[name] = json.dumps(forged, ensure_ascii=False)
    text = json.dumps(record, ensure_ascii=False)
    found["cut in the middle"] = text[: len(text) // 2]
    found["a field twice"] = f'{text[:-1]}, "game": {json.dumps(record["game"])}}}'
    return found


def thorough(record: Document, rng: random.Random) -> dict[str, str]:
    """Forgeries with a closing hash that fits them, where they are records at all."""
    found = {}
    for name, text in naive(record, rng).items():
        try:
            forged = decode_record(text)
        except KorthusError:
            continue
        found[name] = _closed(forged)
    name, options = record["game"], record["options"]
    kind = (name, record["preset"], options, len(record["seats"]))
    seat_seed = record["shuffle"]["seat_seeds"][-1] if record["shuffle"]["seat_seeds"] else ""
    found["all of it anew"] = json.dumps(played(kind, f"anew {rng.random()}", seat_seed), ensure_ascii=False)
    found["the closing hash left out"] = json.dumps(
        {field: value for field, value in record.items() if field != "closing"}
        | {"seats": [{**seat, "name": "Somebody"} for seat in record["seats"]]}
    )
    return found


def _closed(record: Record) -> str:
    return encode_record(msgspec.structs.replace(record, closing=closing_hash(record))).decode()


def judged(text: str, kept: Kept | None = None) -> str:
    """``good``, ``part`` or ``bad``, as ``korthus verify`` says."""
    try:
        report = verify(decode_record(text), kept=kept)
    except KorthusError:
        return "bad"
    if not report.ok:
        return "bad"
    return "part" if report.unchecked else "good"
