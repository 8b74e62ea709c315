"""What does the sweep do to Eight Cards?

Whoever wins all three boards alone is paid two pots instead of one. A better player meets ``rules`` over the
same deals where a sweep pays one pot (nothing extra), two, three and four. Two things can change: how players
place (a player that searches counts the bonus, one that adds up its chances does not), and how soon the
better one is ahead: the bonus makes the edge larger and the swings too.

    python -m examples.explorations.eight_sweep [--quick] [--jobs 2] [--out FOLDER]
"""

from __future__ import annotations

from pathlib import Path
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
)

from korthus.arena.batch import GameLine
from korthus.arena.pictures import SERIES, STYLE, canvas, save
from korthus.arena.stats import mean_interval, share_interval

POTS: Final = (1, 2, 3, 4)
#: Hands that each better player plays for each worth of the sweep.
HANDS: Final = {"equity": 1_500, "normal": 450}
BANKROLL, ANTE = 1_000, 50


def swept(line: GameLine, player: int) -> bool:
    """Whether a player won all three boards alone: they bring the whole pot then, half of it its own."""
    assert line.breakdown is not None
    return line.breakdown[line.players.index(player)]["boards"] == ANTE


def explore(part: float, jobs: int) -> Figures:
    """Play every match; the deals are the same for every worth of the sweep."""
    rows = []
    for hero, hands in HANDS.items():
        for pots in POTS:
            lines = play(
                f"{hero} v rules, sweep {pots}",
                "eight",
                (hero, "rules"),
                max(8, round(hands * part)),
                jobs,
                hands=1,
                bankroll=BANKROLL,
                ante=ANTE,
                sweep_multiplier=pots,
            )
            ahead = [(score_of(line, 0) - BANKROLL) / (2 * ANTE) for line in lines]
            rows.append(
                {
                    "hero": hero,
                    "pots": pots,
                    "hands": len(lines),
                    "ahead": as_figures(mean_interval(ahead)),
                    "until_sure": games_until_sure(ahead),
                    "sweeps": as_figures(share_interval([float(swept(line, 0)) for line in lines])),
                    "swept": as_figures(share_interval([float(swept(line, 1)) for line in lines])),
                }
            )
    return {"rows": rows}


def draw(figures: Figures, path: Path) -> None:
    """Sweeps, edge and patience by what a sweep pays."""
    with mpl.rc_context(STYLE):
        figure, (sweeps, edge, wait) = canvas(9.6, 3.2, columns=3)
        for hero, colour in zip(HANDS, SERIES, strict=False):
            rows = [row for row in figures["rows"] if row["hero"] == hero]
            pots = [row["pots"] for row in rows]
            sweeps.plot(pots, [100 * row["sweeps"]["value"] for row in rows], "o-", color=colour, label=hero)
            against = [100 * row["swept"]["value"] for row in rows]
            sweeps.plot(pots, against, "o:", color=colour, label=f"rules against {hero}")
            value, low, high = ([row["ahead"][key] for row in rows] for key in ("value", "low", "high"))
            edge.plot(pots, value, "o-", color=colour, label=hero)
            edge.fill_between(pots, low, high, color=colour, alpha=0.15, linewidth=0)
            sure = [(row["pots"], row["until_sure"]) for row in rows if row["until_sure"] is not None]
            wait.plot([at for at, _ in sure], [hands for _, hands in sure], "o-", color=colour, label=hero)
        sweeps.set_title("Hands swept, %")
        edge.set_title("Ahead of rules, pots a hand")
        wait.set_title("Hands until 95 % sure to be ahead")
        for axes in (sweeps, edge, wait):
            axes.set_xlabel("pots that a sweep pays")
            axes.set_xticks(POTS)
            axes.set_ylim(bottom=0)
        sweeps.legend(frameon=False, fontsize=7)
        edge.legend(frameon=False, fontsize=7)
        save(figure, path)


def tell(figures: Figures) -> str:
    """The figures as a table."""
    heads = (
        "player",
        "a sweep pays",
        "hands",
        "pots ahead of `rules` a hand",
        "sweeps",
        "is swept",
        "hands until 95 % sure",
    )
    return table(
        heads,
        [
            (
                f"`{row['hero']}`",
                "1 pot: no bonus" if row["pots"] == 1 else f"{row['pots']} pots",
                f"{row['hands']:,}",
                interval(row["ahead"], 3),
                f"{interval(row['sweeps'], 1, 100)} %",
                f"{interval(row['swept'], 1, 100)} %",
                patience(row["until_sure"]),
            )
            for row in figures["rows"]
        ],
    )


EXPLORATION: Final = Exploration("eight_sweep", explore, draw, tell)

if __name__ == "__main__":
    main(EXPLORATION, __doc__)
