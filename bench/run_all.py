"""Runs every bench, one after the other, and keeps what they print in ``bench/results.json``.

    python -m bench.run_all [--runs 3] [--only kernel_mus solve ...] [--out FILE]

Each bench is a process of its own and is run several times; the page shows medians and how far the runs are
apart. What is done is kept after each bench, so that Ctrl-C costs at most one. Progress and the time that is
left, by what each took the last time, go to stderr. A bench whose peer is not installed, or that fails, is
kept as missing, with the reason, and does not stop the others; figures that it had stay, and are called old.
``python -m bench.write_page`` writes the page from the data.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import re
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from bench.claims import BENCHES, Bench
from bench.results import FILE, Machine, Measured, Results, read, write
from msgspec.structs import replace
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn
from tools.commit import commit_of

HOUSE: Final = Path(__file__).resolve().parents[1]
#: Whose versions are kept with every bench, beside those that it needs.
LIBRARIES: Final = ("numba", "numpy")
#: Seconds that a bench is taken to need before it was ever measured.
_GUESS: Final = 60.0
#: Signs of the last line of a failure that are kept.
_LAST_WORDS: Final = 300


class Failed(Exception):
    """A bench ended badly; the sentence has its last words."""


def machine() -> Machine:
    """This machine. Nothing in it tells whose it is."""
    told = Path("/proc/cpuinfo")
    found = re.search(r"model name\s*: (.*)", told.read_text()) if told.exists() else None
    return Machine(
        processor=found[1] if found else platform.machine(),
        cores=os.cpu_count() or 1,
        system=platform.system(),
        python=platform.python_version(),
    )


def commit() -> str:
    """The commit of this tree; what this writes after each bench makes it no other one."""
    return commit_of(HOUSE, "src", "bench", ":(exclude)bench/results.json")


def versions(bench: Bench) -> dict[str, str]:
    """The versions of what a bench needs, and of what it also measures if it is there.

    Raises:
        PackageNotFoundError: something that it needs is not installed.
    """
    known = {name: version(name) for name in (*bench.needs, *LIBRARIES)}
    for name in bench.beside:
        with suppress(PackageNotFoundError):  # the bench says itself that it is not there
            known[name] = version(name)
    return known


def run_once(module: str) -> tuple[list[dict[str, Any]], list[str]]:
    """The JSON lines of a bench, and what else it printed.

    Raises:
        Failed: it ends with an error, whatever it printed before; a bar that is not met is none.
    """
    words = [sys.executable, "-m", f"bench.{module}"]
    done = subprocess.run(words, cwd=HOUSE, capture_output=True, text=True)
    lines, notes = [], []
    for text in done.stdout.splitlines():
        try:
            lines.append(json.loads(text))
        except json.JSONDecodeError:
            notes.append(text)
    if done.returncode:
        said = done.stderr.strip().splitlines()[-1:] or [f"it ended with {done.returncode}"]
        raise Failed(said[0][-_LAST_WORDS:])
    return lines, notes


def measure(bench: Bench, runs: int, told: Callable[[], None]) -> Measured:
    """Run a bench several times; ``told`` is called after each.

    Raises:
        Failed: a run failed.
    """
    measured = Measured(machine=machine(), when=str(datetime.date.today()), commit=commit())
    try:
        measured = replace(measured, versions=versions(bench))
    except PackageNotFoundError as error:
        return replace(measured, missing=f"{error.name} is not installed here")
    for _ in range(runs):
        load = round(os.getloadavg()[0], 1)
        begun = time.perf_counter()
        lines, notes = run_once(bench.module)
        measured = replace(
            measured,
            seconds=(*measured.seconds, round(time.perf_counter() - begun, 1)),
            load=(*measured.load, load),
            runs=(*measured.runs, tuple(lines)),
            notes=tuple(notes),
        )
        told()
    return measured


def after_failure(last: Measured | None, error: Failed) -> Measured:
    """What is kept of a bench that failed: its last figures if there are any, and that they are not new."""
    told = f"it failed on {datetime.date.today()}: {error}"
    nothing = Measured(machine=machine(), when=str(datetime.date.today()), commit=commit(), missing=told)
    return _or_older(last, nothing, told)


def unless_missing(last: Measured | None, measured: Measured) -> Measured:
    """What is kept of a bench that was measured, or that lacks something: then as after a failure."""
    if measured.missing is None:
        return measured
    return _or_older(last, measured, f"it could not be run on {measured.when}: {measured.missing}")


def _or_older(last: Measured | None, nothing: Measured, told: str) -> Measured:
    return nothing if last is None or not last.runs else replace(last, failed=told)


def expected(results: Results, bench: Bench) -> float:
    """Seconds that a run of a bench takes, by its last runs."""
    last = results.benches.get(bench.module)
    return max(last.seconds) if last is not None and last.seconds else _GUESS


def chosen(names: Sequence[str]) -> list[Bench]:
    """The benches by name, all if none is named.

    Raises:
        SystemExit: there is no such bench.
    """
    known = {bench.name: bench for bench in BENCHES}
    if unknown := [name for name in names if name.removeprefix("bench_") not in known]:
        raise SystemExit(f"there is no bench {unknown[0]}; there are {', '.join(known)}")
    return [known[name.removeprefix("bench_")] for name in names] if names else list(BENCHES)


def main(words: Sequence[str] | None = None) -> int:
    """Run and keep; 1 if a bench failed, after all others have been run."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=3, help="runs of each bench")
    parser.add_argument("--only", nargs="*", default=[], help="the benches to run, by name")
    parser.add_argument("--out", type=Path, default=FILE, help="the data file")
    given = parser.parse_args(words)
    benches = chosen(given.only)
    results = read(given.out) if given.out.exists() else Results()
    failed = 0
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("about {task.fields[left]:.0f} min left"),
    )
    with Progress(*columns, console=Console(stderr=True)) as progress:
        todo = [given.runs * expected(results, bench) for bench in benches]
        task = progress.add_task("", total=sum(todo), left=sum(todo) / 60)

        def reach(seconds: float) -> None:
            progress.update(task, completed=seconds, left=(sum(todo) - seconds) / 60)

        def advance(seconds: float) -> None:
            reach(progress.tasks[task].completed + seconds)

        for number, bench in enumerate(benches, 1):
            progress.update(task, description=f"{number} of {len(benches)}: {bench.name}")
            last = results.benches.get(bench.module)
            try:
                measured = measure(bench, given.runs, partial(advance, todo[number - 1] / given.runs))
                measured = unless_missing(last, measured)
            except Failed as error:
                measured = after_failure(last, error)
                failed += 1
            reach(sum(todo[:number]))  # also where it could not be run, or not to its end
            if trouble := measured.failed or measured.missing:
                progress.console.print(f"{bench.name} was not measured: {trouble}", markup=False)
            results = replace(results, benches=results.benches | {bench.module: measured})
            write(results, given.out)
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
