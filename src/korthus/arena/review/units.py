"""What a game is played for, as one number a seat: the scale on which a review measures.

``Advice`` counts from the moment it is asked for, or from the start of a hand. A unit says what to add, so
that values of any moment of a game lie on one scale and end at the result itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, cast

from korthus.core.protocol import AnyGame
from korthus.games.eight.state import EightState
from korthus.games.eight.state import Phase as EightPhase
from korthus.games.kachuful.scoring import totals as kachuful_totals
from korthus.games.kachuful.state import KachufulState
from korthus.games.kachuful.state import Phase as KachufulPhase
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.scoring import side_score, totals
from korthus.games.mulle.state import MulleState
from korthus.games.mus.state import MusState
from korthus.games.mus.state import Phase as MusPhase


class Unit(NamedTuple):
    """The scale of one game. States are the reviewer's; of them only what everybody knows is used."""

    #: ``points``, ``stones`` or ``chips``: the end of a key in the catalogue.
    name: str
    #: What final scores come to for each seat.
    result: Callable[[AnyGame, Sequence[float]], tuple[float, ...]]
    #: The scores of what is finished: rounds, omgångar, hands.
    scores: Callable[[AnyGame, Any], Sequence[float]]
    #: Whether nothing is being played between the scores of now and the next deal.
    settled: Callable[[Any], bool]
    #: What a seat that is to act has beyond the scores, where its advice begins to count.
    open: Callable[[AnyGame, Any, int], float]

    def standing(self, game: AnyGame, state: Any) -> tuple[float, ...]:
        """What the finished part has come to for each seat."""
        return self.result(game, self.scores(game, state))

    def base(self, game: AnyGame, state: Any, seat: int) -> float:
        """What to add to the value of an advice for the seat that is to act in ``state``."""
        return self.standing(game, state)[seat] + self.open(game, state, seat)


def ahead(scores: Sequence[float]) -> tuple[float, ...]:
    """Each seat's score less the mean of the others'.

    >>> ahead([10, 4, 1])
    (7.5, -1.5, -6.0)
    """
    total, others = sum(scores), len(scores) - 1
    return tuple(score - (total - score) / others for score in scores)


def _ahead(_: AnyGame, scores: Sequence[float]) -> tuple[float, ...]:
    return ahead(scores)


def _nothing(_game: AnyGame, _state: Any, _seat: int) -> float:
    return 0.0


# -- Mulle -----------------------------------------------------------------------------------------


def _mulle_scores(game: AnyGame, state: MulleState) -> Sequence[float]:
    """Points of the finished omgångar. A bonus over the session is part of what is still open."""
    intake = game.rules.intake_in_total
    return [
        sum(
            row[seat].mulle + row[seat].tabbe + row[seat].bonus + intake * row[seat].intake
            for row in state.sheet
        )
        for seat in (0, 1)
    ]


def _mulle_settled(state: MulleState) -> bool:
    return len(state.sheet) == state.omgang


def _mulle_open(game: AnyGame, state: MulleState, seat: int) -> float:
    """The lead of this omgång as the search sees it: its advice is what will be gained on top of that.

    On the kernel a lead counts what the table and the bonus promise, on the rules only what is made.
    """
    from korthus.bots.mulle.policy import ONE, START
    from korthus.bots.mulle.worlds import pack_view
    from korthus.kernels.mulle import supports

    if supports(game.rules) is not None:
        sides = tuple(side_score(game.rules, side) for side in state.sides)
        now = totals(game.rules, (*state.sheet, (sides[0], sides[1])))
        return ahead(now)[seat] - ahead(_mulle_scores(game, state))[seat]
    lead = float(pack_view(cast(Mulle, game), game.view(state, seat))[START] / ONE)
    return lead if seat == 0 else -lead


# -- Kachuful --------------------------------------------------------------------------------------


def _kachuful_scores(_: AnyGame, state: KachufulState) -> Sequence[float]:
    return kachuful_totals(state.sheet, len(state.hands))


def _kachuful_settled(state: KachufulState) -> bool:
    return state.phase in (KachufulPhase.DEAL, KachufulPhase.OVER)


# -- Mus -------------------------------------------------------------------------------------------


def _mus_scores(_: AnyGame, state: MusState) -> Sequence[float]:
    return state.stones


def _mus_settled(state: MusState) -> bool:
    return state.phase in (MusPhase.DEAL, MusPhase.OVER)


# -- Eight Cards -----------------------------------------------------------------------------------


def _eight_result(game: AnyGame, scores: Sequence[float]) -> tuple[float, ...]:
    return tuple(chips - game.rules.bankroll for chips in scores)


def _eight_scores(_: AnyGame, state: EightState) -> Sequence[float]:
    return state.bankrolls


def _eight_settled(state: EightState) -> bool:
    return state.phase in (EightPhase.DEAL, EightPhase.OVER)


def _eight_open(_game: AnyGame, state: EightState, _seat: int) -> float:
    """The ante: it lies in the pot, and the advice takes it off again."""
    return state.ante


#: The scale of each game, by name.
UNITS: Final[dict[str, Unit]] = {
    "mulle": Unit("points", _ahead, _mulle_scores, _mulle_settled, _mulle_open),
    "kachuful": Unit("points", _ahead, _kachuful_scores, _kachuful_settled, _nothing),
    "mus": Unit("stones", _ahead, _mus_scores, _mus_settled, _nothing),
    "eight": Unit("chips", _eight_result, _eight_scores, _eight_settled, _eight_open),
}
