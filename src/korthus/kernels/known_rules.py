"""What every kernel does first when a state is packed."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def empty_state(size: int, refusal: str | None) -> npt.NDArray[np.int64]:
    """An array of ``size`` zeros to pack a state into.

    Raises:
        ValueError: there is a ``refusal``: the kernel does not know the rules.
    """
    if refusal is not None:
        raise ValueError(refusal)
    return np.zeros(size, dtype=np.int64)
