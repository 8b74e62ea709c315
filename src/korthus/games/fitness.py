"""Whether the class of a game that another package brings can stand on the shelf with the others.

What lists all games asks each for the same things; so they are asked here, once, and one game that cannot
answer does not spoil the list. Whether it keeps the protocol says ``korthus.testing.check_game``.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

import msgspec

from korthus.core.description import Description
from korthus.core.protocol import Action, AnyGame, Event, Game, State, View
from korthus.core.rules import Rules

#: What the class says of itself, by its type.
_PLAIN: Final[dict[str, type]] = {
    "shelf": int,
    "rules_version": int,
    "min_seats": int,
    "max_seats": int,
    "cards_limit_seats": bool,
}
#: The types that it names.
_TYPES: Final[dict[str, type]] = {
    "rules_type": Rules,
    "state_type": State,
    "view_type": View,
    "deal_type": Action,
}
#: The same, where it names several.
_SEVERAL: Final[dict[str, type]] = {"action_types": Action, "event_types": Event}


class Unfit(Exception):
    """What is wrong, as a sentence."""


def check_class(found: object, named: str, name: str) -> type[AnyGame]:
    """The class of a game, if it is one that can be made, listed and drawn under each of its presets.

    Args:
        named: how the package writes it, ``module:Class``.
        name: what the package calls the game.

    Raises:
        Unfit: it cannot, and we know why.
        Exception: its own code fails.
    """
    if not (isinstance(found, type) and issubclass(found, Game)):
        raise Unfit(f"{named} is not a subclass of korthus.Game.")
    if getattr(found, "name", None) != name:
        raise Unfit(f"Its class calls itself {getattr(found, 'name', None)!r}.")
    _check_fields(found)
    rules: type[Rules] = found.rules_type
    if found.length_option not in (None, *rules.__struct_fields__):
        raise Unfit(f"There is no option {found.length_option!r}, which length_option names.")
    if not rules.presets:
        raise Unfit(f"{rules.__name__} has no presets.")
    msgspec.json.encode(([option.default for option in rules.options()], dict(rules.presets)))
    for preset in rules.presets:
        _check_game(found(rules.make(preset)))
    return found


def _check_game(game: AnyGame) -> None:
    description = game.describe()
    if not isinstance(description, Description):
        raise Unfit("describe gives no Description.")
    msgspec.json.encode(description)
    if not all(isinstance(card, StrEnum) for card in game.deck()):
        raise Unfit("deck gives something that is no card.")


def _check_fields(kind: type[Any]) -> None:
    for field, wanted in _PLAIN.items():
        if type(getattr(kind, field, None)) is not wanted:
            raise Unfit(f"{field} is no {wanted.__name__}.")
    for field, wanted in _TYPES.items():
        if not _is_a(getattr(kind, field, None), wanted):
            raise Unfit(f"{field} is no subclass of {wanted.__name__}.")
    for field, wanted in _SEVERAL.items():
        types = getattr(kind, field, None)
        if not (isinstance(types, tuple) and types and all(_is_a(each, wanted) for each in types)):
            raise Unfit(f"{field} is no tuple of subclasses of {wanted.__name__}.")


def _is_a(found: object, wanted: type) -> bool:
    return isinstance(found, type) and issubclass(found, wanted)
