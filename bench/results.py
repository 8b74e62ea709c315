"""What ``make bench`` has measured: the data file, and its lines as figures that can be compared."""

from __future__ import annotations

import re
import statistics
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from bench.claims import Bench

FILE: Final = Path(__file__).with_name("results.json")
#: The pictures of the page: all comparisons, and one for each bench whose figures go by a setting.
PICTURE: Final = "img/bench-{name}.png"
#: Lines of one claim that differ in their setting only, such as "… at 4000 a move against …".
_SETTING: Final = re.compile(r" at ([\d,_]+) a move\b")


class Machine(msgspec.Struct, frozen=True, kw_only=True):
    """Where something was measured."""

    processor: str
    cores: int
    system: str
    python: str


class Measured(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All runs of one bench."""

    machine: Machine
    #: The day, and the commit of the tree that was measured.
    when: str
    commit: str
    #: Of the peers and libraries, by distribution.
    versions: dict[str, str] = {}
    #: Seconds that each run took, and how busy the machine was before it (load average of a minute).
    seconds: tuple[float, ...] = ()
    load: tuple[float, ...] = ()
    #: The lines of each run.
    runs: tuple[tuple[dict[str, Any], ...], ...] = ()
    #: What was printed beside them: a peer that is missing, and why.
    notes: tuple[str, ...] = ()
    #: Why it could not be run at all.
    missing: str | None = None
    #: How it failed when it was run again; its figures are those of the last time.
    failed: str | None = None
    #: Where the figures come from, if not from ``bench.run_all``.
    source: str | None = None


class Results(msgspec.Struct, frozen=True, kw_only=True):
    """The data file: what was measured last, by module."""

    benches: dict[str, Measured] = {}


def read(path: Path = FILE) -> Results:
    """The data file.

    Raises:
        msgspec.ValidationError: it is not one.
    """
    return msgspec.json.decode(path.read_bytes(), type=Results)


def write(results: Results, path: Path = FILE) -> None:
    """Write the data file whole, or leave it as it was."""
    text = msgspec.json.format(msgspec.json.encode(results, order="sorted"), indent=1)
    beside = path.with_suffix(".new")
    beside.write_bytes(text + b"\n")
    beside.replace(path)


def number(value: float) -> str:
    """A figure as short as it says something.

    >>> [number(value) for value in (160_234_567, 15_534, 9.31, 0.1534, 249.2)]
    ['160 M', '15.5 k', '9.3', '0.15', '249']
    """
    for limit, unit in ((1e6, " M"), (1e4, " k")):
        if value >= limit:
            scaled = value / (1e6 if unit == " M" else 1e3)
            return f"{scaled:.0f}{unit}" if scaled >= 100 else f"{scaled:.3g}{unit}"
    return f"{value:,.0f}" if value >= 100 else f"{value:.2g}" if value < 1 else f"{value:.3g}".rstrip()


class Spread(NamedTuple):
    """The median of some runs, the least and the most."""

    median: float
    low: float
    high: float


def spread(values: list[float]) -> Spread:
    """What runs have in common and how far they are apart."""
    return Spread(statistics.median(values), min(values), max(values))


class Point(NamedTuple):
    """Our figure and the peer's at one setting ('' where there is none), and the first by the second."""

    setting: str
    ours: Spread
    peer: Spread | None
    ratio: Spread | None


class Claim(NamedTuple):
    """One claim over all runs."""

    title: str
    points: tuple[Point, ...]
    #: What was asked for, by setting; '' where it is one figure for all.
    bars: dict[str, float]
    #: Whether every run reached it, by setting.
    met: dict[str, bool]
    #: Everything else that its line says, of the last run.
    rest: dict[str, Any]


def claims(bench: Bench, measured: Measured) -> list[Claim]:
    """The claims of a bench in the order in which they are printed."""
    grouped: dict[str, list[Mapping[str, Any]]] = {}
    for run in measured.runs:
        for line in _by_setting(bench, run):
            grouped.setdefault(str(line["claim"]), []).append(line)
    return [_claim(bench, title, lines) for title, lines in grouped.items()]


def _by_setting(bench: Bench, run: tuple[dict[str, Any], ...]) -> Iterator[dict[str, Any]]:
    """The lines of a run; those that differ in their setting only become one with figures by setting."""
    curves: dict[str, dict[str, Any]] = {}
    for line in run:
        title = str(line.get("claim") or " ".join(str(line[key]) for key in ("bench", "game") if key in line))
        found = _SETTING.search(title)
        if bench.setting and found and not isinstance(line.get(bench.ours), dict):
            common = _SETTING.sub("", title)
            keys = (bench.ours, bench.peer, "ratio", "bar", "met")
            curve = curves.setdefault(common, {"claim": common, **{key: {} for key in keys}})
            for key in keys:
                curve[key][found[1]] = line.get(key)
        else:
            yield {**line, "claim": title}
    yield from (curve for curve in curves.values())


def _claim(bench: Bench, title: str, lines: list[Mapping[str, Any]]) -> Claim:
    last = lines[-1]
    points = tuple(_points(bench, lines))
    known = {"claim", "python", "machine", "bar", "met", bench.ours, bench.peer}
    if any(point.ratio for point in points):
        known.add("ratio")
    met: dict[str, bool] = {}
    for line in lines:
        for setting, reached in _met(bench, title, line).items():
            met[setting] = reached and met.get(setting, True)
    return Claim(
        title,
        points,
        _figures(last.get("bar")),
        met,
        {key: value for key, value in last.items() if key not in known and value is not None},
    )


def _met(bench: Bench, title: str, line: Mapping[str, Any]) -> dict[str, bool]:
    """Whether a line reached its bars, by setting: as it says itself, else by its figures.

    A bar is of the ratio if there is one, else of our figure, and more is better.

    Raises:
        LookupError: it does not say so, and has no such figure.
    """
    told = line.get("met")
    said = {
        setting: bool(reached)
        for setting, reached in (told if isinstance(told, dict) else {"": told}).items()
        if reached is not None
    }
    ours, peer, ratio = (_figures(line.get(key)) for key in (bench.ours, bench.peer, "ratio"))
    by_peer = {setting: ours[setting] / peer[setting] for setting in ours.keys() & peer.keys()}
    figures = ours | by_peer | ratio
    for setting, bar in _figures(line.get("bar")).items():
        if setting in said:
            continue
        if "" not in said and setting not in figures:
            raise LookupError(f"{title} has a bar, and neither a figure for it nor whether it was met")
        said[setting] = said[""] if "" in said else figures[setting] >= bar
    return said


def _points(bench: Bench, lines: list[Mapping[str, Any]]) -> Iterator[Point]:
    ours, peers, printed = (
        [_figures(line.get(key)) for line in lines] for key in (bench.ours, bench.peer, "ratio")
    )
    for setting in dict.fromkeys(setting for figures in ours for setting in figures):
        beside = [figures[setting] for figures in peers if setting in figures]
        ratios = [
            told.get(setting, own[setting] / peer[setting])
            for own, peer, told in zip(ours, peers, printed, strict=True)
            if setting in own.keys() & peer.keys()
        ]
        yield Point(
            setting,
            spread([figures[setting] for figures in ours if setting in figures]),
            spread(beside) if beside else None,
            spread(ratios) if ratios else None,
        )


def _figures(value: object) -> dict[str, float]:
    """A figure by setting; one number has the setting ''."""
    if isinstance(value, dict):
        return {str(key): float(each) for key, each in value.items() if isinstance(each, int | float)}
    if isinstance(value, int | float) and not isinstance(value, bool):
        return {"": float(value)}
    return {}
