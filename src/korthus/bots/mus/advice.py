"""What the solution says about each action: how often, what it is worth, and why."""

from __future__ import annotations

from typing import NamedTuple

from korthus.bots.advice import Advice, Reason
from korthus.bots.mus.line import Follower, Hearing
from korthus.bots.mus.model import NUMBER_OF
from korthus.bots.mus.reasons import reasons
from korthus.games.mus.actions import MusAction
from korthus.games.mus.game import Mus
from korthus.games.mus.view import MusView
from korthus.solve.live.lance import action_values, chance_to_win
from korthus.solve.mus.worth import action_values as blueprint_values


class Valued(NamedTuple):
    """An action of the mix."""

    chance: float
    value: float
    error: float
    reasons: tuple[Reason, ...]

    def advice(self, action: MusAction) -> Advice:
        """The same as advice; the share of the mix comes first among the reasons."""
        percent = round(100 * self.chance)
        why = (Reason("mus.advice.mix", {"percent": percent}), *self.reasons)
        return Advice(action=action, value=self.value, error=self.error, visits=0, reasons=why)


def values_of(game: Mus, follower: Follower, hearing: Hearing, view: MusView) -> dict[str, Valued]:
    """Every action of the mix by its words.

    Values of the blueprint are exact and have no error; those of a lance that was solved anew rest on draws.
    """
    hand = NUMBER_OF[view.hand]
    line, actions, chances = follower.mix(hearing, hand)
    other = int(view.seat == view.mano)
    seat = 1 - other
    if line.solution is None:
        situation = line.situation
        said = (*line.done, line.said)
        history = (said, situation.pares, situation.juego)
        values = blueprint_values(follower.blueprint, history, hand, line.ranges[other])
        error = 0.0
    else:
        values = action_values(follower.blueprint, line.situation, line.solution, line.said, hand)
        values = [_in_stones(view, value, line.situation.score.target) for value in values]
        error = float("inf")
    deal = follower.blueprint.hand.hands.chance
    likely = line.ranges[other] * (deal[hand] if seat == 0 else deal[:, hand])
    likely = likely / likely.sum() if likely.any() else deal[hand] / deal[hand].sum()
    return {
        word: Valued(float(chance), value, error, reasons(game.rules, view, likely, game.parse(word)))
        for word, chance, value in zip(actions, chances, values, strict=True)
    }


def _in_stones(view: MusView, value: float, target: int | None) -> float:
    """A chance to win, less a half, as stones: how much the score changes, by what a stone changes."""
    if target is None:
        return value
    assert view.seat is not None
    mine, theirs = view.stones[view.seat], view.stones[1 - view.seat]
    mano = view.seat != view.mano
    now = chance_to_win(mine, theirs, target, mano=mano)
    up = chance_to_win(mine + 2, theirs, target, mano=mano)
    down = chance_to_win(mine, theirs + 2, target, mano=mano)
    return (value + 0.5 - now) / max((up - down) / 4, 1e-3)
