"""Where compiled code is kept, and that no trouble with it keeps a function from working."""

from __future__ import annotations

import importlib.util
import itertools
import os
import pickle
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
import pytest
from numba.core.caching import IndexDataCacheFile

from korthus import places
from korthus.kernels import code_folders
from korthus.kernels.code_folders import Trouble, folders_of, own_folder, temporary_folder

SOURCE = """
from korthus.kernels.compiled import compiled

@compiled
def double(x):
    return x + x
"""
numbers = itertools.count()
Told = list[tuple[Trouble, str, str]]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Told]:
    """What is told about compiled code, in a process that has no home and a temporary folder of its own."""
    heard: Told = []
    monkeypatch.setattr(code_folders, "_told", set())
    monkeypatch.setattr(code_folders, "_listeners", [lambda *trouble: heard.append(trouble)])
    monkeypatch.setattr(code_folders, "own_folder", lambda: None)
    monkeypatch.delenv(code_folders.SHARED, raising=False)
    monkeypatch.delenv(code_folders.OFFERED, raising=False)
    monkeypatch.setattr("numba.config.CACHE_DIR", "")
    (tmp_path / "tmp").mkdir(mode=0o700)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    folders_of.cache_clear()
    temporary_folder.cache_clear()
    yield heard
    folders_of.cache_clear()
    temporary_folder.cache_clear()
    os.environ.pop(code_folders.SHARED, None)
    os.environ.pop(code_folders.OFFERED, None)


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A folder with a source file."""
    folder = tmp_path / "sources"
    folder.mkdir()
    (folder / "small.py").write_text(SOURCE)
    return folder


def double(sources: Path) -> Any:
    """The compiled function of the source file, as a new process would load it."""
    spec = importlib.util.spec_from_file_location(f"small_{next(numbers)}", sources / "small.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.double


def hits(function: Any) -> int:
    """How many forms of a function were read and not compiled."""
    return sum(function.stats.cache_hits.values())


@pytest.fixture
def shut(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Make folders unwritable. Root may write everywhere, so it is the attempt that fails."""

    def close(*folders: Path) -> None:
        write = code_folders._try_to_write

        def refuse(folder: Path) -> None:
            if any(folder.is_relative_to(each) for each in folders):
                raise PermissionError(13, "Permission denied")
            write(folder)

        monkeypatch.setattr(code_folders, "_try_to_write", refuse)
        folders_of.cache_clear()

    return close


def test_code_is_kept_beside_its_source_and_read_again(sources: Path, told: Told) -> None:
    assert double(sources)(4) == 8
    assert list((sources / "__pycache__").glob("small.double*.nbc"))
    again = double(sources)
    assert again(4) == 8
    assert hits(again) == 1
    assert told == []


def test_the_folder_that_a_person_chose_comes_first(
    sources: Path, told: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("numba.config.CACHE_DIR", str(tmp_path / "chosen"))
    assert double(sources)(4) == 8
    assert list((tmp_path / "chosen").rglob("*.nbc"))
    assert not list((sources / "__pycache__").glob("*.nbc"))
    assert told == []


def test_without_a_place_it_is_a_temporary_folder_that_is_named_once(
    sources: Path, told: Told, shut: Callable[..., None]
) -> None:
    shut(sources)
    assert double(sources)(4) == 8
    assert double(sources)(0.5) == 1.0
    [(trouble, folder, _)] = told
    assert trouble is Trouble.TEMPORARY
    assert list(Path(folder).glob("*.nbc"))
    assert Path(folder).parent.stat().st_mode & 0o777 == 0o700
    again = double(sources)
    again(4)
    assert hits(again) == 1
    assert os.environ[code_folders.SHARED] == str(Path(folder).parent), (
        "the processes that it starts share it"
    )


def test_without_any_folder_it_is_compiled_in_memory(
    sources: Path, told: Told, shut: Callable[..., None], tmp_path: Path
) -> None:
    shut(sources, tmp_path / "tmp")
    assert double(sources)(4) == 8
    assert [trouble for trouble, _, _ in told] == [Trouble.MEMORY]
    assert not list(tmp_path.rglob("*.nbc"))


def test_code_that_came_with_an_image_is_read_where_nothing_can_be_written(
    sources: Path, told: Told, shut: Callable[..., None]
) -> None:
    double(sources)(4)
    shut(sources)
    again = double(sources)
    assert again(4) == 8
    assert hits(again) == 1
    assert told == [], "nothing had to be kept, so there is nothing to say"
    assert again(0.5) == 1.0
    assert [trouble for trouble, _, _ in told] == [Trouble.TEMPORARY]


def test_a_disk_that_is_full_in_the_middle_stops_nobody(
    sources: Path, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(IndexDataCacheFile, "_save_data", full)
    function = double(sources)
    assert function(4) == 8
    assert function(0.5) == 1.0
    assert told == [(Trouble.UNWRITTEN, str(sources / "__pycache__"), "No space left on device")]


@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_a_torn_file_is_compiled_anew(sources: Path, told: Told, kind: str) -> None:
    double(sources)(4)
    [file] = (sources / "__pycache__").glob(f"*.{kind}")
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    again = double(sources)
    assert again(4) == 8
    assert hits(again) == 0
    assert [trouble for trouble, _, _ in told] == [Trouble.DAMAGED]
    third = double(sources)
    third(4)
    assert hits(third) == 1, "it was kept again"


@pytest.mark.parametrize(
    "missing", [b"korthus.kernels.keeping\nGone", b"korthus.gone\nGone"], ids=["type", "module"]
)
def test_code_of_another_release_is_old_and_not_called_damaged(
    sources: Path, told: Told, missing: bytes
) -> None:
    double(sources)(4)
    [index] = (sources / "__pycache__").glob("*.nbi")
    index.write_bytes(pickle.dumps(numba.__version__) + b"c" + missing + b"\n.")
    again = double(sources)
    assert again(4) == 8
    assert hits(again) == 0
    assert told == []
    third = double(sources)
    third(4)
    assert hits(third) == 1, "it was kept again"


def test_a_changed_neighbour_makes_code_old(sources: Path, told: Told) -> None:
    from korthus.kernels.compiled import _stamp

    double(sources)(4)
    (sources / "small_numbers.py").write_text("X = 1\n")
    _stamp.cache_clear()
    again = double(sources)
    again(4)
    assert hits(again) == 0
    _stamp.cache_clear()


def test_the_temporary_folder_of_somebody_else_is_never_used(
    told: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = temporary_folder()
    assert first is not None
    temporary_folder.cache_clear()
    monkeypatch.delenv(code_folders.SHARED)
    owner = os.getuid()
    monkeypatch.setattr(code_folders, "_user", lambda: str(owner))  # the name is taken …
    monkeypatch.setattr(os, "getuid", lambda: owner + 1)  # … by another user than this one
    monkeypatch.setattr(code_folders, "_is_safe_parent", lambda _: True)
    other = temporary_folder()
    assert other is not None
    assert other != first
    temporary_folder.cache_clear()
    monkeypatch.setenv(code_folders.SHARED, str(first))
    assert temporary_folder() != first, "nor is it believed because a variable names it"


def test_a_folder_that_others_may_write_is_never_used(told: Told) -> None:
    first = temporary_folder()
    assert first is not None
    first.chmod(0o777)
    temporary_folder.cache_clear()
    os.environ.pop(code_folders.SHARED)
    other = temporary_folder()
    assert other is not None
    assert other != first
    assert other.stat().st_mode & 0o777 == 0o700


def test_a_link_in_place_of_the_folder_is_not_followed(told: Told, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    (tmp_path / "tmp" / f"korthus-compiled-{os.getuid()}").symlink_to(tmp_path / "elsewhere")
    found = temporary_folder()
    assert found is not None
    assert not found.is_symlink()


def test_where_others_could_swap_the_folder_there_is_none(told: Told, tmp_path: Path) -> None:
    (tmp_path / "tmp").chmod(0o777)
    assert temporary_folder() is None
    temporary_folder.cache_clear()
    (tmp_path / "tmp").chmod(0o1777)
    assert temporary_folder() is not None


def test_a_user_without_a_home_has_no_folder_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/x")
    assert own_folder() == Path("/x/korthus")

    def no_home() -> Path:
        raise places.NoHome

    monkeypatch.setattr(places, "cache_folder", no_home)
    assert own_folder() is None


def test_an_own_folder_that_others_may_write_is_not_used(
    sources: Path, told: Told, shut: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = tmp_path / "mine"
    monkeypatch.setattr(code_folders, "own_folder", lambda: mine)
    shut(sources)
    assert folders_of(sources, None).writes == mine / code_folders._label(sources)
    mine.chmod(0o777)
    folders_of.cache_clear()
    assert folders_of(sources, None).trouble is Trouble.TEMPORARY


def test_an_offered_folder_keeps_what_nothing_else_can(
    sources: Path, told: Told, shut: Callable[..., None], tmp_path: Path
) -> None:
    shut(sources, tmp_path / "tmp")
    code_folders.offer(tmp_path / "data" / "compiled")
    (tmp_path / "data").mkdir()
    assert double(sources)(4) == 8
    assert list((tmp_path / "data" / "compiled").rglob("*.nbc"))
    assert (tmp_path / "data" / "compiled").stat().st_mode & 0o777 == 0o700
    again = double(sources)
    again(4)
    assert hits(again) == 1
    assert told == [], "it stays there, so there is nothing to say"


def test_an_offered_folder_comes_after_the_own_and_before_a_temporary_one(
    sources: Path, told: Told, shut: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code_folders.offer(tmp_path / "compiled")
    shut(sources)
    assert folders_of(sources, None) == (tmp_path / "compiled" / code_folders._label(sources), (), None)
    monkeypatch.setattr(code_folders, "own_folder", lambda: tmp_path / "mine")
    folders_of.cache_clear()
    assert folders_of(sources, None).writes == tmp_path / "mine" / code_folders._label(sources)


def test_whoever_writes_in_an_offered_folder_reads_what_was_compiled_into_the_temporary_one(
    sources: Path, told: Told, shut: Callable[..., None], tmp_path: Path
) -> None:
    shut(sources)
    double(sources)(4)
    kept = folders_of(sources, None).writes
    assert kept is not None
    assert kept.is_relative_to(tmp_path / "tmp")
    code_folders.offer(tmp_path / "compiled")
    assert kept in folders_of(sources, None).reads
    again = double(sources)
    again(4)
    assert hits(again) == 1
    kept.parent.chmod(0o777)
    folders_of.cache_clear()
    assert kept not in folders_of(sources, None).reads, "somebody else may have written it"


@pytest.mark.parametrize("open_to_others", ["data", "data/compiled"])
def test_an_offered_folder_that_others_may_swap_or_write_is_not_used(
    sources: Path, told: Told, shut: Callable[..., None], tmp_path: Path, open_to_others: str
) -> None:
    double(sources)(4)
    kept = tmp_path / "data" / "compiled" / code_folders._label(sources)
    kept.parent.parent.mkdir()
    kept.parent.mkdir(mode=0o700)
    (sources / "__pycache__").rename(kept)
    (tmp_path / open_to_others).chmod(0o777)
    shut(sources, tmp_path / "tmp")
    code_folders.offer(kept.parent)
    assert folders_of(sources, None) == (None, (), Trouble.MEMORY), "nor is what lies there read and run"


def test_no_compiled_function_goes_past_this() -> None:
    rooms = Path(code_folders.__file__).parent.parent
    for path in rooms.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert "cache=True" not in text, path
        if path.name != "compiled.py":
            assert "njit(" not in text, path
