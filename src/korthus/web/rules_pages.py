"""``GET /api/rules/{game}``: the rules of a game in a language, with diagrams made by the engine."""

from __future__ import annotations

from typing import Annotated

from litestar import get
from litestar.exceptions import NotFoundException
from litestar.params import Parameter

from korthus.locale import LANGUAGES
from korthus.web.diagrams import RulesPage, rules_page
from korthus.web.examples import EXAMPLES


@get("/api/rules/{name:str}", sync_to_thread=True, summary="The rules of a game, with diagrams")
def rules_of_game(
    name: str,
    lang: Annotated[str, Parameter(description="en, sv or es", pattern="^(en|sv|es)$")] = LANGUAGES[0],
) -> RulesPage:
    """The rules of a game as a person reads them."""
    if name not in EXAMPLES:
        raise NotFoundException(f"There is no game {name[:40]}.")
    return rules_page(name, lang)
