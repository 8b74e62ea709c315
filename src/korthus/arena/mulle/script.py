"""Mulle's own way of writing a script: what to do, and indices in the hand and on the table.

``action`` is a verb. ``card_index`` is an index in the hand, ``target_piles`` are indices on the table,
as both are shown and counted from 0. ``declared_value`` is what a build shall be worth, and so says up or
down. ``combo_index`` chooses among the captures, or builds, that are left (the first if it is not
given), in the order of the legal actions. ``auto`` plays what the greedy bot would.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from korthus.arena.script import Indexed
from korthus.bots.registry import make_bot
from korthus.core.cards import Card
from korthus.core.errors import InvalidAction
from korthus.core.protocol import Action, AnyGame, View
from korthus.games.mulle.actions import Base, Build, Capture, Discard, Trotta, base_text
from korthus.games.mulle.cards import TEXT
from korthus.games.mulle.state import Pile
from korthus.games.mulle.view import MulleView

VERBS: Final = ("auto", "capture", "build", "trotta", "discard")


def translate(game: AnyGame, view: View, verb: str, step: Indexed, seed: int) -> Action | str:
    """The action that a step means in this view. The table judges whether it is legal.

    Raises:
        InvalidAction: an index that does not exist, a field that is missing or does not belong to the verb,
            or nothing that fits.
    """
    assert isinstance(view, MulleView)
    if verb == "auto":
        _only(step, verb)
        return make_bot("greedy", game, seed).choose(view)
    if step.card_index is None or step.card_index >= len(view.hand):
        raise InvalidAction(
            "BAD_CARD_INDEX",
            "card_index must be from 0 to {last} here, not {given}.",
            last=len(view.hand) - 1,
            given=step.card_index,
        )
    card = view.hand[step.card_index]
    match verb:
        case "trotta":
            _only(step, verb, "card_index")
            return Trotta(card)
        case "discard":
            _only(step, verb, "card_index")
            return Discard(card)
        case "capture":
            _only(step, verb, "card_index", "target_piles", "combo_index")
            return _capture(game, view, card, step)
        case _:
            _only(step, verb, "card_index", "target_piles", "declared_value", "combo_index")
            return _build(game, view, card, step)


def _capture(game: AnyGame, view: MulleView, card: Card, step: Indexed) -> Action | str:
    if step.target_piles is not None:
        if step.combo_index:
            raise InvalidAction(
                "COMBO_WITH_PILES", "Piles that are named leave nothing for combo_index to choose."
            )
        # Written out rather than looked up: the captures of a position can be too many to list.
        return (
            f"capture {TEXT[card]}: {', '.join(base_text(base) for base in _bases(view, step.target_piles))}"
        )
    captures = [each for each in game.choices(view) if isinstance(each, Capture) and each.card == card]
    return _pick(captures, step, f"capture {TEXT[card]}")


def _build(game: AnyGame, view: MulleView, card: Card, step: Indexed) -> Action:
    bases = None if step.target_piles is None else _bases(view, step.target_piles)
    if bases is not None and len(bases) != 1:
        raise InvalidAction("ONE_TARGET", "A build is laid on one pile: target_piles has one place.")
    found = []
    for base in [_base(pile) for pile in view.table] if bases is None else bases:
        found += [Build(card, base, down) for down in (False, True)]
    if step.declared_value is not None:
        found = [each for each in found if each.value == step.declared_value]
    legal = [each for each in game.choices(view) if each in found]
    if not legal and found and bases is not None:
        return found[0]  # the table says why it is not allowed
    return _pick(legal, step, f"build {TEXT[card]}")


def _pick(actions: Sequence[Action], step: Indexed, what: str) -> Action:
    index = step.combo_index or 0
    if index >= len(actions):
        raise InvalidAction(
            "NOTHING_FITS",
            "{what}: here {count:is|are} {count} {count:way|ways}, and combo_index counts them from 0.",
            what=what,
            count=len(actions),
        )
    return actions[index]


def _bases(view: MulleView, indices: tuple[int, ...]) -> list[Base]:
    if not indices or max(indices) >= len(view.table) or len(set(indices)) != len(indices):
        raise InvalidAction(
            "BAD_TARGET_PILES",
            "target_piles must be different places from 0 to {last} here.",
            last=len(view.table) - 1,
        )
    return [_base(view.table[index]) for index in indices]


def _base(pile: Pile) -> Base:
    if pile.is_build:
        return pile.value
    return pile.cards[0] if len(pile.cards) == 1 else pile.cards


def _only(step: Indexed, verb: str, *allowed: str) -> None:
    for field in Indexed.__struct_fields__:
        if field not in allowed and getattr(step, field) is not None:
            raise InvalidAction(
                "FIELD_NOT_FOR_VERB", "{field} does not go with {verb}.", field=field, verb=verb
            )
