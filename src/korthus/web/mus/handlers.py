"""``GET /api/mus/strategy``: what the solution of Mus says with a hand after what was said."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Annotated, Final

from litestar import get
from litestar.datastructures import State
from litestar.params import QueryParameter
from litestar.response import Redirect

from korthus.locale import Translator
from korthus.screens.mus.solution_words import holding, say
from korthus.solve.mus.explorer import Answer, ask
from korthus.solve.mus.line import (
    Line,
    LineError,
    Turn,
    follow,
    hand_of,
    lance_of,
    lances_of,
    menu_of,
    opening,
    words_of,
)
from korthus.solve.mus.lookup import SHIPPED
from korthus.web.http.routes import AnyRequest, Lang, language_of, person_of, services_of
from korthus.web.mus.out import Choice, Said, Seat, StrategyOut
from korthus.web.pages.words import translator

#: The longest history that is looked at: more than any hand has words.
_MAX_HISTORY: Final = 1_000
#: Answers that are kept: the same first questions are asked again and again.
_KEPT: Final = 2_000


@get("/api/mus/strategy", tags=["mus"])
async def read_strategy(
    request: AnyRequest,
    state: State,
    hand: Annotated[str, QueryParameter(description="Four cards, as in RR71.")],
    seat: Annotated[Seat, QueryParameter(description="mano or postre.", required=False)] = "mano",
    menu: Annotated[str, QueryParameter(description="plain or ordago.", required=False)] = "plain",
    history: Annotated[
        str, QueryParameter(description="Words with commas between them.", required=False)
    ] = "",
    lance: Annotated[
        str | None,
        QueryParameter(description="Without a history: the lance, everybody having passed.", required=False),
    ] = None,
    lang: Lang = None,
) -> StrategyOut:
    """What the solution of Mus does with a hand, and what can be said next."""
    if menu not in SHIPPED:
        raise LineError("NO_SUCH_MENU", name=repr(menu[:20]), names=tuple(SHIPPED))
    bets, cards, asked = menu_of(menu), hand_of(hand), int(seat == "postre")
    if lance is not None and not history:
        line = opening(bets, cards, asked, lance_of(lance))
    else:
        line = follow(bets, cards, asked, words_of(history[:_MAX_HISTORY]))
    answer = None
    if line.is_mine:
        explorer = services_of(state).explorer
        answer = await explorer.ask(person_of(request), partial(_asked, menu, line))
    return _out(menu, seat, line, answer, translator(language_of(request, lang)))


_asked = lru_cache(maxsize=_KEPT)(ask)


def _out(menu: str, seat: Seat, line: Line, answer: Answer | None, tr: Translator) -> StrategyOut:
    if answer is None:
        choices = [Choice(word=word, label=_label(word, line, tr)) for word in line.choices]
    else:
        choices = [
            Choice(
                word=option.action,
                label=_label(option.action, line, tr),
                chance=round(option.chance, 4) if answer.reached else None,
                value=round(option.value, 4),
            )
            for option in answer.options
        ]
    return StrategyOut(
        hand=[str(card) for card in line.cards],
        holding=holding(line.cards, tr),
        seat=seat,
        menu=menu,
        menus=list(SHIPPED),
        lances=[str(lance) for lance in lances_of(line.cards)],
        lance=None if line.turn is Turn.OVER else str(line.lance),
        turn=str(line.turn),
        mine=line.is_mine,
        reached=answer is None or answer.reached,
        history=[
            Said(
                lance=str(step.lance),
                mine=step.seat == line.seat,
                word=step.word,
                label=say(step.word, tr, answers=step.answers),
            )
            for step in line.steps
        ],
        choices=choices,
        exploitability=None if answer is None else answer.exploitability,
    )


def _label(word: str, line: Line, tr: Translator) -> str:
    return say(word, tr, answers=line.answers)


@get("/mus", include_in_schema=False)
async def show_explorer(request: AnyRequest) -> Redirect:
    """The address that the explorer had first, with whatever was asked there."""
    asked = request.url.query
    return Redirect(f"/explore/mus?{asked}" if asked else "/explore/mus")


HANDLERS: Final = (read_strategy, show_explorer)
