"""``korthus review``."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest
from tests.arena.reviewed import at_random, play
from tests.cli.running import Korthus
from tests.support.catalogued import put_into_catalogue
from tests.support.tables import finished_record

import korthus
from korthus.arena.review.data import decode_review
from korthus.arena.review.errors import REASONS
from korthus.arena.review.page import page
from korthus.arena.review.review import review
from korthus.arena.review.svg import ticks
from korthus.bots.protocol import Budget
from korthus.cli.commands.review_plot import plot
from korthus.core.record import Record, encode_record
from korthus.locale import LANGUAGES, Translator, catalogue

GAME = korthus.game("kachuful", start_cards=3, schedule="descending", total_rounds=2)
RECORD = play(GAME, 3, 5, at_random(GAME))
EIGHT_GAME = korthus.game("eight", hands=2)
EIGHT = play(EIGHT_GAME, 2, 5, at_random(EIGHT_GAME))
QUICK = ("--simulations", "200", "--replays", "2")


def write(folder: Path, record: Record) -> str:
    file = folder / "game.json"
    file.write_bytes(encode_record(record))
    return str(file)


@pytest.fixture
def record(tmp_path: Path) -> str:
    """A file with a finished game."""
    return write(tmp_path, RECORD)


class Links(HTMLParser):
    """Notes everything in a page that a browser would fetch or follow."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.targets: list[str] = []
        self.ids: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name in ("href", "src", "srcset", "action", "data", "xlink:href"):
                self.targets.append(value or "")
            if name == "id":
                self.ids.append(value or "")
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def read(html: str) -> Links:
    links = Links()
    links.feed(html)
    links.close()
    return links


# -- in the terminal ---------------------------------------------------------------------------------


def test_a_review_is_shown_in_eighty_columns(run_korthus: Korthus, record: str) -> None:
    ran = run_korthus("review", record, *QUICK)
    assert (ran.code, ran.err) == (0, "")
    assert all(len(line) <= 80 for line in ran.out.splitlines())
    for words in ("a look back", "200 simulations", "luck", "play", "Prospects", "The biggest mistakes"):
        assert words in ran.out
    for name in ("Anna", "Bo", "Cleo"):
        assert name in ran.out
    assert re.search(r"played +[+−]?\d", ran.out)
    assert re.search(r"better +[+−]?\d", ran.out)
    assert "of the time" in " ".join(ran.out.split())  # why, in the words of the screen


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_said_in_every_language(run_korthus: Korthus, record: str, language: str) -> None:
    ran = run_korthus("review", record, *QUICK, "--lang", language)
    tr = Translator(language)
    assert ran.code == 0
    assert tr("review.biggest") in ran.out
    assert tr("review.title", game=tr("kachuful.title")) in ran.out


def test_the_same_command_says_the_same(run_korthus: Korthus, record: str) -> None:
    first = run_korthus("review", record, *QUICK, "--seed", "4")
    assert run_korthus("review", record, *QUICK, "--seed", "4").out == first.out
    assert run_korthus("review", record, *QUICK, "--seed", "5").out != first.out


def test_a_record_can_be_piped_in(run_korthus: Korthus) -> None:
    ran = run_korthus("review", "-", *QUICK, stdin=encode_record(RECORD).decode())
    assert ran.code == 0
    assert "Cleo" in ran.out


def test_a_review_can_be_asked_for_in_letters(run_korthus: Korthus, tmp_path: Path) -> None:
    file = write(tmp_path, EIGHT)
    assert re.search("[♠♥♦♣]", run_korthus("review", file, *QUICK).out)
    ran = run_korthus("review", file, *QUICK, "--ascii")
    assert ran.code == 0
    assert ran.out.isascii()
    assert re.search(r"\b[2-9TJQKA][shdc]\b", ran.out)


def test_a_level_brings_its_own_thought(run_korthus: Korthus, record: str) -> None:
    ran = run_korthus("review", record, "--level", "easy", "--replays", "0")
    assert "Judged by easy: 8 simulations" in ran.out
    assert "were not played again" in ran.out
    ran = run_korthus("review", record, "--seconds", "0.002", "--replays", "0")
    assert "Judged by strong: 0.002 s" in ran.out


def test_the_plot_has_a_band_for_each_seat() -> None:
    found = review(RECORD, budget=Budget(simulations=50), replays=0)
    lines = plot(found, Translator("en"), 80)
    assert len(lines) == 3 * 3 + 1
    assert [line.spans[0].text.strip() for line in lines[::3][:3]] == ["Anna", "Bo", "Cleo"]
    assert sum(line.plain.count("x") for line in lines[2::3]) >= 1


def test_names_are_shown_as_they_are(run_korthus: Korthus, tmp_path: Path) -> None:
    """Markup and Rich's pictures (``:b:``) are people's text like any other."""
    names = ("a:b:c [red]x", "[/] :smile: \\")
    told = json.loads(encode_record(EIGHT))
    for seat, name in zip(told["seats"], names, strict=True):
        seat["name"] = name
    file = tmp_path / "named.json"
    file.write_text(json.dumps(told))
    for words in (("review", str(file), *QUICK), ("replay", str(file))):
        ran = run_korthus(*words, stdin="\n" * 30)
        assert ran.code == 0, ran.err
        for name in names:
            assert name in ran.out, (words, name)


# -- files -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "language"),
    [(RECORD, "en"), (RECORD, "es"), (EIGHT, "sv")],
    ids=["kachuful", "spanish", "eight"],
)
def test_the_page_needs_nothing_else(
    run_korthus: Korthus, tmp_path: Path, game: Record, language: str
) -> None:
    out = tmp_path / "review.html"
    ran = run_korthus("review", write(tmp_path, game), *QUICK, "--html", str(out), "--lang", language)
    assert ran.code == 0
    assert f"{out}" in ran.out
    html = out.read_text(encoding="utf-8")
    links = read(html)
    assert links.open == []
    assert not {"script", "link", "img", "iframe", "object", "base"} & {*links.tags}
    assert all(target.startswith("#m") and target[1:] in links.ids for target in links.targets)
    assert links.targets
    assert not re.search(r"https?:|url\(|@import|//[a-z]", html)
    assert "prefers-color-scheme: dark" in html
    assert f'<html lang="{language}">' in html
    assert links.tags.count("svg") >= 4
    assert links.tags.count("article") == len(links.ids)


def test_names_cannot_break_the_page(run_korthus: Korthus, tmp_path: Path) -> None:
    seats = tuple(msgspec.structs.replace(seat, name="<b>[red]&") for seat in RECORD.seats)
    out = tmp_path / "review.html"
    file = write(tmp_path, msgspec.structs.replace(RECORD, seats=seats))
    ran = run_korthus("review", file, *QUICK, "--html", str(out))
    assert ran.code == 0
    assert "<b>[red]&" in ran.out
    html = out.read_text(encoding="utf-8")
    assert "b" not in read(html).tags
    assert "&lt;b&gt;[red]&amp;" in html


def test_the_json_is_the_review(run_korthus: Korthus, record: str, tmp_path: Path) -> None:
    out = tmp_path / "review.json"
    assert run_korthus("review", record, *QUICK, "--json", str(out)).code == 0
    found = decode_review(out.read_bytes())
    assert found == review(RECORD, budget=Budget(simulations=200), replays=2)
    assert json.loads(out.read_bytes())["seats"][0]["name"] == "Anna"


def test_a_page_without_luck_or_mistakes_can_be_drawn() -> None:
    found = review(RECORD, budget=Budget(simulations=50), replays=0)
    seats = tuple(msgspec.structs.replace(seat, mistakes=()) for seat in found.seats)
    html = page(msgspec.structs.replace(found, seats=seats), {}, "en", Translator("en"))
    assert "no mistakes in" in html
    assert "article id" not in html


def test_the_figures_of_a_scale_are_round() -> None:
    assert ticks(0, 0) == [0.0, *ticks(0, 0)[1:]]
    assert ticks(-651, 651)[0] <= -651
    assert 0.0 in ticks(-3, 900)


# -- refusals ----------------------------------------------------------------------------------------


def test_an_unfinished_game_is_refused(run_korthus: Korthus, tmp_path: Path) -> None:
    shuffle = msgspec.structs.replace(RECORD.shuffle, server_seed=None)
    part = msgspec.structs.replace(RECORD, actions=RECORD.actions[:-2], outcome=None, shuffle=shuffle)
    ran = run_korthus("review", write(tmp_path, part))
    assert (ran.code, ran.out) == (1, "")
    assert "This game is not over" in ran.err
    assert "[UNFINISHED]" in ran.err
    assert (
        "Det här partiet är inte slut"
        in run_korthus("review", str(tmp_path / "game.json"), "--lang", "sv").err
    )


def test_a_record_that_is_cut_off_is_refused(run_korthus: Korthus, tmp_path: Path) -> None:
    (tmp_path / "cut.json").write_bytes(encode_record(RECORD)[:-40])
    ran = run_korthus("review", str(tmp_path / "cut.json"))
    assert ran.code == 1
    assert "[NOT_JSON]" in ran.err


def test_an_unknown_game_is_refused(run_korthus: Korthus, tmp_path: Path) -> None:
    ran = run_korthus("review", write(tmp_path, msgspec.structs.replace(RECORD, game="bridge")))
    assert ran.code == 1
    assert "[UNKNOWN_GAME]" in ran.err


def test_a_game_of_another_package_is_reviewed(
    run_korthus: Korthus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_into_catalogue(monkeypatch)
    ran = run_korthus("review", write(tmp_path, finished_record()), "--simulations", "20", "--replays", "2")
    assert ran.code == 0, ran.err
    assert "High card" in ran.out


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--simulations", "5", "--seconds", "1"), "BAD_THOUGHT"),
        (("--simulations", "0"), "BAD_THOUGHT"),
        (("--replays", "1"), "BAD_REPLAYS"),
        (("--jobs", "0"), "BAD_REVIEW_JOBS"),
        (("--level", "rules"), "NOT_AN_ADVISER"),
        (("--level", "nobody"), "UNKNOWN_BOT"),
    ],
)
def test_wishes_that_make_no_sense_are_refused(
    run_korthus: Korthus, record: str, words: tuple[str, ...], code: str
) -> None:
    ran = run_korthus("review", record, *words)
    assert (ran.code, ran.out) == (1, "")
    assert f"[{code}]" in ran.err


def test_files_that_cannot_be_used_are_refused_before_the_thinking(
    run_korthus: Korthus, record: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def think(*_: object, **__: object) -> None:
        pytest.fail("it thought")

    monkeypatch.setattr("korthus.cli.commands.review.review", think)
    for option in ("--html", "--json"):
        for path, code in ((tmp_path, "NO_PLAIN_FILE"), (Path(record) / "below" / "a.html", "FILE_TROUBLE")):
            ran = run_korthus("review", record, option, str(path))
            assert ran.code == 1
            assert f"[{code}]" in ran.err
    assert run_korthus("review", str(tmp_path / "none.json")).code == 1


def test_every_refusal_can_be_said() -> None:
    for language in LANGUAGES:
        for code, sentence in REASONS.items():
            said = catalogue(language)[f"review.error.{code}"]
            assert re.findall(r"{\w+}", said) == re.findall(r"{\w+}", sentence) or language != "en"
            if language == "en":
                assert said == sentence
