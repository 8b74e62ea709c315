"""Whether a bot had a choice does not show in how long it takes."""

from __future__ import annotations

import random

import pytest

from korthus.web.live.rhythm import Rhythm


@pytest.mark.parametrize("free", [0.3, 1.5, 3.0])
def test_an_answer_at_once_takes_as_long_as_a_thought(free: float) -> None:
    rng, rhythm = random.Random(1), Rhythm()
    shown: dict[bool, list[int]] = {True: [], False: []}
    for turn in range(500):
        forced = rng.random() < 0.3
        pauses = rhythm.pauses(0.001 if forced else free * rng.uniform(0.97, 1.0), 0.7)
        if turn >= 8:
            shown[forced].append(pauses)
    pairs = [(quick, slow) for quick in shown[True] for slow in shown[False]]
    told_apart = sum((slow > quick) + 0.5 * (slow == quick) for quick, slow in pairs) / len(pairs)
    assert 0.48 < told_apart < 0.52, "0.5: not at all; 1.0: always"


def test_one_slow_thought_does_not_slow_the_others() -> None:
    rhythm = Rhythm()
    assert [rhythm.pauses(seconds, 0.7) for seconds in [0.1] * 9 + [6.0] + [0.1] * 3] == [1] * 9 + [9] + [
        1
    ] * 3


def test_a_slow_spell_is_forgotten() -> None:
    rhythm = Rhythm()
    for _ in range(5):
        rhythm.pauses(3.0, 0.7)
    assert [rhythm.pauses(0.1, 0.7) for _ in range(8)][-1] == 1
