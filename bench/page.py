"""What was measured as Markdown: the text of ``docs/benchmarks.md`` and the tables of other pages.

``python -m bench.write_page`` writes the page with its pictures; ``tests/docs/generated.py`` puts tables into
other pages, so that a figure is in the data file or nowhere.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import Final

from bench.claims import BENCHES, Bench
from bench.results import PICTURE, Claim, Measured, Point, Results, Spread, claims, number

HOUSE: Final = Path(__file__).resolve().parents[1]
PAGE: Final = HOUSE / "docs" / "benchmarks.md"
#: Signs in a line of prose.
LINE: Final = 110
#: Figures of other machines that a bench quotes, by the key in its lines; what they are called.
ELSEWHERE: Final = {"measured_elsewhere_pgx_on_h200": "Pgx 2.6 on an NVIDIA H200"}
#: What lines say that is told elsewhere on the page: in tables, and at the foot of each bench.
_TOLD: Final = ELSEWHERE.keys() | {"versions"}

HEAD: Final = """\
# Benchmarks

Every claim about speed, beside its peer on the same machine in the same run. Written by `make bench`, which
runs each bench of `bench/` several times, one process at a time, and keeps what they print in
`bench/results.json`; figures are medians of the runs, and what stands in brackets are the least and the most
of them. *Times* is ours divided by the peer's. A bar is what was asked for before it was measured; **not
met** is said where it was not reached in every run.

Two comparisons take too long for it and stand elsewhere: [the web server beside
boardgame.io](web.md), and matches against OpenSpiel's ISMCTSBot ([strength](strength.md))."""


def times(ratio: Spread) -> str:
    """A ratio with its spread."""
    if ratio.low == ratio.high:
        return number(ratio.median)
    return f"{number(ratio.median)} [{number(ratio.low)}, {number(ratio.high)}]"


def about(bench: Bench) -> str:
    """What a bench measures, in its own words: the docstring of its module without the command."""
    source = (HOUSE / "bench" / f"{bench.module}.py").read_text(encoding="utf-8")
    told = ast.get_docstring(ast.parse(source)) or ""
    kept = [part for part in told.split("\n\n") if not part.startswith("    ")]
    return "\n\n".join(kept).replace("``", "`")


def page(results: Results) -> str:
    """The whole page."""
    parts = [HEAD, *_overview(results)]
    for bench in BENCHES:
        measured = results.benches.get(bench.module)
        if measured is not None and measured.missing is None:
            parts += [
                "",
                f"## {bench.title}",
                "",
                about(bench),
                "",
                *_tables(bench, measured),
                "",
                *_foot(bench, measured),
            ]
    parts += ["", "## Not measured", "", *_missing(results)]
    return "\n".join(parts).rstrip() + "\n"


def _overview(results: Results) -> list[str]:
    picture = PICTURE.format(name="times")
    if not (HOUSE / "docs" / picture).exists():
        return []
    return ["", f"![How many times its peer each claim is, on a logarithmic scale]({picture})"]


def _tables(bench: Bench, measured: Measured) -> list[str]:
    found = claims(bench, measured)
    lines: list[str] = []
    compared = [claim for claim in found if any(point.ratio for point in claim.points)]
    if compared:
        lines += [
            f"| claim | korthus, {bench.unit} | {bench.peer_name} | times | bar |",
            "|---|---|---|---|---|",
            *(row for claim in compared for row in _compared(bench, claim)),
        ]
    if any(len(claim.points) > 1 for claim in compared):
        lines += ["", f"![The same as curves, by {bench.setting}]({PICTURE.format(name=bench.name)})"]
    if table := beside(bench, [claim for claim in found if ELSEWHERE.keys() & claim.rest.keys()]):
        lines += ["", *table]
    if also := [line for claim in compared for line in _also(claim)]:
        lines += ["", *also]
    alone = [claim for claim in found if claim not in compared]
    if alone:
        lines += [""] * bool(lines) + ["| claim | measured | bar |", "|---|---|---|"]
        lines += [f"| {claim.title} | {_alone(claim)} | {bar_of(claim, '')} |" for claim in alone]
    return lines


def _compared(bench: Bench, claim: Claim) -> list[str]:
    rows = []
    for point in claim.points:
        first, last = point is claim.points[0], point is claim.points[-1]
        title = claim.title if first else "…"
        if point.setting:
            title += f", {_setting(point)}" if first else f" {_setting(point)}"
        peer = number(point.peer.median) if point.peer else ""
        ratio = times(point.ratio) if point.ratio else ""
        unit = bench.bar_unit
        bar = bar_of(claim, point.setting, unit) or (bar_of(claim, "", unit) if last else "")
        rows.append(f"| {title} | {number(point.ours.median)} | {peer} | {ratio} | {bar} |")
    return rows


def beside(bench: Bench, found: Sequence[Claim]) -> list[str]:
    """Ours and what other machines made, in one table by setting; nothing where nothing is quoted."""
    quoted = {
        f"`{name}`, {where}": figures
        for claim in found
        for key, where in ELSEWHERE.items()
        for name, figures in claim.rest[key].items()
    }
    if not quoted:
        return []
    ours = {
        claim.title.partition(":")[0]: {point.setting: point.ours.median for point in claim.points}
        for claim in found
    }
    rows: dict[str, dict[str, float]] = ours | quoted
    settings = sorted({setting for figures in rows.values() for setting in figures}, key=int)
    lines = [f"| {bench.setting} | {' | '.join(f'{int(each):,}' for each in settings)} |"]
    lines += ["|---" * (len(settings) + 1) + "|"]
    for name, figures in rows.items():
        cells = [number(figures[each]) if each in figures else "" for each in settings]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return [f"Ours on one core, and what was measured on other machines, in {bench.unit}:", "", *lines]


def _setting(point: Point) -> str:
    return f"{int(point.setting):,}" if point.setting.isdigit() else point.setting


def bar_of(claim: Claim, setting: str, unit: str = "") -> str:
    """What was asked for at a setting, and whether it was missed; '' where nothing was."""
    if setting not in claim.bars:
        return ""
    asked = f"{number(claim.bars[setting])} {unit}".rstrip()
    return asked + ("" if claim.met[setting] else ": **not met**")


def _alone(claim: Claim) -> str:
    figures = [f"{number(point.ours.median)}" for point in claim.points]
    return "; ".join(figures + _rest(claim))


def _also(claim: Claim) -> list[str]:
    """A line with the figures of the last run that stand beside the comparison; names are none."""
    figures = _rest(claim, of=(int, float, list, tuple, dict))
    return [_prose(f"- Also measured, {claim.title}: {'; '.join(figures)}.")] if figures else []


def _rest(claim: Claim, of: tuple[type, ...] = (object,)) -> list[str]:
    """What else a claim's line says and no other place of the page does, of these types."""
    return [
        f"{key.replace('_', ' ')} {_plain(value)}"
        for key, value in claim.rest.items()
        if key not in _TOLD and isinstance(value, of)
    ]


def _plain(value: object) -> str:
    if isinstance(value, float | int) and not isinstance(value, bool):
        return number(value) if abs(value) >= 1 else f"{value:.3g}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_plain(each) for each in value) + "]"
    if isinstance(value, dict):
        return ", ".join(f"{_plain(each)} ({key})" for key, each in value.items())
    return str(value)


def _foot(bench: Bench, measured: Measured) -> list[str]:
    """The command, the machine and the versions, in small words."""
    command = f"`python -m bench.{bench.module}`"
    if measured.source is not None:
        return [_prose(f"*{measured.source}*"), "", command]
    machine = measured.machine
    found = [f"{name} {version}" for name, version in measured.versions.items()]
    found += [str(line["versions"]) for line in measured.runs[-1] if "versions" in line]
    known = ", ".join(dict.fromkeys(found))
    load = ", ".join(f"{each:g}" for each in measured.load)
    told = (
        f"{command}: {_runs(measured)} on {measured.when} at commit {measured.commit}, at most"
        f" {max(measured.seconds):.0f} s; load average before {load}."
        f" {machine.processor}, {machine.cores} cores, {machine.system}, Python {machine.python}, {known}."
    )
    return [_prose(told)]


def _runs(measured: Measured) -> str:
    return "one run" if len(measured.runs) == 1 else f"{len(measured.runs)} runs"


def _prose(text: str) -> str:
    return fill(text, LINE, break_long_words=False, break_on_hyphens=False)


def _missing(results: Results) -> list[str]:
    """Benches, and peers of benches, that could not be measured here, each with its reason."""
    lines = []
    for bench in BENCHES:
        measured = results.benches.get(bench.module)
        name = f"- {bench.title} (`python -m bench.{bench.module}`)"
        if measured is None:
            lines.append(f"{name}: not run yet.")
            continue
        told = [measured.missing] if measured.missing else list(measured.notes)
        told += [f"the figures above are older, {measured.failed}"] if measured.failed else []
        lines += [_prose(f"{name}: {each.rstrip('.')}.") for each in told]
    return lines or ["Every bench was run, and every peer was there."]
