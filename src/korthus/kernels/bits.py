"""Card sets as bits of one ``int64``: how many, which is the lowest or highest, which is the n-th.

Numba knows no such calls, so these name LLVM's instructions. The n-th bit is one machine instruction (BMI2's
``pdep``) where the machine has a quick one, and counting by bytes otherwise; both give the same bit.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt
from llvmlite import binding, ir
from numba import config, types, uint64
from numba.extending import intrinsic

from korthus.kernels.compiled import compiled

#: AMD's processors before Zen 3 have ``pdep``, but it is slower there than counting.
_SLOW_PDEP: Final = ("znver1", "znver2", "bdver4")


def _has_pdep() -> bool:
    # A target set by hand (NUMBA_CPU_NAME) need not have what this machine has.
    if vars(config)["CPU_NAME"] is not None or vars(config)["CPU_FEATURES"] is not None:
        return False
    return bool(binding.get_host_cpu_features().get("bmi2")) and binding.get_host_cpu_name() not in _SLOW_PDEP


HAS_PDEP: Final = _has_pdep()


def _type_count(_typing: Any, bits: Any) -> Any:
    def build(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), build


def _type_lowest(_typing: Any, bits: Any) -> Any:
    def build(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), build


def _type_highest(_typing: Any, bits: Any) -> Any:
    def build(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        zeros = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))
        return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)

    return types.int64(types.int64), build


def _type_mirrored(_typing: Any, bits: Any) -> Any:
    def build(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.bitreverse(args[0])

    return types.int64(types.int64), build


def _type_pdep(_typing: Any, bits: Any, mask: Any) -> Any:
    def build(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        name = "llvm.x86.bmi.pdep.64"
        function = builder.module.globals.get(name)
        if function is None:
            function = ir.Function(builder.module, ir.FunctionType(word, (word, word)), name)
        return builder.call(function, args)

    return types.int64(types.int64, types.int64), build


def _type_high(_typing: Any, one: Any, other: Any) -> Any:
    def build(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), build


_count: Any = intrinsic(_type_count)
_lowest: Any = intrinsic(_type_lowest)
_highest: Any = intrinsic(_type_highest)
_mirrored: Any = intrinsic(_type_mirrored)
_pdep: Any = intrinsic(_type_pdep)
_high: Any = intrinsic(_type_high)


@compiled
def count(bits: int) -> int:
    """How many bits are set."""
    return _count(bits)


@compiled
def lowest(bits: int) -> int:
    """The index of the lowest bit; ``bits`` is not 0."""
    return _lowest(bits)


@compiled
def highest(bits: int) -> int:
    """The index of the highest bit; ``bits`` is not 0."""
    return _highest(bits)


@compiled
def mirrored(bits: int) -> int:
    """The word with its bits in the other order: bit 63 - i for each bit i."""
    return _mirrored(bits)


@compiled
def high_product(one: np.uint64, other: np.uint64) -> np.uint64:
    """The upper half of the product of two words."""
    return _high(one, other)


#: The index of the bit with ``n`` set bits below it in a byte, at [n * 256 + byte]; 0 where there is none.
_IN_BYTE: Final = np.array(
    [
        next((index for index in range(8) if byte >> index & 1 and (byte % (1 << index)).bit_count() == n), 0)
        for n in range(8)
        for byte in range(256)
    ],
    dtype=np.int64,
)

_ONES: Final = 0x0101010101010101
_PAIRS: Final = 0x5555555555555555
_FOURS: Final = 0x3333333333333333
_EIGHTS: Final = 0x0F0F0F0F0F0F0F0F


@compiled
def _nth_by_bytes(bits: int, number: int | np.int64) -> int:
    word = uint64(bits)
    sums = word - (word >> uint64(1) & uint64(_PAIRS))
    sums = (sums & uint64(_FOURS)) + (sums >> uint64(2) & uint64(_FOURS))
    sums = (sums + (sums >> uint64(4)) & uint64(_EIGHTS)) * uint64(_ONES)
    # Each byte of ``sums`` says how many bits are set up to and with it. The bit lies above those whose sum
    # is not more than ``number``, which a subtraction in all bytes at once marks in their top bits.
    tops = uint64(_ONES) << uint64(7)
    marks = (uint64(number) * uint64(_ONES) | tops) - sums & tops
    index = (marks >> uint64(7)) * uint64(_ONES) >> uint64(56) << uint64(3)
    rest = uint64(number) - (sums << uint64(8) >> index & uint64(0xFF))
    inside = _IN_BYTE[np.int64(rest << uint64(8) | word >> index & uint64(0xFF))]
    return 1 << np.int64(index) + inside


@compiled
def _nth_by_pdep(bits: int, number: int | np.int64) -> int:
    return _pdep(1 << number, bits)


#: ``nth(bits, number)``: the bit, alone in its word, that has ``number`` set bits below it.
nth: Final = _nth_by_pdep if HAS_PDEP else _nth_by_bytes


@compiled
def list_indices(bits: int, out: npt.NDArray[np.int64]) -> int:
    """Write the indices of the bits from the lowest on; how many there are."""
    number = 0
    while bits:
        out[number] = lowest(bits)
        bits &= bits - 1
        number += 1
    return number
