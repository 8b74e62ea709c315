"""What an audience is told, made from its view and its notices and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from korthus.core.description import cards_of
from korthus.core.errors import TooManyActions
from korthus.core.protocol import Action, Effect, View
from korthus.web.live.room import Room
from korthus.web.pages.tables import described
from korthus.web.pages.words import phrases, speaker
from korthus.web.socket.wire import (
    MAX_LISTED,
    MAX_NOTICES,
    ActionOut,
    ChatOut,
    NoticeOut,
    PlayerOut,
    TableNews,
    Update,
    Welcome,
)
from korthus.web.store.entries import Said


def update_of(room: Room, seat: int | None, heard: int, lang: str | None) -> Update:
    """What has changed since a notice; ``lang`` is None where no words are wanted."""
    table = room.table
    notices = notices_of(room, seat, heard, lang)
    view = table.view(seat) if table.started else None
    to_act = table.to_act
    return Update(
        version=table.version,
        sequence=heard + len(notices),
        notices=notices,
        view=view,
        actions=actions_of(room, view, lang),
        to_act=to_act,
        deadline=room.attendant.deadline(),
        outcome=table.outcome if to_act is None and view is not None else None,
    )


def welcome_of(room: Room, seat: int | None, last: int, lang: str, words: bool) -> Welcome:
    """Everything that a client needs to begin, or to go on after the notice ``last``."""
    table = room.table
    heard = max(last, len(table.told(seat)) - MAX_NOTICES)
    notices = notices_of(room, seat, heard, lang if words else None)
    view = table.view(seat) if table.started else None
    return Welcome(
        code=room.code,
        seat=seat,
        game=room.game.name,
        preset=room.row.preset,
        options=room.row.options,
        practice=table.practice,
        known_cards=room.known_cards,
        clock=room.row.clock,
        players=players_of(room),
        commitment=table.commitment,
        started=table.started,
        over=table.over,
        version=table.version,
        sequence=notices[-1].sequence if notices else len(table.told(seat)),
        view=view,
        actions=actions_of(room, view, lang if words else None),
        to_act=table.to_act,
        notices=notices,
        deadline=room.attendant.deadline(),
        spectators=room.spectators,
        chat=[chat_of(room, said, lang) for said in room.chat],
        phrases=list(phrases(lang)),
        undo_asked=room.undo_asked,
        outcome=table.outcome if table.over else None,
        cannot_write=room.trouble,
        description=described(room.house.settings.static, room.game),
    )


def notices_of(room: Room, seat: int | None, after: int, lang: str | None) -> list[NoticeOut]:
    """The notices of an audience after a sequence number, with sentences if words are wanted."""
    told = room.table.told(seat, after=after)
    if lang is None:
        return [NoticeOut(sequence, event, None) for sequence, event in told]
    say, names = speaker(room.game, lang).sentence, room.names
    return [NoticeOut(sequence, event, say(event, names, seat)) for sequence, event in told]


def actions_of(room: Room, view: View | None, lang: str | None) -> list[ActionOut] | None:
    """The legal actions of the seat that has a view; None if they are too many to list."""
    if view is None or view.seat is None or view.seat != view.to_act:
        return []
    choices = choices_of(room, view)
    if choices is None or len(choices) > MAX_LISTED:
        return None
    named = _named_cards(room, choices)
    if lang is None:
        return [ActionOut(text, action, cards=named.get(text, ())) for text, action in _texts(choices)]
    labels = labels_of(room, view, choices, lang)
    effects = effects_of(room, view, choices)
    return [
        ActionOut(text, action, labels.get(text), effect, named.get(text, ()))
        for (text, action), effect in zip(_texts(choices), effects, strict=True)
    ]


def _texts(choices: Sequence[Action]) -> list[tuple[str, Action]]:
    return [(str(action), action) for action in choices]


def _named_cards(room: Room, choices: Sequence[Action]) -> dict[str, tuple[str, ...]]:
    """The cards that each action names, by its text, where the default table draws the game."""
    if described(room.house.settings.static, room.game) is None:
        return {}
    deck = room.game.deck()
    return {text: tuple(card.value for card in cards_of(action, deck)) for text, action in _texts(choices)}


def choices_of(room: Room, view: View) -> Sequence[Action] | None:
    """The legal actions of the seat that has a view; None if they are too many to list."""
    described = room.described(view)
    if described is not None:
        return described.actions
    try:
        choices: Sequence[Action] = room.game.choices(view)
    except TooManyActions:
        return None
    return choices


def labels_of(room: Room, view: View, choices: Sequence[Action], lang: str) -> dict[str, str]:
    """What each action does, by its text. Made once for each position, seat and language."""
    described = room.described(view)
    if described is not None:
        return described.labels.get(lang, {})
    key = (view.seat, lang)
    version, labels = room.labels.get(key, (-1, {}))
    if version != room.table.version:
        label = speaker(room.game, lang).label
        labels = {str(action): label(action, view) for action in choices}
        room.labels[key] = (room.table.version, labels)
    return labels


def effects_of(room: Room, view: View, choices: Sequence[Action]) -> Sequence[Effect | None]:
    """What each action does to what is seen. Made once for each position and seat."""
    described = room.described(view)
    if described is not None:
        return described.effects
    version, effects = room.effects.get(view.seat, (-1, ()))
    if version != room.table.version:
        effects = [room.game.effect(view, action) for action in choices]
        room.effects[view.seat] = (room.table.version, effects)
    return effects


def players_of(room: Room) -> list[PlayerOut]:
    """Who sits where, and who is away."""
    waited = room.attendant.waiting_for()
    return [
        PlayerOut(
            seat=seat.seat,
            name=seat.name,
            bot=seat.bot,
            present=seat.bot is not None or room.present(seat.seat),
            taken=seat.taken,
            absent_ms=room.attendant.deadline() if seat.seat == waited else None,
            standing_in=seat.seat == room.attendant.standing_in,
            instead=room.instead.get(seat.seat),
        )
        for seat in room.seats
    ]


def table_news_of(room: Room) -> TableNews:
    """Who is here."""
    return TableNews(
        players=players_of(room),
        spectators=room.spectators,
        started=room.table.started,
        undo_asked=room.undo_asked,
        deadline=room.attendant.deadline(),
        cannot_write=room.trouble,
    )


def chat_of(room: Room, said: Said, lang: str) -> ChatOut:
    """What somebody said; phrases in the language of who hears it."""
    known = phrases(lang)
    text = known[said.phrase] if said.phrase is not None and said.phrase < len(known) else said.text or ""
    return ChatOut(seat=said.seat, name=room.names[said.seat], text=text)
