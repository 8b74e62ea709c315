"""Whether the compiled rules know a table: asked before a kernel is used where the number of seats is open.

A kernel knows most options, and keeps its seats in arrays of a fixed length. Games for two have no such
question: their players ask ``supports`` alone. Whatever table it does not know is played on the readable
rules, or refused. That there are too many seats is found without the compiler.
"""

from __future__ import annotations

from typing import Any

from korthus.core.phrases import Phrase
from korthus.core.protocol import AnyGame
from korthus.games.registry import brought


def most_seats(game: AnyGame) -> int:
    """The seats that the kernel of a game has room for."""
    layout = brought(game.name, "kernels", "layout")
    most: int = getattr(layout, "MAX_SEATS", game.max_seats)
    return most


def kernel_refusal(game: AnyGame, seats: int) -> str | None:
    """None, or the sentence that says what the kernel of a game does not know about a table."""
    most = most_seats(game)
    if seats > most:
        return Phrase(
            "tools.kernel.seats",
            "Compiled {game} has room for {most} seats, not for {seats}.",
            game=game.name.capitalize(),
            most=most,
            seats=seats,
        )
    kernel: Any = brought(game.name, "kernels", "kernel")
    refusal: str | None = kernel.supports(game.rules)
    return refusal


def on_the_rules(refusal: str | None) -> str | None:
    """What a player says of itself at a table that its kernel refuses; None where there is no refusal."""
    if refusal is None:
        return None
    return Phrase(
        "tools.kernel.slowly", "{why} It searches on the rules themselves here, slowly.", why=refusal
    )
