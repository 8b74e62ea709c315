"""Packing piles into groups of one sum: the arithmetic behind captures and absorption.

Piles matter only by value here, and values are small, so a table is a vector of counts. Vectors are packed
into one integer, six bits per value (five for the count, one to catch a borrow), which makes "does this group
fit" one subtraction and one mask. Nothing is capped and nothing is approximated:

- on a small or ill-matched table few groups fit, and every way of combining them is walked;
- on a large table little is left over, so what is *left* is searched, smallest first, and each candidate is
  accepted if the rest packs without remainder.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

_BITS: Final = 6
_FIELD: Final = (1 << _BITS) - 1
#: The largest value a pile can have.
MOST: Final = 16
_BORROW: Final = sum(1 << (_BITS * value + _BITS - 1) for value in range(1, MOST + 1))
#: How many steps a search takes before the other one has its turn.
_PAUSE: Final = 64

Counts = int


def unit(value: int) -> Counts:
    """One pile of a value."""
    return 1 << (_BITS * value)


def count_of(counts: Counts, value: int) -> int:
    """How many piles of a value."""
    return counts >> (_BITS * value) & _FIELD


def below(counts: Counts, value: int) -> Counts:
    """Only the piles of smaller value."""
    return counts & (unit(value) - 1)


def pack_counts(values: Iterable[int]) -> Counts:
    """The vector of some pile values."""
    counts = 0
    for value in values:
        counts += 1 << (_BITS * value)
    return counts


def values_of(counts: Counts) -> Iterator[tuple[int, int]]:
    """The values in a vector and how often they occur, smallest first."""
    value = 0
    while counts:
        if number := counts & _FIELD:
            yield value, number
        counts >>= _BITS
        value += 1


def size(counts: Counts) -> int:
    """How many piles."""
    return sum(number for _, number in values_of(counts))


def fits(part: Counts, counts: Counts) -> bool:
    """Whether ``counts`` has every pile of ``part``."""
    return ((counts | _BORROW) - part) & _BORROW == _BORROW


def _partitions(total: int, largest: int) -> Iterator[tuple[int, ...]]:
    if total == 0:
        yield ()
    for part in range(min(total, largest), 0, -1):
        for rest in _partitions(total - part, part):
            yield (part, *rest)


#: For each sum, the groups of two piles or more that make it, those with the largest pile first.
_GROUPS: Final = {
    target: tuple(pack_counts(parts) for parts in _partitions(target, target - 1))
    for target in range(2, MOST + 1)
}
#: The same by largest pile.
_GROUPS_WITH: Final = {
    target: {
        largest: tuple(pack_counts((largest, *parts)) for parts in _partitions(target - largest, largest))
        for largest in range(1, target)
    }
    for target in range(2, MOST + 1)
}
_SIZES: Final = {group: size(group) for groups in _GROUPS.values() for group in groups}


@lru_cache(maxsize=1 << 16)
def largest_packings(target: int, counts: Counts) -> tuple[Counts, ...]:
    """Every vector with the most piles that can be grouped into sums of ``target``, sorted.

    ``counts`` has piles of value below ``target`` only: a pile of the value itself is a group of its own
    and always taken. ``(0,)`` if nothing adds up.
    """
    groups = [group for group in _GROUPS[target] if ((counts | _BORROW) - group) & _BORROW == _BORROW]
    if not groups:
        return (0,)
    # Either search is exact; which one is quick depends on the table. Both advance in turns.
    searches = [_combine(counts, groups), _leave_least(target, counts)]
    while True:
        for search in searches:
            found = next(search)
            if found is not None:
                return found


Search = Iterator[tuple[Counts, ...] | None]


def _combine(counts: Counts, groups: list[Counts]) -> Search:
    """All the largest packings, by walking the combinations of groups in one order."""
    most = 0
    found: set[Counts] = set()
    seen: dict[Counts, int] = {}
    stack = [(counts, 0, 0)]
    pause = _PAUSE
    while stack:
        if len(seen) > pause:
            pause += _PAUSE
            yield None
        rest, start, used = stack.pop()
        if seen.get(rest, start + 1) <= start:
            continue
        seen[rest] = start
        if used > most:
            most = used
            found = {counts - rest}
        elif used == most:
            found.add(counts - rest)
        guarded = rest | _BORROW
        for index in range(start, len(groups)):
            group = groups[index]
            if (guarded - group) & _BORROW == _BORROW:
                stack.append((rest - group, index, used + _SIZES[group]))
    yield tuple(sorted(found))


def _leave_least(target: int, counts: Counts) -> Search:
    """All the largest packings, by leaving as few piles as possible."""
    total = sum(value * number for value, number in values_of(counts))
    for left in range(_forced_left(target, counts), size(counts) + 1):
        found = []
        for tried, leave in enumerate(_leftovers(target, counts, left, total % target), start=1):
            if packs(target, counts - leave):
                found.append(counts - leave)
            if tried % 8 == 0:
                yield None
        if found:
            yield tuple(sorted(found))
        yield None


def _supplies(target: int, counts: Counts) -> list[int]:
    """At index n: the sum of all piles of value up to n, for n below half the target."""
    sums = [0]
    for value in range(1, (target + 1) // 2):
        sums.append(sums[-1] + value * (counts >> (_BITS * value) & _FIELD))
    return sums


def _forced_left(target: int, counts: Counts) -> int:
    """A number of piles that any packing leaves.

    A pile of more than half the target needs smaller ones that make up the difference; the larger it is, the
    fewer piles are small enough, and what one uses another cannot.
    """
    supplies = _supplies(target, counts)
    spent = left = 0
    for gap in range(1, (target + 1) // 2):
        number = counts >> (_BITS * (target - gap)) & _FIELD
        if number:
            served = min(number, (supplies[gap] - spent) // gap)
            spent += served * gap
            left += number - served
    return left


def _leftovers(target: int, counts: Counts, left: int, remainder: int) -> Iterator[Counts]:
    """The vectors of ``left`` piles with that remainder of the sum that may leave a packing behind."""
    supplies = _supplies(target, counts)
    numbers = [(value, number) for value, number in values_of(counts)][::-1]
    after = [0]
    for _, number in reversed(numbers):
        after.append(after[-1] + number)
    after.reverse()

    def extend(index: int, leave: Counts, still: int, total: int, spent: int) -> Iterator[Counts]:
        if still > after[index]:
            return
        if index == len(numbers):
            if total % target == remainder:
                yield leave
            return
        value, number = numbers[index]
        gap = target - value
        least = 0
        if 2 * gap < target:
            least = max(0, number - (supplies[gap] - spent) // gap)
        else:
            gap = 0
        for many in range(least, min(number, still) + 1):
            more = leave + (many << (_BITS * value))
            yield from extend(
                index + 1, more, still - many, total + many * value, spent + (number - many) * gap
            )

    return extend(0, 0, left, 0, 0)


@lru_cache(maxsize=1 << 18)
def packs(target: int, counts: Counts) -> bool:
    """Whether all piles (of value up to ``target``) can be grouped into sums of ``target``."""
    counts &= unit(target) - 1
    if not counts:
        return True
    if _forced_left(target, counts):
        return False
    largest = (counts.bit_length() - 1) // _BITS
    guarded = counts | _BORROW
    for group in _GROUPS_WITH[target][largest]:
        if (guarded - group) & _BORROW == _BORROW and packs(target, counts - group):
            return True
    return False


def grouped(target: int, counts: Counts) -> tuple[Counts, ...]:
    """One way to group all piles (of value up to ``target``) into sums of ``target``: the largest pile first.

    Raises:
        ValueError: there is none.
    """
    groups = [unit(target)] * count_of(counts, target)
    counts = below(counts, target)
    while counts:
        largest = (counts.bit_length() - 1) // _BITS
        for group in _GROUPS_WITH[target][largest]:
            if fits(group, counts) and packs(target, counts - group):
                groups.append(group)
                counts -= group
                break
        else:
            raise ValueError(f"not sums of {target}")
    return tuple(groups)


def all_packings(target: int, counts: Counts) -> Iterator[Counts]:
    """Every non-empty vector that can be grouped, each once. There may be millions: take what you need."""
    groups = [group for group in (*_GROUPS[target], unit(target)) if fits(group, counts)]
    seen = {0}
    stack = [0]
    while stack:
        used = stack.pop()
        for group in groups:
            more = used + group
            if more not in seen and fits(more, counts):
                seen.add(more)
                stack.append(more)
                yield more


def full_packings(target: int, counts: Counts) -> tuple[Counts, ...]:
    """Every vector that can be grouped and is part of no larger one that can, sorted.

    ``counts`` has piles of value below ``target`` only.
    """
    total = sum(value * number for value, number in values_of(counts))
    leftovers = [left for left in _group_free(target, counts, total % target) if packs(target, counts - left)]
    least = [left for left in leftovers if not any(fits(other, left) for other in leftovers if other != left)]
    return tuple(sorted(counts - left for left in least))


def _group_free(target: int, counts: Counts, remainder: int) -> Iterator[Counts]:
    """The parts of ``counts`` that hold no group and whose sum has the remainder.

    What a full packing leaves holds no group, or that group could be taken too.
    """
    numbers = list(values_of(counts))

    def extend(index: int, left: Counts, total: int) -> Iterator[Counts]:
        if index == len(numbers):
            if total % target == remainder:
                yield left
            return
        value, number = numbers[index]
        for many in range(number + 1):
            more = left + many * unit(value)
            if many and any(fits(group, more) for group in _GROUPS_WITH[target][value]):
                return
            yield from extend(index + 1, more, total + many * value)

    return extend(0, 0, 0)


def can_grow(target: int, used: Counts, rest: Counts) -> bool:
    """Whether some piles of ``rest`` can be added to ``used`` so that all can still be grouped."""
    if any(fits(group, rest) for group in (*_GROUPS[target], unit(target))):
        return True
    numbers = [(value, number) for value, number in values_of(rest) if value < target]

    def extend(index: int, more: Counts, total: int) -> bool:
        if index == len(numbers):
            return more != 0 and total % target == 0 and packs(target, used + more)
        value, number = numbers[index]
        return any(
            extend(index + 1, more + many * unit(value), total + many * value) for many in range(number + 1)
        )

    return extend(0, 0, 0)
