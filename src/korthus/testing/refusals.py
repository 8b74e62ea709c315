"""An action is legal exactly when ``apply`` accepts it; whatever is refused leaves everything as it was.

A game may accept other spellings of a listed action, such as the same cards in another order, when their text
is read as the listed one and they lead to just the same.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

from korthus.core.errors import (
    GameOver,
    IllegalAction,
    InvalidAction,
    InvalidOptions,
    InvalidState,
    KorthusError,
    NotYourTurn,
)
from korthus.core.protocol import Action
from korthus.testing.mutants import HOSTILE_TEXTS, mutants, scratched
from korthus.testing.roundtrips import encode
from korthus.testing.violation import Where


class Foreign(Action, frozen=True):
    """An action of no game."""


def is_listed(action: Any, legal: dict[str, Any]) -> bool:
    """Whether an action is one of the legal ones (by text), its types included: True is not 1 here."""
    try:
        twin = legal.get(str(action))
        return twin is not None and twin == action and encode(twin) == encode(action)
    except Exception:  # a text or JSON that cannot even be written belongs to no legal action
        return False


def check_refusals(
    where: Where,
    state: Any,
    actor: int,
    legal: tuple[Any, ...],
    remembered: Iterable[Any],
    rng: random.Random,
    tries: int,
) -> int:
    """Try actions from other positions and spoilt ones; returns how many were refused as they should be."""
    game = where.game
    by_text = {str(action): action for action in legal}
    candidates = list(remembered)
    for action in rng.sample(legal, min(3, len(legal))):
        candidates += mutants(action, rng)
    before = encode(state)
    refused = 0
    for action in [Foreign(), None, "?", *rng.sample(candidates, min(tries, len(candidates)))]:
        if is_listed(action, by_text):
            continue
        try:
            step = game.apply(state, action)
        except (IllegalAction, InvalidAction):
            refused += 1
        except KorthusError as error:
            raise where.violation("refusals", f"{action!r} is answered by {error!r}") from error
        else:
            if not _is_another_way(where, state, action, step, legal):
                raise where.violation(
                    "legal exactly when accepted", f"{action!r} is not listed, yet accepted"
                )
    for seat in range(-2, where.seats + 1):
        if seat != actor:
            _expect(where, NotYourTurn, "turns", game.apply, state, legal[0], seat=seat)
            refused += 1
    if encode(state) != before:
        raise where.violation("refusals", "a refused action changed the state")
    return refused


def _is_another_way(where: Where, state: Any, action: Any, step: Any, legal: tuple[Any, ...]) -> bool:
    """Whether a proper action only says a listed one in other words: it leads to the very same step."""
    game = where.game
    try:
        proper = game.decode_action(encode(action)) == action
    except KorthusError:
        return False
    return proper and any(encode(game.apply(state, other)) == encode(step) for other in legal)


def check_bad_deals(where: Where, state: Any, deal: Any, tries: int, rng: random.Random) -> int:
    """Deals that cannot be are refused: cards twice, too many, too few, or of the wrong type."""
    game = where.game
    cards = Counter(game.deck())
    dealt = len(game.located(game.apply(state, deal).state))
    refused = 0
    before = encode(state)
    wrong = [*mutants(deal, rng)]
    tried: list[Any] = [Foreign(), None, *rng.sample(wrong, min(tries, len(wrong)))]
    for bad in tried:
        try:
            after = game.apply(state, bad).state
        except (IllegalAction, InvalidAction):
            refused += 1
            continue
        except KorthusError as error:
            raise where.violation("refusals", f"{bad!r} is answered by {error!r}") from error
        # Some changes make another proper deal.
        located = Counter(game.located(after))
        read = _may(where, InvalidAction, "action JSON", game.decode_action, encode(bad))
        if read != bad or not located <= cards or located.total() != dealt:
            raise where.violation("legal exactly when accepted", f"the deal {bad!r} is accepted")
    for seat in range(where.seats):
        _expect(where, NotYourTurn, "turns", game.apply, state, deal, seat=seat)
        refused += 1
    if encode(state) != before:
        raise where.violation("refusals", "a refused deal changed the state")
    return refused


def check_over(where: Where, state: Any, remembered: Iterable[Any]) -> int:
    """When the game is over, nothing can be played."""
    game = where.game
    if game.legal_actions(state) != ():
        raise where.violation("game over", "there are still legal actions")
    refused = 0
    for action in remembered:
        _expect(where, GameOver, "game over", game.apply, state, action)
        refused += 1
    return refused


def check_entries(where: Where, state: Any, actions: Iterable[Any], rng: random.Random) -> int:
    """Every public entry answers nonsense with its own narrow error."""
    game = where.game
    refused = 0
    for seats in (-1, 0, game.min_seats - 1, game.max_seats + 1, True, "2", 2.0):
        _expect(where, InvalidOptions, f"new({seats!r})", game.new, seats)
    for seat in (-1, where.seats, "0", 10**30):
        _expect(where, InvalidState, f"view(state, {seat!r})", game.view, state, seat)
    nonsense: tuple[Any, ...] = (7, None, b"x", [])
    for text in (*HOSTILE_TEXTS, *nonsense):
        _expect(where, InvalidAction, "parse of nonsense", game.parse, text)
    for text in (*HOSTILE_TEXTS[-1:], "nobody: 3", "?", "to act 0", *nonsense):
        _expect(where, InvalidState, "parse_state of nonsense", game.parse_state, text)
    for raw in (b"", b"\xff", b"{}x", b"[" * 100_000, "[1]", '{"type": "Nothing"}'):
        if raw != '{"type": "Nothing"}':  # states have no tag
            _expect(where, InvalidState, "decode_state of nonsense", game.decode_state, raw)
        _expect(where, InvalidState, "decode_view of nonsense", game.decode_view, raw)
        _expect(where, InvalidAction, "decode_action of nonsense", game.decode_action, raw)
        _expect(where, InvalidState, "decode_event of nonsense", game.decode_event, raw)
        refused += 4
    for wrong in (None, 3, "state", Foreign()):
        _expect(where, InvalidState, "to_act of nonsense", game.to_act, wrong)
        _expect(where, InvalidState, "legal_actions of nonsense", game.legal_actions, wrong)
        _expect(where, InvalidState, "seats of nonsense", game.seats, wrong)
        _expect(where, InvalidState, "outcome of nonsense", game.outcome, wrong)
        _expect(where, InvalidState, "view of nonsense", game.view, wrong, 0)
        _expect(where, InvalidState, "choices of nonsense", game.choices, wrong)
        _expect(where, InvalidState, "sample of nonsense", game.sample, wrong, rng)
        refused += 7
    written = game.format_state(state)
    for _ in range(40):
        bad = scratched(written, rng)
        read = _may(where, InvalidState, f"parse_state({bad!r})", game.parse_state, bad)
        if read is not None and not Counter(game.located(read)) <= Counter(game.deck()):
            raise where.violation("state text", f"{bad!r} has more cards than the deck")
        refused += 1
    for action in actions:
        for _ in range(4):
            bad = scratched(str(action), rng)
            _may(where, InvalidAction, f"parse({bad!r})", game.parse, bad)
            refused += 1
    return refused


def _expect(where: Where, kind: type[KorthusError], what: str, call: Any, *args: Any, **named: Any) -> None:
    """``call`` is refused, by just that error."""
    try:
        call(*args, **named)
    except kind:
        return
    except Exception as error:
        raise where.violation(what, f"{kind.__name__} was due, not {error!r}") from error
    raise where.violation(what, f"{kind.__name__} was due, but nothing was refused")


def _may(where: Where, kind: type[KorthusError], what: str, call: Any, *args: Any, **named: Any) -> Any:
    """What ``call`` gives, or None if it is refused by just that error."""
    try:
        return call(*args, **named)
    except kind:
        return None
    except Exception as error:
        raise where.violation(what, f"{kind.__name__} was due, not {error!r}") from error
