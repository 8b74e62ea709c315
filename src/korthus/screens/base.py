"""What a game's screen is: views, events and actions as people read them, in the terminal and elsewhere.

A screen gives texts with marked parts (``korthus.core.spans``) and drawings made of them. It knows no
terminal and no page: those decide what a style looks like.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

from korthus.core.protocol import Action, AnyGame, Event, V, View
from korthus.core.spans import Part, Text
from korthus.locale import Translator
from korthus.screens.drawing import Drawing

G = TypeVar("G", bound=AnyGame)


class Screen(Protocol):
    """Draws one game. It is given views and events only, and knows no rule."""

    def table(self, view: Any, tr: Translator, names: Sequence[str]) -> Drawing:
        """The whole table as the seat sees it. Must be readable without colour and in 80 columns."""
        ...

    def event(self, event: Event, tr: Translator, names: Sequence[str], seat: int | None) -> Text | None:
        """One sentence for the log, or None if it needs no saying to ``seat``."""
        ...

    def action(self, action: Action, view: Any, tr: Translator) -> Text:
        """What an action does, as a line of the numbered list (without the notation itself)."""
        ...

    def help(self, view: View, tr: Translator) -> Text:
        """The rules of the moment, in lines: what this seat can do now, and what it leads to."""
        ...


class Choice(NamedTuple):
    """One step on the way to an action, for example the card it is played with.

    Choices with the same key at the same place are one choice; what follows them is asked next, unless only
    one thing can follow. If all keys at a place are numbers, the list shows them as they are (a bid of 3 is
    chosen with 3); otherwise the list counts from 1 and the key may be typed instead.
    """

    #: What may be typed to choose it; upper and lower case and the order of words do not matter.
    key: str
    #: What the list says.
    label: Part
    #: What is asked where this choice is one of several: "Which card?", "Build up or down?"
    question: Part = ""
    #: Choices are listed by this; those that share it, in the order of the actions.
    order: int = 0


@runtime_checkable
class SteppedScreen(Protocol):
    """A screen that may also lead to an action step by step. Optional: without it, actions are one list."""

    def steps(self, action: Action, view: Any, tr: Translator) -> tuple[Choice, ...]:
        """The choices that lead to ``action``, from the first on. Different actions have different keys.

        In Mulle for example: the card; what it does; for an open build, up or down.
        """
        ...


@dataclass(frozen=True)
class ScreenOfFunctions(Generic[G, V]):
    """A stepped screen that is made of functions: each does what the method below says.

    Its help is told by the rules of ``game``: those of the table, once it is fitted to it.
    """

    game: G
    view_type: type[V]
    draw_table: Callable[[V, Translator, Sequence[str]], Drawing]
    event_words: Callable[[Event, Translator, Sequence[str], int | None], Text | None]
    action_words: Callable[[Action, V, Translator], Text]
    help_words: Callable[[G, V, Translator], Text]
    steps_of: Callable[[Action, V, Translator], tuple[Choice, ...]]
    result_words: Callable[[AnyGame, Translator], tuple[Text, ...]]
    #: ``action_words`` where there is none.
    action_sentence: Callable[[Action, V, Translator], Text] | None = None

    def fitted(self, game: AnyGame) -> Screen:
        """See ``FittedScreen.fitted``."""
        assert isinstance(game, type(self.game))
        return replace(self, game=game)

    def table(self, view: V, tr: Translator, names: Sequence[str]) -> Drawing:
        """See ``Screen.table``."""
        return self.draw_table(view, tr, names)

    def event(self, event: Event, tr: Translator, names: Sequence[str], seat: int | None) -> Text | None:
        """See ``Screen.event``."""
        return self.event_words(event, tr, names, seat)

    def action(self, action: Action, view: V, tr: Translator) -> Text:
        """See ``Screen.action``."""
        return self.action_words(action, view, tr)

    def help(self, view: View, tr: Translator) -> Text:
        """See ``Screen.help``."""
        assert isinstance(view, self.view_type)
        return self.help_words(self.game, view, tr)

    def steps(self, action: Action, view: V, tr: Translator) -> tuple[Choice, ...]:
        """See ``SteppedScreen.steps``."""
        return self.steps_of(action, view, tr)

    def sentence(self, action: Action, view: V, tr: Translator) -> Text:
        """See ``SpokenScreen.sentence``."""
        say = self.action_words if self.action_sentence is None else self.action_sentence
        return say(action, view, tr)

    def result(self, game: AnyGame, tr: Translator) -> tuple[Text, ...]:
        """See ``TellingScreen.result``."""
        return self.result_words(game, tr)


@runtime_checkable
class SpokenScreen(Protocol):
    """A screen whose lines of the numbered list are shorter than a sentence. Optional: they are said then."""

    def sentence(self, action: Action, view: Any, tr: Translator) -> Text:
        """What an action does, where it stands alone: "Take 9♣ and the 7-build with 9♥"."""
        ...


@runtime_checkable
class TellingScreen(Protocol):
    """A screen that explains the sheet of the result. Optional: without it the numbers stand alone."""

    def result(self, game: AnyGame, tr: Translator) -> tuple[Text, ...]:
        """What counted under the rules of a game and what did not, a sentence each."""
        ...


@runtime_checkable
class QuickScreen(Protocol):
    """A screen that knows short lines for common moves, such as ``d 2`` in Mulle. Optional."""

    def quick(self, line: str, actions: Sequence[Action]) -> Action | None:
        """The move that a short line means, legal or not; ``actions`` are the legal ones in their order.

        None if it is no such line.

        Raises:
            InvalidAction: it is one, but of a card that is not there.
        """
        ...


@runtime_checkable
class FittedScreen(Protocol):
    """A screen that says more when it knows the rules: what a play brings, what binds. Optional."""

    def fitted(self, game: AnyGame) -> Screen:
        """The screen for a game under its rules."""
        ...
