"""What the arena refuses; the sentences in other languages are among the tools' in the catalogue."""

from __future__ import annotations

from typing import Final

from korthus.core.errors import CodedError

REASONS: Final[dict[str, str]] = {
    "ONE_BOT": "A match needs two players: name at least two after --bots.",
    "TOO_MANY_BOTS": "An arena has at most {limit} players.",
    "NO_MATCHES": "--matches must be a whole number from 1 to {limit}.",
    "BAD_JOBS": "--jobs must be a whole number from 1 to {limit}.",
    "BAD_BUDGET": "Give a thinking time from 1 ms, or a number of simulations from 1, not both.",
    "NO_SUCH_HERO": "{name} is none of the players; name one of {names} after --hero.",
    "FOLDER_TROUBLE": "{file} cannot be used: {trouble}.",
    "OTHER_PLAN": "{file} is of another run ({field} differs); give a new name, or the same command again.",
    "OTHER_SOURCE": (
        "{players} {players:has|have} been changed since {file} was begun; "
        "give a new name, or put the old source back."
    ),
    "BAD_PLAN": "{file} is not the plan of a run: {trouble}.",
    "NOT_OURS": "{file} is there already, and no part of this run; it is left as it is.",
    "NO_RESULTS_FILE": "{file} is a link, a folder or a device, not a plain file; it is left as it is.",
    "BAD_RESULTS": "Line {line} of {file} does not belong to this run.",
    "BUSY_FOLDER": "{file} is being written by another run.",
    "STOPPED": "Stopped after {done} of {all}. The same command goes on from there.",
    "STOPPED_EARLY": "Stopped. The same command goes on from where it was.",
    "STOPPED_UNSAVED": "Stopped after {done} of {all}. With --out a run can go on where it was.",
    "STOPPED_UNKEPT": "Stopped after {done} of {all}. Nothing could be kept: {trouble}.",
    "WORKER_DIES": "Deal {deal} of {match} ended its worker {times} times.",
    "DEAL_FAILED": "Deal {deal} of {match} cannot be played: {trouble}.",
    "GAME_DIES": "The game of seed {seed} ended its worker {times} times.",
    "GAME_FAILED": "The game of seed {seed} cannot be played: {trouble}.",
    "PIECE_DIES": "Piece {piece} of the work ended its worker {times} times.",
    "PIECE_FAILED": "Piece {piece} of the work cannot be done: {trouble}.",
    "NO_RAY": 'Ray is not installed; it comes with pip install "korthus[ray]".',
    "RAY_TROUBLE": "Ray at {address} cannot be used: {trouble}.",
    "OTHER_KORTHUS": "The node {node} has korthus {version}, and this run needs {wanted}.",
}


class ArenaError(CodedError):
    """A run cannot be set up, or cannot go on."""

    reasons = REASONS
