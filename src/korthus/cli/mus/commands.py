"""Commands that Mus has beside the shared ones: ``korthus solve``, ``equity`` and ``mus strategy``.

What they do is loaded when they are used: it needs NumPy, which most commands do without.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from korthus.cli.command import command, command_group
from korthus.cli.options import Jobs, Ray, option
from korthus.cli.terminal import Terminal


@command(
    "solve",
    about="solve.about",
    examples=(
        "korthus solve mus --menu plain --target 0.1 --out plain",
        "korthus solve mus --reference --target 0.1",
        "korthus solve mus --menu plain --algorithm dcfr,cfr+ --target 0.1 --jobs 2 --out sweep",
    ),
    extra="solve",
)
def solve_command(
    terminal: Terminal,
    game: Annotated[str, option("solve.arg.game")],
    /,
    *,
    menu: Annotated[str, option("solve.arg.menu")] = "plain",
    algorithm: Annotated[str, option("solve.arg.algorithm")] = "dcfr",
    target: Annotated[float, option("solve.arg.target")] = 0.0005,
    device: Annotated[str, option("solve.arg.device")] = "cpu",
    out: Annotated[Path | None, option("solve.arg.out")] = None,
    resume: Annotated[bool, option("solve.arg.resume")] = False,
    reference: Annotated[bool, option("solve.arg.reference")] = False,
    against: Annotated[tuple[str, ...], option("solve.arg.against", consume_multiple=True)] = (),
    simulations: Annotated[int, option("solve.arg.simulations")] = 30,
    seed: Annotated[int, option("solve.arg.seed")] = 1,
    jobs: Jobs = 1,
    ray: Ray = None,
) -> None:
    """Solve a hand; several for several menus or algorithms; or do what ``reference`` or ``against`` say.

    Args:
        menu: one, or several with commas between them; so is ``algorithm``.
        jobs: processes for several hands or players; a single hand has all cores anyway.
        ray: the address of a Ray cluster that does that instead.

    Raises:
        SolveError, ArenaError: something cannot be set up, or the solve was stopped.
    """
    from korthus.cli.mus.solve import read_problems, solve
    from korthus.cli.mus.sweep import Asked, Workers, compare, show_reference, sweep

    problems, workers = read_problems(game, menu, algorithm, target, device), Workers(jobs, ray)
    if against:
        compare(terminal, problems, Asked(against, simulations, seed), device, workers, out)
    elif reference:
        show_reference(terminal, problems, device, workers, out)
    elif len(problems) > 1 or ray is not None:
        sweep(terminal, problems, device, workers, out)
    else:
        solve(terminal, problems[0], device, out=out, resume=resume)


@command("equity", about="solve.equity.about", examples=("korthus equity mus 37 38",))
def equity_command(
    terminal: Terminal,
    game: Annotated[str, option("solve.equity.arg.game")],
    mine: Annotated[int, option("solve.equity.arg.mine")],
    theirs: Annotated[int, option("solve.equity.arg.theirs")],
    /,
    *,
    solution: Annotated[Path | None, option("solve.equity.arg.solution")] = None,
) -> None:
    """Say what a score is worth.

    Raises:
        SolveError: there is no table for it, or the score is not in it.
    """
    from korthus.cli.mus.equity import show_equity

    show_equity(terminal, game, mine, theirs, solved=solution)


command_group("mus", about="mus_strategy.about", examples=("korthus mus strategy --hand 'R R 7 1'",))


@command(
    "mus strategy",
    about="mus_strategy.strategy.about",
    examples=(
        "korthus mus strategy --hand 'R C 7 4'",
        "korthus mus strategy --hand RR71 --lance pares --history 'envido 2' --postre",
        "korthus mus strategy --hand SS74 --history 'paso, envido 2, quiero'",
    ),
)
def strategy_command(
    terminal: Terminal,
    *,
    hand: Annotated[str, option("mus_strategy.arg.hand")],
    lance: Annotated[str | None, option("mus_strategy.arg.lance")] = None,
    history: Annotated[str | None, option("mus_strategy.arg.history")] = None,
    mano: Annotated[bool, option("mus_strategy.arg.mano")] = False,
    postre: Annotated[bool, option("mus_strategy.arg.postre")] = False,
    menu: Annotated[str, option("mus_strategy.arg.menu")] = "plain",
) -> None:
    """Say what the solution does with a hand.

    Raises:
        KorthusError: the hand or what was said cannot be, or there is no such solution.
    """
    from korthus.cli.mus.strategy import show_strategy

    show_strategy(terminal, hand=hand, lance=lance, history=history, mano=mano, postre=postre, menu=menu)
