"""The fenced blocks of a Markdown page, and what each is for.

A comment right before a block says what happens to it:

| mark | what a test does |
|---|---|
| ``run`` | runs the commands, one after the other in one empty folder |
| ``file NAME`` | writes the block there before any command runs |
| ``fresh`` | follows the commands in a fresh environment (``tests/examples/test_contributing.py``) |
| ``typed: LINES`` | runs each command in one data folder, and types these lines, with commas between them |
| ``serves`` | starts each command, asks the server for its page, and stops it |
| ``vectors`` | computes the numbers anew (``tests/test_core_chance.py``) |
| ``shown: REASON`` | does not run it; commands are read, so that none names what is not there |

A Python block with ``>>>`` is run, a ``text`` block is what something looks like; neither needs a mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import dedent
from typing import Final, NamedTuple

#: Why a block is not run; docs/decisions.md (53) says more of each.
REASONS: Final = {
    "asks": "asks a person at a keyboard, and computer players that think; tests/cli types the answers",
    "elsewhere": "needs what a test has not: the network, a cluster, a database, a graphics card",
    "form": "shows what something looks like, and is no command",
    "long": "takes longer than a test may",
    "quick": "takes long as it is shown; tests/examples/test_explorations.py runs it with --quick",
    "setup": "sets up the environment in which the tests run",
}
#: The languages of blocks that hold commands.
COMMANDS: Final = ("sh", "console")

_FENCE: Final = re.compile(
    r"(?:^ *<!-- (?P<mark>[^\n]*?) -->\n+)?"
    r"^(?P<indent> *)```(?P<language>\w*)\n(?P<text>.*?)^(?P=indent)```$",
    re.DOTALL | re.MULTILINE,
)


class Block(NamedTuple):
    """A fenced block: its mark ('' if it has none), its language ('' if none is named), and what is in it."""

    mark: str
    language: str
    text: str

    @property
    def reason(self) -> str | None:
        """Why it is not run, if it is marked so."""
        return self.mark.removeprefix("shown: ") if self.mark.startswith("shown: ") else None

    @property
    def typed(self) -> str | None:
        """What is typed while its commands run, if it is marked so."""
        if not self.mark.startswith("typed: "):
            return None
        return "".join(f"{line.strip()}\n" for line in self.mark.removeprefix("typed: ").split(","))

    @property
    def lines(self) -> list[str]:
        """Its commands, without comments."""
        if self.language == "console":
            lines = [line.removeprefix("$ ") for line in self.text.splitlines() if line.startswith("$ ")]
        else:
            lines = self.text.replace("\\\n", " ").splitlines()
        return [bare for line in lines if (bare := re.split(r"(?:^|\s)#", line)[0].strip())]


def blocks(page: str) -> Iterator[Block]:
    """The blocks of a page, in order, without their indentation."""
    for found in _FENCE.finditer(page):
        yield Block(found["mark"] or "", found["language"], dedent(found["text"]))


def block_fault(block: Block) -> str | None:
    """What is wrong with how a block is marked."""
    first = block.text.split("\n")[0]
    if block.reason is not None:
        if block.reason not in REASONS:
            return f"{block.reason!r} is none of {', '.join(REASONS)}: {first}"
        if block.reason == "form" and block.language in COMMANDS:
            return f"commands are more than a form: {first}"
        return None
    if block.mark in {"run", "fresh", "serves", "vectors"} or block.mark.startswith(("file ", "typed: ")):
        return None
    if block.language == "text" or (block.language == "python" and ">>>" in block.text):
        return None
    return f"neither run nor marked with a reason: {first}"
