"""What each word is worth to a hand if both go on like the network: the hand played out, many times.

What the other may hold is what the deal leaves, weighed by how likely the network would have said their words
with it. Play-outs go on word by word, all at once: those that have heard the same words ask the network once.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

import numpy as np

from korthus.bots.mus.line import Hearing, Pair
from korthus.bots.mus.match import offered, stakes_of
from korthus.bots.mus.model import HAS_JUEGO, HAS_PARES, NUMBER_OF, Reals, Wholes, ways
from korthus.bots.mus.paid import Ended, paid
from korthus.bots.mus.words import Words, result_of
from korthus.bots.protocol import Budget
from korthus.games.mus.actions import MusAction
from korthus.games.mus.betting import DECLARED_AFTER, Turn, declared_before, next_lance, speak
from korthus.games.mus.cards import counts
from korthus.games.mus.counting import dejes
from korthus.games.mus.options import MusRules
from korthus.games.mus.scoring import Lance
from korthus.games.mus.text import parse_action
from korthus.games.mus.view import MusView
from korthus.solve.mus.match.features import Row, knowledge, stakes_row
from korthus.solve.mus.match.network import Reals as Weights
from korthus.solve.mus.match.network import load_network, softmax
from korthus.solve.mus.match.rows import COLUMNS
from korthus.solve.mus.match.trees import USUAL
from korthus.solve.mus.tree import Result

#: The least chance of a word, 0 to 1, in what is made of it: nobody is quite like the network. So no word
#: makes one hand more than 500 times as likely as another.
_STRANGE: Final = 0.002
#: Hands of the other that are met between two looks at the clock.
_AT_ONCE: Final = 1_000
#: Seats count from the mano here.
_MANO: Final = 0
#: What stands for what was not declared yet where it does not matter.
_NOBODY: Final = (False, False)

Said = tuple[tuple[Lance, Words], ...]


class Worth(NamedTuple):
    """What a word comes to, a chance to win or stones: the mean of play-outs, its error, and how many."""

    mean: float
    error: float
    tried: int


class Branch(NamedTuple):
    """Play-outs that have heard the same words, and whose turn it is."""

    #: Every lance that was bet on, the present one last.
    said: Said
    turn: Turn
    #: What has been declared; juego may be here before it is.
    pares: Pair | None
    juego: Pair | None
    #: The numbers of these play-outs.
    which: Wholes

    @property
    def lance(self) -> Lance:
        """What is bet on."""
        return self.said[-1][0]

    def row(self, told: Row) -> Row:
        """What the seat to speak knows besides its cards; ``told`` is what the hand is played for."""
        return knowledge(
            told, self.said, self.turn.seat, *declared_before(self.lance, self.pares, self.juego)
        )


class Outlook:
    """A turn in a hand that the network plays, as the seat sees it that is to speak."""

    def __init__(self, rules: MusRules, hearing: Hearing, view: MusView) -> None:
        """Look at it. Of lines that may have been said, the first is taken."""
        self._rules = rules
        self._me = int(view.seat != view.mano)
        self._hand = NUMBER_OF[view.hand]
        self._rest = tuple(there - held for there, held in zip(rules.deck, counts(view.hand), strict=True))
        self._stones = hearing.stones
        self._stakes = stakes_of(rules, hearing.stones)
        self._told = (stakes_row(self._stakes, _MANO), stakes_row(self._stakes, 1 - _MANO))
        said = tuple((lance, lines[0]) for lance, lines in hearing.told)
        nobody = np.zeros(0, dtype=np.int64)
        self._now = Branch(said, self._turn(said[-1][1]), hearing.pares, hearing.juego, nobody)

    def _turn(self, words: Words) -> Turn:
        """Whose turn it is after some words of a lance."""
        turn = Turn(_MANO)
        for word in words:
            after = speak(self._rules, _MANO, turn, parse_action(word))
            assert isinstance(after, Turn)
            turn = after
        return turn

    # -- what the other may hold -----------------------------------------------------------------------

    @cached_property
    def likely(self) -> Reals:
        """How likely each hand of the other is."""
        found = ways(self._rest).copy()
        other = 1 - self._me
        for declared, has in ((self._now.pares, HAS_PARES), (self._now.juego, HAS_JUEGO)):
            if declared is not None:
                found *= has == declared[other]
        for number, (lance, words) in enumerate(self._now.said):
            for index, word in enumerate(words):
                before = words[:index]
                here = self._now._replace(
                    said=(*self._now.said[:number], (lance, before)), turn=self._turn(before)
                )
                if here.turn.seat == other:
                    found *= self._explained(here, word)
        likely: Reals = found / found.sum()
        return likely

    def _explained(self, branch: Branch, word: str) -> Weights:
        """By hand of the other: how likely the network says a word. Any amount counts as the usual one."""
        columns = list(self._words(branch).values())
        column = COLUMNS[f"envido {USUAL}" if word.startswith("envido") else word]
        if column not in columns:
            return np.ones(len(NUMBER_OF), dtype=np.float32)
        network = load_network()
        public = network.public(branch.row(self._told[branch.turn.seat])[None, :])
        weights = network.weights(public, branch.lance.number, np.arange(len(NUMBER_OF)))[0]
        return np.maximum(softmax(weights[:, columns])[:, columns.index(column)], np.float32(_STRANGE))

    def _words(self, branch: Branch) -> Mapping[MusAction, int]:
        """The words that the network weighs there, with their columns."""
        bet = branch.turn.bet
        have = 0 if bet is None else self._score(branch.said[:-1])[bet.seat]
        return offered(self._rules, bet, have)

    def _score(self, said: Said) -> tuple[int, int]:
        """The stones of both after some lances of the hand."""
        first, second = dejes(_result(self._rules, words) for _, words in said)
        return self._stones[0] + first, self._stones[1] + second

    # -- play-outs -------------------------------------------------------------------------------------

    def worths(
        self, actions: Sequence[MusAction], budget: Budget, rng: random.Random
    ) -> dict[MusAction, Worth]:
        """What each of some words comes to. They share the simulations of the budget, else its seconds."""
        luck = np.random.default_rng(rng.getrandbits(63))
        start, most = time.perf_counter(), _AT_ONCE
        seconds = budget.seconds if budget.simulations is None else None
        if budget.simulations is not None:
            most = max(1, budget.simulations // len(actions))
        sums, squares, done = np.zeros(len(actions)), np.zeros(len(actions)), 0
        while not done or (time.perf_counter() - start < seconds if seconds is not None else done < most):
            number = _AT_ONCE if seconds is not None else min(_AT_ONCE, most - done)
            made = self._play_out(actions, number, luck)
            sums += made.sum(axis=1)
            squares += (made**2).sum(axis=1)
            done += number
        means = sums / done
        errors = np.sqrt(np.maximum(squares / done - means**2, 0.0) / max(done - 1, 1))
        return {
            action: Worth(float(mean), float(error), done)
            for action, mean, error in zip(actions, means, errors, strict=True)
        }

    def paid(self, action: MusAction, theirs: Wholes) -> Reals:
        """What a word pays that ends the hand, by hand of the other."""
        ends: list[Branch] = []
        self._after(self._now._replace(which=np.arange(len(theirs))), action, theirs, ends)
        return self._pay(ends, theirs)

    def _play_out(self, actions: Sequence[MusAction], number: int, luck: np.random.Generator) -> Reals:
        """What ``number`` play-outs after each word come to, ``[actions, number]``.

        All words meet the same hands, which are drawn evenly, and the same luck.
        """
        marks = (np.arange(number) + luck.random()) / number
        drawn = np.searchsorted(self.likely.cumsum(), marks, side="right")
        theirs = np.tile(np.minimum(drawn, len(self.likely) - 1), len(actions))
        branches: list[Branch] = []
        ends: list[Branch] = []
        for index, action in enumerate(actions):
            which = np.arange(number) + index * number
            branches += self._after(self._now._replace(which=which), action, theirs, ends)
        while branches:
            marks, after = luck.random(number), list[Branch]()
            for branch, action in self._spoken(branches, theirs, marks):
                after += self._after(branch, action, theirs, ends)
            branches = after
        return self._pay(ends, theirs).reshape(len(actions), number)

    def _spoken(
        self, branches: Sequence[Branch], theirs: Wholes, marks: Reals
    ) -> Iterator[tuple[Branch, MusAction]]:
        """The next word of all play-outs: for each branch the parts that say the same, with what they say."""
        network = load_network()
        asked, indices = [], []
        for branch in branches:
            hands = theirs[branch.which]
            if branch.turn.seat == self._me:
                hands = np.full(len(hands), self._hand)
            held, index = np.unique(hands, return_inverse=True)
            asked.append(held)
            indices.append(index.reshape(-1))
        sizes = [len(held) for held in asked]
        rows = np.stack([branch.row(self._told[branch.turn.seat]) for branch in branches])
        public = np.repeat(network.public(rows), sizes, axis=0)
        lances = np.repeat([branch.lance.number for branch in branches], sizes)
        weights = np.split(network.met(public, lances, np.concatenate(asked)), np.cumsum(sizes)[:-1])
        for branch, index, weight in zip(branches, indices, weights, strict=True):
            words = self._words(branch)
            chances = softmax(weight[:, list(words.values())]).cumsum(axis=1)[index]
            chosen = (marks[branch.which % len(marks), None] >= chances[:, :-1]).sum(axis=1)
            for number, action in enumerate(words):
                which = branch.which[chosen == number]
                if len(which):
                    yield branch._replace(which=which), action

    def _after(self, branch: Branch, action: MusAction, theirs: Wholes, ends: list[Branch]) -> list[Branch]:
        """The branches after a word; those where the hand is over are put to ``ends``."""
        lance, words = branch.said[-1]
        branch = branch._replace(said=(*branch.said[:-1], (lance, (*words, str(action)))))
        turn = speak(self._rules, _MANO, branch.turn, action)
        if isinstance(turn, Turn):
            return [branch._replace(turn=turn)]
        target = self._rules.target_stones
        if turn.ordago or (target is not None and max(self._score(branch.said)) >= target):
            ends.append(branch)
            return []
        found = []
        for part in self._parted(branch, theirs) if DECLARED_AFTER[lance] else (branch,):
            following = next_lance(lance, part.pares or _NOBODY, part.juego or _NOBODY)
            if following is None:
                ends.append(part)
            else:
                found.append(part._replace(said=(*part.said, (following, ())), turn=Turn(_MANO)))
        return found

    def _parted(self, branch: Branch, theirs: Wholes) -> Iterator[Branch]:
        """A branch by what both seats have of pares and juego."""
        hands = theirs[branch.which]
        pares, juego = bool(HAS_PARES[self._hand]), bool(HAS_JUEGO[self._hand])
        for has_pares in (False, True):
            for has_juego in (False, True):
                fits = (HAS_PARES[hands] == has_pares) & (HAS_JUEGO[hands] == has_juego)
                if fits.any():
                    yield branch._replace(
                        pares=self._pair(pares, has_pares),
                        juego=self._pair(juego, has_juego),
                        which=branch.which[fits],
                    )

    def _pair(self, mine: bool, theirs: bool) -> Pair:
        return (mine, theirs) if self._me == _MANO else (theirs, mine)

    def _pay(self, ends: Sequence[Branch], theirs: Wholes) -> Reals:
        """What this seat gets, by play-out."""
        over = []
        for branch in ends:
            hands = np.full(len(branch.which), self._hand), theirs[branch.which]
            results = {lance: _result(self._rules, words) for lance, words in branch.said}
            over.append(
                Ended(results, branch.pares, branch.juego, hands if self._me == _MANO else hands[::-1])
            )
        found = paid(self._rules, self._stakes, over)
        if self._me != _MANO:
            found = -found if self._stakes.equity is None else 1 - found
        made = np.empty(len(theirs))
        made[np.concatenate([branch.which for branch in ends])] = found
        return made


@lru_cache(maxsize=4096)
def _result(rules: MusRules, words: Words) -> Result:
    return result_of(rules, words)
