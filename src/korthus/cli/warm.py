"""``korthus warm``: compile what is compiled, once, so that no game waits for it."""

from __future__ import annotations

from korthus.cli.terminal import Terminal


def warm_command(terminal: Terminal) -> None:
    """Compile the kernels and keep them on disk, with a line for each."""
    from korthus.kernels.warm import KERNELS, warm  # loads the compiler, which no other command needs

    terminal.say("tools.warm.start", n=len(KERNELS))
    for name in warm():
        terminal.say("tools.warm.kernel", game=terminal.tr(f"{name}.title"))
    terminal.say("tools.warm.done")
