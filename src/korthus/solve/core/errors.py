"""What the solver refuses; the sentences in other languages are among the tools' in the catalogue."""

from __future__ import annotations

from typing import Final

from korthus.core.errors import CodedError

REASONS: Final[dict[str, str]] = {
    "NO_TORCH": 'PyTorch is not installed; it comes with pip install "korthus[gpu]".',
    "NO_DEVICE": "There is no device {device} here.",
    "BAD_CHECKPOINT": "{file} is not a checkpoint of this solver.",
    "OTHER_SOLVE": "{file} holds another solve ({field} differs); give a new folder, or the same command.",
    "SOLVE_STOPPED": "Stopped after {done} {done:iteration|iterations}, which {done:is|are} kept. "
    "With --resume it goes on from there.",
    "SOLVE_CUT": "Stopped after {done} {done:iteration|iterations}, of which {kept} {kept:is|are} kept. "
    "With --resume it goes on from there.",
    "SOLVE_NOT_BEGUN": "Stopped before the first iteration. The same command begins again.",
    "SOLVE_LOST": "Stopped after {done} {done:iteration|iterations}; nothing is kept.",
    "SOLVE_PARTLY": "Stopped after {done} of {all}, which are shown; nothing is kept.",
    "SOLVE_TROUBLE": "{file} cannot be used: {trouble}.",
    "RESULT_EXISTS": "{file} holds a solution already: give a new folder.",
    "SOLVE_STOPPED_UNSAVED": "Stopped after {done} {done:iteration|iterations}. "
    "With --out a solve can go on where it was.",
    "NOT_SOLVABLE": "Only {games} can be solved.",
    "NO_SOLUTION": "{file} holds no solution; korthus solve --out makes one.",
    "BAD_SCORE": "A score is two numbers from 0 to {most}.",
    "NO_MENU": "There is no menu {name}; there {names:is|are} {names}.",
    "NO_ALGORITHM": "There is no algorithm {name}; there {names:is|are} {names}.",
    "BAD_TARGET": "--target must be a number above 0.",
    "ONE_MENU": "--reference and --against take one menu and one algorithm.",
    "FOLDER_EXISTS": "{file} has a checkpoint already: go on with --resume, or give a new folder.",
    "NOTHING_TO_RESUME": "{file} has no checkpoint to go on from.",
}


class SolveError(CodedError):
    """A solve cannot be set up, or cannot go on."""

    reasons = REASONS
