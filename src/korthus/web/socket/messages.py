"""What an audience is told, made from its view and its notices and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import asdict

from korthus.core.description import cards_of
from korthus.core.errors import TooManyActions
from korthus.core.protocol import Action, Effect, View
from korthus.web.brings import coach_of
from korthus.web.coaching import Coaching, Listed, Moment
from korthus.web.live.live_table import LiveTable
from korthus.web.pages.tables import described
from korthus.web.pages.words import phrases, speaker
from korthus.web.socket.wire import (
    MAX_LISTED,
    MAX_NOTICES,
    ActionOut,
    AgainOut,
    ChatOut,
    NoticeOut,
    PlayerOut,
    TableFacts,
    TableNews,
    Update,
    WatchOut,
    Welcome,
)
from korthus.web.store.entries import Said


def facts_of(live: LiveTable) -> TableFacts:
    """What everybody may know of a table."""
    table = live.table
    return TableFacts(
        code=live.code,
        game=live.game.name,
        preset=live.row.preset,
        options=live.row.options,
        practice=table.practice,
        known_cards=live.known_cards,
        clock=live.row.clock,
        started=table.started,
        over=table.over,
        players=players_of(live),
        spectators=live.spectators,
        commitment=table.commitment,
        outcome=table.outcome,
        version=table.version,
        tournament=None if live.tournament is None else live.tournament.code,
        held_back=table.held_back,
    )


def update_of(live: LiveTable, seat: int | None, heard: int, lang: str | None) -> Update:
    """What has changed since a notice; ``lang`` is None where no words are wanted."""
    table = live.table
    notices = notices_of(live, seat, heard, lang)
    view = table.view(seat) if table.started else None
    to_act = table.to_act
    return Update(
        version=table.version,
        sequence=heard + len(notices),
        notices=notices,
        view=view,
        actions=actions_of(live, view, lang),
        to_act=to_act,
        deadline=live.attendant.deadline(),
        outcome=table.outcome if to_act is None and view is not None else None,
        outcome_about=outcome_about(live, lang) if to_act is None and view is not None else [],
    )


def welcome_of(live: LiveTable, seat: int | None, last: int, lang: str, words: bool) -> Welcome:
    """Everything that a client needs to begin, or to go on after the notice ``last``."""
    table = live.table
    heard = max(last, len(table.told(seat)) - MAX_NOTICES)
    notices = notices_of(live, seat, heard, lang if words else None)
    view = table.view(seat) if table.started else None
    return Welcome(
        **asdict(facts_of(live)),
        seat=seat,
        sequence=notices[-1].sequence if notices else len(table.told(seat)),
        view=view,
        actions=actions_of(live, view, lang if words else None),
        to_act=table.to_act,
        notices=notices,
        deadline=live.attendant.deadline(),
        chat=[chat_of(live, said, lang) for said in live.chat],
        phrases=list(phrases(lang)),
        undo_asked=live.undo_asked,
        outcome_about=outcome_about(live, lang if words else None) if table.over else [],
        cannot_write=live.trouble,
        description=described(live.services.settings.static, live.game),
        again=again_of(live),
        watch=watch_of(live),
    )


def outcome_about(live: LiveTable, lang: str | None) -> list[str]:
    """What counts in the result and what does not; nothing where no words are wanted."""
    return [] if lang is None else speaker(live.game, lang).result()


def notices_of(live: LiveTable, seat: int | None, after: int, lang: str | None) -> list[NoticeOut]:
    """The notices of an audience after a sequence number, with sentences if words are wanted."""
    told = live.table.told(seat, after=after)
    if lang is None:
        return [NoticeOut(sequence, event, None) for sequence, event in told]
    say, names = speaker(live.game, lang).sentence, live.names
    return [NoticeOut(sequence, event, say(event, names, seat)) for sequence, event in told]


def actions_of(live: LiveTable, view: View | None, lang: str | None) -> list[ActionOut] | None:
    """The legal actions of the seat that has a view; None if they are too many to list."""
    if view is None or view.seat is None or view.seat != view.to_act or live.table.over:
        return []
    choices = choices_of(live, view)
    if choices is None or len(choices) > MAX_LISTED:
        return None
    named = _named_cards(live, choices)
    if lang is None:
        return [ActionOut(text, action, cards=named.get(text, ())) for text, action in _texts(choices)]
    labels = labels_of(live, view, choices, lang)
    effects = effects_of(live, view, choices)
    return [
        ActionOut(text, action, labels.get(text), effect, named.get(text, ()))
        for (text, action), effect in zip(_texts(choices), effects, strict=True)
    ]


def _texts(choices: Sequence[Action]) -> list[tuple[str, Action]]:
    return [(str(action), action) for action in choices]


def _named_cards(live: LiveTable, choices: Sequence[Action]) -> dict[str, tuple[str, ...]]:
    """The cards that each action names, by its text, where the default table draws the game."""
    if described(live.services.settings.static, live.game) is None:
        return {}
    deck = live.game.deck()
    return {text: tuple(card.value for card in cards_of(action, deck)) for text, action in _texts(choices)}


def choices_of(live: LiveTable, view: View) -> Sequence[Action] | None:
    """The legal actions of the seat that has a view; None if they are too many to list."""
    described = live.described(view)
    if described is not None:
        return described.actions
    try:
        choices: Sequence[Action] = live.game.choices(view)
    except TooManyActions:
        return None
    return choices


def labels_of(live: LiveTable, view: View, choices: Sequence[Action], lang: str) -> dict[str, str]:
    """What each action does, by its text. Made once for each position, seat and language."""
    described = live.described(view)
    if described is not None:
        return described.labels.get(lang, {})
    key = (view.seat, lang)
    version, labels = live.labels.get(key, (-1, {}))
    if version != live.table.version:
        label = speaker(live.game, lang).label
        labels = {str(action): label(action, view) for action in choices}
        live.labels[key] = (live.table.version, labels)
    return labels


def effects_of(live: LiveTable, view: View, choices: Sequence[Action]) -> Sequence[Effect | None]:
    """What each action does to what is seen. Made once for each position and seat."""
    described = live.described(view)
    if described is not None:
        return described.effects
    version, effects = live.effects.get(view.seat, (-1, ()))
    if version != live.table.version:
        effects = [live.game.effect(view, action) for action in choices]
        live.effects[view.seat] = (live.table.version, effects)
    return effects


def coaching_of(live: LiveTable, view: View, lang: str) -> Coaching:
    """What the coach says to the seat to act, which has this view."""
    choices = choices_of(live, view)
    listed = None
    if choices is not None and len(choices) <= MAX_LISTED:
        labels, effects = labels_of(live, view, choices, lang), effects_of(live, view, choices)
        listed = [
            Listed(action, labels.get(str(action), ""), effect)
            for action, effect in zip(choices, effects, strict=True)
        ]
    return coach_of(live.game.name)(Moment(live.game, view, listed, speaker(live.game, lang).tr))


def players_of(live: LiveTable) -> list[PlayerOut]:
    """Who sits where, and who is away."""
    waited = live.attendant.waiting_for()
    return [
        PlayerOut(
            seat=seat.seat,
            name=seat.name,
            bot=seat.bot,
            present=seat.bot is not None or live.present(seat.seat),
            taken=seat.taken,
            absent_ms=live.attendant.deadline() if seat.seat == waited else None,
            standing_in=seat.seat == live.attendant.standing_in,
            instead=live.instead.get(seat.seat),
            declined=seat.seat in live.declined,
        )
        for seat in live.seats
    ]


def table_news_of(live: LiveTable) -> TableNews:
    """Who is here."""
    return TableNews(
        players=players_of(live),
        spectators=live.spectators,
        started=live.table.started,
        undo_asked=live.undo_asked,
        deadline=live.attendant.deadline(),
        cannot_write=live.trouble,
        again=again_of(live),
        watch=watch_of(live),
        held_back=live.table.held_back,
    )


def again_of(live: LiveTable) -> AgainOut | None:
    """Where the players go on."""
    return None if live.next is None else AgainOut(live.next.seat, live.next.code)


def watch_of(live: LiveTable) -> WatchOut | None:
    """How a table of computers only is watched."""
    return None if live.persons else WatchOut(live.watch.paused, live.watch.speed)


def chat_of(live: LiveTable, said: Said, lang: str) -> ChatOut:
    """What somebody said; phrases in the language of who hears it."""
    known = phrases(lang)
    text = known[said.phrase] if said.phrase is not None and said.phrase < len(known) else said.text or ""
    return ChatOut(seat=said.seat, name=live.names[said.seat], text=text)
