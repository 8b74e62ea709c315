"""Mulle as numbers from packed states is Mulle as numbers from views, step by step."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.envs.mulle_tables import BEYOND, WORST, scorings, some_games, states, table_of, tables

from korthus.core.cards import Card
from korthus.core.protocol import CHANCE
from korthus.envs.mulle import compiled
from korthus.envs.mulle.encoding import MulleEncoding
from korthus.envs.mulle.id_tables import BUILD_CODES, BUILD_INDEX
from korthus.envs.vector_masks import words_for
from korthus.games.mulle.actions import Build
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.options import MulleRules
from korthus.games.mulle.state import MulleState
from korthus.kernels.mulle import kernel
from korthus.kernels.mulle.layout import ALIKE, CAPTURE, CARD_AT

MOVES = 3_000
CROWDED_MOVES = 400

#: With room for the bits of 4,096 ids, which are more than there are.
WORK = np.zeros(kernel.MAX_LEGAL + words_for(4_096), dtype=np.int64)
Words = npt.NDArray[np.int64]


def packed_of(game: Mulle, state: MulleState) -> Words:
    packed = kernel.pack(game, state)
    s = np.zeros(compiled.words(packed), dtype=np.int64)
    s[: packed.size] = packed
    return s


def row_of(encoding: MulleEncoding, s: Words, seat: int, kind: Any = np.float32) -> npt.NDArray[Any]:
    """What the compiled form writes over a row full of something else, and not a number beyond it."""
    room = np.full(encoding.size + 64, 77, dtype=kind)
    compiled.observe(s, seat, room[: encoding.size])
    assert (room[encoding.size :] == 77).all()
    return room[: encoding.size]


def mask_of(encoding: MulleEncoding, s: Words) -> npt.NDArray[np.int8]:
    room = np.full(encoding.actions + 64, 77, dtype=np.int8)
    compiled.mask(s, WORK, room[: encoding.actions])
    assert (room[encoding.actions :] == 77).all()
    return room[: encoding.actions]


def check(game: Mulle, encoding: MulleEncoding, state: MulleState, most: int = 1_000) -> int:
    """Hold both forms against each other; how many of up to ``most`` ids stand for several captures."""
    s = packed_of(game, state)
    where = game.format_state(state)
    for seat in (0, 1):
        row = encoding.observe(game.view(state, seat))
        told = row_of(encoding, s, seat)
        if not np.array_equal(row, told):
            parts = encoding.named(told)
            wrong = [
                name for name, part in encoding.named(row).items() if not np.array_equal(part, parts[name])
            ]
            raise AssertionError(f"{wrong} of {where}")
        assert np.array_equal(row_of(encoding, s, seat, np.int8), row), where
    actor = game.to_act(state)
    if actor is None or actor == CHANCE:
        return 0
    ids = encoding.ids(game.view(state, actor))
    assert np.flatnonzero(mask_of(encoding, s)).tolist() == sorted(ids), where
    alike = 0
    for number, action in list(ids.items())[:most]:
        code = compiled.code_of(s, number, WORK)
        assert kernel.decode(game, s, code) == action, where
        alike += code & 3 == CAPTURE and code & ALIKE == ALIKE
    return alike


def check_play(game: Mulle, encoding: MulleEncoding, state: MulleState, rng: random.Random) -> None:
    """An id leads where its action leads."""
    number, action = rng.choice([*encoding.ids(game.view(state, state.turn)).items()])
    s = packed_of(game, state)
    kernel.apply(s, compiled.code_of(s, number, WORK))
    after: Any = game.apply(state, action).state  # type: ignore[arg-type]
    assert kernel.unpack(game, s) == kernel.normal(after)


def test_the_compiled_form_is_the_readable_one_in_random_games() -> None:
    rng = random.Random("compiled")
    moves = 0
    for game in some_games("compiled"):
        if kernel.supports(game.rules) is not None:
            continue
        encoding = MulleEncoding(game)
        for state in states(game, rng):
            check(game, encoding, state)
            if game.to_act(state) in (0, 1) and rng.random() < 0.1:
                check_play(game, encoding, state, rng)
            moves += 1
        if moves >= MOVES:
            break


def test_the_compiled_form_is_the_readable_one_on_crowded_tables() -> None:
    """Also where the kernel lists no actions, and where there are more piles than a code has bits."""
    rng = random.Random("compiled crowded")
    options: tuple[dict[str, object], ...] = (
        {"special_capture": "any_sum"},
        {},
        {"builds_in_sums": "all", "identical_rule": "off"},
    )
    moves = alike = refused = most = 0
    room = np.zeros(kernel.MAX_LEGAL, dtype=np.int64)
    while moves < CROWDED_MOVES:
        for each in options:
            game = Mulle(MulleRules.make(omgangar=1, **each))
            encoding = MulleEncoding(game)
            for state in states(game, rng, throwing=0.97):
                alike += check(game, encoding, state, most=60)
                if game.to_act(state) in (0, 1):
                    refused += kernel.legal(kernel.pack(game, state), room) < 0
                    check_play(game, encoding, state, rng)
                most = max(most, len(state.table))
                moves += 1
    assert alike > 0, "no id stood for several captures"
    assert refused > 0, "no position had more captures than are listed"
    assert most > 62, "no table was large"


@settings(max_examples=200, deadline=None)
@given(
    tables(plain=False), st.booleans(), st.booleans(), st.sampled_from(("open", "none", "all")), scorings()
)
def test_the_compiled_form_is_the_readable_one_on_tables_of_all_kinds(
    state: MulleState, any_sum: bool, down: bool, in_sums: str, scoring: dict[str, object]
) -> None:
    capture = "any_sum" if any_sum else "builds_only"
    rules = MulleRules.make(special_capture=capture, down_from_single=down, builds_in_sums=in_sums, **scoring)
    game = Mulle(rules)
    check(game, MulleEncoding(game), state)


@pytest.mark.parametrize("scoring", [{}, {"mulle_identity": "rank"}, {"identical_rule": "off"}], ids=str)
@pytest.mark.parametrize(("card", "singles", "builds"), [*WORST, BEYOND], ids=str)
def test_the_compiled_form_has_the_most_sets_of_values(
    card: Card, singles: dict[int, int], builds: tuple[int, ...], scoring: dict[str, object]
) -> None:
    """On the last of these tables more sets of values than places: the best of those left has the last."""
    game = Mulle(MulleRules.make(**scoring))
    assert check(game, MulleEncoding(game), table_of(game, (card,), singles, builds)) > 0


def test_every_build_has_the_code_of_the_kernel() -> None:
    game = Mulle(MulleRules.make(down_from_single=True))
    encoding = MulleEncoding(game)
    first = encoding.actions - len(BUILD_CODES)
    s = packed_of(game, game.new())
    for index, code in enumerate(BUILD_CODES.tolist()):
        action = kernel.decode(game, s, code)
        assert isinstance(action, Build)
        assert encoding.text(first + index) == str(action)
        assert BUILD_INDEX[code >> CARD_AT] == index
