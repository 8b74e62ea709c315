# Written by `python -m tools.game_types` from the packages of korthus.games.
from typing import Literal, overload

from korthus.core.protocol import AnyGame
from korthus.games.eight.game import EightCards
from korthus.games.kachuful.game import Kachuful
from korthus.games.mulle.game import Mulle
from korthus.games.mus.game import Mus

__all__ = ["game"]

@overload
def game(name: Literal["eight"], /, preset: str | None = None, **options: object) -> EightCards: ...
@overload
def game(name: Literal["kachuful"], /, preset: str | None = None, **options: object) -> Kachuful: ...
@overload
def game(name: Literal["mulle"], /, preset: str | None = None, **options: object) -> Mulle: ...
@overload
def game(name: Literal["mus"], /, preset: str | None = None, **options: object) -> Mus: ...
@overload
def game(name: str, /, preset: str | None = None, **options: object) -> AnyGame: ...
