"""Positions without a table: what is seen and done in them, what is refused, and what moves are worth."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.web.client import Api
from tests.web.support import in_loop

import korthus
from korthus.core.chance import seed_bytes
from korthus.core.errors import IllegalAction
from korthus.table import Player, Table
from korthus.web.live.positions import MAX_POSITION, PositionWish, look_at, step_of

GAMES = [info.name for info in korthus.catalogue()]
NINE = "table: KL 9, SP 4, HJ 5; hand 0: HJ 9; to act: 0"


async def ask(url: str, path: str = "/api/positions", **wish: Any) -> Any:
    """The answer to a wish, which must be one."""
    async with Api(url) as api:
        answer = await api.post(path, wish)
        assert answer.status_code == 200, answer.text
        return answer.json()


async def refusal(url: str, **wish: Any) -> str:
    """The code with which a wish is refused."""
    async with Api(url) as api:
        answer = await api.post("/api/positions", wish)
        assert answer.status_code == 400, answer.text
        code: str = answer.json()["code"]
        return code


@in_loop
async def test_a_written_position_is_seen_and_played_on(url: str) -> None:
    found = await ask(url, game="mulle", position=NINE)
    assert found["to_act"] == 0
    assert found["hands"][0] == ["9h"]
    texts = [each["text"] for each in found["actions"]]
    assert texts == [str(each) for each in _legal("mulle", NINE)]
    assert all(each["label"] for each in found["actions"])
    after = await ask(url, game="mulle", position=found["position"], move=texts[0])
    assert after["position"] != found["position"]
    assert [each["event"]["type"] for each in after["notices"]]
    assert after["notices"][0]["said"]


def _legal(name: str, position: str) -> Any:
    game = korthus.game(name)
    return game.legal_actions(game.parse_state(position))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_through_from_nothing_by_positions_alone(name: str) -> None:
    """Each answer has all that the next question needs; the views are those of the game itself."""
    game = korthus.game(name)
    found = look_at(game, PositionWish(game=name, seed="0"), "en")
    for step in range(40):
        if found.to_act is None:
            break
        state = game.parse_state(found.position)
        assert found.views == [game.view(state, seat) for seat in range(game.seats(state))]
        assert found.to_act == game.to_act(state) != korthus.CHANCE
        move = str(game.legal_actions(state)[0])
        wish = PositionWish(game=name, position=found.position, move=move, seed=str(step))
        found = look_at(game, wish, "sv")
        assert game.format_state(game.parse_state(found.position)) == found.position


def test_without_a_seed_a_deal_is_left_open_and_with_one_it_is_the_same_again() -> None:
    game = korthus.game("kachuful")
    assert look_at(game, PositionWish(game="kachuful"), "en").to_act == korthus.CHANCE
    wish = PositionWish(game="kachuful", seats=4, seed="October")
    assert look_at(game, wish, "en") == look_at(game, wish, "en")
    assert len(look_at(game, wish, "en").views) == 4


@in_loop
async def test_what_cannot_be_is_refused_with_its_code(url: str) -> None:
    assert await refusal(url, game="bridge") == "UNKNOWN_GAME"
    assert await refusal(url, game="mulle", options={"decks": 0}) == "BAD_OPTION"
    assert await refusal(url, game="mulle", seats=7) == "FIXED_SEATS"
    assert await refusal(url, game="mulle", position="x" * (MAX_POSITION + 1)) == "BAD_REQUEST"
    assert await refusal(url, game="mulle", more=1) == "BAD_REQUEST"
    game = korthus.game("mulle")
    for wish in ({"position": "table: nine"}, {"position": NINE, "move": "discard SP 4"}):
        with pytest.raises(korthus.KorthusError) as refused:
            look_at(game, PositionWish(game="mulle", **wish), "en")  # type: ignore[arg-type]
        assert await refusal(url, game="mulle", **wish) == refused.value.code


@in_loop
async def test_moves_are_valued_for_the_seat_to_act(url: str) -> None:
    found = await ask(url, "/api/positions/advice", game="mulle", position=NINE)
    assert found["seat"] == 0
    assert sorted(each["text"] for each in found["advice"]) == sorted(map(str, _legal("mulle", NINE)))
    values = [each["value"] for each in found["advice"]]
    assert values == sorted(values, reverse=True)
    async with Api(url) as api:
        answer = await api.post("/api/positions/advice", {"game": "mulle"})
        assert (answer.status_code, answer.json()["code"]) == (400, "NOT_NOW")


@pytest.mark.parametrize("name", GAMES)
def test_only_a_move_that_is_possible_is_pointed_at_in_a_finished_game(name: str) -> None:
    """A link may ask for any move at any moment of a game."""
    game = korthus.game(name)
    table = Table(game, [Player("A"), Player("B")], server_seed=seed_bytes(5))
    table.start()
    rng, texts = random.Random(5), set()
    for _ in range(60):
        if (seat := table.to_act) is None:
            break
        action = game.pick(table.view(seat), rng)
        texts.add(str(action))
        table.submit(seat, action)
    record, pointed_at = table.record(), 0
    for at in range(min(20, len(record.actions))):
        for text in sorted(texts):
            try:
                step = step_of(record, at, text, "en")
            except IllegalAction:
                continue
            assert step.move is None or step.move.text == text
            pointed_at += step.move is not None
    assert pointed_at
