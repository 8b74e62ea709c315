"""From words to names, settings, files and folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from korthus.cli.errors import REASONS, Refused
from korthus.cli.folders import data_folder, free_name, read_file, write_file
from korthus.cli.setup import check_name, names_for, settings
from korthus.locale import LANGUAGES, catalogue


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
    assert refused.value.code == "BAD_NAME"


def test_every_seat_has_its_own_name() -> None:
    names = names_for(10, [(3, "Bo")])
    assert names[3] == "Bo"
    assert len(set(names)) == 10


def test_the_data_folder_of_each_system() -> None:
    assert data_folder({"XDG_DATA_HOME": "/d"}, "linux") == Path("/d/korthus")
    assert data_folder({}, "linux") == Path.home() / ".local/share/korthus"
    assert data_folder({}, "darwin") == Path.home() / "Library/Application Support/korthus"
    assert data_folder({"LOCALAPPDATA": "/w"}, "win32") == Path("/w/korthus")


def test_files_are_written_whole_and_never_over_each_other(tmp_path: Path) -> None:
    path = free_name(tmp_path / "new", "game", ".json")
    write_file(path, b"1")
    assert read_file(path) == b"1"
    second = free_name(tmp_path / "new", "game", ".json")
    assert second != path
    assert list((tmp_path / "new").iterdir()) == [path]


def test_trouble_with_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(Refused, match="cannot be used"):
        write_file(tmp_path / "file" / "below", b"")
    with pytest.raises(Refused, match="No such file"):
        read_file(tmp_path / "none")


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
    return {part.partition("}")[0] for part in text.split("{")[1:]}
