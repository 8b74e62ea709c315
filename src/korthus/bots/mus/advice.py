"""What the strongest player says about each action: how often it takes it, what it is worth, and why."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from korthus.bots.advice import Advice, Reason, fitted
from korthus.bots.mus.line import Follower, Hearing
from korthus.bots.mus.model import NUMBER_OF
from korthus.bots.mus.outlook import Outlook
from korthus.bots.mus.reasons import reasons
from korthus.bots.protocol import Budget
from korthus.games.mus.actions import Envido, MusAction
from korthus.games.mus.game import Mus
from korthus.games.mus.view import MusView
from korthus.solve.live.lance import action_values, chance_to_win
from korthus.solve.mus.worth import action_values as blueprint_values

#: Standard errors within which an action may be as good as another: two hold 95 % of what chance does.
_SURE: Final = 2.0


class Valued(NamedTuple):
    """An action that is weighed: its share of the mix, what it is worth in stones, and why."""

    share: float
    value: float
    error: float
    reasons: tuple[Reason, ...]
    tried: int = 0


def in_order(found: Mapping[str, Valued], choices: Sequence[MusAction]) -> tuple[Advice, ...]:
    """All actions, the best first; of those that may be as good as it the one that is taken oftenest.

    An amount that was not weighed is valued like the nearest that was, without knowing how well.
    """
    best = max(found.values(), key=lambda each: each.value)

    def rank(each: Valued) -> tuple[bool, float, float]:
        worse = best.value - each.value > _SURE * math.hypot(best.error, each.error)
        return worse, 0.0 if worse else -each.share, -each.value

    def advice(action: MusAction, each: Valued, *more: Reason) -> Advice:
        share = Reason("mus.advice.mix", {"percent": round(100 * each.share)})
        return Advice(
            action=action,
            value=each.value,
            error=each.error,
            visits=each.tried,
            reasons=(share, *more, *each.reasons),
        )

    words = {str(action): action for action in choices}
    ranked = sorted((rank(found[word]), word) for word in found)
    known = fitted(
        [advice(words[word], found[word]) for _, word in ranked], [found[word].share for _, word in ranked]
    )
    worth = {str(each.action): each.value for each in known}
    sizes = [int(word.split()[1]) for word in found if word.startswith("envido")]
    rest = []
    for action in choices:
        if str(action) in found:
            continue
        assert isinstance(action, Envido)
        if sizes:
            like = min(sizes, key=lambda size: abs(size - action.amount))
            near, told = f"envido {like}", Reason("mus.advice.not_played", {"stones": like})
            why = found[near].reasons
        else:  # of raises over raises it knows órdago alone
            near, told, why = "quiero", Reason("mus.advice.raises_no_more"), ()
        rest.append(advice(action, Valued(0.0, worth[near], math.inf, why), told))
    return tuple(sorted((*known, *rest), key=lambda each: -each.value))


def values_of(game: Mus, follower: Follower, hearing: Hearing, view: MusView) -> dict[str, Valued]:
    """Every action of the solution's mix by its words.

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
        if line.situation.score.target is not None:
            now, stone = score_of(view, line.situation.score.target)
            values = [(value + 0.5 - now) / stone for value in values]
        error = math.inf
    deal = follower.blueprint.hand.hands.chance
    likely = line.ranges[other] * (deal[hand] if seat == 0 else deal[:, hand])
    likely = likely / likely.sum() if likely.any() else deal[hand] / deal[hand].sum()
    return {
        word: Valued(float(chance), value, error, reasons(game.rules, view, likely, game.parse(word)))
        for word, chance, value in zip(actions, chances, values, strict=True)
    }


def played_out(
    game: Mus, hearing: Hearing, view: MusView, mix: Mapping[str, float], budget: Budget, rng: random.Random
) -> dict[str, Valued]:
    """Every action of the network's mix by its words, and what it never says because it would lose all."""
    outlook = Outlook(game.rules, hearing, view)
    weighed = [
        action for action in game.choices(view) if str(action) in mix or not isinstance(action, Envido)
    ]
    found = {}
    now, stone = (0.0, 1.0) if view.target is None else score_of(view, view.target)
    for action, worth in outlook.worths(weighed, budget, rng).items():
        found[str(action)] = Valued(
            mix.get(str(action), 0.0),
            (worth.mean - now) / stone,
            worth.error / stone,
            reasons(game.rules, view, outlook.likely, action),
            worth.tried,
        )
    return found


def score_of(view: MusView, target: int) -> tuple[float, float]:
    """The chance to win a match from the score on the table, and what a stone changes in it."""
    assert view.seat is not None
    mine, theirs = view.stones[view.seat], view.stones[1 - view.seat]
    mano = view.seat != view.mano
    up = chance_to_win(mine + 2, theirs, target, mano=mano)
    down = chance_to_win(mine, theirs + 2, target, mano=mano)
    return chance_to_win(mine, theirs, target, mano=mano), max((up - down) / 4, 1e-3)
