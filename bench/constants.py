"""What a tuned constant is worth: the measure that belongs to it, at the value that it has and at others.

    python -m bench.constants --list
    python -m bench.constants mulle.exploration kachuful.roomy ...
    python -m bench.constants --all

Each value is measured in a process of its own, on the same positions with the same seeds. Prints one JSON
line for each constant: by value the mean of what the measure calls a loss, the processor time in seconds and
what else it found, and the change of the loss from the value that the code has, with a 95 % interval over
positions. ``docs/constants.md`` keeps the figures.
"""

from __future__ import annotations

import argparse
import importlib
import json
import math
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
from bench.measure import report
from bench.measures import CONSTANTS, Constant, Measured

ROOT: Final = Path(__file__).resolve().parents[1]


def known() -> dict[str, Constant]:
    """The constants that can be measured, by the name that the command line takes."""
    return {each.name: each for each in CONSTANTS}


def value_in(constant: Constant) -> Any:
    """The value that the code has."""
    found: Any = importlib.import_module(constant.module)
    for name in constant.attribute.split("."):
        found = getattr(found, name)
    return found


def put(constant: Constant, value: Any) -> None:
    """Give the constant another value, in this process, where Python reads it."""
    first, _, field = constant.attribute.partition(".")
    for module in (constant.module, *constant.also):
        loaded = importlib.import_module(module)
        now = getattr(loaded, first)
        setattr(loaded, first, now._replace(**{field: value}) if field else value)


@contextmanager
def sources(constant: Constant, value: Any) -> Iterator[Path]:
    """The sources to measure: a copy in which the constant has this value, if it is compiled in."""
    if not constant.compiled or value == value_in(constant):
        yield ROOT / "src"
        return
    with tempfile.TemporaryDirectory() as outer:
        copy = Path(outer) / "src"
        shutil.copytree(ROOT / "src", copy, ignore=shutil.ignore_patterns("static"))
        file = copy / (constant.module.replace(".", "/") + ".py")
        line = re.compile(rf"^({re.escape(constant.attribute)}: Final = ).*$", re.MULTILINE)
        text, changed = line.subn(rf"\g<1>{value!r}", file.read_text(encoding="utf-8"))
        if changed != 1:
            raise SystemExit(f"{constant.where} is assigned {changed} times in {file.name}")
        file.write_text(text, encoding="utf-8")
        yield copy


def measured(constant: Constant, value: Any) -> Measured:
    """What the measure finds at a value, in a process of its own."""
    with sources(constant, value) as folder:
        made = subprocess.run(
            [sys.executable, "-m", "bench.constants", "--run", constant.name, json.dumps(value)],
            env={**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), str(ROOT)))},
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    return msgspec.json.decode(made.stdout.splitlines()[-1], type=Measured)


def interval(changes: Sequence[float]) -> tuple[float, float, float]:
    """The mean of paired changes and its 95 % interval."""
    mean = statistics.fmean(changes)
    half = 1.96 * statistics.stdev(changes) / math.sqrt(len(changes))
    return rounded(mean), rounded(mean - half), rounded(mean + half)


def rounded(value: float) -> float:
    """Four digits that say something."""
    return float(f"{value:.4g}")


def compare(constant: Constant) -> None:
    """Measure one constant, and print its line."""
    now = value_in(constant)
    values = [*dict.fromkeys(map(str, (now, *constant.others)))]
    by_value = {str(value): measured(constant, value) for value in (now, *constant.others)}
    base = by_value[str(now)]
    lines: dict[str, Any] = {}
    for value in values:
        found = by_value[value]
        line: dict[str, Any] = {"seconds": rounded(found.seconds), **found.more}
        if found.losses:
            line["loss"] = rounded(statistics.fmean(found.losses))
        if found.losses and value != str(now) and len(found.losses) == len(base.losses):
            changes = [other - own for other, own in zip(found.losses, base.losses, strict=True)]
            line["change"] = interval(changes)
        lines[value] = line
    report(
        f"{constant.where}: {constant.loss}",
        constant=constant.name,
        unit=constant.unit,
        value=str(now),
        measured=len(base.losses),
        by_value=lines,
    )


def run(constant: Constant, value: Any) -> None:
    """Measure one value in this process, and print what was found."""
    module, _, name = constant.measure.partition(":")
    measures = importlib.import_module(f"bench.measures.{module}")
    for prepare in getattr(measures, "BEFORE", {}).get(name, ()):
        prepare()  # positions are those that the value in the code leads to
    if not constant.compiled:
        put(constant, tuple(value) if isinstance(value, list) else value)
    made: Measured = getattr(measures, name)()
    print(msgspec.json.encode(made).decode(), flush=True)


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--list", action="store_true", help="say which constants can be measured")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--run", nargs=2, metavar=("NAME", "VALUE"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    constants = known()
    if asked.run:
        run(constants[asked.run[0]], json.loads(asked.run[1]))
        return
    if asked.list:
        for each in constants.values():
            print(f"{each.name:28} {each.where}")
        return
    for name in constants if asked.all else asked.names:
        if name not in constants:
            raise SystemExit(f"{name} is no constant here; --list says which are")
        compare(constants[name])


if __name__ == "__main__":
    main()
