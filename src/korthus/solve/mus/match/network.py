"""The policy of a hand of Mus at any score and after any words, in one small network.

It was taught by solved hands: many scores, both seats, and strangers who say other amounts (``layers``); then
it was improved against opponents who know it (``adversary``). What is known (``features``) goes through a
trunk; the cards of a hand have a row of numbers for each lance, which is added to what comes out; three more
layers give a weight to each of four words. Matrices are kept in eight or eleven bits with a scale for each
row.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from korthus.solve.mus.match.features import Row

Reals = npt.NDArray[np.float32]

#: The layers of the trunk, from what is known to what meets the cards.
_TRUNK: Final = ("trunk.0", "trunk.2", "trunk.4")
_HANDS: Final = "hands.weight"
#: The layers after the cards were met, but for the last.
_MIDDLE: Final = ("mid", "deep")
#: The greatest number that is kept: eleven bits with the sign, and eight for the cards, four fifths of all
#: numbers. That moves the chance of a word by 0.0017 on average and saves 0.4 MB.
_MOST: Final = 1023
_MOST_OF_CARDS: Final = 127


class Network:
    """Weights by the names that the training gives them."""

    def __init__(self, weights: Mapping[str, Reals]) -> None:
        self._trunk = [(weights[f"{name}.weight"], weights[f"{name}.bias"]) for name in _TRUNK]
        self._cards = weights[_HANDS].reshape(5, -1, weights[_HANDS].shape[1])
        self._middle = [(weights[f"{name}.weight"], weights[f"{name}.bias"]) for name in _MIDDLE]
        self._last = (weights["last.weight"], weights["last.bias"])

    def public(self, known: Reals) -> Reals:
        """What meets the cards, from rows of knowledge ``[rows, SIZE]``."""
        x = known
        for index, (weight, bias) in enumerate(self._trunk):
            x = x @ weight.T + bias
            if index + 1 < len(self._trunk):
                x = np.maximum(x, 0)
        return x

    def weights(self, public: Reals, lance: int, hands: npt.NDArray[np.int64]) -> Reals:
        """How likely each hand says each word, ``[rows, hands, words]``, before it is asked what may be said.

        They are logarithms, up to a constant.
        """
        return self._said(public[:, None, :] + self._cards[lance, hands][None, :, :])

    def met(self, public: Reals, lances: npt.NDArray[np.int64], hands: npt.NDArray[np.int64]) -> Reals:
        """The same where each row has a lance and a hand of its own, ``[rows, words]``."""
        return self._said(public + self._cards[lances, hands])

    def _said(self, x: Reals) -> Reals:
        x = np.maximum(x, 0)
        for weight, bias in self._middle:
            x = np.maximum(x @ weight.T + bias, 0)
        found: Reals = x @ self._last[0].T + self._last[1]
        return found

    def mix(self, known: Row, lance: int, hand: int, columns: tuple[int, ...]) -> Reals:
        """How likely a hand says each of the words that may be said, given by their columns."""
        found = self.weights(self.public(known[None, :]), lance, np.array([hand]))[0, 0]
        return softmax(found[list(columns)])


def softmax(weights: Reals) -> Reals:
    """Logarithms of likelihoods as probabilities, along the last axis."""
    likely = np.exp(weights - weights.max(axis=-1, keepdims=True))
    found: Reals = likely / likely.sum(axis=-1, keepdims=True)
    return found


def pack(weights: Mapping[str, npt.NDArray[Any]]) -> bytes:
    """The content of a file with the weights of a network: matrices in few bits, the rest as it is."""
    kept: dict[str, npt.NDArray[Any]] = {}
    for name, values in weights.items():
        if values.ndim < 2:
            kept[name] = values.astype(np.float32)
            continue
        full = values.astype(np.float32)
        most, kind = (_MOST_OF_CARDS, np.int8) if name == _HANDS else (_MOST, np.int16)
        scale = np.maximum(np.abs(full).max(axis=1, keepdims=True), 1e-12) / most
        kept[name] = np.rint(full / scale).astype(kind)
        kept[f"{name}:scale"] = scale.astype(np.float32)
    out = io.BytesIO()
    np.savez_compressed(out, **kept)  # type: ignore[arg-type]  # names are no options of it
    return out.getvalue()


def unpack(content: bytes) -> dict[str, Reals]:
    """The weights of a network from the content of its file."""
    with np.load(io.BytesIO(content), allow_pickle=False) as archive:
        return {
            name: archive[name].astype(np.float32) * archive.get(f"{name}:scale", np.float32(1))
            for name in archive.files
            if not name.endswith(":scale")
        }


def shipped() -> bytes:
    """The file of the network that comes with korthus."""
    return (resources.files("korthus.solve.mus") / "data" / "mus_match.npz").read_bytes()


@cache
def load_network() -> Network:
    """The network that comes with korthus, read once."""
    return Network(unpack(shipped()))
