"""Ids lead to actions and back, in every game, with the numbers that it brings and with those of the default.

``test_mulle_ids`` has more of Mulle, where captures may share an id.
"""

from __future__ import annotations

import pytest
from tests.envs.courses import GAMES, course

import korthus
from korthus.core.protocol import CHANCE
from korthus.envs.brings import encoding_of
from korthus.envs.default import DefaultEncoding
from korthus.envs.encoding import Encoding
from korthus.envs.errors import EnvError

MOMENTS = 120
#: Of very many legal actions some are looked at.
LOOKED_AT = 40


@pytest.mark.parametrize("kind", ["own", "default"])
@pytest.mark.parametrize("name", GAMES)
def test_every_legal_action_has_one_id_and_that_id_is_it(name: str, kind: str) -> None:
    game, seats = GAMES[name]
    encoding: Encoding = encoding_of(game, seats) if kind == "own" else DefaultEncoding(game, seats)
    looked = 0
    for moment, _ in zip(course(game, seats, seed=2), range(MOMENTS), strict=False):
        actor = game.to_act(moment.state)
        if actor is None or actor == CHANCE:
            continue
        view = game.view(moment.state, actor)
        ids = encoding.ids(view)
        legal = game.choices(view)
        assert len(ids) == len(legal), "random games of the usual size share no id"
        for action in legal[:: max(1, len(legal) // LOOKED_AT)]:
            number = encoding.id_of(view, action)
            assert ids[number] == action
            looked += 1
    assert looked > 0


@pytest.mark.parametrize("name", ["kachuful", "mus", "eight", "scopa"])
def test_what_is_not_legal_has_no_id(name: str) -> None:
    game, seats = GAMES[name]
    encoding = encoding_of(game, seats)
    states = (moment.state for moment in course(game, seats))
    state, actor = next((each, seat) for each in states if (seat := game.to_act(each)) not in (None, CHANCE))
    assert actor is not None
    action = game.choices(game.view(state, actor))[0]
    with pytest.raises(EnvError) as refused:
        encoding.id_of(game.view(state, (actor + 1) % seats), action)
    assert refused.value.code == "NO_ID"
    assert str(action) in refused.value.reason


def test_an_id_is_found_without_listing_where_a_game_knows_better() -> None:
    """Mulle and Eight Cards work it out from the action; the numbers are those of ``ids``."""
    for name in ("mulle", "eight"):
        kind = type(encoding_of(korthus.game(name)))
        assert kind.id_of is not Encoding.id_of
