"""The figures that other pages quote, as tables from the data file."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill
from typing import Final, NamedTuple

from bench.claims import BENCHES, Bench
from bench.page import LINE, bar_of, times
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
    """The readable rules beside RLCard; or that there are no figures."""
    if not _was_run(results, "bench_readable_rules"):
        return _none_yet(results, "bench_readable_rules")
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
    """Kernels and search beside their peers. Where a figure goes by a setting, both ends stand there.

    What could not be run has a row that says so, and a sentence below that says why.
    """
    lines = ["| what | korthus | peer | times |", "|---|---|---|---|"]
    modules = dict.fromkeys(row.module for row in QUOTED)
    missing = [module for module in modules if not _was_run(results, module)]
    whys = "\n\n".join(_none_yet(results, module) for module in missing)
    if len(missing) == len(modules):
        return whys
    for row in QUOTED:
        if row.module in missing:
            lines.append(f"| {row.what} | not measured |  |  |")
            continue
        claim = claim_of(results, row.module, row.words)
        unit = row.unit or bench_of(row.module).unit
        ends = claim.points if len(claim.points) == 1 else (claim.points[0], claim.points[-1])
        ours = " to ".join(dict.fromkeys(number(point.ours.median) for point in ends))
        peer = " to ".join(dict.fromkeys(number(point.peer.median) for point in ends if point.peer))
        lines.append(f"| {row.what} | {ours} {unit} | {row.peer} {peer} | {_times(row, ends)} |")
    return "\n".join([*lines, "", whys] if whys else lines)


def _was_run(results: Results, module: str) -> bool:
    """Whether there are lines of a bench, new or old."""
    measured = results.benches.get(module)
    return measured is not None and any(measured.runs)


def _times(row: Quoted, ends: tuple[Point, ...]) -> str:
    setting = bench_of(row.module).setting
    told = [
        times(point.ratio) + (f" at {int(point.setting):,} {setting}" if point.setting else "")
        for point in ends
        if point.ratio is not None
    ]
    return ", ".join(told)


def _measured(results: Results, module: str, *, alone: bool = False) -> list[Claim]:
    """The claims of a bench that have a peer, or ``alone``; none if it was not run."""
    measured = results.benches.get(module)
    found = [] if measured is None else claims(bench_of(module), measured)
    return [claim for claim in found if any(alone or point.ratio for point in claim.points)]


def _none_yet(results: Results, module: str) -> str:
    """That there are no figures, and why."""
    measured = results.benches.get(module)
    why = f"`make bench` has not run `python -m bench.{module}` since it keeps its data"
    if measured is not None:
        told = measured.missing or "; ".join(measured.notes) or "nothing that can be compared was measured"
        why = f"`python -m bench.{module}` says: {told}"
    return fill(f"There are no figures yet: {why}.", LINE, break_long_words=False, break_on_hyphens=False)


def _about(results: Results, module: str, table: str) -> str:
    """What was measured, when and where."""
    measured, bench = results.benches[module], bench_of(module)
    when = f" on {measured.when}" if measured.when else ""
    runs = "one run" if len(measured.runs) == 1 else f"medians of {len(measured.runs)} runs"
    source = measured.source.rstrip(".") if measured.source else f"{runs}{when}, {measured.machine.processor}"
    told = f"In {bench.unit}, `python -m bench.{module}`: {source}."
    if "[" in table:
        told += " What stands in brackets are the least and the most of them."
    told = " ".join([told, *(f"{each.rstrip('.')}." for each in measured.notes)])
    return fill(told, LINE, break_long_words=False, break_on_hyphens=False)


def _with_about(results: Results, module: str, lines: Sequence[str]) -> str:
    table = "\n".join(lines)
    return f"{_about(results, module, table)}\n\n{table}"


def _title(game: str) -> str:
    return TITLES.get(game, game).split(",")[0]


def envs_single_table(results: Results) -> str:
    """One environment of each game beside PettingZoo's, the fastest first; or that there are no figures."""
    module = "bench_envs_single"
    found = [claim for claim in _measured(results, module) if " on its " in claim.title]
    if not found:
        return _none_yet(results, module)
    rows, peers = [], []
    for claim in found:
        name, _, board = claim.title.rpartition(": ")[2].partition(" on its ")
        how = ", `compiled=True`" if board == "kernel" else " on the rules"
        (point,) = claim.points
        assert point.peer is not None
        assert point.ratio is not None
        peers.append(point.peer.median)
        told = f"| {_title(name)}{how} | {point.ours.median:,.0f} | {times(point.ratio)} |"
        rows.append((point.ours.median, told))
    lines = ["| | steps a second | times PettingZoo's |", "|---|---|---|"]
    lines += [f"| `texas_holdem_no_limit_v6` | {peers[0]:,.0f} | 1 |"]
    lines += [told for _, told in sorted(rows, reverse=True)]
    return _with_about(results, module, lines)


def envs_vector_table(results: Results) -> str:
    """Many environments at once, by how many; or that there are no figures."""
    module = "bench_envs_vector"
    found = _measured(results, module, alone=True)
    if not found:
        return _none_yet(results, module)
    settings = [point.setting for point in found[0].points]
    lines = [f"| games at once | {' | '.join(f'{int(each):,}' for each in settings)} |"]
    lines += ["|---" * (len(settings) + 1) + "|"]
    for claim in found:
        lines.append(_curve(_title(_vector_game(claim)), claim.points, ratio=False))
        if any(point.ratio for point in claim.points):
            lines.append(_curve("… times Pgx's Leduc", claim.points, ratio=True))
    return _with_about(results, module, [*lines, *_vector_bars(results, found)])


def _vector_bars(results: Results, found: Sequence[Claim]) -> list[str]:
    """What was asked for at one number of games: in steps a second, and in times the peer if it is there."""
    asked = {
        _vector_game(claim): claim
        for claim in claims(bench_of("bench_envs_vector"), results.benches["bench_envs_vector"])
        if "steps_a_second" in claim.rest
    }
    rows = []
    for claim in found:
        name = _vector_game(claim)
        for point in claim.points:
            if name in asked and point.setting in claim.bars:
                row = f"| {_title(name)} | {number(point.ours.median)} | {bar_of(asked[name], '')} |"
                if point.ratio is not None:
                    row += f" {times(point.ratio)} | {bar_of(claim, point.setting)} |"
                rows.append(row)
                setting, with_peer = point.setting, point.ratio is not None
    if not rows:
        return []
    head = f"| at {int(setting):,} | steps a second | bar |" + " times Pgx's Leduc | bar |" * with_peer
    return ["", head, "|---" * (head.count("|") - 1) + "|", *rows]


def _vector_game(claim: Claim) -> str:
    return claim.title.removeprefix("vectorised ").partition(":")[0]


def ppo_table(results: Results) -> str:
    """What a player that has learnt for two minutes wins, run by run; or that there are no figures."""
    module = "bench_ppo"
    if not _was_run(results, module):
        return _none_yet(results, module)
    measured = results.benches[module]
    (claim,) = claims(bench_of(module), measured)
    rows = []
    for (line,) in measured.runs:
        won, low, high = (f"{100 * share:.1f}" for share in (line["won"], *line["interval"]))
        bar = f"{100 * line['bar']:.0f}" + ("" if line["met"] else ": **not met**")
        rows.append(f"| {number(line['decisions'])} | {line['games']:,} | {won} [{low}, {high}] | {bar} |")
    runs = "one run" if len(rows) == 1 else f"{len(rows)} runs"
    told = (
        f"{claim.title}, `python -m bench.{module}`: {runs} on {measured.when}, {measured.machine.processor}."
        " What stands in brackets is the interval of 95 %; the bar is that all of it lies above the fair"
        " share."
    )
    about = fill(told, LINE, break_long_words=False, break_on_hyphens=False)
    lines = ["| decisions learnt from | games | won, in % | bar: more than |", "|---|---|---|---|", *rows]
    return "\n".join([about, "", *lines])


def _curve(title: str, points: Sequence[Point], *, ratio: bool) -> str:
    """A row with a figure, or a ratio, for each setting."""
    cells = [number(point.ours.median) for point in points]
    if ratio:
        cells = ["" if point.ratio is None else number(point.ratio.median) for point in points]
    return f"| {title} | {' | '.join(cells)} |"


def solve_table(results: Results) -> str:
    """The solver beside OpenSpiel's; or that there are no figures."""
    module = "bench_solve"
    found = _measured(results, module)
    if not found:
        return _none_yet(results, module)
    lines = ["| | korthus | OpenSpiel C++ CFR+ on Leduc | times |", "|---|---|---|---|"]
    for claim in found:
        (point,) = claim.points
        assert point.peer is not None
        assert point.ratio is not None
        ours, peer = number(point.ours.median), number(point.peer.median)
        lines.append(f"| {claim.title.rpartition(', ')[2]} | {ours} | {peer} | {times(point.ratio)} |")
    return _with_about(results, module, lines)


def search_table(results: Results) -> str:
    """Search in Kachuful beside OpenSpiel's, by simulations a move: each curve with its times and bars."""
    module = "bench_search_kachuful"
    found = _measured(results, module)
    if not found:
        return _none_yet(results, module)
    lines = [
        "| simulations a move | korthus | OpenSpiel C++ `ISMCTSBot` | times | bar |",
        "|---|---|---|---|---|",
    ]
    for claim in found:
        where = ", the learnt seat plays out" * ("learnt seat" in claim.title)
        for point in claim.points:
            assert point.peer is not None
            assert point.ratio is not None
            ours, peer = number(point.ours.median), number(point.peer.median)
            told = bar_of(claim, point.setting)
            lines.append(
                f"| {int(point.setting):,}{where} | {ours} | {peer} | {times(point.ratio)} | {told} |"
            )
    return _with_about(results, module, lines)
