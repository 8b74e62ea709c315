"""Scripts: a game, or the beginning of one, written down as JSON and played step by step.

A script is a list of actions, or an object with ``actions`` and any of ``game``, ``preset``, ``options``,
``seats`` and ``seed``. An action is its notation, or an object with ``seat`` (or ``player``) and ``action``;
without a seat it is played by whoever is to act. A game may bring words of its own (``ScriptWords``).
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Protocol, cast

import msgspec
from msgspec import Meta

from korthus.core.errors import GameOver, InvalidAction, KorthusError, NotYourTurn, StepError
from korthus.core.protocol import Action, AnyGame, View
from korthus.core.record import MAX_ACTIONS, MAX_BYTES
from korthus.core.troubles import trouble_with_json
from korthus.games.registry import brought
from korthus.table import Table


class ScriptError(StepError):
    """A script cannot be read, or does not fit its game."""


Index = Annotated[int, Meta(ge=0)]


class Indexed(msgspec.Struct, frozen=True, kw_only=True):
    """An action named by indices, for games that bring words of their own for it (``ScriptWords``)."""

    card_index: Index | None = None
    target_piles: tuple[Index, ...] | None = None
    declared_value: int | None = None
    combo_index: Index | None = None

    @property
    def has_fields(self) -> bool:
        """Whether any of them is given."""
        fields = (self.card_index, self.target_piles, self.declared_value, self.combo_index)
        return any(field is not None for field in fields)


class ScriptStep(Indexed, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One action of a script."""

    action: Annotated[str, Meta(min_length=1)]
    seat: int | None = None
    player: int | None = None

    @property
    def actor(self) -> int | None:
        """Who is to play it, if the script says so."""
        return self.player if self.seat is None else self.seat


class ScriptWords(Protocol):
    """What a game may bring as ``script``: a verb and indices instead of the notation."""

    VERBS: tuple[str, ...]

    def translate(self, game: AnyGame, view: View, verb: str, step: Indexed, seed: int) -> Action | str:
        """The action that a step means in this view; the table judges whether it is legal."""
        ...


class Script(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A script as it is read."""

    actions: Annotated[tuple[str | ScriptStep, ...], Meta(max_length=MAX_ACTIONS)]
    game: str | None = None
    preset: str | None = None
    options: dict[str, Any] = {}
    seats: int | None = None
    seed: int | None = None


def read_script(raw: bytes | str) -> Script:
    """The script of a JSON document.

    Raises:
        ScriptError: it is too large, not JSON, or not a script; the sentence says where.
    """
    if len(raw) > MAX_BYTES:
        raise ScriptError("SCRIPT_TOO_LARGE", "A script has at most {limit} bytes.", limit=MAX_BYTES)
    try:
        data = json.loads(raw)
        if isinstance(data, list):
            data = {"actions": data}
        script = msgspec.convert(data, Script)
    except msgspec.ValidationError as error:
        raise ScriptError(
            "BAD_SCRIPT", "That is not a script: {trouble}.", trouble=trouble_with_json(error)
        ) from None
    except (ValueError, RecursionError):
        raise ScriptError("SCRIPT_NOT_JSON", "The script is not JSON.") from None
    for number, step in enumerate(script.actions, 1):
        if isinstance(step, ScriptStep) and None not in (step.seat, step.player) and step.seat != step.player:
            raise ScriptError("TWO_ACTORS", "Step {step} names a seat and another player.", step=number)
    return script


def play_script(table: Table, script: Script, seed: int) -> None:
    """Play every action of a script at a table that has started.

    Raises:
        ScriptError: an action does not fit; ``step`` says which, and the sentence why.
    """
    for number, step in enumerate(script.actions, 1):
        line = step if isinstance(step, ScriptStep) else ScriptStep(action=step)
        actor = table.to_act if line.actor is None else line.actor
        try:
            if actor is None or table.over:
                raise GameOver()
            table.submit(actor, _action(table, actor, line, seed))
        except KorthusError as error:
            raise ScriptError(
                "STEP_REFUSED",
                "Step {step}, {text}: {trouble}",
                step=number,
                text=repr(line.action)[:60],
                trouble=error,
            ) from None


def _action(table: Table, seat: int, line: ScriptStep, seed: int) -> Action | str:
    own = cast("ScriptWords | None", brought(table.game.name, "arena", "script"))
    verb = line.action.strip().lower()
    if own is not None and verb in own.VERBS:
        if table.to_act is not None and table.to_act != seat:
            raise NotYourTurn(seat, table.to_act)
        return own.translate(table.game, table.view(seat), verb, line, seed)
    if line.has_fields:
        raise InvalidAction(
            "FIELDS_NOT_FOR_NOTATION",
            "Fields beside the notation go with a single verb of a game that has such verbs.",
        )
    return line.action
