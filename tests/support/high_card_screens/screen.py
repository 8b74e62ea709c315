"""High card in a terminal, as plainly as can be."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from tests.support.high_card import CardPlayed, HandDealt, HighCardView, RoundDealt, TrickWon

from korthus.core.protocol import Action, Event, View
from korthus.locale import Translator
from korthus.screens.base import Screen


class HighCardScreen:
    """Draws high card."""

    def table(self, view: HighCardView, tr: Translator, names: Sequence[str]) -> RenderableType:
        """One line."""
        eyes = "nobody" if view.seat is None else names[view.seat]
        return f"{eyes} holds <{' '.join(view.hand)}>; table <{' '.join(view.table)}>; tricks {view.tricks}"

    def event(self, event: Event, tr: Translator, names: Sequence[str], seat: int | None) -> str | None:
        """A sentence."""
        match event:
            case RoundDealt(round=number, count=count):
                return f"Round {number}: {count} cards each."
            case HandDealt(cards=cards) if seat is not None:
                return f"{names[seat]} is dealt {' '.join(cards)}."
            case CardPlayed(seat=who, card=card):
                return f"{names[who]} plays {card}."
            case TrickWon(seat=who):
                return f"{names[who]} wins the trick."
        return None

    def action(self, action: Action, view: HighCardView, tr: Translator) -> str:
        """What it does."""
        return "play it"

    def help(self, view: View, tr: Translator) -> str:
        """The rules in a sentence."""
        return "The highest card takes the trick."


SCREEN: Screen = HighCardScreen()
