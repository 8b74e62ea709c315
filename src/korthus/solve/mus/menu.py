"""Betting menus as data: which bets a solved game of Mus has, and what it is played for."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from korthus.games.mus.options import SINGLE_HAND_CAP, MusRules

_Amounts = tuple[Annotated[int, Meta(ge=2, le=SINGLE_HAND_CAP)], ...]


class LanceMenu(msgspec.Struct, frozen=True, kw_only=True):
    """The bets of one lance: amounts of first bets and of raises, and how many raises there can be."""

    bets: _Amounts = (2,)
    raises: _Amounts = (2,)
    max_raises: Annotated[int, Meta(ge=0)] = 1

    def rules(self, *, ordago: bool) -> MusRules:
        """The rules of a table that offers just these bets in a single hand."""
        return MusRules(
            target_stones=None,
            ordago=ordago,
            bets=self.bets,
            raises=self.raises,
            max_raises=self.max_raises,
        )


class Menu(msgspec.Struct, frozen=True, kw_only=True):
    """The bets of a hand: a menu for grande, chica, pares and the last lance.

    ``ordago`` is what an accepted órdago is worth in stones, or None where there is none.
    """

    name: str
    lances: tuple[LanceMenu, LanceMenu, LanceMenu, LanceMenu]
    ordago: Annotated[int, Meta(ge=1)] | None = None

    @classmethod
    def even(cls, name: str, lance: LanceMenu, ordago: int | None = None) -> Menu:
        """The same bets in every lance."""
        return cls(name=name, lances=(lance, lance, lance, lance), ordago=ordago)

    @property
    def rules(self) -> MusRules:
        """The rules of a table that allows every bet of this menu in some lance."""
        widest = max(self.lances, key=lambda lance: (len(lance.bets), lance.max_raises))
        return widest.rules(ordago=self.ordago is not None)


_ONE_RAISE: Final = LanceMenu(bets=(2, 5), raises=(2, 5), max_raises=1)
_TWO_RAISES: Final = LanceMenu(bets=(2, 5), raises=(2, 5), max_raises=2)

#: The menus with names. ``rich`` allows a second raise in the last lance only: with two raises everywhere
#: there would be ten thousand million information sets.
MENUS: Final[dict[str, Menu]] = {
    menu.name: menu
    for menu in (
        Menu.even("plain", LanceMenu()),
        Menu.even("ordago", LanceMenu(), SINGLE_HAND_CAP),
        Menu(
            name="rich",
            lances=(_ONE_RAISE, _ONE_RAISE, _ONE_RAISE, _TWO_RAISES),
            ordago=SINGLE_HAND_CAP,
        ),
    )
}
