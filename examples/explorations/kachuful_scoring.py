"""Which Kachuful scoring rewards skill most?

One rule-based player sits among three weaker ones, in every seat in turn, under each of the four ways to
score: among players at random, and among careless ones, who bid and play as it does and one time in four do
anything at all (``careless.py``: a player of one's own, asked for as ``module:Class``). Those that look bid
and play for the scoring of the table. Skill is rewarded where the better player wins more games than its fair
quarter, and where its lead stands out from the luck of a game: the lead in standard deviations, and from that
how many games it takes until it is ahead in 95 of 100 tries.

    python -m examples.explorations.kachuful_scoring [--quick] [--jobs 2] [--out FOLDER]
"""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Final

import matplotlib as mpl
from examples.explorations.trying import (
    Exploration,
    Figures,
    as_figures,
    games_until_sure,
    interval,
    main,
    patience,
    play,
    score_of,
    table,
    win_of,
)

from korthus.arena.batch import GameLine
from korthus.arena.pictures import SERIES, STYLE, canvas, save
from korthus.arena.stats import Estimate, share_interval
from korthus.games.kachuful.rules import ScoringVariant

SEATS: Final = 4
HERO: Final = "rules"
#: The three others by what the page calls them: who they are, and how many games are played a scoring.
OTHERS: Final = {
    "random": ("random", 400),
    "careless": ("examples.explorations.careless:Careless", 700),
}
SCORINGS: Final = tuple(ScoringVariant)


def lead(line: GameLine) -> float:
    """How far the first player of the batch is ahead of the mean of the others."""
    return score_of(line, 0) - fmean(score_of(line, other) for other in range(1, SEATS))


def stands_out(leads: list[float]) -> Estimate:
    """The mean lead in standard deviations of a game, with its usual large-sample interval."""
    size = fmean(leads) / stdev(leads)
    reach = 1.96 * sqrt((1 + size**2 / 2) / len(leads))
    return Estimate(size, size - reach, size + reach)


def explore(part: float, jobs: int) -> Figures:
    """Play every match under every scoring, on the same deals."""
    rows = []
    for others, (player, games) in OTHERS.items():
        for scoring in SCORINGS:
            lines = play(
                f"{HERO} among {others}, {scoring.value}",
                "kachuful",
                (HERO, *[player] * (SEATS - 1)),
                max(8, round(games * part)),
                jobs,
                scoring=scoring.value,
            )
            leads = [lead(line) for line in lines]
            won = [win_of(line, line.players.index(0)) for line in lines]
            rows.append(
                {
                    "others": others,
                    "scoring": scoring.value,
                    "games": len(lines),
                    "won": as_figures(share_interval(won)),
                    "stands_out": as_figures(stands_out(leads)),
                    "until_sure": games_until_sure(leads),
                }
            )
    return {"rows": rows}


def draw(figures: Figures, path: Path) -> None:
    """Games won and the lead against luck, a row for each scoring."""
    with mpl.rc_context(STYLE):
        figure, (won, lead_axes) = canvas(9.6, 2.9, columns=2)
        for number, others in enumerate(OTHERS):
            rows = [row for row in figures["rows"] if row["others"] == others]
            places = [place - 0.12 + 0.24 * number for place in range(len(rows))]
            for axes, key, scale in ((won, "won", 100), (lead_axes, "stands_out", 1)):
                for place, row in zip(places, rows, strict=True):
                    ends = [scale * row[key]["low"], scale * row[key]["high"]]
                    axes.plot(ends, [place] * 2, color=SERIES[number])
                values = [scale * row[key]["value"] for row in rows]
                axes.plot(values, places, "o", color=SERIES[number], label=f"{HERO} among three {others}")
        won.axvline(100 / SEATS, linestyle=":", color=STYLE["axes.edgecolor"])
        won.set_title("Games won, % (dotted: a fair share)")
        lead_axes.set_title("Lead in standard deviations of a game")
        for axes in (won, lead_axes):
            axes.set_yticks(range(len(SCORINGS)), [scoring.value for scoring in SCORINGS])
            axes.invert_yaxis()
            axes.set_xlim(left=0)
        lead_axes.legend(frameon=False, fontsize=7)
        save(figure, path)


def tell(figures: Figures) -> str:
    """The figures as a table."""
    won, lead_in = "games won (fair: 25 %)", "lead in standard deviations"
    return table(
        ("the others", "scoring", "games", won, lead_in, "games until 95 % sure"),
        [
            (
                f"three `{row['others']}`",
                f"`{row['scoring']}`",
                f"{row['games']:,}",
                f"{interval(row['won'], 1, 100)} %",
                interval(row["stands_out"]),
                patience(row["until_sure"]),
            )
            for row in figures["rows"]
        ],
    )


EXPLORATION: Final = Exploration("kachuful_scoring", explore, draw, tell)

if __name__ == "__main__":
    main(EXPLORATION, __doc__)
