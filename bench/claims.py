"""Every bench that ``make bench`` runs: what stands beside what, in which unit.

A bench is a module here that prints a JSON line for each of its claims. Which figure of a line is ours and
which is the peer's differs from bench to bench, so it is said here. A figure may be one number, or numbers by
a setting (``{"1000": …, "64000": …}``): then the page shows the curve.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Bench(NamedTuple):
    """A bench, and how its lines are read."""

    module: str
    title: str
    #: What is counted in the comparison, and what our figure stands beside.
    unit: str = ""
    peer_name: str = ""
    #: The keys of the two figures in a line.
    ours: str = "ours"
    peer: str = "peer"
    #: What the bars beside a peer are in, where they are not of the ratio.
    bar_unit: str = ""
    #: The distributions without which it cannot run.
    needs: tuple[str, ...] = ()
    #: Further ones that it measures if they are there.
    beside: tuple[str, ...] = ()
    #: What a setting is, where figures go by one.
    setting: str = ""

    @property
    def name(self) -> str:
        """The module without its prefix: ``kernel_mus``."""
        return self.module.removeprefix("bench_")


BENCHES: Final = (
    Bench(
        "bench_readable_rules",
        "Readable rules",
        "moves/s",
        "RLCard `no-limit-holdem`",
        needs=("rlcard",),
    ),
    Bench("bench_boardgame_io", "A move of a framework", "moves/s", "boardgame.io"),
    Bench(
        "bench_kernel_kachuful",
        "Kachuful on its kernel",
        "moves/s",
        "OpenSpiel C++ `oh_hell`",
        needs=("open_spiel",),
    ),
    Bench("bench_kernel_mulle", "Mulle on its kernel", "moves/s", "our readable rules"),
    Bench(
        "bench_kernel_mus",
        "Mus on its kernel",
        "actions/s",
        "our readable rules",
        peer="rules",
        bar_unit="actions/s",
    ),
    Bench(
        "bench_kernel_eight",
        "Eight Cards on its kernel",
        "hands/s",
        "our readable rules",
        ours="kernel_hands_per_s",
        peer="rules_hands_per_s",
    ),
    Bench(
        "bench_kernel_poker",
        "Poker hands, batch against C",
        "hands/s",
        "phevaluator's C function",
        ours="korthus_per_s",
        peer="phevaluator_per_s",
        needs=("phevaluator",),
    ),
    Bench(
        "bench_evaluators",
        "Poker hands from Python",
        "hands/s",
        "the library",
        beside=("phevaluator", "eval7", "treys", "pokerkit"),
    ),
    Bench(
        "bench_search_kachuful",
        "Search in Kachuful",
        "simulations/s",
        "OpenSpiel C++ `ISMCTSBot`",
        needs=("open_spiel",),
        setting="simulations a move",
    ),
    Bench("bench_search_eight", "Search in Eight Cards"),
    Bench(
        "bench_solve",
        "Solving",
        "information sets × iterations/s",
        "OpenSpiel C++ CFR+ on Leduc",
        needs=("open_spiel",),
    ),
    Bench(
        "bench_envs_single",
        "One PettingZoo environment",
        "steps/s",
        "PettingZoo `texas_holdem_no_limit_v6`",
        ours="steps_per_second",
        peer="peer_steps_per_second",
        needs=("pettingzoo", "rlcard"),
    ),
    Bench(
        "bench_envs_vector",
        "Many environments at once",
        "steps/s",
        "Pgx `leduc_holdem` on the CPU",
        ours="steps_per_second",
        setting="games at once",
    ),
    Bench("bench_levels", "How long each level thinks"),
    Bench("bench_default_levels", "Levels of a game that brings only its rules"),
    Bench("bench_mulle_legal_actions", "Legal actions in Mulle"),
    Bench("bench_review", "A review"),
    Bench("bench_arena", "Is the arena fair?"),
    Bench("bench_ppo", "What a player learns in two minutes", needs=("torch",)),
)
