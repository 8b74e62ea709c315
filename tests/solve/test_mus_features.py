"""What the policy network of Mus reads about the words of a lance."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest

from korthus.games.mus.betting import Ending, Turn, speak
from korthus.games.mus.legal import words as words_of
from korthus.games.mus.options import MusRules
from korthus.solve.mus.match.features import LANCE, Row, lance_row, stakes_row
from korthus.solve.mus.match.stakes import Stakes


def reckoned(words: Sequence[str], me: int) -> Row:
    """The numbers as they were when the network was taught, reckoned by hand: it reads nothing else."""
    row = np.zeros(LANCE, dtype=np.float32)
    stake, before, last = 0, 0, -1
    for turn, word in enumerate(words):
        side = 0 if turn % 2 == me else 1
        if word == "pass":
            row[side] = 1
        elif word == "ordago":
            row[2 + side] = 1
            before, last = stake, side
        elif word.startswith("envido"):
            amount = int(word.split()[1])
            at = (4 if stake == 0 else 8) + 2 * side
            row[at : at + 2] += (1 + np.log2(amount) / 4, amount / 20)
            before, stake, last = stake, stake + amount, side
        elif word == "quiero":
            row[12] = 1
        else:
            row[13 + side] = 1
    deje = max(before, 1) if last >= 0 else 0
    row[15:19] = (stake / 20, np.log2(1 + stake) / 4, deje / 10, np.log2(1 + deje) / 4)
    return row


def line(rules: MusRules, rng: random.Random) -> tuple[str, ...]:
    """Some words of a lance that may follow each other; small bets are likelier, so that more are raised."""
    said: list[str] = []
    now: Turn | Ending = Turn(0)
    while isinstance(now, Turn) and rng.random() < 0.9:
        legal = words_of(rules, now.bet)
        word = rng.choice(legal[:4] if rng.random() < 0.7 else legal)
        said.append(str(word))
        now = speak(rules, 0, now, word)
    return tuple(said)


@pytest.mark.parametrize(
    "rules", [MusRules(), MusRules(target_stones=None), MusRules(max_raises=1, min_raise=1)]
)
def test_the_words_of_a_lance_are_the_numbers_that_the_network_was_taught_with(rules: MusRules) -> None:
    rng = random.Random(7)
    lines = {line(rules, rng) for _ in range(3_000)}
    assert len(lines) > 300
    for words in lines:
        for me in (0, 1):
            assert lance_row(words, me).tobytes() == reckoned(words, me).tobytes(), words


def test_a_single_hand_is_told_in_what_its_ordago_is_worth() -> None:
    row = stakes_row(Stakes(), 0)
    assert row[0] == 0.5
    assert row[1] == np.float32(0.5 / 40)
