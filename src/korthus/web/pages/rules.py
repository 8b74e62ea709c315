"""``GET /api/rules/{game}``: the rules of a game in a language, with diagrams made by the engine."""

from __future__ import annotations

from typing import Annotated

from litestar import get
from litestar.params import PathParameter

from korthus.games.catalogue import game_names
from korthus.screens.rules_page import RulesPage, rules_page
from korthus.web.http.refusals import ServerRefusal
from korthus.web.http.routes import AnyRequest, Lang, language_of


@get("/api/rules/{name:str}", tags=["games"])
async def read_rules(
    name: Annotated[str, PathParameter(description="The name of a game.")],
    request: AnyRequest,
    lang: Lang = None,
) -> RulesPage:
    """The rules of a game as a person reads them, with diagrams."""
    if name not in game_names():
        raise ServerRefusal("NOT_FOUND")
    return rules_page(name, language_of(request, lang), drawn=True)
