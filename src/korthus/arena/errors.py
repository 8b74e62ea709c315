"""What the arena refuses; the sentences in other languages are among the tools' in the catalogue."""

from __future__ import annotations

from typing import Final

from korthus.core.errors import KorthusError

REASONS: Final[dict[str, str]] = {
    "ONE_BOT": "A match needs two players: name at least two after --bots.",
    "TOO_MANY_BOTS": "An arena has at most {limit} players.",
    "NO_MATCHES": "--matches must be a whole number from 1 to {limit}.",
    "BAD_JOBS": "--jobs must be a whole number from 1 to {limit}.",
    "BAD_BUDGET": "Give a thinking time from 1 ms, or a number of simulations from 1, not both.",
    "NO_SUCH_HERO": "{name} is none of the players; name one of {names} after --hero.",
    "BAD_PLAYER": "{name} is no player: a module and a class that is a Bot are written module:Class.",
    "FOLDER_TROUBLE": "{file} cannot be used: {trouble}.",
    "OTHER_PLAN": "{file} holds another run ({field} differs); give a new folder, or the same command again.",
    "BAD_PLAN": "{file} is not the plan of an arena: {trouble}.",
    "BAD_RESULTS": "Line {line} of {file} does not belong to this run.",
    "BUSY_FOLDER": "{file} is being written by another run.",
    "STOPPED": "Stopped after {done} of {all} deals. The same command goes on from there.",
    "STOPPED_UNSAVED": "Stopped after {done} of {all} deals. With --out a run can go on where it was.",
    "WORKER_DIES": "Deal {deal} of {match} ended its worker {times} times.",
    "DEAL_FAILED": "Deal {deal} of {match} cannot be played: {trouble}.",
    "NO_RAY": "Ray is not installed; it comes with korthus[ray].",
    "RAY_TROUBLE": "Ray at {address} cannot be used: {trouble}.",
}


class ArenaError(KorthusError):
    """A run cannot be set up, or cannot go on."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, REASONS[code], **params)
