"""Runs the examples of a Markdown page: ``>>>`` in Python blocks, and the commands that are marked to be run.

A ``console`` block shows commands after ``$`` and what they print (``...`` stands for anything); a ``sh``
block shows commands only, which must succeed. See ``blocks`` for the marks.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple
from urllib.request import urlopen

from tests.docs.blocks import blocks
from tests.support.patience import PATIENCE

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
#: The programs that an example may start; the first two are those of the environment that runs the tests.
PROGRAMS: Final = {
    "korthus": (sys.executable, "-m", "korthus"),
    "python": (sys.executable,),
    "printf": ("printf",),
    "yes": ("yes",),
}


class Command(NamedTuple):
    """A command line, and what it should print (None: anything)."""

    line: str
    output: str | None


def python_faults(text: str, name: str) -> list[str]:
    """What goes wrong when the Python examples of a page are run one after the other."""
    source = "\n".join(
        block.text
        for block in blocks(text)
        if block.language == "python" and ">>>" in block.text and block.reason is None
    )
    test = doctest.DocTestParser().get_doctest(source, {}, name, name, 0)
    said: list[str] = []
    doctest.DocTestRunner(optionflags=FLAGS, verbose=False).run(test, out=said.append)
    return said


def commands(text: str) -> Iterator[Command]:
    """The commands of a page that are marked to be run."""
    for block in blocks(text):
        if block.mark != "run":
            continue
        if block.language == "console":
            for chunk in block.text.split("$ ")[1:]:
                line, _, output = chunk.partition("\n")
                yield Command(line.strip(), output)
        else:
            yield from (Command(line, None) for line in block.lines)


def files(text: str) -> dict[str, str]:
    """The files that a page shows, by name."""
    return {
        block.mark.removeprefix("file "): block.text
        for block in blocks(text)
        if block.mark.startswith("file ")
    }


def pipeline(line: str) -> list[list[str]]:
    """The words of each command of a line that pipes one into the next.

    Raises:
        ValueError: it is not such a line.
    """
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    stages: list[list[str]] = [[]]
    for word in lexer:
        if word == "|":
            stages.append([])
        elif set(word) <= set("();<>|&"):
            raise ValueError(f"{word} is no pipe: {line}")
        else:
            stages[-1].append(word)
    if not all(stages):
        raise ValueError(f"a pipe leads nowhere: {line}")
    return stages


def command_fault(command: Command, folder: Path) -> str | None:
    """What goes wrong when a command is run in a folder without a terminal."""
    stages = pipeline(command.line)
    if strangers := [words[0] for words in stages if words[0] not in PROGRAMS]:
        return f"{command.line}: {strangers[0]} is none of {', '.join(PROGRAMS)}"
    line = " | ".join(shlex.join([*PROGRAMS[words[0]], *words[1:]]) for words in stages)
    done = subprocess.run(
        ["sh", "-c", line],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        cwd=folder,
        env=_environment(folder),
        timeout=PATIENCE,
        check=False,
    )
    if done.returncode != 0:
        return f"{command.line} ends with {done.returncode}:\n{done.stdout}{done.stderr}"
    if command.output is None or doctest.OutputChecker().check_output(command.output, done.stdout, FLAGS):
        return None
    return f"{command.line} prints\n{done.stdout}\nand not\n{command.output}"


def serving_fault(line: str, folder: Path) -> str | None:
    """What goes wrong when a server is started, asked for its page and stopped; or a check of it ends.

    It listens on a port that is free, whatever the line says, and neither compiles nor opens a browser.
    """
    ((program, *words),) = pipeline(line)
    told = [*PROGRAMS[program], *words]
    if "--check" not in words:
        if "--port" in told:
            del told[(at := told.index("--port")) : at + 2]
        told += ["--port", "0", "--no-warm", *(() if "--no-open" in words else ("--no-open",))]
    errors = folder / "errors"
    with errors.open("w+", encoding="utf-8") as said:
        server = subprocess.Popen(
            told, cwd=folder, env=_environment(folder), stdout=subprocess.PIPE, stderr=said, text=True
        )
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            if found is not None:
                with urlopen(found[0], timeout=PATIENCE) as answer:
                    page = answer.read()
                server.send_signal(signal.SIGINT)  # Ctrl-C
                if b"<!doctype html>" not in page.lower():
                    return f"{line}: {found[0]} is no page"
            rest, _ = server.communicate(timeout=PATIENCE)
        finally:
            server.kill()
            server.wait()
    if server.returncode != 0 or (found is None and "--check" not in words):
        return f"{line} ends with {server.returncode}:\n{rest}{errors.read_text(encoding='utf-8')}"
    return None


def _environment(folder: Path) -> dict[str, str]:
    """What commands of a page find: plain text, and a folder for all that is kept."""
    return {
        **os.environ,
        "COLUMNS": "80",
        "LC_ALL": "C.UTF-8",
        "NO_COLOR": "1",
        "PYTHONIOENCODING": "utf-8",
        "PYTHONUNBUFFERED": "1",
        "XDG_DATA_HOME": str(folder),
        "HOME": str(folder),
    }
