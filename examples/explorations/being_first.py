"""How much is being first worth in each game?

Equal players meet in the shortest thing that has a first player: an omgång of Mulle, a round of seven cards
in Kachuful, a single hand of Mus, a hand of Eight Cards. How much more often than its fair share does the one
who begins win it, and how many points is that? The answer depends on who plays: somebody who plays at random
cannot use what the place gives, so players of three kinds are asked.

In Kachuful the first bids first and leads; the last is the dealer, who bids last and may not let the bids add
up. In Mus the first is the mano, who speaks first and wins every tie. In Eight Cards the first places first
and so chooses the PLO board.

    python -m examples.explorations.being_first [--quick] [--jobs 2] [--out FOLDER]
"""

from __future__ import annotations

from pathlib import Path
from statistics import fmean
from typing import Any, Final, NamedTuple

import matplotlib as mpl
from examples.explorations.trying import (
    Exploration,
    Figures,
    as_figures,
    interval,
    main,
    play,
    table,
    win_of,
)

from korthus.arena.batch import GameLine
from korthus.arena.pictures import SERIES, STYLE, canvas, save
from korthus.arena.stats import mean_interval, share_interval


class Place(NamedTuple):
    """A seat that may be worth something, in the shortest thing that is won."""

    title: str
    game: str
    options: dict[str, Any]
    seats: int
    seat: int
    unit: str
    #: What a point of lead is in that unit: a half where one's gain is the other's loss.
    worth: float
    #: Each kind of player, and how many are played by it.
    players: dict[str, int]


_ROUND: Final = {"start_cards": 7, "total_rounds": 1, "starting_dealer": 0}
_KACHUFUL: Final = {"random": 2_400, "rules": 2_000, "normal": 500}
PLACES: Final = (
    Place(
        "Mulle: begins the omgång",
        "mulle",
        {"omgangar": 1, "first_starter": 0},
        2,
        0,
        "points",
        1.0,
        {"random": 700, "greedy": 900, "easy": 350},
    ),
    Place("Kachuful, four: bids and leads first", "kachuful", _ROUND, 4, 1, "points", 1.0, _KACHUFUL),
    Place("Kachuful, four: deals and bids last", "kachuful", _ROUND, 4, 0, "points", 1.0, _KACHUFUL),
    Place(
        "Mus: is mano",
        "mus",
        {"target_stones": None, "ordago": False, "first_mano": 0},
        2,
        0,
        "stones",
        0.5,
        {"random": 2_000, "rules": 1_500, "strongest": 2_000},
    ),
    Place(
        "Eight Cards: places first",
        "eight",
        {"hands": 1, "first_dealer": 1},
        2,
        0,
        "chips",
        0.5,
        {"random": 3_000, "rules": 1_200, "equity": 1_200},
    ),
)


def lead(line: GameLine, seat: int) -> float:
    """How far a seat is ahead of the mean of the others."""
    assert line.scores is not None
    return line.scores[seat] - fmean(score for other, score in enumerate(line.scores) if other != seat)


def explore(part: float, jobs: int) -> Figures:
    """Let equal players meet; seats do not move, so whatever a seat has above its share is the place's."""
    rows = []
    played: dict[tuple[str, str], list[GameLine]] = {}
    for place in PLACES:
        for player, games in place.players.items():
            if (place.game, player) not in played:
                seats = [player] * place.seats
                count = max(8, round(games * part))
                label = f"{place.game}, {player}"
                played[place.game, player] = play(label, place.game, seats, count, jobs, **place.options)
            lines = played[place.game, player]
            leads = [place.worth * lead(line, place.seat) for line in lines]
            rows.append(
                {
                    "place": place.title,
                    "player": player,
                    "games": len(lines),
                    "fair": 1 / place.seats,
                    "unit": place.unit,
                    "won": as_figures(share_interval([win_of(line, place.seat) for line in lines])),
                    "lead": as_figures(mean_interval(leads)),
                }
            )
    return {"rows": rows}


def draw(figures: Figures, path: Path) -> None:
    """How much above the fair share each place wins, by kind of player."""
    rows = figures["rows"]
    kinds = ("at random", "by rules of thumb", "thinking")
    with mpl.rc_context(STYLE):
        figure, (axes,) = canvas(8.0, 0.28 * len(rows) + 1.2)
        for number, row in enumerate(rows):
            above = {key: 100 * (row["won"][key] - row["fair"]) for key in ("value", "low", "high")}
            colour = SERIES[number % len(kinds)]
            label = kinds[number] if number < len(kinds) else None
            axes.plot([above["low"], above["high"]], [number] * 2, color=colour)
            axes.plot(above["value"], number, "o", color=colour, label=label)
        axes.axvline(0, linestyle=":", color=STYLE["axes.edgecolor"])
        axes.set_yticks(range(len(rows)), [f"{row['place']} ({row['player']})" for row in rows])
        axes.invert_yaxis()
        axes.set_xlabel("won above the fair share, percentage points")
        axes.legend(frameon=False, fontsize=8)
        save(figure, path)


def tell(figures: Figures) -> str:
    """The figures as a table."""
    return table(
        ("place", "players", "played", "won", "fair", "ahead"),
        [
            (
                row["place"],
                f"`{row['player']}`",
                f"{row['games']:,}",
                f"{interval(row['won'], 1, 100)} %",
                f"{100 * row['fair']:.0f} %",
                f"{interval(row['lead'])} {row['unit']}",
            )
            for row in figures["rows"]
        ],
    )


EXPLORATION: Final = Exploration("being_first", explore, draw, tell)

if __name__ == "__main__":
    main(EXPLORATION, __doc__)
