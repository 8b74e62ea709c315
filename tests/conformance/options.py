"""Random options of any game, made from the types of its rules."""

from __future__ import annotations

from typing import Any, get_type_hints

from hypothesis import strategies as st
from msgspec import inspect

from korthus.core.errors import InvalidOptions
from korthus.core.protocol import AnyGame

#: Options that make a game long or its deck odd are kept short here; the rest comes from the types.
SHORT: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "mulle": {
        "omgangar": st.integers(1, 2),
        "decks": st.integers(1, 2),
        "deck": st.none(),
        "hand_size": st.integers(1, 8),
        "table_cards": st.integers(0, 8),
        "ronder_nominal": st.integers(1, 3),
    },
    "kachuful": {
        "start_cards": st.integers(1, 5),
        "total_rounds": st.none() | st.integers(1, 6),
        "decks": st.integers(1, 2),
        "deck": st.none(),
    },
    "mus": {"deck": st.just((8, 4, 4, 4, 4, 4, 4, 8)), "max_mus": st.integers(1, 4)},
    "eight": {
        "hands": st.integers(1, 3),
        "runout_order": st.permutations(("A", "B", "C")).map(tuple),
        "bankroll": st.integers(1, 300),
        "ante": st.integers(1, 150),
    },
}


def options(game: type[AnyGame]) -> st.SearchStrategy[dict[str, Any]]:
    """Some options of a game, each within its own type; combinations may still be refused."""
    hints = get_type_hints(game.rules_type, include_extras=True)
    short = SHORT[game.name]
    rest = {
        name: of_type(inspect.type_info(hints[name]))
        for name in game.rules_type.__struct_fields__
        if name not in short
    }
    return st.fixed_dictionaries(short, optional=rest)


def of_type(info: inspect.Type) -> st.SearchStrategy[Any]:
    """Values of a field's type."""
    match info:
        case inspect.Metadata(type=inner):
            return of_type(inner)
        case inspect.LiteralType(values=values):
            return st.sampled_from(values)
        case inspect.EnumType(cls=cls):
            return st.sampled_from([*cls])
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
        case inspect.IntType(ge=low, le=high):
            return st.integers(low or 0, high if high is not None else (low or 0) + 20)
        case inspect.UnionType(types=kinds):
            return st.one_of([of_type(kind) for kind in kinds])
        case inspect.VarTupleType(item_type=item):
            return st.lists(of_type(item), min_size=1, max_size=4).map(tuple)
        case inspect.TupleType(item_types=items):
            return st.tuples(*(of_type(item) for item in items))
        case _:
            raise TypeError(f"no values known for {info}")


def make(game: type[AnyGame], chosen: dict[str, Any], seats: int) -> AnyGame | None:
    """The game of some options, or None if they do not go together, or not with this number of seats."""
    try:
        made = game(game.rules_type.make(None, **chosen))
        made.new(seats)
    except InvalidOptions:
        return None
    return made
