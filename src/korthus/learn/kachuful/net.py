"""The networks of the learnt seat while they learn: what they think of choices, and how that should change.

``bots/kachuful/learnt`` has the same networks for playing. Here a whole game is kept: what was known at each
choice, and what was hidden in the network then, so that it can be changed once the game is over. Whatever
numbers a network has, those that go with it have the same type; the learner's are of single precision.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from korthus.kernels.compiled import allocating

Values = npt.NDArray[Any]


class Net(NamedTuple):
    """The numbers of a network, or how they should change."""

    of_moment: Values
    of_choice: Values
    bias: Values
    out: Values
    direct: Values


#: What is paid for being unsure: utility per nat of the entropy of a choice. The usual weight is 0.01 where
#: what is won spreads by 1; utilities spread by 0.16 (``_WIDTH`` of ``bots/kachuful/policy.py``).
SURPRISE: Final = 0.0015
#: Sums that run side by side; the number of hidden units is a multiple of it.
_LANES: Final = 16
#: Rows of the hidden layers beyond those of the choices, to reckon in.
SPARE: Final = 2


def beginner(moment: int, choice: int, hidden: int, rng: np.random.Generator) -> Net:
    """A network that mostly does what the sensible seat does."""
    parts = (
        rng.standard_normal((moment, hidden)) * 0.3 / moment**0.5,
        rng.standard_normal((choice, hidden)) * 0.8 / choice**0.5,
        np.zeros(hidden),
        rng.standard_normal(hidden) * 0.1 / hidden**0.5,
    )
    of_moment, of_choice, bias, out = (part.astype(np.float32) for part in parts)
    return Net(of_moment, of_choice, bias, out, sensible(moment, choice, hidden).direct)


def sensible(moment: int, choice: int, hidden: int) -> Net:
    """A network that finds what the sensible seat does likelier than all else, and that alike."""
    direct = np.zeros(choice, dtype=np.float32)
    direct[1] = 2.0
    shapes = ((moment, hidden), (choice, hidden), (hidden,), (hidden,))
    of_moment, of_choice, bias, out = (np.zeros(shape, dtype=np.float32) for shape in shapes)
    return Net(of_moment, of_choice, bias, out, direct)


@allocating
def chances_of(net: Net, moment: Values, choices: Values, number: int, hidden: Values, out: Values) -> None:
    """The chance of each choice, and the hidden layer for it, which has ``SPARE`` rows more to reckon in."""
    units = len(net.bias)
    nil = hidden.dtype.type(0)
    before = hidden[number]
    parts = hidden[number + 1]
    before[:units] = net.bias
    for known in range(0, len(moment), 3):
        one, two, three = moment[known], moment[known + 1], moment[known + 2]
        for unit in range(units):
            before[unit] += (one * net.of_moment[known, unit] + two * net.of_moment[known + 1, unit]) + (
                three * net.of_moment[known + 2, unit]
            )
    top = -np.inf
    for index in range(number):
        row = hidden[index]
        score = 0.0
        row[:units] = before[:units]
        for known in range(0, len(net.direct), 4):
            one, two = choices[index, known], choices[index, known + 1]
            three, four = choices[index, known + 2], choices[index, known + 3]
            score += one * net.direct[known] + two * net.direct[known + 1]
            score += three * net.direct[known + 2] + four * net.direct[known + 3]
            for unit in range(units):
                row[unit] += (one * net.of_choice[known, unit] + two * net.of_choice[known + 1, unit]) + (
                    three * net.of_choice[known + 2, unit] + four * net.of_choice[known + 3, unit]
                )
        for unit in range(units):
            row[unit] = max(row[unit], nil)
            parts[unit] = row[unit] * net.out[unit]
        for first in range(_LANES, units, _LANES):
            for unit in range(_LANES):
                parts[unit] += parts[first + unit]
        for unit in range(_LANES):
            score += parts[unit]
        out[index] = score
        top = max(top, score)
    total = 0.0
    for index in range(number):
        out[index] = np.exp(out[index] - top)
        total += out[index]
    for index in range(number):
        out[index] /= total


@allocating
def add(
    change: Net,
    net: Net,
    moment: Values,
    choices: Values,
    number: int,
    hidden: Values,
    chances: Values,
    chosen: int,
    gain: float,
) -> None:
    """Add what makes a choice more likely in proportion to the gain, and chances less sure.

    The spare rows of the hidden layers are written over.
    """
    units = len(net.bias)
    nil = hidden.dtype.type(0)
    total = hidden[number]
    through = hidden[number + 1]
    unsure = 0.0
    for index in range(number):
        unsure -= chances[index] * np.log(chances[index] + 1e-12)
    for unit in range(units):
        total[unit] = 0
    for index in range(number):
        chance = chances[index]
        row = hidden[index]
        worth = gain * ((1.0 if index == chosen else 0.0) - chance)
        worth -= SURPRISE * chance * (np.log(chance + 1e-12) + unsure)
        push = hidden.dtype.type(worth)
        for unit in range(units):
            change.out[unit] += push * row[unit]
            slope = push * net.out[unit]
            through[unit] = slope if row[unit] > 0 else nil
            total[unit] += through[unit]
        for known in range(len(net.direct)):
            told = choices[index, known]
            if told != 0:
                change.direct[known] += push * told
                for unit in range(units):
                    change.of_choice[known, unit] += told * through[unit]
    for unit in range(units):
        change.bias[unit] += total[unit]
    for known in range(len(moment)):
        told = moment[known]
        if told != 0:
            for unit in range(units):
                change.of_moment[known, unit] += told * total[unit]
