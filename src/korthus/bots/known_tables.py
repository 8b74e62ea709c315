"""Whether the compiled rules know a table: asked before a kernel is used where the number of seats is open.

A kernel knows most options, and keeps its seats in arrays of a fixed length. Games for two have no such
question: their players ask ``supports`` alone. Whatever table it does not know is played on the readable
rules, or refused. That there are too many seats is found without the compiler.
"""

from __future__ import annotations

from korthus.core.phrases import Phrase
from korthus.core.protocol import AnyGame
from korthus.kernels.brings import kernel_named, most_seats


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
    kernel = kernel_named(game.name)
    assert kernel is not None, "only players that think on a kernel ask"
    return kernel.supports(game.rules)


def on_the_rules(refusal: str | None) -> str | None:
    """What a player says of itself at a table that its kernel refuses; None where there is no refusal."""
    if refusal is None:
        return None
    return Phrase(
        "tools.kernel.slowly", "{why} It searches on the rules themselves here, slowly.", why=refusal
    )
