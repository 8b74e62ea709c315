"""The page of the benchmarks: read from the data of several runs, and honest about what is missing."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bench.run_all
import pytest
from bench.claims import BENCHES, Bench
from bench.page import page
from bench.readme import (
    claim_of,
    envs_single_table,
    envs_vector_table,
    kernels_table,
    ppo_table,
    rules_table,
    search_table,
    solve_table,
)
from bench.results import Machine, Measured, Results, Spread, claims, number, read, write

MACHINE = Machine(processor="a processor", cores=2, system="Linux", python="3.11.0")
SEARCH = next(bench for bench in BENCHES if bench.module == "bench_search_kachuful")
VECTOR = next(bench for bench in BENCHES if bench.module == "bench_envs_vector")
RULES = next(bench for bench in BENCHES if bench.module == "bench_readable_rules")


def measured(*runs: list[dict[str, Any]], **more: Any) -> Measured:
    """Runs with these lines."""
    fields = {"seconds": (1.0,) * len(runs), "load": (0.1,) * len(runs)} | more
    return Measured(machine=MACHINE, when="2026-01-02", commit="abc", runs=tuple(map(tuple, runs)), **fields)


def test_every_bench_is_run() -> None:
    files = sorted(path.stem for path in Path(bench.run_all.HOUSE, "bench").glob("bench_*.py"))
    assert sorted(each.module for each in BENCHES) == files


def test_runs_become_a_median_and_a_spread() -> None:
    runs = ([{"claim": "c", "ours": ours, "peer": 10, "bar": 2, "met": ours >= 20}] for ours in (30, 10, 20))
    (claim,) = claims(RULES, measured(*runs))
    (point,) = claim.points
    assert point.ours == Spread(20, 10, 30)
    assert point.ratio == Spread(2, 1, 3)
    assert claim.bars == {"": 2}
    assert claim.met == {"": False}  # one run did not reach it


def test_figures_by_a_setting_are_a_curve() -> None:
    by_batch = {"claim": "v", "steps_per_second": {"1": 5, "1000": 50}, "peer": {"1": 1, "1000": 5}}
    (claim,) = claims(VECTOR, measured([by_batch]))
    assert [(point.setting, point.ratio and point.ratio.median) for point in claim.points] == [
        ("1", 5),
        ("1000", 10),
    ]


def test_lines_that_differ_in_their_setting_are_a_curve() -> None:
    lines: list[dict[str, Any]] = [
        {"claim": f"rate at {n} a move against x", "ours": n, "peer": 10, "ratio": n / 10} for n in (100, 400)
    ]
    lines[1] |= {"bar": 50, "met": False}
    other = {"claim": "something else", "ours": 1, "peer": 1}
    found = claims(SEARCH, measured([*lines, other]))
    assert [claim.title for claim in found] == ["something else", "rate against x"]
    assert [point.ratio and point.ratio.median for point in found[1].points] == [10, 40]
    assert found[1].bars == {"400": 50}
    assert found[1].met == {"400": False}
    text = page(Results(benches={SEARCH.module: measured([*lines, other])}))
    assert "| rate against x, 100 | 100 | 10 | 10 |  |\n| … 400 | 400 | 10 | 40 | 50: **not met** |" in text


@pytest.mark.parametrize(
    ("figures", "bar", "met", "told"),
    [
        ({"ratio": 0.5}, 5, None, "5: **not met**"),
        ({"ours": 1, "peer": 2}, 5, None, "5: **not met**"),
        ({"ours": 10, "peer": 2}, 5, None, "5"),
        ({"ours": 4}, 5, None, "5: **not met**"),
        ({"ours": 5}, 5, None, "5"),
        ({"ours": {"1": 9, "1000": 9}, "peer": {"1": 1, "1000": 9}}, {"1000": 5}, None, "5: **not met**"),
        ({"ours": {"1": 9, "1000": 90}, "peer": {"1": 9, "1000": 9}}, {"1000": 5}, None, "5"),
        ({"ours": 4}, 5, True, "5"),  # less is better, and the bench says so
        ({"ours": 9}, 5, False, "5: **not met**"),
    ],
    ids=str,
)
def test_a_bar_that_was_missed_is_told_whether_or_not_the_bench_says_so(
    figures: dict[str, Any], bar: object, met: bool | None, told: str
) -> None:
    own = Bench("bench_solve", "Solving")
    line = {"claim": "c", **figures, "bar": bar} | ({} if met is None else {"met": met})
    (claim,) = claims(own, measured([line]))
    assert claim.bars.keys() == claim.met.keys()
    text = page(Results(benches={"bench_solve": measured([line])}))
    assert f"| {told} |" in text
    assert text.count("**not met**") == ("not met" in told)


def test_a_bar_missed_in_one_run_is_not_met() -> None:
    lines = ([{"claim": "c", "ratio": ratio, "bar": 5}] for ratio in (6, 4, 7))
    (claim,) = claims(RULES, measured(*lines))
    assert claim.met == {"": False}


def test_a_bar_that_nothing_can_be_held_against_is_refused() -> None:
    with pytest.raises(LookupError, match="c has a bar, and neither a figure for it nor"):
        claims(RULES, measured([{"claim": "c", "seconds": 3, "bar": 5}]))


def test_every_bar_of_a_bench_is_printed_with_whether_it_was_met() -> None:
    """Only the bench knows whether more or less is better."""
    for each in BENCHES:
        tree = ast.parse(Path(bench.run_all.HOUSE, "bench", f"{each.module}.py").read_text(encoding="utf-8"))
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            named = {word.arg for word in call.keywords}
            assert "bar" not in named or "met" in named, f"{each.module}, line {call.lineno}"


def test_the_page_says_what_is_missing_and_why() -> None:
    results = Results(
        benches={
            "bench_readable_rules": measured(missing="rlcard is not installed here"),
            "bench_envs_vector": measured([], notes=("Pgx cannot be installed here",)),
        }
    )
    text = page(results)
    assert "rlcard is not installed here." in text
    assert "Pgx cannot be installed here" in text
    assert "(`python -m bench.bench_solve`): not run yet." in text


def test_a_peer_that_is_missing_is_named_though_its_bench_was_run() -> None:
    every = {each.module: measured([{"claim": "c", "ours": 1}]) for each in BENCHES}
    assert "Every bench was run, and every peer was there." in page(Results(benches=every))
    some = every | {VECTOR.module: measured([], notes=("Pgx cannot be installed here.",))}
    text = page(Results(benches=some))
    assert "every peer was there" not in text
    assert "(`python -m bench.bench_envs_vector`): Pgx cannot be installed here.\n" in text


def test_the_versions_of_a_peer_in_another_environment_are_told() -> None:
    line = {"claim": "v", "steps_per_second": {"1": 5}, "peer": {"1": 1}, "versions": "pgx 2.6.0, jax 0.10.2"}
    text = page(Results(benches={VECTOR.module: measured([line], versions={"numba": "0.68.1"})}))
    assert "numba 0.68.1, pgx 2.6.0, jax 0.10.2." in " ".join(text.split())


def test_search_is_quoted_by_simulations_with_its_bars() -> None:
    lines: list[dict[str, Any]] = [
        {
            "claim": f"Kachuful search{who}: rate at {n} a move against x",
            "ours": n,
            "peer": 100,
            "ratio": n / 100,
        }
        for who in ("", " where the learnt seat plays out")
        for n in (100, 1000)
    ]
    lines[1] |= {"bar": 20, "met": False}
    text = search_table(Results(benches={SEARCH.module: measured(lines)}))
    assert text.splitlines()[-4:] == [
        "| 100 | 100 | 100 | 1 |  |",
        "| 1,000 | 1,000 | 100 | 10 | 20: **not met** |",
        "| 100, the learnt seat plays out | 100 | 100 | 1 |  |",
        "| 1,000, the learnt seat plays out | 1,000 | 100 | 10 |  |",
    ]


def test_a_quoted_figure_must_be_there_where_its_bench_was_run() -> None:
    other = measured([{"claim": "something else", "ours": 1, "peer": 1}])
    for table, module in (
        (kernels_table, "bench_kernel_kachuful"),
        (rules_table, "bench_readable_rules"),
    ):
        with pytest.raises(LookupError, match=f"0 claims of {module}"):
            table(Results(benches={module: other}))
    twice = measured([{"claim": name, "ours": 1, "peer": 1} for name in ("a b", "a c")])
    with pytest.raises(LookupError, match="2 claims"):
        claim_of(Results(benches={"bench_readable_rules": twice}), "bench_readable_rules", "a")


@pytest.mark.parametrize(
    ("table", "module"),
    [
        (envs_single_table, "bench_envs_single"),
        (envs_vector_table, "bench_envs_vector"),
        (ppo_table, "bench_ppo"),
        (rules_table, "bench_readable_rules"),
        (search_table, "bench_search_kachuful"),
        (solve_table, "bench_solve"),
    ],
)
def test_a_figure_that_is_not_there_is_said_to_be_missing(
    table: Callable[[Results], str], module: str
) -> None:
    text = table(Results())
    assert text.startswith("There are no figures yet: `make bench` has not run")
    assert module in text
    missing = table(Results(benches={module: measured(missing="pyspiel is not installed here")}))
    assert " ".join(missing.split()).endswith(
        f"`python -m bench.{module}` says: pyspiel is not installed here."
    )


def test_a_row_whose_bench_could_not_be_run_says_so_and_the_others_stand() -> None:
    nothing = kernels_table(Results())
    assert "|" not in nothing
    assert nothing.count("There are no figures yet:") == 5
    mus = measured([{"claim": "Mus, preset standard", "ours": 3_000, "rules": 1_000}])
    lonely = measured(missing="open_spiel is not installed here")
    text = kernels_table(Results(benches={"bench_kernel_mus": mus, "bench_kernel_kachuful": lonely}))
    assert "| Mus hands at random | 3,000 actions/s | our readable rules 1,000 | 3 |" in text.splitlines()
    assert "| Kachuful rollouts from dealt states | not measured |  |  |" in text.splitlines()
    told = " ".join(text.split())
    assert told.count("`python -m bench.bench_kernel_kachuful` says: open_spiel is not installed here.") == 1
    assert "`python -m bench.bench_kernel_mus`" not in told


def test_what_a_learner_wins_is_quoted_run_by_run() -> None:
    line = {
        "claim": "kachuful: games that ppo wins against random after 2 minutes",
        "won": 0.718,
        "interval": [0.681, 0.753],
        "bar": 0.5,
        "met": True,
        "games": 600,
        "minutes": 2.01,
        "decisions": 2_700_000,
    }
    runs = ([line], [line | {"won": 0.5, "interval": [0.46, 0.54], "met": False}])
    text = ppo_table(Results(benches={"bench_ppo": measured(*runs)}))
    assert text.splitlines()[-2:] == [
        "| 2.7 M | 600 | 71.8 [68.1, 75.3] | 50 |",
        "| 2.7 M | 600 | 50.0 [46.0, 54.0] | 50: **not met** |",
    ]
    assert "kachuful: games that ppo wins against random after 2 minutes" in " ".join(text.split())
    assert "2 runs on 2026-01-02, a processor" in " ".join(text.split())


def test_one_environment_is_quoted_with_its_peer_the_fastest_first() -> None:
    def line(name: str, ours: int) -> dict[str, Any]:
        claim = f"one PettingZoo environment: {name}"
        return {
            "claim": claim,
            "steps_per_second": ours,
            "peer_steps_per_second": 2_000,
            "ratio": ours / 2_000,
        }

    runs = ([line("eight on its rules", 1_000), line("mulle on its kernel", ours)] for ours in (8_000, 9_000))
    text = envs_single_table(Results(benches={"bench_envs_single": measured(*runs)}))
    assert text.splitlines()[-3:] == [
        "| `texas_holdem_no_limit_v6` | 2,000 | 1 |",
        "| Mulle, `compiled=True` | 8,500 | 4.25 [4, 4.5] |",
        "| Eight Cards on the rules | 1,000 | 0.5 |",
    ]
    assert "`python -m bench.bench_envs_single`: medians of 2 runs on 2026-01-02, a processor." in text
    assert "What stands in\nbrackets" in text


def test_many_environments_are_quoted_by_how_many_with_and_without_a_peer() -> None:
    line: dict[str, Any] = {
        "claim": "vectorised mus: steps per second of one core",
        "steps_per_second": {"1": 500, "1000": 5_000_000},
    }
    head = ["| games at once | 1 | 1,000 |", "|---|---|---|", "| Mus | 500 | 5 M |"]
    alone = envs_vector_table(Results(benches={VECTOR.module: measured([line], notes=("no Pgx here",))}))
    assert alone.splitlines()[-3:] == head
    assert "no Pgx here." in alone
    beside = line | {"peer": {"1": 1_000, "1000": 2_000_000}}
    both = envs_vector_table(Results(benches={VECTOR.module: measured([beside])}))
    assert both.splitlines()[-4:] == [*head, "| … times Pgx's Leduc | 0.5 | 2.5 |"]


def test_bars_of_many_environments_are_quoted_in_both_units() -> None:
    asked = {
        "claim": "vectorised mus: steps per second at 1,000 games, as they were asked for",
        "steps_a_second": 5_000_000,
        "bar": 4_000_000,
        "met": True,
    }
    line: dict[str, Any] = {
        "claim": "vectorised mus: steps per second of one core",
        "steps_per_second": {"1": 500, "1000": 5_000_000},
        "bar": {"1000": 4_000_000},
        "met": {"1000": True},
    }
    alone = envs_vector_table(Results(benches={VECTOR.module: measured([line, asked])}))
    assert alone.splitlines()[-3:] == [
        "| at 1,000 | steps a second | bar |",
        "|---|---|---|",
        "| Mus | 5 M | 4 M |",
    ]
    beside = line | {"peer": {"1": 1_000, "1000": 2_000_000}, "bar": {"1000": 3}, "met": {"1000": False}}
    both = envs_vector_table(Results(benches={VECTOR.module: measured([beside, asked])}))
    assert both.splitlines()[-3:] == [
        "| at 1,000 | steps a second | bar | times Pgx's Leduc | bar |",
        "|---|---|---|---|---|",
        "| Mus | 5 M | 4 M | 2.5 | 3: **not met** |",
    ]


def test_what_else_was_measured_beside_a_peer_is_told() -> None:
    line = {
        "claim": "vectorised mus",
        "seats": 2,
        "steps_per_second": {"1": 500},
        "peer": {"1": 1_000},
        "peer_by_call": {"1": 700},
        "versions": "pgx 2.6.0",
        "measured_elsewhere_pgx_on_h200": {"leduc_holdem": {"1000": 16e6}},
    }
    text = page(Results(benches={VECTOR.module: measured([line])}))
    assert "\n\n- Also measured, vectorised mus: seats 2; peer by call 700 (1).\n\n" in text
    single = {
        "claim": "one PettingZoo environment: mus",
        "steps_per_second": 10,
        "peer": "a name",
        "peer_steps_per_second": 5,
        "peer_without_checks": 7,
        "spread": [9, 11],
    }
    text = page(Results(benches={"bench_envs_single": measured([single])}))
    assert "one PettingZoo environment: mus: peer without checks 7; spread [9, 11]." in " ".join(text.split())
    assert "a name" not in text


def test_a_bar_that_is_no_ratio_says_its_unit_beside_ratios() -> None:
    line = {"claim": "Mus", "ours": 30_000_000, "rules": 200_000, "bar": 20_000_000, "met": True}
    text = page(Results(benches={"bench_kernel_mus": measured([line])}))
    assert "| Mus | 30 M | 200 k | 150 | 20 M actions/s |" in text


def test_what_other_machines_made_stands_beside_ours_by_setting() -> None:
    line: dict[str, Any] = {
        "claim": "vectorised mus: steps per second of one core",
        "steps_per_second": {"1": 500, "1000": 5_000_000},
        "peer": {"1": 1_000, "1000": 2_000_000},
        "measured_elsewhere_pgx_on_h200": {"leduc_holdem": {"1000": 16e6, "1000000": 745e6}},
    }
    text = page(Results(benches={VECTOR.module: measured([line])}))
    table = [
        "| games at once | 1 | 1,000 | 1,000,000 |",
        "|---|---|---|---|",
        "| vectorised mus | 500 | 5 M |  |",
        "| `leduc_holdem`, Pgx 2.6 on an NVIDIA H200 |  | 16 M | 745 M |",
    ]
    assert "\n".join(table) in text
    assert "elsewhere" not in text.replace("stand elsewhere", "")


@pytest.mark.parametrize("module", ["bench_kernel_mulle", "bench_kernel_kachuful", "bench_kernel_mus"])
def test_one_core_of_ours_is_no_peer(module: str) -> None:
    source = Path(bench.run_all.HOUSE, "bench", f"{module}.py").read_text(encoding="utf-8")
    assert 'one_core=round(cores["one"])' in source
    line = {"claim": "two cores against one", "ours": 300, "one_core": 160, "ratio": 1.9, "bar": 1.8}
    text = page(Results(benches={module: measured([line])}))
    assert "| two cores against one | 300; one core 160; ratio 1.9 | 1.8 |" in text


def test_the_solver_is_quoted_by_what_it_runs_on() -> None:
    line = {"claim": "Solving Mus (plain): information sets per second, one core", "ours": 300, "peer": 2}
    text = solve_table(Results(benches={"bench_solve": measured([line])}))
    assert text.splitlines()[-1] == "| one core | 300 | 2 | 150 |"


def test_the_data_file_reads_back(tmp_path: Path) -> None:
    results = Results(benches={"bench_solve": measured([{"claim": "c", "ours": 1}], notes=("n",))})
    write(results, tmp_path / "results.json")
    assert read(tmp_path / "results.json") == results


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (160_234_567, "160 M"),
        (9_500_000, "9.5 M"),
        (15_534, "15.5 k"),
        (4_225, "4,225"),
        (88.9, "88.9"),
        (0.154, "0.15"),
    ],
)
def test_figures_are_short(value: float, written: str) -> None:
    assert number(value) == written


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a bench of its own in place of the house."""
    (tmp_path / "bench").mkdir()
    monkeypatch.setattr(bench.run_all, "HOUSE", tmp_path)
    return tmp_path


def test_a_bench_is_run_and_kept_line_by_line(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    line = {"claim": "two and two", "ours": 4}
    (house / "bench" / "bench_sum.py").write_text(
        f"print({json.dumps(line)!r})\nprint('a peer is missing')\n"
    )
    own = Bench("bench_sum", "Sums", needs=("msgspec",), beside=("no-such-peer",))
    monkeypatch.setattr(bench.run_all, "BENCHES", (own,))
    out = house / "results.json"
    assert bench.run_all.main(["--runs", "2", "--out", str(out)]) == 0
    kept = read(out).benches["bench_sum"]
    assert kept.runs == ((line,), (line,))
    assert kept.notes == ("a peer is missing",)
    assert kept.versions.keys() == {"msgspec", "numba", "numpy"}
    assert len(kept.seconds) == len(kept.load) == 2


def test_a_bench_that_fails_does_not_stop_the_others(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (house / "bench" / "bench_bad.py").write_text("raise SystemExit('out of order')\n")
    benches = (Bench("bench_bad", "Bad"), Bench("bench_lonely", "Lonely", needs=("no-such-peer",)))
    monkeypatch.setattr(bench.run_all, "BENCHES", benches)
    out = house / "results.json"
    assert bench.run_all.main(["--runs", "1", "--out", str(out)]) == 1
    kept = read(out).benches
    assert kept["bench_lonely"].missing == "no-such-peer is not installed here"
    assert str(kept["bench_bad"].missing).endswith(": out of order")


def test_a_peer_that_has_gone_leaves_the_last_figures_and_they_are_called_old(
    house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench.run_all, "BENCHES", (Bench("bench_solve", "Solving", needs=("no-such-peer",)),))
    out = house / "results.json"
    write(Results(benches={"bench_solve": measured([{"claim": "c", "ours": 7}])}), out)
    for _ in range(2):
        assert bench.run_all.main(["--runs", "1", "--out", str(out)]) == 0
    kept = read(out)
    assert kept.benches["bench_solve"].runs == (({"claim": "c", "ours": 7},),)
    assert kept.benches["bench_solve"].missing is None
    monkeypatch.undo()
    told = " ".join(page(kept).split())
    assert "the figures above are older, it could not be run on" in told
    assert "no-such-peer is not installed here." in told


def test_a_bench_that_fails_after_a_line_has_failed_and_its_last_figures_are_called_old(
    house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = {"claim": "c", "ours": 1}
    (house / "bench" / "bench_solve.py").write_text(f"print({json.dumps(line)!r})\n1 / 0\n")
    monkeypatch.setattr(bench.run_all, "BENCHES", (Bench("bench_solve", "Solving"),))
    out = house / "results.json"
    write(Results(benches={"bench_solve": measured([{"claim": "c", "ours": 7}])}), out)
    assert bench.run_all.main(["--runs", "1", "--out", str(out)]) == 1
    kept = read(out)
    assert kept.benches["bench_solve"].runs == (({"claim": "c", "ours": 7},),)
    monkeypatch.undo()
    told = " ".join(page(kept).split())
    assert "the figures above are older, it failed on" in told
    assert "ZeroDivisionError: division by zero." in told


def test_an_unknown_bench_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="there is no bench nothing"):
        bench.run_all.main(["--only", "nothing", "--out", str(tmp_path / "results.json")])
