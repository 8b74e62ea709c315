"""``korthus verify``: is a record true?"""

from __future__ import annotations

from pathlib import Path

from rich.markup import escape

from korthus.cli.folders import read_file
from korthus.cli.terminal import Terminal
from korthus.core.record import decode_record
from korthus.table.verify import verify


def verify_command(terminal: Terminal, file: Path) -> int:
    """Check a record and say what was found; 1 if anything in it is wrong, else 0.

    Raises:
        InvalidRecord: the file is no record, or nothing in it can be checked.
    """
    record = decode_record(read_file(file))
    report = verify(record)
    for sentence in report.checked:
        terminal.show(f"[quiet]{terminal.tr('tools.verify.checked')}[/] {escape(sentence)}")
    for sentence in report.unchecked:
        terminal.show(f"[brass]{terminal.tr('tools.verify.unchecked')}[/] {escape(sentence)}")
    for finding in report.findings:
        terminal.console.print(f"[refused]✗[/] {escape(str(finding))}", soft_wrap=True)
    if report.findings:
        terminal.say("tools.verify.wrong", n=len(report.findings))
        return 1
    terminal.say("tools.verify.part" if report.unchecked else "tools.verify.right")
    return 0
