"""What holds for the numbers of any game that brings its own."""

from __future__ import annotations

import numpy as np

from korthus.core.protocol import View
from korthus.envs.encoding import Encoding


def check_numbers(encoding: Encoding, view: View) -> None:
    """Every legal action has one id, which says what it is; every number is whole and in its range."""
    ids = encoding.ids(view)
    assert sorted(map(str, ids.values())) == sorted(map(str, encoding.game.choices(view)))
    assert all(0 <= each < encoding.actions for each in ids)
    assert all(encoding.text(each) == str(action) for each, action in ids.items())
    assert np.flatnonzero(encoding.mask(view)).tolist() == sorted(ids)
    row = encoding.observe(view)
    for field in encoding.fields:
        part = row[encoding.slices[field.name]]
        assert field.low <= part.min() <= part.max() <= field.high, field
    assert np.array_equal(row, np.round(row))
