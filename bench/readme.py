"""The figures that other pages quote, as tables from the data file."""

from __future__ import annotations

from typing import Final, NamedTuple

from bench.claims import BENCHES, Bench
from bench.page import times
from bench.results import Claim, Point, Results, claims, number

TITLES: Final = {"mulle": "Mulle", "kachuful": "Kachuful, 4 seats", "mus": "Mus", "eight": "Eight Cards"}


class Quoted(NamedTuple):
    """A row of a table: which claim it is (some words of its title), and what it is called there."""

    what: str
    module: str
    words: str
    peer: str
    #: What is counted, where a bench counts several things.
    unit: str = ""


QUOTED: Final = (
    Quoted(
        "Kachuful rounds at random, deal included",
        "bench_kernel_kachuful",
        "random rounds, deal included",
        "OpenSpiel C++ `evaluate_bots`",
    ),
    Quoted(
        "Kachuful rollouts from dealt states",
        "bench_kernel_kachuful",
        "rollouts from dealt states",
        "OpenSpiel C++ rollout evaluator",
    ),
    Quoted(
        "Kachuful search among players like `rules`",
        "bench_search_kachuful",
        "Kachuful search:",
        "OpenSpiel C++ `ISMCTSBot`",
    ),
    Quoted(
        "Mulle omgångar at random",
        "bench_kernel_mulle",
        "Mulle complete, random omgångar",
        "our readable rules",
    ),
    Quoted("Mus hands at random", "bench_kernel_mus", "preset standard", "our readable rules"),
    Quoted(
        "seven-card evaluation, batch",
        "bench_kernel_poker",
        "seven-card evaluation",
        "phevaluator's C function",
    ),
    Quoted("Omaha 2+3 evaluation, batch", "bench_kernel_poker", "Omaha 2+3", "phevaluator's C function"),
)


def bench_of(module: str) -> Bench:
    """A bench by its module."""
    return next(bench for bench in BENCHES if bench.module == module)


def claim_of(results: Results, module: str, words: str) -> Claim:
    """The one comparison of a bench whose title has these words.

    Raises:
        LookupError: there is none, or there are several.
    """
    measured = results.benches.get(module)
    found = [] if measured is None else claims(bench_of(module), measured)
    fitting = [claim for claim in found if words in claim.title and claim.points and claim.points[0].ratio]
    if len(fitting) != 1:
        raise LookupError(f"{len(fitting)} claims of {module} have the words {words!r}, not one")
    return fitting[0]


def rules_table(results: Results) -> str:
    """The readable rules beside RLCard."""
    lines = ["| game | moves per second | times RLCard's |", "|---|---|---|"]
    peers = []
    for name, title in TITLES.items():
        (point,) = claim_of(results, "bench_readable_rules", f"readable rules of {name}:").points
        assert point.peer is not None
        assert point.ratio is not None
        peers.append(point.peer.median)
        lines.append(f"| {title} | {point.ours.median:,.0f} | {times(point.ratio)} |")
    return "\n".join([*lines, f"| RLCard | {peers[0]:,.0f} | 1 |"])


def kernels_table(results: Results) -> str:
    """Kernels and search beside their peers. Where a figure goes by a setting, both ends stand there."""
    lines = ["| what | korthus | peer | times |", "|---|---|---|---|"]
    for row in QUOTED:
        claim = claim_of(results, row.module, row.words)
        unit = row.unit or bench_of(row.module).unit
        ends = claim.points if len(claim.points) == 1 else (claim.points[0], claim.points[-1])
        ours = " to ".join(dict.fromkeys(number(point.ours.median) for point in ends))
        peer = " to ".join(dict.fromkeys(number(point.peer.median) for point in ends if point.peer))
        lines.append(f"| {row.what} | {ours} {unit} | {row.peer} {peer} | {_times(row, ends)} |")
    return "\n".join(lines)


def _times(row: Quoted, ends: tuple[Point, ...]) -> str:
    setting = bench_of(row.module).setting
    told = [
        times(point.ratio) + (f" at {int(point.setting):,} {setting}" if point.setting else "")
        for point in ends
        if point.ratio is not None
    ]
    return ", ".join(told)
