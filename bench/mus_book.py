"""The pictures and tables of docs/mus-solved.md, from the solutions that come with korthus: ``make book``.

``python -m bench.mus_book`` writes docs/img/mus-*.png and what stands between the ``<!-- book … -->`` marks
of the book; ``--only equity maps …`` makes some of it.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from bench import mus_pictures as draw

from korthus.games.mus.cards import Hand, Rank
from korthus.games.mus.scoring import Lance, Pares, pares, points, strength
from korthus.solve.core.backend import numpy_backend
from korthus.solve.core.cfr import Solver
from korthus.solve.core.session import next_judgement
from korthus.solve.core.staged import Floats
from korthus.solve.core.strategy import Strategy
from korthus.solve.core.variants import VARIANTS
from korthus.solve.mus.frequencies import Frequencies, Visits, frequencies, hand_values, strength_share
from korthus.solve.mus.hand_game import MusHand
from korthus.solve.mus.lookup import load_blueprint
from korthus.solve.mus.match.table import match_table
from korthus.solve.mus.menu import MENUS
from korthus.solve.mus.packed import Facts
from korthus.solve.mus.reference import references

ROOT: Final = Path(__file__).parent.parent
BOOK: Final = ROOT / "docs" / "mus-solved.md"
IMAGES: Final = ROOT / "docs" / "img"
#: How far the algorithms are compared.
ITERATIONS: Final = 300
OPENING: Final[tuple[str, ...]] = ()
AFTER_PASS: Final = ("pass",)
FACING: Final = ("envido 2",)


@dataclass(frozen=True, eq=False)
class Solved:
    """A solution with its frequencies."""

    facts: Facts
    hand: MusHand
    strategy: Strategy
    often: Frequencies

    @classmethod
    def load(cls, menu: str) -> Solved:
        """The one that comes with korthus."""
        blueprint = load_blueprint(menu)
        strategy = Strategy(blueprint.hand.game, blueprint.tables())
        return cls(blueprint.facts, blueprint.hand, strategy, frequencies(blueprint.hand, strategy))

    @property
    def hands(self) -> tuple[Hand, ...]:
        """All 330."""
        return self.hand.hands.all


def bets(visits: Visits) -> Floats:
    """How often each hand bets at a node, envido and órdago together."""
    reached = visits.reached
    chance: Floats = sum(
        (visits.chance[place] for place, word in enumerate(visits.actions) if word in ("envido 2", "ordago")),
        start=np.zeros(len(reached)),
    )
    found: Floats = chance / np.where(reached > 1e-12, reached, np.nan)
    return found


# -- pictures ------------------------------------------------------------------------------------------


def maps(solved: Solved) -> None:
    """Who bets: a map of all hands for each lance."""
    for lance in Lance:
        draw.hand_maps(
            IMAGES / f"mus-bet-{lance}.png",
            f"{str(lance).capitalize()}: who bets",
            solved.hands,
            {
                "the mano, speaking first": bets(solved.often[lance, OPENING]),
                "the other, after the mano's paso": bets(solved.often[lance, AFTER_PASS]),
            },
            label="how often this hand bets",
        )


def mano(solved: Solved) -> None:
    """What hands are worth, and what it adds to be the mano."""
    first, other = hand_values(solved.hand, solved.strategy, numpy_backend(1))
    draw.hand_maps(
        IMAGES / "mus-worth.png",
        "What a hand is worth",
        solved.hands,
        {"to the mano": first, "to the other": other},
        label="stones per hand",
        spread=12.0,
        percent=False,
    )
    draw.hand_maps(
        IMAGES / "mus-mano.png",
        "What it adds to be the mano",
        solved.hands,
        {"worth as mano less worth as the other": first - other},
        label="stones per hand",
        spread=3.0,
        percent=False,
    )


def _by_strength(visits: Visits, power: Floats, values: Floats, edges: Floats) -> Floats:
    """The mean of something over the hands of each stretch of strength, as often as they come there."""
    place = np.clip(np.digitize(power, edges) - 1, 0, len(edges) - 2)
    here = (visits.reached > 1e-12) & ~np.isnan(power)
    sums = np.bincount(place[here], (visits.reached * values)[here], len(edges) - 1)
    total = np.bincount(place[here], visits.reached[here], len(edges) - 1)
    found: Floats = sums / np.where(total > 0, total, np.nan)
    return found


def refusals(solved: Solved) -> None:
    """What an envido of two is answered, by strength."""
    panels = {}
    words = {"no quiero": "no quiero", "quiero": "quiero", "envido 2": "2 más", "ordago": "órdago"}
    for lance in Lance:
        visits = solved.often[lance, FACING]
        power, edges = strength_share(solved.hand, lance, 1), np.linspace(0, 1, 11)
        shares = {
            name: np.nan_to_num(_by_strength(visits, power, np.nan_to_num(visits.frequency(word)), edges))
            for word, name in words.items()
        }
        panels[str(lance)] = (edges, shares)
    draw.answers(IMAGES / "mus-refuse.png", "The mano bets two: what the other answers", panels)


def bluffs(solved: Solved) -> None:
    """How often hands bet by strength: the weakest bet more than those in the middle."""
    panels = {}
    for lance in Lance:
        edges = np.linspace(0, 1, 11)
        curves = {}
        for seat, path, name in ((0, OPENING, "the mano opens"), (1, AFTER_PASS, "the other, after a paso")):
            visits = solved.often[lance, path]
            power = strength_share(solved.hand, lance, seat)
            curves[name] = _by_strength(visits, power, np.nan_to_num(bets(visits)), edges)
        panels[str(lance)] = (edges, curves)
    draw.lines(IMAGES / "mus-bluff.png", "Who bets, by strength of hand", panels)


def ordagos(solved: Solved) -> tuple[dict[str, float], dict[str, float], float, float]:
    """By lance how often órdago is said and taken; and how often in a whole hand."""
    offered, taken = dict.fromkeys(map(str, Lance), 0.0), dict.fromkeys(map(str, Lance), 0.0)
    for (lance, path), visits in solved.often.items():
        if "ordago" in visits.actions:
            offered[lance] += float(visits.chance[visits.actions.index("ordago")].sum())
        if path and path[-1] == "ordago":
            taken[lance] += float(visits.chance[visits.actions.index("quiero")].sum())
    whole = sum(offered.values()), sum(taken.values())
    share = {lance: taken[lance] / offered[lance] for lance in offered}
    come = {str(lance): float(solved.often[lance, OPENING].chance.sum()) for lance in Lance}
    return {lance: offered[lance] / come[lance] for lance in offered}, share, *whole


def convergence() -> None:
    """Solve the plain menu with each algorithm, and write down how it comes near."""
    game, backend = MusHand(MENUS["plain"]).game, numpy_backend(1)
    curves = {}
    for name, variant in VARIANTS.items():
        solver = Solver(game, variant, backend)
        points_: list[tuple[int, float]] = []
        while solver.iteration < ITERATIONS:
            solver.run(min(next_judgement(solver.iteration), ITERATIONS) - solver.iteration)
            points_.append((solver.iteration, solver.judge().exploitability))
        curves[name] = points_
    draw.convergence(IMAGES / "mus-convergence.png", curves)


# -- tables --------------------------------------------------------------------------------------------


def facts_table(plain: Solved, ordago: Solved) -> str:
    """What was solved and how well."""
    rows = [
        "| menu | worth to the mano | between | solved to | as it comes with korthus |",
        "|---|---|---|---|---|",
    ]
    for name, each in (("`plain`", plain.facts), ("`ordago`", ordago.facts)):
        low, high = each.bounds
        rows.append(
            f"| {name} | {each.value:+.4f} | {low:+.5f} and {high:+.5f} | {each.solved_to:.5f} "
            f"| {each.exploitability:.5f} |"
        )
    return "\n".join(rows)


def _kings(hand: Hand) -> str:
    return f"{hand.count(Rank.REY)} R"


def _aces(hand: Hand) -> str:
    return f"{hand.count(Rank.ACE)} × 1"


def _pares(hand: Hand) -> str:
    kind, heights = pares(hand)
    if kind is not Pares.PAR:
        return kind.name.lower()
    return "par of R" if heights[0] == 7 else "par of C or S" if heights[0] >= 5 else "par below S"


def _points(hand: Hand) -> str:
    total = points(hand)
    return str(total) if total >= 24 else "below 24"


GROUPS: Final[dict[Lance, tuple[Callable[[Hand], str], Callable[[Hand], int]]]] = {
    Lance.GRANDE: (_kings, lambda hand: -hand.count(Rank.REY)),
    Lance.CHICA: (_aces, lambda hand: -hand.count(Rank.ACE)),
    Lance.PARES: (_pares, lambda hand: -strength(hand).pares),
    Lance.JUEGO: (_points, lambda hand: -strength(hand).juego),
    Lance.PUNTO: (_points, lambda hand: -points(hand)),
}


def lance_table(solved: Solved, lance: Lance) -> str:
    """What to do with what one holds: how often one bets, and what an envido of two is answered."""
    name_of, order = GROUPS[lance]
    visits = [solved.often[lance, path] for path in (OPENING, AFTER_PASS, FACING)]
    names = list(dict.fromkeys(name_of(hand) for hand in sorted(solved.hands, key=order)))
    rows = [
        "| you have | mano bets | after a paso the other bets "
        "| envido 2 is answered no quiero | quiero | 2 más | órdago |",
        "|---|---|---|---|---|---|---|",
    ]
    for name in names:
        chosen = np.array([name_of(hand) == name for hand in solved.hands])
        if visits[0].reached[chosen].sum() < 1e-9:
            continue
        cells = [
            _mean(visits[0], bets(visits[0]), chosen),
            _mean(visits[1], bets(visits[1]), chosen),
            *(
                _mean(visits[2], visits[2].frequency(word), chosen)
                for word in ("no quiero", "quiero", "envido 2", "ordago")
            ),
        ]
        rows.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(rows)


def _mean(visits: Visits, values: Floats, chosen: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> str:
    weights = visits.reached[chosen]
    total = weights.sum()
    if total < 1e-9:
        return "–"
    return f"{100 * float((weights * np.nan_to_num(values[chosen])).sum() / total):.0f} %"


def bluff_table(solved: Solved) -> str:
    """The weak hands that bet most."""
    rows = [
        "| lance | as mano, first to speak | as the other, after a paso |",
        "|---|---|---|",
    ]
    for lance in Lance:
        cells = []
        for seat, path in ((0, OPENING), (1, AFTER_PASS)):
            visits = solved.often[lance, path]
            power, often = strength_share(solved.hand, lance, seat), np.nan_to_num(bets(visits))
            weak = (power < 0.3) & (visits.reached > 2e-4)
            best = sorted(np.flatnonzero(weak), key=lambda place: -often[place])[:4]
            named = [
                f"{' '.join(solved.hands[place])} ({often[place]:.0%})"
                for place in best
                if often[place] > 0.01
            ]
            cells.append(", ".join(named) or "none")
        rows.append(f"| {lance} | {cells[0]} | {cells[1]} |")
    return "\n".join(rows)


def ordago_table(plain: Solved, ordago: Solved) -> str:
    """What órdago changes."""
    offered, taken, any_, ends = ordagos(ordago)
    rows = [
        "| | without órdago | with órdago |",
        "|---|---|---|",
        f"| worth to the mano, stones per hand | {plain.facts.value:+.3f} | {ordago.facts.value:+.3f} |",
        f"| órdago is said in | – | {any_:.1%} of hands |",
        f"| a hand ends by an accepted órdago in | – | {ends:.1%} of hands |",
        *(
            f"| {lance}: said, and then accepted | – | {offered[lance]:.1%}, {taken[lance]:.1%} |"
            for lance in offered
        ),
    ]
    return "\n".join(rows)


def worth_table(solved: Solved) -> str:
    """The best hands, and those that gain and lose most by being mano."""
    first, other = hand_values(solved.hand, solved.strategy, numpy_backend(1))
    gain = first - other
    rows = ["| | hands, with the stones they are worth as mano and as the other |", "|---|---|"]
    for name, order in (
        ("worth most", -(first + other)),
        ("worth least", first + other),
        ("gain most by being mano", -gain),
        ("lose most by being mano", gain),
    ):
        cells = [
            f"{' '.join(solved.hands[place])} ({first[place]:+.1f}, {other[place]:+.1f})"
            for place in np.argsort(order, kind="stable")[:5]
        ]
        rows.append(f"| {name} | {', '.join(cells)} |")
    return "\n".join(rows)


def reference_table() -> str:
    """Small games whose values can be checked one after the other."""
    rows = [
        "| lances | if everybody passes | | solved | at least | at most |",
        "|---|---|---|---|---|---|",
    ]
    names = ("grande", "grande, chica", "with pares", "all four")
    found = references(MENUS["plain"], VARIANTS["dcfr"], numpy_backend(1), 0.0005)
    for name, each in zip(names, found, strict=True):
        numbers = (each.judgement.value, *each.judgement.bounds)
        cells = " | ".join(f"{number:+.5f}" for number in numbers)
        rows.append(f"| {name} | {each.passing} | {float(each.passing):+.4f} | {cells} |")
    return "\n".join(rows)


def score_table() -> str:
    """The mano's chance at equal scores, and when somebody is ahead."""
    table = match_table().array()
    scores = (
        (0, 0),
        (20, 20),
        (30, 30),
        (35, 35),
        (38, 38),
        (39, 39),
        (35, 30),
        (30, 35),
        (39, 35),
        (35, 39),
    )
    rows = ["| mano | " + " | ".join(f"{mine} to {theirs}" for mine, theirs in scores) + " |"]
    rows.append("|---" * (len(scores) + 1) + "|")
    rows.append("| wins | " + " | ".join(f"{100 * table[score]:.1f} %" for score in scores) + " |")
    return "\n".join(rows)


def fill(book: str, name: str, content: str) -> str:
    """Put a table between its marks."""
    pattern = re.compile(rf"(<!-- book {name} -->\n).*?(<!-- end -->)", re.DOTALL)
    assert pattern.search(book), name
    return pattern.sub(lambda found: f"{found[1]}\n{content}\n\n{found[2]}", book)


def main() -> None:
    """Make the book."""
    parts = ("equity", "convergence", "maps", "mano", "refuse", "bluff", "ordago", "tables", "reference")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", choices=parts, default=parts)
    only = parser.parse_args().only
    IMAGES.mkdir(exist_ok=True)
    if "equity" in only:
        draw.equity(IMAGES / "mus-equity.png", match_table().array())
    if "convergence" in only:
        convergence()
    if "reference" in only:
        table = reference_table()
        BOOK.write_text(fill(BOOK.read_text(encoding="utf-8"), "reference", table), encoding="utf-8")
    if set(only) <= {"equity", "convergence", "reference"}:
        return
    plain, ordago = Solved.load("plain"), Solved.load("ordago")
    if "maps" in only:
        maps(ordago)
    if "mano" in only:
        mano(ordago)
    if "refuse" in only:
        refusals(ordago)
    if "bluff" in only:
        bluffs(ordago)
    if "ordago" in only:
        offered, taken, _, _ = ordagos(ordago)
        draw.ordago(IMAGES / "mus-ordago.png", offered, taken)
    if "tables" in only:
        book = BOOK.read_text(encoding="utf-8")
        book = fill(book, "facts", facts_table(plain, ordago))
        book = fill(book, "bluffs", bluff_table(ordago))
        book = fill(book, "worth", worth_table(ordago))
        book = fill(book, "match", score_table())
        book = fill(book, "ordago", ordago_table(plain, ordago))
        for lance in Lance:
            book = fill(book, str(lance), lance_table(ordago, lance))
        BOOK.write_text(book, encoding="utf-8")


if __name__ == "__main__":
    main()
