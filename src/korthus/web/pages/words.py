"""What is said: the sentences and labels of ``korthus.screens`` as the page gets them, with marked cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec

from korthus.arena.scale import rung_of
from korthus.bots.advice import Reason
from korthus.bots.registry import bot_types
from korthus.core.errors import KorthusError
from korthus.core.protocol import Action, AnyGame, Event, View
from korthus.locale import LANGUAGES, Translator, refusals
from korthus.screens.base import Screen, SpokenScreen, TellingScreen
from korthus.screens.load import screen_of
from korthus.screens.marked import marked_fact, marked_refusal, marked_text
from korthus.table import SeedAdded, TableEvent, UndoDone
from korthus.table.events import GivenUp, SeedHeldBack

#: What can be said with one click; the texts are ``serve.phrase.0`` and so on.
PHRASES: Final = 8


class Speaker:
    """Says what happens in one game in one language."""

    def __init__(self, game: AnyGame, language: str) -> None:
        self.tr = translator(language)
        self._game = game
        self._screen = _screen(game)

    def sentence(self, event: Event, names: Sequence[str], seat: int | None) -> str | None:
        """What a seat hears of an event; None if it needs no saying."""
        if isinstance(event, TableEvent):
            return self._about_table(event, names)
        said = self._screen.event(event, self.tr, names, seat)
        return None if said is None else marked_text(said)

    def _about_table(self, event: TableEvent, names: Sequence[str]) -> str | None:
        match event:
            case SeedAdded(seat=seat):
                return self.tr("serve.said.seed", player=names[seat])
            case UndoDone(seat=None):
                return self.tr("serve.said.undo")
            case UndoDone(seat=int(seat)):
                return self.tr("serve.said.undo_by", player=names[seat])
            case GivenUp(seat=seat):
                return self.tr("serve.said.resigned", player=names[seat])
            case SeedHeldBack():
                return self.tr("serve.said.held_back")
            case _:
                return None

    def label(self, action: Action, view: View) -> str:
        """What an action does, as a sentence."""
        screen = self._screen
        if isinstance(screen, SpokenScreen):
            return marked_text(screen.sentence(action, view, self.tr))
        return marked_text(screen.action(action, view, self.tr))

    def help(self, view: View) -> str:
        """The rules of the moment."""
        lines = marked_text(self._screen.help(view, self.tr)).splitlines()
        return "\n".join(line.strip() for line in lines if line.strip())

    def result(self) -> list[str]:
        """What counts in the result of the game and what does not, a sentence each."""
        if not isinstance(self._screen, TellingScreen):
            return []
        return [marked_text(line) for line in self._screen.result(self._game, self.tr)]

    def reason(self, reason: Reason) -> str:
        """Why a bot would do something."""
        return self.tr(reason.key, **{name: marked_fact(name, fact) for name, fact in reason.params.items()})

    def refusal(self, error: KorthusError) -> str:
        """Why something is refused."""
        return refusal(error, self.tr)


@lru_cache(maxsize=64)
def _screen(game: AnyGame) -> Screen:
    return screen_of(game)


@lru_cache(maxsize=64)
def speaker(game: AnyGame, language: str) -> Speaker:
    """Who speaks about a game in a language."""
    return Speaker(game, language)


@lru_cache(maxsize=len(LANGUAGES))
def translator(language: str) -> Translator:
    """The words of a language."""
    return Translator(language)


@lru_cache(maxsize=len(LANGUAGES))
def phrases(language: str) -> tuple[str, ...]:
    """What can be said with one click."""
    tr = translator(language)
    return tuple(tr(f"serve.phrase.{number}") for number in range(PHRASES))


def refusal(error: KorthusError, tr: Translator) -> str:
    """Why something is refused, in people's words where the sentence itself has names of the notation."""
    key = refusals().get((error.code, error.sentence), "").replace(".error.", ".refused.")
    return tr(key, **error.params) if tr.has(key) else marked_refusal(error, tr)


def refusal_body(error: KorthusError, language: str) -> bytes:
    """A refusal as the body of an answer."""
    reason = refusal(error, translator(language))
    return msgspec.json.encode({"code": error.code, "reason": reason})


def about_level(game: str, level: str, tr: Translator) -> str:
    """One line about a computer player; in its own words if the catalogue does not know it.

    Where its strength was measured, the line ends with it.
    """
    keys = (f"web_home.level_about.{game}.{level}", f"common.bot.{game}.{level}", f"common.bot.{level}")
    about = next((tr(key) for key in keys if tr.has(key)), bot_types(game)[level].about)
    rung = rung_of(game, level)
    if rung is None:
        return about
    return tr("common.bot.strength", about=about, points=rung.points, low=rung.low, high=rung.high)


def preferred_language(accept: str | None, wanted: str | None = None) -> str:
    """The language of a request: what it asks for, else the best of ``Accept-Language``, else English.

    >>> preferred_language("fr, sv;q=0.8, en;q=0.7")
    'sv'
    """
    if wanted in LANGUAGES:
        return wanted
    ranked: list[tuple[float, int, str]] = []
    for index, part in enumerate((accept or "")[:200].split(",")):
        name, _, rest = part.strip().partition(";")
        language = name.strip().lower()[:2]
        try:
            quality = float(rest.partition("=")[2]) if rest else 1.0
        except ValueError:
            continue
        if language in LANGUAGES:
            ranked.append((-quality, index, language))
    return min(ranked)[2] if ranked else "en"
