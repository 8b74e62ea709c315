"""The rules of Mus stand in one place: nobody else reads the options that decide about bets and stones, and
nobody else lets a bet grow, says what a refusal gives, or knows when pares and juego are declared."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from tests.games.mus.helpers import mus

import korthus
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE
from korthus.games.mus.sample import complete

SOURCE: Final = Path(korthus.__file__).parent

#: Options that decide how a bet grows, what a refusal gives and what is counted.
OPTIONS: Final = (
    "deje_after_raise",
    "punto_bonus_on_accept",
    "min_raise",
    "max_raises",
    "LEAST_BET",
    "SINGLE_HAND_CAP",
)
#: Who reads them outside of ``games/mus``, and why.
READERS: Final[dict[str, str]] = {
    "kernels/mus/convert.py": "packs the options; lockstep proves the compiled rules equal",
    "envs/mus/told.py": "counts the raises that a game can have at most",
    "bots/mus/terms.py": "keeps the options that matter for one lance, and passes them to the rules",
    "bots/mus/solved.py": "names the options that the solution was not made for",
    "solve/mus/menu.py": "makes the rules of a table of some bets",
    "solve/mus/match/trees.py": "makes the rules of a table of some bets",
    "screens/mus/words.py": "chooses the sentence of the help that speaks of punto",
    "solve/live/lance.py": "takes from the rules what órdago is worth in a single hand",
    "solve/mus/match/stakes.py": "takes from the rules what órdago is worth in a single hand",
    "solve/live/tree.py": "looks for the smallest usual bet in the list of the rules",
}


def readers() -> dict[str, set[str]]:
    """The files outside of the rules that name one of the options, with the options."""
    word = re.compile(rf"\b({'|'.join(OPTIONS)})\b")
    found = {}
    for path in SOURCE.rglob("*.py"):
        name = path.relative_to(SOURCE).as_posix()
        if not name.startswith("games/"):
            options = set(word.findall(path.read_text(encoding="utf-8")))
            if options:
                found[name] = options
    return found


def test_nobody_else_decides_by_the_options_of_betting_and_counting() -> None:
    assert set(readers()) == set(READERS)


def about_mus() -> Iterator[Path]:
    """The files about Mus that are not its rules; the compiled ones are proven by lockstep."""
    for path in SOURCE.rglob("*.py"):
        parts = path.relative_to(SOURCE).parts
        if parts[0] not in ("games", "kernels") and ("mus" in parts or parts[:2] == ("solve", "live")):
            yield path


def named(node: ast.expr) -> str:
    """What a value is called: ``stake``, or ``.stake`` for that of a bet."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(attr=name):
            return f".{name}"
        case _:
            return ""


def reckons(source: str) -> list[int]:
    """The lines that let a bet grow, or make a deje of the stake before."""
    lines = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case (
                ast.BinOp(op=ast.Add(), left=left, right=right)
                | ast.AugAssign(op=ast.Add(), target=left, value=right)
            ) if not isinstance(left, ast.Constant) and not isinstance(right, ast.Constant):
                found = {named(left), named(right)} & {"stake", ".stake", ".before"}
            case ast.Call(func=ast.Name(id="max"), args=[*values]):
                found = {named(each) for each in values} & {"before", ".before", "stake", ".stake", "deje"}
            case ast.BoolOp(op=ast.Or(), values=[*values]):
                found = {named(each) for each in values} & {"before", ".before"}
            case _:
                continue
        if found:
            lines.append(node.lineno)
    return lines


def test_nobody_else_lets_a_bet_grow_or_reckons_a_deje() -> None:
    """``games.mus.betting`` does: ``stake_after``, ``envido``, ``ordago``, ``deje``, ``speak``."""
    found = {
        f"{path.relative_to(SOURCE).as_posix()}:{line}"
        for path in about_mus()
        for line in reckons(path.read_text(encoding="utf-8"))
    }
    assert not found


@pytest.mark.parametrize(
    "source",
    [
        "before, stake = stake, stake + amount",
        "stake += amount",
        "deje = max(before, 1) if last >= 0 else 0",
        "theirs = stones + bet.before",
        "deje = bet.before or 1",
    ],
)
def test_the_search_for_a_second_deje_finds_one(source: str) -> None:
    assert reckons(source) == [1]


def is_refusal(node: ast.AST) -> bool:
    """Whether a comparison asks for a refused bet."""
    match node:
        case ast.Compare(left=left, comparators=[*others]):
            return any(isinstance(each, ast.Attribute) and each.attr == "REFUSED" for each in (left, *others))
        case _:
            return False


def gives(node: ast.AST) -> list[ast.expr]:
    """What a statement or a choice gives, as it stands there; what is only passed on is not among it."""
    match node:
        case ast.Return(value=ast.expr() as value) | ast.Assign(value=value) | ast.AugAssign(value=value):
            found = [value]
        case ast.IfExp(body=body, orelse=orelse):
            found = [body, orelse]
        case _:
            found = []
    return [each.operand if isinstance(each, ast.UnaryOp) else each for each in found]


def takes_dejes(source: str) -> list[int]:
    """The lines of functions that ask for a refusal and give the stones of it."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef)
        and any(map(is_refusal, ast.walk(node)))
        and any(named(value) == ".stones" for each in ast.walk(node) for value in gives(each))
    ]


def test_nobody_else_says_which_lances_gave_a_deje() -> None:
    """``games.mus.counting`` does: ``deje_taken``, ``dejes``."""
    found = {
        f"{path.relative_to(SOURCE).as_posix()}:{line}"
        for path in about_mus()
        for line in takes_dejes(path.read_text(encoding="utf-8"))
    }
    assert not found


@pytest.mark.parametrize(
    "body",
    [
        "return result.stones if result.how is How.REFUSED else 0",
        "if how is not How.REFUSED:\n  return 0\n return -result.stones",
        "if How.REFUSED == result.how:\n  taken[result.seat] += result.stones",
    ],
)
def test_the_search_for_a_second_taker_of_dejes_finds_one(body: str) -> None:
    assert takes_dejes(f"def taken(result):\n {body}") == [1]


#: Lances before or after which something has been declared.
DECLARING: Final = frozenset({"GRANDE", "CHICA", "PARES", "JUEGO", "PUNTO"})


def asks_when(test: ast.expr) -> bool:
    """Whether a condition is about how far the hand has come: the order of lances, or some of them."""
    match test:
        case ast.Compare(left=left, ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()], comparators=[right]):
            return any(named(each) in (".number", "number") for each in (left, right))
        case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[ast.Tuple(elts=[*lances])]):
            return {named(each).removeprefix(".") for each in lances} <= DECLARING
        case _:
            return False


def tells_declared(source: str) -> list[int]:
    """The lines that keep something back, or a name for doing so, by how far the hand has come."""
    lines = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.IfExp(test=test, body=body, orelse=orelse):
                nothing = any(
                    isinstance(each, ast.Constant) and each.value is None for each in (body, orelse)
                )
                found = nothing and asks_when(test)
            case ast.Compare(left=left, ops=[_], comparators=[ast.Attribute(value=of)]):
                found = asks_when(node) and named(left) == ".number" and named(of) in (".PARES", ".JUEGO")
            case _:
                continue
        if found:
            lines.append(node.lineno)
    return lines


def test_nobody_else_says_what_has_been_declared_in_a_lance() -> None:
    """``games.mus.betting`` does: ``DECLARED_BEFORE``, ``declared_before``."""
    found = {
        f"{path.relative_to(SOURCE).as_posix()}:{line}"
        for path in about_mus()
        for line in tells_declared(path.read_text(encoding="utf-8"))
    }
    assert not found


@pytest.mark.parametrize(
    "source",
    [
        "pares = hearing.pares if lance.number >= 2 else None",
        "juego = self.juego if number >= Lance.JUEGO.number else None",
        "pares = None if lance in (Lance.GRANDE, Lance.CHICA) else hearing.pares",
        "early = lance.number < Lance.PARES.number",
    ],
)
def test_the_search_for_a_second_order_of_declaring_finds_one(source: str) -> None:
    assert tells_declared(source) == [1]


@pytest.mark.parametrize("preset", ["standard", "mus", "single_hand"])
def test_a_view_and_the_hidden_cards_make_the_state_again(preset: str) -> None:
    game, rng = mus(preset), random.Random(preset)
    chance = FairChance.seeded(preset)
    for _ in range(5):
        state = game.new()
        while (actor := game.to_act(state)) is not None:
            action = game.draw(state, chance) if actor == CHANCE else rng.choice(game.legal_actions(state))
            state = game.apply(state, action).state
            for seat in (0, 1, None):
                assert complete(game.rules, game.view(state, seat), state.hands, state.discards) == state
