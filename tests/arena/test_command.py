"""``korthus arena``: what is typed, what is shown and what is left behind."""

from __future__ import annotations

import io
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.arena.odd_bots import FAILING, STOPPING, UNSEATED
from tests.arena.plans import results
from tests.cli.running import Korthus

from korthus.arena.errors import REASONS
from korthus.arena.executors import Alone
from korthus.arena.plan import make_plan
from korthus.arena.runs import PLAN, REPORT, RESULTS
from korthus.cli.commands.arena import arena_command
from korthus.cli.terminal import Terminal
from korthus.games.catalogue import game
from korthus.locale import LANGUAGES, catalogue

QUICK = ("arena", "eight", "--set", "hands=1", "--bots", "random", "rules", "--matches", "6", "--seed", "3")


def test_a_table_of_matches_and_a_ladder(run_korthus: Korthus) -> None:
    ran = run_korthus(*QUICK)
    assert ran.code == 0
    assert ran.err == ""
    assert "6 deals, 12 games, 24 moves" in ran.out
    assert "random v rules" in ran.out
    assert re.search(r"games won +deals won", ran.out)
    assert re.search(r"rules +\d+\.\d ± \d+\.\d", ran.out)


def test_players_may_be_written_with_commas(run_korthus: Korthus) -> None:
    ran = run_korthus("arena", "eight", "--set", "hands=1", "--bots", "random,rules", "--matches", "1")
    assert "random v rules" in ran.out


def test_at_more_seats_it_says_what_is_fair(run_korthus: Korthus) -> None:
    words = ("arena", "kachuful", "--bots", "random", "rules", "--seats", "3", "--matches", "1")
    ran = run_korthus(*words, "--hero", "rules")
    assert "rules v 2 × random" in ran.out
    assert "random v 2 × rules" not in ran.out
    assert "Among 3 equals each wins 33.3 % of the games." in ran.out


def test_any_number_of_jobs_writes_the_same_results(run_korthus: Korthus, tmp_path: Path) -> None:
    for jobs in ("1", "2"):
        assert run_korthus(*QUICK, "--jobs", jobs, "--out", str(tmp_path / jobs)).code == 0
    assert len({(tmp_path / jobs / RESULTS).read_bytes() for jobs in ("1", "2")}) == 1
    assert len({(tmp_path / jobs / PLAN).read_bytes() for jobs in ("1", "2")}) == 1


def test_a_run_without_a_seed_goes_on_with_its_own(run_korthus: Korthus, tmp_path: Path) -> None:
    words = (*QUICK[:-2], "--out", str(tmp_path / "run"))
    assert run_korthus(*words).code == 0
    seed = json.loads((tmp_path / "run" / PLAN).read_text())["seed"]
    again = run_korthus(*words)
    assert again.code == 0
    assert "Every deal of" in again.out
    assert f"seed {seed}" in again.out


def test_stopped_with_ctrl_c_it_goes_on_where_it_was(
    run_korthus: Korthus, tmp_path: Path, traces: Path
) -> None:
    words = (*QUICK[:6], STOPPING, *QUICK[7:])
    out = ("--out", str(tmp_path / "run"))
    stopped = run_korthus(*words, *out)
    assert stopped.code == 130
    assert stopped.err == "Stopped after 2 of 6. The same command goes on from there. [STOPPED]\n"
    assert "2 deals, 4 games" in stopped.out
    again = run_korthus(*words, *out)
    assert again.code == 0
    assert "2 of 6 deals have been played; going on." in again.out
    plan = make_plan(game("eight", hands=1), ["random", STOPPING], deals=6, seed=3)
    assert (tmp_path / "run" / RESULTS).read_bytes().splitlines() == results(plan, Alone(plan))
    for trace in traces.iterdir():
        trace.unlink()
    unsaved = run_korthus(*words)
    assert unsaved.code == 130
    assert unsaved.err.endswith("With --out a run can go on where it was. [STOPPED_UNSAVED]\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_lost_turns_are_counted_and_told(run_korthus: Korthus, tmp_path: Path, language: str) -> None:
    out = tmp_path / "run"
    words = (*QUICK[:6], FAILING, "--matches", "2", "--seed", "3", "--out", str(out), "--lang", language)
    ran = run_korthus(*words)
    assert ran.code == 0
    text = catalogue(language)
    assert re.search(rf" 4 +{text['tools.lost.raised']}:", " ".join(ran.out.split()))
    html = (out / REPORT).read_text(encoding="utf-8")
    assert text["tools.arena.report.lost"] in html
    assert "RuntimeError: it does not know what to do." in html
    again = run_korthus(*words)
    assert text["tools.lost.why"] in again.out, "they are counted in the results that are kept"


class Page(HTMLParser):
    """What a page consists of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.headings: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag != "meta":
            self.open.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "h2":
            self.headings.append(data)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_stands_alone(run_korthus: Korthus, tmp_path: Path, language: str) -> None:
    out = tmp_path / "run"
    ran = run_korthus(*QUICK, "--out", str(out), "--lang", language)
    assert ran.code == 0
    assert str(out / REPORT) in ran.out
    html = (out / REPORT).read_text(encoding="utf-8")
    page = Page(html)
    assert page.open == []
    assert f'<html lang="{language}">' in html
    assert page.tags.count("svg") == 4
    assert page.tags.count("table") == 2
    assert len(page.headings) == 6
    assert {"script", "link", "img", "iframe"}.isdisjoint(page.tags)
    assert all(link.startswith("#") for link in page.links)
    assert "http" not in html
    assert "url(#" in html
    assert not re.search(r"url\((?!#)", html)
    assert "prefers-color-scheme: dark" in html
    assert "var(--lake)" in html
    pictures = html.split("<svg", 1)[1].rsplit("</svg>", 1)[0]
    assert "#1b1f24" not in pictures  # the page decides about colours


def test_the_report_is_the_same_for_the_same_results(run_korthus: Korthus, tmp_path: Path) -> None:
    for name in ("one", "two"):
        run_korthus(*QUICK, "--out", str(tmp_path / name))
    (tmp_path / "two" / "times.jsonl").write_bytes((tmp_path / "one" / "times.jsonl").read_bytes())
    reports = []
    for name in ("one", "two"):
        run_korthus(*QUICK, "--out", str(tmp_path / name))
        reports.append((tmp_path / name / REPORT).read_bytes())
    assert reports[0] == reports[1]


def test_names_are_written_as_text(run_korthus: Korthus, tmp_path: Path) -> None:
    """A player's name is in the page as it is, never as markup."""
    words = ("arena", "eight", "--set", "hands=1", "--bots", "random", "tests.arena.odd_bots:RandomBot")
    assert run_korthus(*words, "--matches", "2", "--out", str(tmp_path / "run")).code == 0
    assert "tests.arena.odd_bots:RandomBot" in (tmp_path / "run" / REPORT).read_text(encoding="utf-8")


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("bots", "shown"), [(2, r"random v rules: \d+\.\d %"), (3, r"> random")])
def test_a_terminal_has_a_bar_with_the_running_result(
    bots: int, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    screen = Screen()
    arena_command(
        Terminal("en", stdin=io.StringIO(), stdout=screen),
        "eight",
        bots=("random", "rules", "random")[:bots],
        matches=4,
        seed=1,
        settings=("hands=1",),
    )
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", screen.getvalue())
    assert re.search(r"\d+/" + str(4 if bots == 2 else 12), text)
    assert re.search(shown, text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("eight", "--bots", "random"), "ONE_BOT"),
        (("eight",), "ONE_BOT"),
        (("eight", "--bots", "random", "nobody"), "UNKNOWN_BOT"),
        (("eight", "--bots", "random", "no:body"), "NO_PLAYER_MODULE"),
        (("eight", "--bots", "random", "json:loads"), "BAD_PLAYER"),
        (("eight", "--bots", "random", "rules", "--matches", "0"), "NO_MATCHES"),
        (("eight", "--bots", "random", "rules", "--jobs", "0"), "BAD_JOBS"),
        (("eight", "--bots", "random", "rules", "--hero", "me"), "NO_SUCH_HERO"),
        (("eight", "--bots", "random", "rules", "--budget-ms", "0"), "BAD_BUDGET"),
        (("eight", "--bots", "random", "rules", "--budget-ms", "5", "--simulations", "5"), "BAD_BUDGET"),
        (("eight", "--bots", "random", "rules", "--out", "file/run"), "FOLDER_TROUBLE"),
        (("eight", "--bots", "random", "rules", "--out", "other"), "BAD_PLAN"),
        (("eight", "--bots", "random", UNSEATED, "--jobs", "2", "--matches", "1"), "DEAL_FAILED"),
        (("eight", "--bots", "random", UNSEATED, "--jobs", "1", "--matches", "1"), "DEAL_FAILED"),
        (("eight", "--bots", "random", "rules", "--set", "hands=0"), "BAD_OPTION"),
        (("chess", "--bots", "random", "rules"), "UNKNOWN_GAME"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(
    words: tuple[str, ...],
    code: str,
    language: str,
    run_korthus: Korthus,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / PLAN).write_text("{}")
    ran = run_korthus("arena", *words, "--lang", language)
    assert ran.code == 1
    assert ran.out == ""
    assert ran.err.endswith(f" [{code}]\n")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_of_the_arena_can_be_said(language: str) -> None:
    texts = catalogue(language)
    for code, sentence in REASONS.items():
        said = texts[f"tools.error.{code}"]
        assert (said == sentence) == (language == "en")
        assert set(re.findall(r"{(\w+)}", said)) == set(re.findall(r"{(\w+)}", sentence))
