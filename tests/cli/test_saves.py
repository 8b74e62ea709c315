"""Saving says the truth and harms nothing, whatever the machine is like."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from tests.cli.running import Korthus, Ran
from tests.cli.test_play import SHORT

import korthus
from korthus.cli.saves import Keeping, saved_games
from korthus.core.chance import seed_bytes
from korthus.core.record import decode_record
from korthus.games.catalogue import game
from korthus.locale import LANGUAGES, Translator
from korthus.table import Player, Table
from korthus.table.verify import verify

GAME = ("play", *SHORT["kachuful"], "--seed", "7", "--vs", "random")


@pytest.fixture
def spare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The system's folder for temporary things."""
    folder = tmp_path / "spare"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.fixture
def no_place(data: Path) -> Path:
    """The data folder cannot be made: a file lies where it should be."""
    data.write_text("a file where the folder should be")
    return data


@pytest.fixture
def no_home(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user whom the system does not know."""

    def home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr(Path, "home", home)


def flat(ran: Ran) -> str:
    return " ".join(ran.out.split())


def kept(spare: Path) -> list[Path]:
    return sorted(file for file in spare.rglob("*") if file.is_file())


# -- the data folder ---------------------------------------------------------------------------------


@pytest.mark.usefixtures("no_place")
def test_a_game_that_cannot_be_saved_in_its_place_is_kept_elsewhere_and_that_is_said_once(
    run_korthus: Korthus, spare: Path
) -> None:
    ran = run_korthus(*GAME, stdin="auto\nauto\nauto\n")
    assert ran.code == 0
    assert flat(ran).count("[FILE_TROUBLE]") == 1
    (file,) = kept(spare)
    assert f"saved after every move in {file}" in flat(ran)
    assert f"The game is saved. Go on with: korthus play --resume {file}" in ran.out
    assert "The game is saved after every move." not in ran.out
    resumed = run_korthus("play", "--resume", str(file), stdin="auto\n" * 100)
    assert "The game is over." in resumed.out
    (record,) = kept(spare)
    assert f": {record}\n" in resumed.out
    assert verify(decode_record(record.read_bytes())).ok


@pytest.mark.usefixtures("no_home")
def test_without_a_home_a_game_is_kept_in_a_named_folder(run_korthus: Korthus, spare: Path) -> None:
    ran = run_korthus(*GAME, stdin="auto\n")
    assert ran.code == 0
    assert flat(ran).count("[NO_HOME]") == 1
    (file,) = kept(spare)
    assert str(file) in ran.out
    menu = run_korthus(stdin="q\n")
    assert menu.code == 0
    refused = run_korthus("play", "--resume")
    assert refused.code == 1
    assert "[NO_HOME]" in refused.err
    assert not Path("~").exists()


@pytest.mark.usefixtures("no_place")
def test_a_game_that_cannot_be_kept_anywhere_is_not_called_saved(
    run_korthus: Korthus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    ran = run_korthus(*GAME, stdin="auto\nauto\n")
    assert flat(ran).count("The game is not saved. Type save and a file") == 1
    assert ran.out.count("The game is not saved.\n") == 1
    assert "The game is saved" not in ran.out
    mine = tmp_path / "mine.json"
    ran = run_korthus(*GAME, stdin=f"auto\nquit\nyes\nsave {mine}\nquit\nno\n")
    assert "you are still at the table" in flat(ran)
    assert f"Saved: {mine}" in ran.out
    assert "thrown away" in ran.out
    over = run_korthus(*GAME, stdin="auto\n" * 100)
    assert "The game is over." in over.out
    assert "There is no record of this game" in over.out


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.usefixtures("no_place", "spare")
def test_every_language_says_where_a_game_is(run_korthus: Korthus, language: str) -> None:
    said = Translator(language)("common.play.kept_elsewhere", file="")
    assert said in flat(run_korthus(*GAME, "--lang", language))


def test_a_place_that_can_be_written_again_is_used_again(data: Path, spare: Path) -> None:
    table = Table(game("eight"), [Player("Anna"), Player("Bo")], server_seed=seed_bytes(7))
    keeping = Keeping("eight")
    data.write_text("in the way")
    keeping.keep(table)
    assert [keeping.file] == kept(spare)
    data.unlink()
    keeping.keep(table)
    assert keeping.trouble is None
    assert [keeping.file] == saved_games()
    assert kept(spare) == []


#: Plays once as root, so that all is loaded that the unknown user may not read; then as that user.
UNKNOWN_USER = """
import io, os, sys
from korthus.cli.app import main
words = sys.argv[1:]
main(words)
del os.environ["XDG_DATA_HOME"]
os.setgroups([])
os.setgid(12345)
os.setuid(12345)
print("--- now as somebody else")
sys.stdin = io.StringIO("auto\\n")
sys.exit(main(words))
"""


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root becomes somebody else")
def test_a_user_whom_the_system_does_not_know_can_play(tmp_path: Path) -> None:
    """What a container does with ``-u 12345``: no home, no name, nothing of one's own to write to."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)
        environ = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(Path(korthus.__file__).parents[1]),
            "XDG_DATA_HOME": str(tmp_path),
            "TMPDIR": folder,
            "LC_ALL": "C.UTF-8",
        }
        ran = subprocess.run(
            [sys.executable, "-c", UNKNOWN_USER, *GAME],
            input="auto\n",
            cwd=folder,
            env=environ,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
        said = ran.stdout.split("--- now as somebody else")[1]
        assert "[NO_HOME]" in said
        (file,) = Path(folder).glob("korthus-*/kachuful.json")
        assert f"korthus play --resume {file}" in said
        assert not (Path(folder) / "~").exists()


# -- save FILE ---------------------------------------------------------------------------------------


def test_save_replaces_a_saved_game_and_nothing_else(run_korthus: Korthus, tmp_path: Path) -> None:
    mine, letter, link = tmp_path / "mine.json", tmp_path / "letter.txt", tmp_path / "link"
    letter.write_text("dear all")
    link.symlink_to(letter)
    typed = (mine, mine, letter, link, tmp_path, os.devnull, tmp_path / "new" / "x", "a\0b", "~nobody-here/x")
    ran = run_korthus(*GAME, stdin="".join(f"save {file}\n" for file in typed))
    assert ran.code == 0
    assert ran.out.count("Saved:") == 2
    codes = ("FILE_EXISTS", "NO_PLAIN_FILE", "NO_FOLDER", "BAD_PATH")
    assert [flat(ran).count(f"[{code}]") for code in codes] == [1, 3, 1, 2]
    assert letter.read_text() == "dear all"
    assert link.is_symlink()
    assert not (tmp_path / "new").exists()
    assert Table.load(mine.read_bytes()).moves == 2


def test_throwing_a_game_away_leaves_other_peoples_files(tmp_path: Path) -> None:
    table = Table(game("eight"), [Player("Anna"), Player("Bo")], server_seed=seed_bytes(7))
    file = tmp_path / "game.json"
    keeping = Keeping("eight", file)
    keeping.keep(table)
    file.write_text("something else now")
    keeping.drop()
    assert file.read_text() == "something else now"
