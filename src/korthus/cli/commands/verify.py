"""``korthus verify``: is a record true?"""

from __future__ import annotations

import re
from typing import Annotated

from korthus.cli.command import command
from korthus.cli.drawn import line
from korthus.cli.errors import Refused
from korthus.cli.folders import read_file
from korthus.cli.options import RecordFile, option
from korthus.cli.seals import kept_of
from korthus.cli.terminal import Terminal
from korthus.core.record import decode_record
from korthus.core.spans import marked, text
from korthus.core.styles import Style
from korthus.table.kept import Kept
from korthus.table.verify import verify


@command("verify", examples=("korthus verify game.json", "korthus verify game.json --commitment 21cf…b58d"))
def verify_command(
    terminal: Terminal,
    file: RecordFile,
    /,
    *,
    commitment: Annotated[str | None, option("common.cli.arg.commitment")] = None,
    closing: Annotated[str | None, option("common.cli.arg.closing")] = None,
    seat_seed: Annotated[str | None, option("common.cli.arg.seat_seed")] = None,
) -> int:
    """Check a record and say what was found; 1 if anything in it is wrong, else 0.

    Args:
        commitment, closing, seat_seed: what somebody has kept of the game (``Kept``); where they say nothing,
            what this terminal has kept of its own games.

    Raises:
        InvalidRecord: the file is no record, or nothing in it can be checked.
        Refused: the file cannot be read, or what was kept is no hash.
    """
    record = decode_record(read_file(file))
    given = Kept(commitment=_hash(commitment), closing=_hash(closing), seed=seat_seed)
    own = kept_of(record, file)
    kept = Kept(
        commitment=given.commitment or own.commitment,
        closing=given.closing or own.closing,
        seed=given.seed,
    )
    report, tr = verify(record, kept=kept), terminal.tr
    for sentence in report.checked:
        terminal.show(text(marked(Style.SOFT, tr("tools.verify.checked")), " ", tr.phrase(sentence)))
    for sentence in report.unchecked:
        terminal.show(text(marked(Style.STRONG, tr("tools.verify.unchecked")), " ", tr.phrase(sentence)))
    for finding in report.findings:
        words = line(marked(Style.REFUSED, "✗"), " ", tr.phrase(finding.sentence))
        terminal.console.print(words, soft_wrap=True)
    if report.findings:
        terminal.say("tools.verify.wrong", n=len(report.findings))
        return 1
    terminal.say("tools.verify.part" if report.unchecked else "tools.verify.right")
    return 0


def _hash(text: str | None) -> str | None:
    """A hash as a person has copied it."""
    if text is None:
        return None
    digits = "".join(text.split()).lower()
    if not re.fullmatch(r"[0-9a-f]{64}", digits):
        raise Refused("BAD_HASH", text=text[:80])
    return digits
