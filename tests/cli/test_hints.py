"""What advice is worth, in a list of hints."""

from __future__ import annotations

from math import inf

import pytest

from korthus.bots.advice import Advice
from korthus.cli.hints import worth
from korthus.games.kachuful import Bid
from korthus.locale import Translator


@pytest.mark.parametrize(
    ("value", "error", "said"),
    [(1.234, 0.5, "+1.23 ± 0.50"), (-2.0, 0.0, "-2.00 ± 0.00"), (3.0, inf, "+3.00"), (-inf, inf, "–")],
)
def test_what_is_not_known_is_not_shown(value: float, error: float, said: str) -> None:
    advice = Advice(action=Bid(1), value=value, error=error, visits=1)
    assert worth(advice, Translator("en")).plain == said
