"""Card sets as bits of one ``int64``: how many, which is the lowest, which is the n-th.

Numba knows no such calls, so these name LLVM's instructions. The n-th bit is one machine instruction (BMI2's
``pdep``) where the machine has a quick one, and halving otherwise; both give the same bit.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from llvmlite import binding, ir
from numba import config, types, uint64
from numba.extending import intrinsic

from korthus.kernels.compiled import compiled

#: AMD's processors before Zen 3 have ``pdep``, but it is slower there than halving.
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
_pdep: Any = intrinsic(_type_pdep)
_high: Any = intrinsic(_type_high)


@compiled
def count(bits: int) -> int:
    """How many bits are set."""
    return _count(bits)


@compiled
def lowest(bits: int) -> int:
    """The place of the lowest bit; ``bits`` is not 0."""
    return _lowest(bits)


@compiled
def high_product(one: np.uint64, other: np.uint64) -> np.uint64:
    """The upper half of the product of two words."""
    return _high(one, other)


@compiled
def _nth_by_halving(bits: int, number: int | np.int64) -> int:
    rest = uint64(bits)
    place = uint64(0)
    left = uint64(number)
    for width in (uint64(32), uint64(16), uint64(8), uint64(4), uint64(2), uint64(1)):
        below = uint64(_count(np.int64(rest & ((uint64(1) << width) - uint64(1)))))
        # No branch: whether the bit lies in the upper half cannot be foretold.
        up = uint64(left >= below)
        left -= below * up
        rest >>= width * up
        place += width * up
    return int(np.int64(uint64(1) << place))


@compiled
def _nth_by_pdep(bits: int, number: int | np.int64) -> int:
    return _pdep(1 << number, bits)


#: ``nth(bits, number)``: the bit, alone in its word, that has ``number`` set bits below it.
nth: Final = _nth_by_pdep if HAS_PDEP else _nth_by_halving
