"""From words to names, settings, files and folders."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from platformdirs.api import PlatformDirsABC
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows

from korthus.cli.app import main
from korthus.cli.errors import REASONS, Refused
from korthus.cli.folders import free_name, make_folder, nothing, path_of, read_file, write_file
from korthus.cli.setup import check_name, names_for, settings
from korthus.locale import LANGUAGES, catalogue
from korthus.places import NoHome, cache_folder, data_folder


def test_settings() -> None:
    assert settings(["a=1", " my-option = x=y "]) == {"a": "1", "my_option": "x=y"}
    assert settings(["empty="]) == {"empty": ""}


@pytest.mark.parametrize("pair", ["a", "=1", " = 2", ""])
def test_a_setting_needs_a_name_and_an_equals_sign(pair: str) -> None:
    with pytest.raises(Refused) as refused:
        settings([pair])
    assert refused.value.code == "BAD_SETTING"


def test_names() -> None:
    assert check_name("  Åsa   von Essen ") == "Åsa von Essen"
    assert check_name("D'Arcy-2") == "D'Arcy-2"


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "[red]", "a\x1b[2J", "-x", "a\\b"])
def test_bad_names(name: str) -> None:
    with pytest.raises(Refused) as refused:
        check_name(name)
    assert refused.value.code == "BAD_PLAYER_NAME"


def test_every_seat_has_its_own_name() -> None:
    names = names_for(10, [(3, "Bo")])
    assert names[3] == "Bo"
    assert len(set(names)) == 10


def test_KI11_a_crowd_has_names_of_its_own() -> None:
    names = names_for(52, [(0, "Bo 2")])
    assert names[0] == "Bo 2"
    assert len({check_name(name) for name in names}) == 52


LINUX, MACOS, WINDOWS = (system("korthus", appauthor=False) for system in (Unix, MacOS, Windows))


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """An environment that names no folder."""
    for variable in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(variable, raising=False)
    return monkeypatch


def test_the_folders_of_each_system_are_those_where_saved_games_lie(bare: pytest.MonkeyPatch) -> None:
    assert data_folder(LINUX) == Path.home() / ".local/share/korthus"
    assert cache_folder(LINUX) == Path.home() / ".cache/korthus"
    assert data_folder(MACOS) == Path.home() / "Library/Application Support/korthus"
    assert cache_folder(MACOS) == Path.home() / "Library/Caches/korthus"
    bare.setenv("LOCALAPPDATA", "/w")
    assert data_folder(WINDOWS) == Path("/w/korthus")
    assert cache_folder(WINDOWS) == Path("/w/korthus/Cache")
    assert data_folder(LINUX) == Path.home() / ".local/share/korthus"


@pytest.mark.parametrize("system", [LINUX, MACOS, WINDOWS])
def test_variables_come_before_the_system(system: PlatformDirsABC, bare: pytest.MonkeyPatch) -> None:
    bare.setenv("LOCALAPPDATA", "/w")
    bare.setenv("XDG_DATA_HOME", "/d")
    bare.setenv("XDG_CACHE_HOME", "/c")
    assert data_folder(system) == Path("/d/korthus")
    assert cache_folder(system) == Path("/c/korthus")


@pytest.mark.parametrize("system", [LINUX, MACOS])
@pytest.mark.parametrize("named", ["", "~", "~/data", "here/and/there"])
def test_a_folder_that_is_not_absolute_does_not_count(
    named: str, system: PlatformDirsABC, bare: pytest.MonkeyPatch
) -> None:
    data, cache = data_folder(system), cache_folder(system)
    bare.setenv("XDG_DATA_HOME", named)
    bare.setenv("XDG_CACHE_HOME", named)
    assert (data_folder(system), cache_folder(system)) == (data, cache)


@pytest.mark.parametrize("system", [LINUX, MACOS])
@pytest.mark.parametrize("home", ["~", "here"])
def test_a_home_that_is_not_absolute_is_none(
    home: str, system: PlatformDirsABC, bare: pytest.MonkeyPatch
) -> None:
    bare.setenv("HOME", home)
    for folder in (data_folder, cache_folder):
        with pytest.raises(NoHome):
            folder(system)


@pytest.mark.parametrize("home", ["~", "here/and/there"])
def test_a_home_that_is_not_absolute_is_not_called_missing(
    home: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOME", home)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    assert main(["play", "--resume", "--lang", "en"]) == 1
    said = capsys.readouterr().err
    assert f"HOME is {home}, which is not an absolute path" in said
    assert "not set" not in said


def test_files_are_written_whole_and_never_over_each_other(tmp_path: Path) -> None:
    make_folder(tmp_path / "new")
    path = free_name(tmp_path / "new", "game", ".json")
    write_file(path, b"1")
    assert read_file(path) == b"1"
    second = free_name(tmp_path / "new", "game", ".json")
    assert second != path
    assert list((tmp_path / "new").iterdir()) == [path]


def test_only_what_korthus_wrote_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"ours 1")
    write_file(path, b"ours 2", lambda raw: raw.startswith(b"ours"))
    assert path.read_bytes() == b"ours 2"
    path.write_bytes(b"theirs")
    for kind in (lambda raw: raw.startswith(b"ours"), nothing):
        with pytest.raises(Refused, match="did not write it"):
            write_file(path, b"ours 3", kind)
    assert path.read_bytes() == b"theirs"
    assert list(tmp_path.iterdir()) == [path]


def test_only_plain_files_are_written(tmp_path: Path) -> None:
    """A link, a device, a pipe and a folder stay what they are, and what a link leads to stays as well."""
    target = tmp_path / "target"
    target.write_bytes(b"ours")
    link, lost, pipe = tmp_path / "link", tmp_path / "lost", tmp_path / "pipe"
    link.symlink_to(target)
    lost.symlink_to(tmp_path / "nowhere")
    os.mkfifo(pipe)
    for path in (link, lost, pipe, tmp_path, Path(os.devnull)):
        with pytest.raises(Refused, match="not a plain file"):
            write_file(path, b"new", lambda _: True)
    assert link.is_symlink()
    assert lost.is_symlink()
    assert target.read_bytes() == b"ours"
    assert not (tmp_path / "nowhere").exists()


def test_no_folder_is_made_for_a_file(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="there is no folder"):
        write_file(tmp_path / "new" / "file", b"")
    assert list(tmp_path.iterdir()) == []


def test_trouble_with_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(Refused, match="cannot be used"):
        write_file(tmp_path / "file" / "below", b"")
    with pytest.raises(Refused, match="No such file"):
        read_file(tmp_path / "none")
    with pytest.raises(Refused, match="cannot be used"):
        read_file(tmp_path / "a\0b")
    with pytest.raises(Refused, match="cannot be used"):
        write_file(tmp_path / "a\0b", b"")
    with pytest.raises(Refused, match="cannot be used"):
        make_folder(tmp_path / "file" / "below")
    with pytest.raises(Refused, match="cannot be used"):
        write_file(tmp_path / ("x" * 300), b"")


def test_a_path_that_was_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert path_of("~/game.json") == tmp_path / "game.json"
    for text in ("a\0b", "~nobody-has-this-name/x"):
        with pytest.raises(Refused, match="no name"):
            path_of(text)


def test_all_languages_say_the_same_things() -> None:
    english = {key: text for key, text in catalogue("en").items() if key.startswith("common.")}
    for language in LANGUAGES:
        other = {key: text for key, text in catalogue(language).items() if key.startswith("common.")}
        assert other.keys() == english.keys()
        for key, text in other.items():
            assert _placeholders(text) == _placeholders(english[key]), (language, key)
    for code, sentence in REASONS.items():
        assert english[f"common.error.{code}"] == sentence


def _placeholders(text: str) -> set[str]:
    return {part.partition("}")[0].partition(":")[0] for part in text.split("{")[1:]}
