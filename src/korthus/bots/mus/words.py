"""What was said in a hand, word by word: from what a seat was told, or from how the lances ended.

A view tells how each lance ended, not every word of it. Who has listened knows the words; who has not takes
the likeliest that end like that.
"""

from __future__ import annotations

from collections.abc import Sequence

from korthus.core.protocol import Event
from korthus.games.mus import events as ev
from korthus.games.mus.betting import Ending, Turn, amounts, envido, speak
from korthus.games.mus.legal import words as choices
from korthus.games.mus.options import MusRules
from korthus.games.mus.scoring import Lance
from korthus.games.mus.state import Bet, How, Settled
from korthus.games.mus.text import parse_action
from korthus.games.mus.view import MusView
from korthus.solve.live.tree import table_tree
from korthus.solve.mus.tree import LanceTree, Result

Words = tuple[str, ...]


class Ear:
    """Remembers the words of the hand that is played."""

    def __init__(self) -> None:
        self._words: dict[Lance, list[str]] = {}

    def listen(self, events: Sequence[Event]) -> None:
        """Take in what a seat is told."""
        for event in events:
            match event:
                case ev.HandStarted():
                    self._words = {}
                case ev.Passed(lance=lance):
                    self._say(lance, "pass")
                case ev.EnvidoMade(lance=lance, amount=amount):
                    self._say(lance, f"envido {amount}")
                case ev.OrdagoCalled(lance=lance):
                    self._say(lance, "ordago")
                case ev.BetAccepted(lance=lance):
                    self._say(lance, "quiero")
                case ev.BetRefused(lance=lance):
                    self._say(lance, "no quiero")
                case _:
                    pass

    def forget(self) -> None:
        """Nothing is known of this hand."""
        self._words = {}

    def _say(self, lance: Lance, word: str) -> None:
        self._words.setdefault(lance, []).append(word)

    def heard(self, lance: Lance) -> Words:
        """The words of a lance."""
        return tuple(self._words.get(lance, ()))


def stands(rules: MusRules, words: Words, *, mano: int) -> Turn | Ending | None:
    """How a lance stands after some words; None if that cannot have been all that was said."""
    now: Turn | Ending = Turn(mano)
    for word in words:
        action = parse_action(word)
        if isinstance(now, Ending) or action not in choices(rules, now.bet):
            return None
        now = speak(rules, mano, now, action)
    return now


def said_in(rules: MusRules, view: MusView, ear: Ear) -> tuple[tuple[Lance, tuple[Words, ...]], ...]:
    """For each lance that was or is bet on, the words that may have been said; one line where it is known."""
    lances: list[tuple[Lance, tuple[Words, ...]]] = []
    for settled in view.settled:
        if settled.how in (How.PASS, How.ACCEPTED, How.REFUSED):
            heard = ear.heard(settled.lance)
            known = stands(rules, heard, mano=view.mano) == _ending_of(settled)
            lances.append((settled.lance, (heard,) if known else lines_to(rules, settled, view.mano)))
    if view.lance is not None:
        lances.append((view.lance, (_now(rules, view, ear.heard(view.lance)),)))
    return tuple(lances)


def _ending_of(settled: Settled) -> Ending:
    return Ending(settled.how, settled.seat, settled.stones)


def lines_to(rules: MusRules, settled: Settled, mano: int) -> tuple[Words, ...]:
    """Every usual way to an ending; if there is none, the most direct one."""
    bettor = None if settled.seat is None else int(settled.seat != mano)
    tree = table_tree(rules, ())
    found = tuple(
        words
        for words, index in tree.betting.paths.items()
        if index < 0 and stands(rules, words, mano=mano) == _ending_of(settled)
    )
    if found:
        return found
    assert bettor is not None
    accepted = settled.how is How.ACCEPTED
    for raises in range(rules.cap):
        steps = steps_to(rules, settled.stones, raises)
        if steps is None:
            continue
        # Who made the last of these bets: the one who is named, or the other, who was raised then.
        last = bettor if accepted else 1 - bettor
        words = (*_opening(last if raises % 2 == 0 else 1 - last), *(f"envido {step}" for step in steps))
        if accepted:
            return ((*words, "quiero"),)
        more = _least_raise(rules, settled.stones, raises)
        if more is not None:
            return ((*words, more, "no quiero"),)
    raise AssertionError(settled)


def steps_to(rules: MusRules, total: int, raises: int, bet: Bet | None = None) -> tuple[int, ...] | None:
    """Legal amounts, of a bet and ``raises`` raises, that come to ``total``; late ones as small as can be."""
    stake = 0 if bet is None else bet.stake
    offered = amounts(rules, bet)
    if raises == 0:
        return (total - stake,) if total - stake in offered else None
    for amount in reversed(offered):
        made = envido(bet, 0, amount)
        if made.stake < total:
            rest = steps_to(rules, total, raises - 1, made)
            if rest is not None:
                return (amount, *rest)
    return None


def _least_raise(rules: MusRules, stake: int, raises: int) -> str | None:
    """The smallest thing that can be said over a stake; None if nothing can."""
    offered = amounts(rules, Bet(0, stake, 0, raises, False))
    if offered:
        return f"envido {offered[0]}"
    return "ordago" if rules.ordago else None


def _opening(bettor: int) -> Words:
    return () if bettor == 0 else ("pass",)


def _now(rules: MusRules, view: MusView, heard: Words) -> Words:
    """The words of the lance that is bet on."""
    assert view.seat is not None
    if heard and stands(rules, heard, mano=view.mano) == Turn(view.seat, view.bet):
        return heard
    if view.bet is None:
        return () if view.seat == view.mano else ("pass",)
    return _words_to(rules, view.bet, view.mano)


def _words_to(rules: MusRules, bet: Bet, mano: int) -> Words:
    """The plainest words that lead to a bet."""
    last = int(bet.seat != mano)
    opener = last if bet.raises % 2 == 0 else 1 - last
    final = "ordago" if bet.ordago else f"envido {bet.stake - bet.before}"
    if bet.raises == 0:
        return (*_opening(opener), final)
    steps = steps_to(rules, bet.before, bet.raises - 1)
    assert steps is not None
    return (*_opening(opener), *(f"envido {step}" for step in steps), final)


def nearest_way(rules: MusRules, tree: LanceTree, words: Words) -> int:
    """The way of a tree that is most like a line: ended alike, by the same seat, for about as much."""
    index = tree.betting.paths.get(words)
    if index is not None:
        return tree.betting.ways[~index]
    wanted = _ending(rules, words)
    found = []
    for path, index in tree.betting.paths.items():
        if index < 0 and tree.betting.goes_on[~index]:
            like = _ending(rules, path)
            if (like.how, like.seat) == (wanted.how, wanted.seat):
                found.append((abs(like.stones - wanted.stones), tree.betting.ways[~index]))
    return min(found)[1]


def _ending(rules: MusRules, words: Words) -> Ending:
    """The end that words lead to, also where this table does not offer such bets."""
    now: Turn | Ending = Turn(0)
    for word in words:
        assert isinstance(now, Turn)
        now = speak(rules, 0, now, parse_action(word))
    assert isinstance(now, Ending)
    return now


def result_of(rules: MusRules, words: Words) -> Result:
    """How a lance ended, as the solver has it; seats count from the mano."""
    return Result.of(_ending(rules, words))
