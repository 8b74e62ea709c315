"""A Mulle table whose rules take long to work out: everybody only lays cards down, so that many lie there."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

import korthus
from korthus.core.errors import KorthusError
from korthus.table import Player, Table

#: What the form offers, at its worst.
COSTLY: dict[str, Any] = {
    "table_cards": 20,
    "hand_size": 20,
    "decks": 4,
    "identical_rule": "off",
    "capture_choice": "maximal",
}


def costly_record(moves: int, options: dict[str, Any] = COSTLY) -> dict[str, Any]:
    """The record of such a game, cut off after that many actions."""
    seed = hashlib.sha256(b"3").digest()
    table = Table(korthus.game("mulle", None, **options), [Player("a"), Player("b")], server_seed=seed)
    table.start()
    while table.moves < moves:
        assert table.to_act is not None
        if not _lay_down(table, table.to_act):
            break
    record: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(table.record()))
    record["shuffle"]["server_seed"] = seed.hex()
    return record


def _lay_down(table: Table, seat: int) -> bool:
    view: Any = table.view(seat)
    for card in view.hand:
        try:
            table.submit(seat, f"discard {card}")
            return True
        except KorthusError:
            continue
    return False
