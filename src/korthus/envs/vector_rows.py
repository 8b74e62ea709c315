"""Bits written as numbers into a row: many at once, by the widest stores of the machine.

A row is a one-dimensional array of any number type; bit ``i`` of a word becomes the number 0 or 1 at place
``at + i``. LLVM makes masked vector moves of it where the processor has them, and shuffles elsewhere.

The fields of a row are written from left to right: a wide store may run over the end of its field into those
that come later. Near the end of a row stores are exact.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import Any, Final

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from korthus.envs.encoding import Field

_I64: Final = ir.IntType(64)
_BYTES: Final = ir.IntType(8).as_pointer()
_PREFETCH: Final = "llvm.prefetch.p0"


def starts_of(fields: Iterable[Field]) -> tuple[int, ...]:
    """Where each field of a row begins, and where the last one ends."""
    return (0, *accumulate(field.size for field in fields))


def _address(context: Any, builder: Any, kind: Any, value: Any, at: Any, lanes: Any) -> Any:
    """Where ``lanes`` numbers lie from a place of an array on."""
    array = context.make_array(kind)(context, builder, value=value)
    return builder.bitcast(builder.gep(array.data, [at]), lanes.as_pointer())


def _type_spread(_typing: Any, row: Any, at: Any, bits: Any, width: Any) -> Any:
    if not isinstance(width, types.IntegerLiteral) or not isinstance(row, types.Array):
        return None
    total = width.literal_value

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        value, index, word, _ = args
        count = 1 << (total.bit_length() - 1)
        kind = context.get_data_type(row.dtype)
        flags = ir.VectorType(ir.IntType(1), count)
        lanes = ir.VectorType(kind, count)
        convert = builder.uitofp if isinstance(row.dtype, types.Float) else builder.zext
        # A width that is no power of two takes two stores, of which the second covers a part of the first.
        for start in dict.fromkeys((0, total - count)):
            chosen = builder.lshr(word, ir.Constant(_I64, start))
            few = chosen if count == 64 else builder.trunc(chosen, ir.IntType(count))
            here = builder.add(index, ir.Constant(_I64, start))
            target = _address(context, builder, signature.args[0], value, here, lanes)
            store = builder.store(convert(builder.bitcast(few, flags), lanes), target)
            store.align = row.dtype.bitwidth // 8
        return context.get_dummy_value()

    return types.void(row, types.int64, types.int64, width), build


def _type_put(_typing: Any, row: Any, at: Any, number: Any) -> Any:
    if not isinstance(row, types.Array):
        return None

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = context.get_data_type(row.dtype)
        is_float = isinstance(row.dtype, types.Float)
        number = builder.sitofp(args[2], kind) if is_float else _fit(builder, args[2], kind)
        builder.store(number, _address(context, builder, signature.args[0], args[0], args[1], kind))
        return context.get_dummy_value()

    return types.void(row, types.int64, types.int64), build


def _type_put_bytes(_typing: Any, row: Any, at: Any, word: Any) -> Any:
    if not isinstance(row, types.Array):
        return None

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        lanes = ir.VectorType(context.get_data_type(row.dtype), 8)
        numbers = builder.bitcast(args[2], ir.VectorType(ir.IntType(8), 8))
        if isinstance(row.dtype, types.Float):
            numbers = builder.sitofp(numbers, lanes)
        elif row.dtype.bitwidth > 8:
            numbers = builder.sext(numbers, lanes)
        store = builder.store(numbers, _address(context, builder, signature.args[0], args[0], args[1], lanes))
        store.align = row.dtype.bitwidth // 8
        return context.get_dummy_value()

    return types.void(row, types.int64, types.int64), build


def _fit(builder: Any, number: Any, kind: Any) -> Any:
    return number if kind.width == _I64.width else builder.trunc(number, kind)


def _type_take(_typing: Any, words: Any, at: Any) -> Any:
    if not isinstance(words, types.Array) or words.dtype != types.int64:
        return None

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load(_address(context, builder, signature.args[0], args[0], args[1], _I64))

    return types.int64(words, types.int64), build


def _type_fetch(_typing: Any, table: Any, row: Any, at: Any) -> Any:
    if not isinstance(table, types.Array) or table.ndim != 2:
        return None

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, value=args[0])
        size = builder.extract_value(array.shape, 1)
        bits = ir.IntType(32)
        pointer = builder.bitcast(
            builder.gep(array.data, [builder.add(builder.mul(args[1], size), args[2])]), _BYTES
        )
        kind = ir.FunctionType(ir.VoidType(), (_BYTES, bits, bits, bits))
        module = builder.module
        function = module.globals.get(_PREFETCH) or ir.Function(module, kind, _PREFETCH)
        builder.call(function, [pointer, *(ir.Constant(bits, each) for each in (1, 3, 1))])
        return context.get_dummy_value()

    return types.void(table, types.int64, types.int64), build


#: ``spread(row, at, bits, width)``: write the lowest ``width`` bits, a number known when it is compiled.
spread: Final[Any] = intrinsic(prefer_literal=True)(_type_spread)
#: ``put(row, at, number)`` and ``take(words, at)``: as ``row[at] = number`` and ``words[at]``, but ``at`` is
#: never below 0; Python's counting from the end takes longer than the rest.
put: Final[Any] = intrinsic(_type_put)
take: Final[Any] = intrinsic(_type_take)
#: ``put_bytes(row, at, word)``: write the eight bytes of a word, the lowest first, each from -128 to 127.
put_bytes: Final[Any] = intrinsic(_type_put_bytes)
#: ``fetch(table, row, at)``: have the memory around a place of a row brought near; it will be changed soon.
#: The row may lie behind the end of the table.
fetch: Final[Any] = intrinsic(_type_fetch)
