"""Whole games through a pipe, and everything a person may type on the way."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest
from tests.cli.running import Korthus, Ran

import korthus
from korthus.cli.app import main
from korthus.cli.choices import stepped
from korthus.cli.saves import saved_games
from korthus.core.record import decode_record
from korthus.locale import LANGUAGES, Translator
from korthus.screens.load import screen_of
from korthus.table.table import Table
from korthus.table.verify import verify

#: Short games: a name, and what to type after ``korthus play``.
SHORT = {
    "mulle": ("mulle", "--set", "omgangar=1"),
    "kachuful": ("kachuful", "--seats", "3", "--set", "start_cards=3", "--set", "total_rounds=5"),
    "mus": ("mus", "--set", "target_stones=30"),
    "eight": ("eight", "--set", "hands=3"),
}


def finished(ran: Ran, data: Path) -> None:
    """Check that a game was played to its end and that its record is true."""
    assert ran.code == 0, ran.err
    assert not ran.err
    assert "\x1b" not in ran.out
    assert "Traceback" not in ran.out
    (record,) = (data / "records").iterdir()
    assert f": {record}\n" in ran.out  # on one line, so that it can be copied
    assert verify(decode_record(record.read_bytes())).ok
    assert saved_games() == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", SHORT)
def test_a_script_plays_a_whole_game(game: str, language: str, run_korthus: Korthus, data: Path) -> None:
    """Always the first choice; where a bid of one is not allowed, none."""
    ran = run_korthus(
        "play", *SHORT[game], "--seed", "7", "--vs", "random", "--lang", language, stdin="1\n0\n" * 3000
    )
    finished(ran, data)
    tr = Translator(language)
    assert re.sub(r"\[[^]]*\]", "", tr("common.end.over")) in ran.out
    assert tr(f"{game}.title") in ran.out
    assert all(len(line) <= 80 for line in ran.out.splitlines() if str(data) not in line)


@pytest.mark.parametrize("game", SHORT)
def test_the_automatic_move_plays_a_whole_game(game: str, run_korthus: Korthus, data: Path) -> None:
    words = (*SHORT[game], "--seed", "3", "--vs", "random", "--seat", "2", "--name", "Eva")
    ran = run_korthus("play", *words, stdin="auto\n" * 600)
    finished(ran, data)
    assert "Eva" in ran.out


def test_the_same_seed_is_the_same_game(run_korthus: Korthus) -> None:
    words = ("play", *SHORT["kachuful"], "--seed", "11", "--vs", "random")
    first, second = (run_korthus(*words, stdin="auto\n" * 100) for _ in range(2))
    assert first.out.split("korthus/records")[0] == second.out.split("korthus/records")[0]


def test_the_seal_is_shown_first_and_the_seed_at_the_end(run_korthus: Korthus, data: Path) -> None:
    ran = run_korthus("play", *SHORT["kachuful"], "--vs", "random", stdin="auto\n" * 100)
    (record,) = (data / "records").iterdir()
    shuffle = decode_record(record.read_bytes()).shuffle
    assert shuffle.server_seed is not None
    assert 0 <= ran.out.index(shuffle.commitment) < ran.out.index(shuffle.server_seed)


# -- wrong input -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SHORT)
@pytest.mark.parametrize("language", LANGUAGES)
def test_wrong_input_is_refused_with_a_code_and_asked_again(
    game: str, language: str, run_korthus: Korthus
) -> None:
    nonsense = ["rubbish [/red] [bold]", "99999", "-1", "0x1", "\x00\x07", "𝔘𝔫𝔦", "9" * 1500, "x" * 1_000_000]
    ran = run_korthus(
        "play", *SHORT[game], "--seed", "7", "--vs", "random", "--lang", language, stdin="\n".join(nonsense)
    )
    assert ran.code == 0
    assert len(re.findall(r"\[[A-Z_]{3,}\]", ran.out.replace("\n", " "))) >= len(nonsense)
    assert len(saved_games()) == 1
    assert len(ran.out) < 40_000


def test_an_illegal_move_says_why_in_the_players_language(run_korthus: Korthus) -> None:
    words = ("play", *SHORT["mulle"], "--seed", "7", "--vs", "random", "--lang", "sv")
    ran = run_korthus(*words, stdin="discard SP 2\ndiscard HJ 3\ncapture KL K: RU 9\n")
    assert "[CARD_NOT_IN_HAND]" in ran.out.replace("\n", " ")


# -- words -----------------------------------------------------------------------------------------


def test_help_hint_log_rules_and_lists(run_korthus: Korthus) -> None:
    for game in SHORT:
        ran = run_korthus(
            "play",
            *SHORT[game],
            "--seed",
            "7",
            "--vs",
            "random",
            stdin="?\nhint\nlist\nmore\nback\nview\nlog\nrules\n\n",
        )
        assert ran.code == 0
        assert "would play:" in ran.out or "thinks best" in ran.out
        assert "what the strongest computer player would do" in ran.out
        assert "[NO_SUCH_CHOICE]" not in ran.out


def test_the_language_can_be_changed_at_the_table(run_korthus: Korthus) -> None:
    ran = run_korthus("play", *SHORT["mus"], "--seed", "7", stdin="lang sv\nspråk es\nidioma xx\nlang\n")
    assert "Your turn" in ran.out
    assert "Din tur" in ran.out
    assert "Te toca" in ran.out
    assert ran.out.count("[NO_SUCH_LANGUAGE]") == 2


def test_undo_is_for_practice_games(run_korthus: Korthus) -> None:
    words = ("play", *SHORT["kachuful"], "--seed", "7", "--vs", "random")
    refused = run_korthus(*words, stdin="undo\n")
    assert "[NOT_PRACTICE]" in refused.out
    nothing = run_korthus(*words, "--practice", stdin="undo\n")
    assert "[NOTHING_TO_UNDO]" in nothing.out


def test_undo_gives_the_same_position_back(run_korthus: Korthus, data: Path) -> None:
    words = ("play", *SHORT["mulle"], "--seed", "7", "--vs", "random", "--practice")
    ran = run_korthus(*words, stdin="auto\nundo\n")
    assert "Taken back." in ran.out
    table = Table.load(saved_games()[0].read_bytes())
    assert table.to_act == 0
    assert table.moves == 0


# -- saving and leaving ----------------------------------------------------------------------------


def test_the_end_of_input_saves_and_resume_goes_on(run_korthus: Korthus, data: Path) -> None:
    started = run_korthus("play", *SHORT["kachuful"], "--seed", "7", "--vs", "random", stdin="auto\nauto\n")
    assert started.code == 0
    assert "korthus play --resume" in started.out
    (file,) = saved_games()
    before = Table.load(file.read_bytes())
    assert before.moves >= 2
    resumed = run_korthus("play", "--resume", stdin="auto\n" * 100)
    finished(resumed, data)
    (record,) = (data / "records").iterdir()
    texts = [entry.text for entry in decode_record(record.read_bytes()).actions]
    assert texts[: len(before.record().actions)] == [entry.text for entry in before.record().actions]


def test_every_action_is_saved_at_once(
    data: Path, monkeypatch: pytest.MonkeyPatch, run_korthus: Korthus
) -> None:
    """A terminal that is killed between two lines loses nothing."""
    seen: list[int] = []

    class Watched:
        def __init__(self) -> None:
            self.lines = io.StringIO("auto\n" * 5)

        def isatty(self) -> bool:
            return False

        def readline(self, size: int) -> str:
            files = saved_games()
            seen.append(Table.load(files[0].read_bytes()).moves if files else -1)
            return self.lines.readline(size)

    monkeypatch.setattr(sys, "stdin", Watched())
    assert main(["play", "mulle", "--seed", "7", "--vs", "random"]) == 0
    assert seen[:6] == [0, 2, 4, 6, 8, 10]


def test_quit_keeps_the_game_unless_told_otherwise(run_korthus: Korthus) -> None:
    words = ("play", *SHORT["mus"], "--seed", "7", "--vs", "random", "--lang", "sv")
    run_korthus(*words, stdin="sluta\nnej\n")
    assert saved_games() == []
    run_korthus(*words, stdin="quit\nja\n")
    assert len(saved_games()) == 1
    run_korthus(*words, stdin="q\n")
    assert len(saved_games()) == 2


def test_save_to_a_file_of_ones_own_and_resume_it(run_korthus: Korthus, tmp_path: Path) -> None:
    mine = tmp_path / "my game.json"
    ran = run_korthus(
        "play", *SHORT["mus"], "--seed", "7", stdin=f"save {mine}\nsave /proc/no/such\nsave\nq\nno\n"
    )
    assert ran.out.count("Saved:") == 2
    assert "[NO_FOLDER]" in ran.out.replace("\n", " ")
    assert saved_games() == []
    resumed = run_korthus("play", "--resume", str(mine), stdin="view\n")
    assert resumed.code == 0
    assert "Your turn" in resumed.out
    assert f"korthus play --resume '{mine}'" in resumed.out
    assert mine.exists()


def test_resume_takes_the_latest_game_or_the_latest_of_a_kind(run_korthus: Korthus) -> None:
    assert run_korthus("play", "--resume").err.strip().endswith("[NO_SAVED_GAME]")
    run_korthus("play", *SHORT["mus"], "--seed", "7")
    run_korthus("play", *SHORT["kachuful"], "--seed", "7")
    assert Translator()("kachuful.title") in run_korthus("play", "--resume").out
    assert Translator()("mus.title") in run_korthus("play", "mus", "--resume").out
    assert run_korthus("play", "eight", "--resume").code == 1


def test_a_damaged_save_is_refused(run_korthus: Korthus) -> None:
    run_korthus("play", *SHORT["mus"], "--seed", "7")
    (file,) = saved_games()
    file.write_bytes(file.read_bytes()[:-40])
    ran = run_korthus("play", "--resume")
    assert ran.code == 1
    assert ran.err.strip().endswith("[BAD_SAVE]")
    swedish = run_korthus("play", "--resume", "--lang", "sv").err
    assert "Det där är inget sparat bord: det slutar mitt i. [BAD_SAVE]" in " ".join(swedish.split())


def test_ctrl_c_leaves_politely(
    monkeypatch: pytest.MonkeyPatch, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    class Interrupted:
        def isatty(self) -> bool:
            return False

        def readline(self, size: int) -> str:
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", Interrupted())
    assert main(["play", "mulle", "--vs", "random"]) == 0
    assert "The game is saved." in capsys.readouterr().out
    assert len(saved_games()) == 1


# -- several people --------------------------------------------------------------------------------


def test_two_people_share_a_keyboard_and_do_not_see_each_others_cards(run_korthus: Korthus) -> None:
    ran = run_korthus("play", "eight", "--vs", "human", "--seed", "7", stdin="\nauto\n")
    assert "Pass the keyboard to" in ran.out
    first, second = ran.out.split("Pass the keyboard to")[1:3]
    assert "Your turn" in first
    assert "Your turn" not in second.split("Press Enter")[0]


# -- Mulle -----------------------------------------------------------------------------------------


def mulle_question(position: str, *answers: str, language: str = "en") -> tuple[str, list[str]]:
    """The question that is open in a position of Mulle after some answers, and its choices in plain words."""
    game = korthus.game("mulle")
    view = game.view(game.parse_state(position), 0)
    node = stepped(game.choices(view), view, screen_of(game), Translator(language))
    for answer in answers:
        found = node.find(answer)
        assert found is not None
        node = found
    return str(node.question), [str(child.label) for child in node.children]


def test_M23_mulle_asks_whether_to_build_up_or_down() -> None:
    """Proves: M-22, M-23, MW-10."""
    position = "table: [6 of 1: SP 4 + RU 2]; hand 0: HJ 3, KL 9, KL 3; hand 1: SP K; to act: 0"
    for language, words in (("en", "Build up or down?"), ("sv", "Bygg upp eller ner?")):
        first, cards = mulle_question(position, language=language)
        assert len(cards) == 3, first
        key = {"en": "build", "sv": "bygg"}[language]
        question, ways = mulle_question(position, "HJ 3", f"{key} [6]", language=language)
        assert question == words
        assert ["9" in way for way in ways] == [True, False] or ["3" in way for way in ways] == [True, False]


def test_MI19_mulle_lets_the_player_choose_between_tied_captures() -> None:
    """Proves: M-53, MI-19."""
    position = "table: KL 4, SP 4, HJ 5; hand 0: RU 9, KL K; hand 1: SP K; to act: 0"
    _, ways = mulle_question(position, "RU 9")
    take = next(way for way in ways if way.startswith("take"))
    question, captures = mulle_question(position, "RU 9", str(ways.index(take) + 1))
    assert len(captures) == 2, question
    assert any("4♣" in capture for capture in captures)
    assert any("4♠" in capture for capture in captures)


def test_mulle_asks_for_the_card_first(run_korthus: Korthus) -> None:
    ran = run_korthus("play", "mulle", "--seed", "7", "--vs", "random", stdin="1\n2\n")
    first, second = ran.out.split("> 1\n")
    assert "Which card?" in first
    assert "J♣" in second.splitlines()[0]


def test_too_many_moves_to_list_can_still_be_typed(run_korthus: Korthus, data: Path) -> None:
    """With free captures a late table has millions of sets: no list, but notation and auto work."""
    words = ("play", "mulle", "--set", "capture_choice=free", "--set", "omgangar=1", "--seed", "5")
    ran = run_korthus(*words, "--vs", "random", stdin="auto\n" * 60)
    assert ran.code == 0
