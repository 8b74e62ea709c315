"""High card in a terminal, as plainly as can be."""

from __future__ import annotations

from collections.abc import Sequence

from tests.support.high_card import CardPlayed, HandDealt, HighCardView, RoundDealt, TrickWon

from korthus.core.protocol import Action, Event, View
from korthus.core.spans import Text, text
from korthus.locale import Translator
from korthus.screens.base import Screen
from korthus.screens.drawing import Drawing


class HighCardScreen:
    """Draws high card."""

    def table(self, view: HighCardView, tr: Translator, names: Sequence[str]) -> Drawing:
        """One line."""
        eyes = "nobody" if view.seat is None else names[view.seat]
        line = f"{eyes} holds <{' '.join(view.hand)}>; table <{' '.join(view.table)}>; tricks {view.tricks}"
        return (line,)

    def event(self, event: Event, tr: Translator, names: Sequence[str], seat: int | None) -> Text | None:
        """A sentence."""
        match event:
            case RoundDealt(round=number, count=count):
                return text(f"Round {number}: {count} cards each.")
            case HandDealt(cards=cards) if seat is not None:
                return text(f"{names[seat]} is dealt {' '.join(cards)}.")
            case CardPlayed(seat=who, card=card):
                return text(f"{names[who]} plays {card}.")
            case TrickWon(seat=who):
                return text(f"{names[who]} wins the trick.")
        return None

    def action(self, action: Action, view: HighCardView, tr: Translator) -> Text:
        """What it does."""
        return text("play it")

    def help(self, view: View, tr: Translator) -> Text:
        """The rules in a sentence."""
        return text("The highest card takes the trick.")


SCREEN: Screen = HighCardScreen()
