"""What the page shows of a lesson after some moves: made by the rules, from the moves alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from korthus.core.description import Description, cards_of
from korthus.core.errors import KorthusError
from korthus.core.protocol import Outcome, View, visible
from korthus.lessons.brings import lessons_of
from korthus.lessons.course import Moment, follow, lesson_of, move, names_at
from korthus.lessons.errors import LessonError
from korthus.screens.load import hand_names
from korthus.web.live.positions import actions_in
from korthus.web.pages.tables import described
from korthus.web.pages.words import Speaker, refusal, speaker, translator
from korthus.web.settings import STATIC
from korthus.web.socket.wire import ActionOut, NoticeOut, SeatedOut


class LessonOut(msgspec.Struct, frozen=True, kw_only=True):
    """A lesson after some moves of the person who learns, as a table shows it."""

    game: str
    name: str
    #: Which lesson it is, counted from 1, and how many there are.
    number: int
    count: int
    title: str
    task: str
    #: What has been learnt; None before the last goal is met.
    why: str | None
    done: bool
    seat: int
    options: dict[str, Any]
    description: Description | None
    players: list[SeatedOut]
    #: How many moves have led here.
    version: int
    #: Everything that came about since the lesson began.
    notices: list[NoticeOut]
    view: View
    actions: list[ActionOut] | None
    to_act: int | None
    outcome: Outcome | None
    #: Why the last move cannot be made, where the goal was to find that out.
    refused: str | None
    #: What to do now; None when it is done.
    hint: ActionOut | None


class LessonWhy(msgspec.Struct, frozen=True, kw_only=True):
    """Whether an action would be refused, and why."""

    legal: bool
    code: str | None
    reason: str | None
    #: Whether being refused is what the lesson is after now.
    goal: bool


def lesson_out(name: str, number: int, moves: Sequence[str], language: str) -> LessonOut:
    """A lesson of a game after some moves.

    Raises:
        LessonError: there is no such lesson, or a move is not what it asks for.
        KorthusError: the rules refuse a move.
    """
    moment = follow(name, lesson_of(name, number), moves)
    game, seat, words = moment.game, moment.seat, moment.lesson.words(language)
    say = speaker(game, language)
    names = names_at(moment, say.tr("web.you"))
    view = game.view(moment.state, seat)
    to_act = game.to_act(moment.state)
    return LessonOut(
        game=name,
        name=moment.lesson.name,
        number=number,
        count=len(lessons_of(name)),
        title=words.title,
        task=words.task,
        why=words.why if moment.is_done else None,
        done=moment.is_done,
        seat=seat,
        options=moment.lesson.options,
        description=described(STATIC, game),
        players=[SeatedOut(index, each, None) for index, each in enumerate(names)],
        version=len(moves),
        notices=list(_notices(moment, say, names)),
        view=view,
        actions=[] if moment.is_done else actions_in(game, view, language),
        to_act=None if moment.is_done else to_act,
        outcome=game.outcome(moment.state),
        refused=None if moment.refusal is None else refusal(moment.refusal, say.tr),
        hint=_hint(moment, view, say),
    )


def _notices(moment: Moment, say: Speaker, names: Sequence[str]) -> Iterator[NoticeOut]:
    seat = moment.seat
    heard = [event for events in moment.events for event in visible(events, seat)]
    for sequence, event in enumerate(heard, 1):
        yield NoticeOut(sequence, event, say.sentence(event, names, seat))


def _hint(moment: Moment, view: View, say: Speaker) -> ActionOut | None:
    """What to do now, with the cards it names; nothing else is said of what the rules are to refuse."""
    if moment.hint is None or moment.step is None:
        return None
    game = moment.game
    action = game.parse(moment.hint)
    cards = tuple(card.value for card in cards_of(action, game.deck()))
    if moment.step.refused:
        return ActionOut(str(action), action, cards=cards)
    return ActionOut(str(action), action, say.label(action, view), game.effect(view, action), cards)


def lesson_why(name: str, number: int, moves: Sequence[str], text: str, language: str) -> LessonWhy:
    """Whether an action would be refused after some moves of a lesson, and why.

    Raises:
        KorthusError: as ``lesson_out``.
    """
    moment = follow(name, lesson_of(name, number), moves)
    tr = translator(language)
    try:
        after = move(moment, text)
    except LessonError:
        return LessonWhy(legal=True, code=None, reason=None, goal=False)
    except KorthusError as error:
        return LessonWhy(legal=False, code=error.code, reason=refusal(error, tr), goal=False)
    if after.refusal is None:
        return LessonWhy(legal=True, code=None, reason=None, goal=False)
    return LessonWhy(legal=False, code=after.refusal.code, reason=refusal(after.refusal, tr), goal=True)


def lesson_names(
    name: str, number: int, moves: Sequence[str], boards: Sequence[Sequence[str]], language: str
) -> list[str | None]:
    """What the person's cards would make, put like this on the boards of the game.

    Raises:
        InvalidAction: the game has no boards, or there are not as many.
        KorthusError: as ``lesson_out``.
    """
    moment = follow(name, lesson_of(name, number), moves)
    return hand_names(moment.game, moment.game.view(moment.state, moment.seat), boards, translator(language))
