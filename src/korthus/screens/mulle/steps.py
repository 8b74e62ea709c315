"""The way to a move in Mulle: the card, what it does, then which piles, or up or down."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from korthus.core.protocol import Action
from korthus.core.spans import Text, joined, worded
from korthus.games.mulle.actions import Build, Capture, Discard, Trotta, base_text
from korthus.games.mulle.cards import TEXT
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.text import no_such_place
from korthus.games.mulle.view import MulleView
from korthus.locale import Translator
from korthus.screens.base import Choice
from korthus.screens.cards import card_text
from korthus.screens.mulle.piles import base_named
from korthus.screens.mulle.words import brings, build_words, played

#: The quick discard: discard or släng, and the number of a card.
_QUICK: Final = re.compile(r"[ds] ?([1-9][0-9]?)", re.IGNORECASE)


def steps_of(game: Mulle, action: Action, view: MulleView, tr: Translator) -> tuple[Choice, ...]:
    """See ``SteppedScreen.steps``."""
    card = played(action)
    first = Choice(TEXT[card], card_text(card), tr.text("mulle.ask.card"))
    what = tr.text("mulle.ask.what", card=card_text(card))
    gains = brings(game, action, view, tr)
    match action:
        case Capture(piles=piles):
            take = tr("mulle.do.take")
            shown = joined(", ", map(base_named, piles))
            return (
                first,
                Choice(take, take, what),
                Choice(", ".join(map(base_text, piles)), shown + " " + gains, _which(game, tr)),
            )
        case Build(base=base, down=down):
            on = tr.text("mulle.do.build", pile=base_named(base))
            way = tr("mulle.way.down" if down else "mulle.way.up")
            label = worded(build_words(game.rules, action, tr), gains)
            return (
                first,
                Choice(f"{tr('mulle.do.build.key')} {base_text(base)}", on, what),
                Choice(way, label, tr.text("mulle.ask.way")),
            )
        case _:
            key = tr("mulle.do.trotta" if isinstance(action, Trotta) else "mulle.do.throw")
            return first, Choice(key, worded(key, gains), what)


def _which(game: Mulle, tr: Translator) -> Text:
    """What is asked where a card can take one thing or another."""
    return tr.text("mulle.ask.capture" if game.rules.capture_choice == "maximum" else "mulle.ask.capture_any")


def quick_discard(line: str, actions: Sequence[Action]) -> Action | None:
    """See ``QuickScreen.quick``: ``d 2`` or ``s 2`` discards the second card of the list of cards.

    Raises:
        InvalidAction: the list has no such card.
    """
    found = _QUICK.fullmatch(line)
    if found is None:
        return None
    cards = tuple(dict.fromkeys(map(played, actions)))
    if not cards:  # the plays were too many to list, so there is no list to count in
        return None
    number = int(found[1])
    if number > len(cards):
        raise no_such_place(number, len(cards))
    return Discard(cards[number - 1])
