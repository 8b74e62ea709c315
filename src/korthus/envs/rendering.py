"""How an environment shows its table: as text, or as a picture; both say what the game's screen says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from korthus.core.protocol import AnyGame, View
from korthus.core.spans import Text
from korthus.envs.errors import EnvError
from korthus.envs.layout import laid_out
from korthus.locale import Translator
from korthus.screens.load import screen_of

MODES: Final = ("ansi", "rgb_array", "svg", "human")


def table_lines(game: AnyGame, view: View, names: Sequence[str], *, width: int = 80) -> tuple[Text, ...]:
    """The table as a seat sees it, in lines of ``width`` signs; ``names`` are by seat."""
    return laid_out(screen_of(game).table(view, Translator("en"), names), width)


def table_text(game: AnyGame, view: View, names: Sequence[str], *, width: int = 80) -> str:
    """The same as plain text."""
    return "\n".join(line.plain for line in table_lines(game, view, names, width=width))


class Renderer:
    """Shows views of one game in one way."""

    def __init__(self, game: AnyGame, mode: str | None) -> None:
        """Raises EnvError if there is no such mode; None shows nothing."""
        if mode is not None and mode not in MODES:
            raise EnvError("NO_RENDER_MODE", mode=repr(mode)[:40], modes=MODES)
        self._game: Final = game
        self._mode: Final = mode

    def render(self, view: View, names: Sequence[str]) -> Any:
        """A text, an array of RGB, a drawing as SVG, or None: ``human`` prints the text."""
        match self._mode:
            case "rgb_array" | "svg":
                from korthus.envs.picture import rgb, svg  # loads the library that draws

                return (rgb if self._mode == "rgb_array" else svg)(table_lines(self._game, view, names))
            case "ansi":
                return table_text(self._game, view, names)
            case "human":
                print(table_text(self._game, view, names))
        return None
