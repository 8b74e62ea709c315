"""The long proof that the solver's game is the engine's: all 108,900 pairs of hands along a few lines.

Prints one JSON line per line of play; stops with an error at the first pair that is paid differently.
"""

from __future__ import annotations

from collections.abc import Iterator

from bench.measure import report
from tests.solve.lines import deal, pairs, say, tree_stones

from korthus.games.mus.game import Mus
from korthus.solve.mus.hand_game import MusHand
from korthus.solve.mus.menu import MENUS

#: What is said in every lance.
LINES = {
    "plain": (("pass", "pass"), ("envido 2", "quiero"), ("pass", "envido 2", "envido 2", "no quiero")),
    "ordago": (("envido 2", "ordago", "no quiero"), ("pass", "ordago", "quiero")),
}


def check(hand: MusHand, words: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Play every pair, saying the same in every lance; yields the pairs that are paid differently."""
    game = Mus(hand.rules)
    for pair in pairs(hand):
        moment = deal(game, *(hand.hands.all[number] for number in pair))
        line: list[str] = []
        while not moment.over:
            line.append(words[len(moment.said[-1])])
            moment = say(game, moment, line[-1])
        if abs(tree_stones(hand, pair, line) - moment.stones) > 1e-9:
            yield pair


def main() -> None:
    """Check every line."""
    for name, lines in LINES.items():
        hand = MusHand(MENUS[name])
        for words in lines:
            wrong = next(check(hand, words), None)
            report(
                f"Mus {name}, in every lance {', '.join(words)}: all pairs agree",
                met=wrong is None,
                wrong=wrong,
            )
            assert wrong is None


if __name__ == "__main__":
    main()
