"""Observations and actions as Gymnasium describes them."""

from __future__ import annotations

from typing import Any, Final, Literal, get_args

import numpy as np
from gymnasium import spaces

from korthus.core.phrases import either
from korthus.envs.encoding import Encoding, Mask, Row
from korthus.envs.errors import bad_option

#: Where a learner finds the mask: in the observation, which is a dictionary then, or in the info.
MaskIn = Literal["observation", "info"]
_MASK_IN: Final = get_args(MaskIn)


def row_space(encoding: Encoding) -> spaces.Box:
    """The flat row of an encoding, each number within its field's bounds."""
    low = np.concatenate([np.full(field.size, field.low, dtype=np.float32) for field in encoding.fields])
    high = np.concatenate([np.full(field.size, field.high, dtype=np.float32) for field in encoding.fields])
    return spaces.Box(low, high, dtype=np.float32)


def observation_space(encoding: Encoding, mask_in: MaskIn) -> spaces.Space[Any]:
    """What a seat is shown: the row, or a dictionary of it (``observation``) and of the ``action_mask``.

    Raises:
        InvalidOptions: there is no such place for the mask.
    """
    if mask_in not in _MASK_IN:
        raise bad_option("mask_in", mask_in, either(_MASK_IN))
    row = row_space(encoding)
    if mask_in == "info":
        return row
    return spaces.Dict(
        {"observation": row, "action_mask": spaces.Box(0, 1, shape=(encoding.actions,), dtype=np.int8)}
    )


def action_space(encoding: Encoding) -> spaces.Discrete:
    """The ids."""
    return spaces.Discrete(encoding.actions)


def shown(row: Row, mask: Mask, mask_in: MaskIn) -> Any:
    """An observation of ``observation_space``."""
    return row if mask_in == "info" else {"observation": row, "action_mask": mask}
