"""What other packages bring and what cannot be used: a sentence for each, below the lists."""

from __future__ import annotations

from collections.abc import Iterable

from korthus.cli.terminal import Terminal
from korthus.core.spans import marked
from korthus.core.styles import Style
from korthus.games.registry import Broken


def show_broken(terminal: Terminal, broken: Iterable[Broken]) -> None:
    """Say of each what it is, which package brings it and why it cannot be used."""
    for each in broken:
        said = terminal.tr(
            f"common.shelf.broken.{each.kind}",
            name=each.name,
            package=each.package.name,
            version=each.package.version,
            why=each.why,
        )
        terminal.show(marked(Style.REFUSED, said))
