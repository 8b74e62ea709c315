"""The four games use the same words for the same thing: files, functions, arguments, events, codes."""

from __future__ import annotations

import random
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any, Final

import pytest

import korthus
from korthus.core.chance import FairChance
from korthus.core.errors import IllegalAction, InvalidAction, InvalidState
from korthus.core.protocol import CHANCE, AnyGame
from korthus.games.registry import OWN_PACKAGE, sources

GAMES: Final = sorted(name for name, source in sources().items() if source.package.name == OWN_PACKAGE)
#: What every package of a game has; ``position`` stands beside ``text`` where positions are long.
FILES: Final = (
    *("__init__", "actions", "errors", "events", "game", "legal", "options"),
    *("play", "position", "sample", "scoring", "state", "text", "view"),
)
#: By file: the functions that every game has, and their arguments.
FUNCTIONS: Final = [
    ("play", "first_state", ("rules", "seats")),
    ("play", "to_act", ("rules", "state")),
    ("play", "apply", ("rules", "state", "action")),
    ("play", "deal_size", ("rules", "state")),
    ("play", "undealt", ("rules", "state")),
    ("play", "located", ("state",)),
    ("legal", "legal_actions", ("rules", "state")),
    ("legal", "choices", ("rules", "view")),
    ("view", "make_view", ("rules", "state", "seat")),
    ("sample", "sample", ("rules", "view", "rng")),
    ("scoring", "outcome", ("rules", "state")),
    ("text", "parse_action", ("text",)),
    ("position", "parse_state", ("rules", "text")),
]
#: A card that a seat does not have: two documents name the code themselves.
NOT_IN_HAND: Final = {"mulle": "CARD_NOT_IN_HAND", "eight": "NOT_OWN_CARD"}


def module(game: str, file: str) -> Any:
    return import_module(f"korthus.games.{game}.{file}")


def first_turn(game: AnyGame) -> Any:
    """A position in which somebody is to act, after the first deal."""
    state, chance = game.new(), FairChance.seeded("same words")
    while game.to_act(state) == CHANCE:
        state = game.apply(state, game.draw(state, chance)).state
    return state


def test_there_are_four_games() -> None:
    assert GAMES == ["eight", "kachuful", "mulle", "mus"]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_the_files_of_every_game(name: str) -> None:
    folder = Path(module(name, "game").__file__).parent
    assert set(FILES) - {path.stem for path in folder.glob("*.py")} == set()
    assert (folder / "RULES.md").is_file()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("file", "function", "arguments"), FUNCTIONS)
def test_a_game_has_the_functions_of_every_game(
    name: str, file: str, function: str, arguments: tuple[str, ...]
) -> None:
    found = getattr(module(name, file), function)
    assert tuple(signature(found).parameters) == arguments
    assert found.__module__ == f"korthus.games.{name}.{file}"
    assert found.__doc__


@pytest.mark.parametrize("name", GAMES)
def test_a_state_is_completed_and_written_in_one_place(name: str) -> None:
    assert tuple(signature(module(name, "sample").complete).parameters)[:2] == ("rules", "view")
    # What a position of Kachuful leaves out follows from the options too, so it is given the rules.
    given = ("rules", "state") if name == "kachuful" else ("state",)
    assert tuple(signature(module(name, "position").format_state).parameters) == given


@pytest.mark.parametrize("name", GAMES)
def test_types_have_the_name_of_their_game(name: str) -> None:
    kind = type(korthus.game(name))
    prefix = name.capitalize()
    types = (kind.rules_type, kind.state_type, kind.view_type)
    assert [each.__name__ for each in types] == [f"{prefix}{part}" for part in ("Rules", "State", "View")]
    assert {each.__module__.rpartition(".")[2] for each in kind.action_types} == {"actions"}
    assert {each.__module__.rpartition(".")[2] for each in kind.event_types} == {"events"}
    assert kind.deal_type is module(name, "actions").Deal
    phases = [each for each in vars(module(name, "state")) if each.endswith("Phase")]
    assert phases in ([], ["Phase"])


@pytest.mark.parametrize("name", GAMES)
def test_who_is_to_act_is_called_turn(name: str) -> None:
    game = korthus.game(name)
    state = first_turn(game)
    seat = game.to_act(state)
    others = [each for each in game.state_type.__struct_fields__ if each in {"actor", "player", "to_act"}]
    assert (state.turn, others) == (seat, [])


@pytest.mark.parametrize("name", GAMES)
def test_refusals_by_code_are_made_in_one_place(name: str) -> None:
    errors = module(name, "errors")
    made = [getattr(errors, each) for each in ("illegal", "invalid", "impossible") if hasattr(errors, each)]
    assert made
    assert {each.__module__ for each in made} == {"korthus.core.errors"}


@pytest.mark.parametrize("name", GAMES)
def test_the_event_that_ends_a_game_is_game_ended(name: str) -> None:
    game, rng, chance = korthus.game(name), random.Random(5), FairChance.seeded("the end")
    ended = module(name, "events").GameEnded
    assert ended in type(game).event_types
    state, last = game.new(), None
    while (actor := game.to_act(state)) is not None:
        action = game.draw(state, chance) if actor == CHANCE else game.pick(game.view(state, actor), rng)
        state, events = game.apply(state, action)
        assert last is None or not isinstance(last, ended)
        last = events[-1]
    assert isinstance(last, ended)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_refusals_have_the_same_codes(name: str) -> None:
    game = korthus.game(name)
    for text, code in (("", "UNKNOWN_ACTION"), ("fly", "UNKNOWN_ACTION"), ("deal zz", "UNKNOWN_CARD")):
        with pytest.raises(InvalidAction) as unread:
            game.parse(text)
        assert unread.value.code == code
    with pytest.raises(IllegalAction, match="BAD_DEAL"):
        game.apply(game.new(), module(name, "actions").Deal(()))
    with pytest.raises(InvalidState, match="NO_SUCH_SEAT"):
        game.view(first_turn(game), 2)


def test_a_card_that_one_does_not_have() -> None:
    for name, (game, state, action) in strange_cards().items():
        with pytest.raises(IllegalAction) as refused:
            game.apply(state, action)
        assert refused.value.code == NOT_IN_HAND.get(name, "NOT_IN_HAND")


def strange_cards() -> dict[str, tuple[AnyGame, Any, Any]]:
    """By game: a position, and an action with a card that the seat to act does not have."""
    made: dict[str, tuple[AnyGame, Any, Any]] = {}
    mulle = korthus.game("mulle")
    state = first_turn(mulle)
    made["mulle"] = (
        mulle,
        state,
        module("mulle", "actions").Discard(lacking(mulle, state.sides[state.turn].hand)),
    )
    kachuful = korthus.game("kachuful")
    state = first_turn(kachuful)
    for text in ("bid 0", "bid 0"):
        state = kachuful.apply(state, kachuful.parse(text)).state
    made["kachuful"] = (
        kachuful,
        state,
        module("kachuful", "actions").Play(lacking(kachuful, state.hands[state.turn])),
    )
    mus = korthus.game("mus", preset="mus")
    state = first_turn(mus)
    for _ in range(2):
        state = mus.apply(state, mus.parse("mus")).state
    made["mus"] = (mus, state, module("mus", "actions").Discard((lacking(mus, state.hands[state.turn]),)))
    eight = korthus.game("eight")
    state = first_turn(eight)
    hand = (lacking(eight, state.hands[state.turn]), *state.hands[state.turn][1:])
    made["eight"] = (eight, state, module("eight", "actions").Place.of(hand[:4], hand[4:6], hand[6:]))
    assert sorted(made) == GAMES
    return made


def lacking(game: AnyGame, hand: tuple[Any, ...]) -> Any:
    """A card of the deck that is not in a hand."""
    return next(card for card in game.deck() if card not in hand)
