"""Games for the tests of many games at once: every game with a compiled form, in its presets and options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import korthus
from korthus.core.errors import InvalidOptions
from korthus.core.protocol import AnyGame
from korthus.envs.brings import compiled_of
from korthus.games.registry import brought, load
from korthus.kernels.bulk import kernel_of


class Table(NamedTuple):
    """A game, and how many play it."""

    game: AnyGame
    seats: int

    def __str__(self) -> str:
        return f"{self.game!r} x{self.seats}"


#: Options that make a difference to what is seen or done, by game; each is tried with those of no other.
OPTIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "kachuful": (
        {"start_cards": 26, "total_rounds": 2},
        {"start_cards": 5, "must_follow": False, "first_leader": "highest_bidder"},
        {"start_cards": 4, "dealer_restriction": False, "first_leader": "dealer"},
        {"start_cards": 4, "total_rounds": 9, "schedule": "zigzag", "starting_dealer": 1},
        {"start_cards": 1, "total_rounds": 130, "schedule": "zigzag", "scoring": "high_incentive"},
        {"start_cards": 2, "deck": ("2c", "9c", "Ac", "5d", "6d", "Kh", "2s", "As")},
    ),
    "mus": (
        {"mus_phase": True, "max_mus": 1},
        {"mus_phase": True, "max_mus": None, "target_stones": 30, "first_mano": 1},
        {"target_stones": 35, "ordago": False, "max_raises": 1, "deje_after_raise": "one"},
        {"bets": (2, 5), "raises": (3,), "min_raise": 3, "punto_bonus_on_accept": False},
        {"mus_phase": True, "deck": (2, 1, 1, 1, 1, 1, 1, 2)},
        {"target_stones": None, "mus_phase": True},
    ),
    "mulle": (
        {"omgangar": 1, "special_capture": "any_sum", "down_from_single": True},
        {"omgangar": 1, "table_cards": 20, "hand_size": 20, "opponent_same_value": "merge"},
        {"omgangar": 3, "decks": 1, "first_starter": "random", "bonus_scope": "session"},
    ),
    "eight": (
        {"hands": 3, "hidden_placement": False, "burn_cards": "classic"},
        {"hands": 3, "hidden_placement": False, "assignment": "simultaneous"},
        {"bankroll": 7, "ante": 3, "hands": None, "sweep_source": "house"},
    ),
}


def tables() -> Iterator[Table]:
    """Every preset of every game that brings a compiled form, with few and many seats; then its options."""
    for info in korthus.catalogue():
        kind = load(info.name)
        if info.name not in OPTIONS or compiled_of(korthus.game(info.name)) is None:
            continue
        layout = brought(info.name, "kernels", "layout")
        most = getattr(layout, "MAX_SEATS", kind.max_seats)
        seats = [each for each in (2, 3, 4, 7, most) if kind.min_seats <= each <= most]
        presets = [korthus.game(info.name, preset) for preset in kind.rules_type.presets]
        yield from (Table(game, each) for game in presets for each in {*seats} if _can_play(game, each))
        for number, options in enumerate(OPTIONS[info.name]):
            game = korthus.game(info.name, **options)
            some = {seats[0], seats[number % (len(seats) - 1)] if len(seats) > 1 else seats[0]}
            yield from (Table(game, each) for each in some if _can_play(game, each))


def _can_play(game: AnyGame, seats: int) -> bool:
    try:
        kernel_of(game)
        game.new(seats)
    except InvalidOptions:
        return False
    return True


TABLES = tuple(tables())
