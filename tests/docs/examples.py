"""Finds and runs the examples of a Markdown page: ``>>>`` in Python blocks, and commands marked to be run.

    <!-- run -->
    ```console
    $ korthus explain mulle "table: KL 9; hand 0: RU 9"
    ...
    ```

    <!-- file opening.json -->
    ```json
    ...
    ```

A block that is marked as a file lies under that name where the commands of its page run. A ``console``
block shows commands after ``$`` and what they print (``...`` stands for anything); a ``sh`` block shows
commands only, which must succeed.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.support.patience import PATIENCE

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
_BLOCK = re.compile(r"(<!-- run -->\n+)?^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)


_FILE = re.compile(r"<!-- file ([\w.-]+) -->\n+^```\w+\n(.*?)^```", re.DOTALL | re.MULTILINE)


class Command(NamedTuple):
    """A command line, and what it should print (None: anything)."""

    line: str
    output: str | None


def python_faults(text: str, name: str) -> list[str]:
    """What goes wrong when the Python examples of a page are run one after the other."""
    source = "\n".join(
        match[3] if match[2] == "python" and ">>>" in match[3] else "" for match in _BLOCK.finditer(text)
    )
    test = doctest.DocTestParser().get_doctest(source, {}, name, name, 0)
    said: list[str] = []
    doctest.DocTestRunner(optionflags=FLAGS, verbose=False).run(test, out=said.append)
    return said


def commands(text: str) -> Iterator[Command]:
    """The commands of a page that are marked to be run."""
    for match in _BLOCK.finditer(text):
        if match[1] is None:
            continue
        if match[2] == "console":
            for chunk in match[3].split("$ ")[1:]:
                line, _, output = chunk.partition("\n")
                yield Command(line.strip(), output)
        else:
            for line in match[3].splitlines():
                if bare := line.split(" #")[0].strip():
                    yield Command(bare, None)


def files(text: str) -> dict[str, str]:
    """The files that a page shows, by name."""
    return {match[1]: match[2] for match in _FILE.finditer(text)}


def command_fault(command: Command, folder: Path) -> str | None:
    """What goes wrong when a command is run in a folder without a terminal."""
    program, *arguments = shlex.split(command.line)
    if program != "korthus":
        return f"{command.line}: only korthus itself is run"
    environment = {
        **os.environ,
        "COLUMNS": "80",
        "LC_ALL": "C.UTF-8",
        "NO_COLOR": "1",
        "PYTHONIOENCODING": "utf-8",
        "XDG_DATA_HOME": str(folder),
        "HOME": str(folder),
    }
    done = subprocess.run(
        [sys.executable, "-m", "korthus", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        cwd=folder,
        env=environment,
        timeout=PATIENCE,
        check=False,
    )
    if done.returncode != 0:
        return f"{command.line} ends with {done.returncode}:\n{done.stdout}{done.stderr}"
    if command.output is None or doctest.OutputChecker().check_output(command.output, done.stdout, FLAGS):
        return None
    return f"{command.line} prints\n{done.stdout}\nand not\n{command.output}"
