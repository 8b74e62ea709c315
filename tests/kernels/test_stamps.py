"""A stamp holds as long as the code is there as it was, and is made of what is here now."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numba
import pytest

from korthus.kernels import stamps
from korthus.kernels.code_folders import Folders
from korthus.kernels.stamps import is_warm, put_stamp


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Files with compiled code, and stamps in a folder of their own."""
    monkeypatch.setattr(stamps, "where", lambda: Folders(tmp_path / "own", (tmp_path / "image",)))
    files = []
    for name in ("own/a.nbi", "own/a.nbc"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"code of " + name.encode())
        files.append(path)
    return files


def test_a_stamp_holds_while_nothing_changes(code: list[Path]) -> None:
    assert not is_warm("mulle:normal")
    put_stamp("mulle:normal", code)
    assert is_warm("mulle:normal")
    assert not is_warm("mulle:easy"), "every piece has its own"


def test_a_file_that_is_gone_or_torn_makes_it_cold(code: list[Path]) -> None:
    put_stamp("mulle:normal", code)
    torn = code[1].read_bytes()
    code[1].write_bytes(torn[:-1])
    assert not is_warm("mulle:normal")
    code[1].write_bytes(torn)
    assert is_warm("mulle:normal")
    code[1].write_bytes(b"C" + torn[1:])
    assert not is_warm("mulle:normal"), "of the same size, but not the same"
    code[0].unlink()
    assert not is_warm("mulle:normal")


def test_other_sources_versions_or_another_processor_make_it_cold(
    code: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    put_stamp("mulle:normal", code)
    stamps.made_of.cache_clear()
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    assert not is_warm("mulle:normal")
    monkeypatch.delenv("NUMBA_CPU_NAME")
    stamps.made_of.cache_clear()
    assert is_warm("mulle:normal")
    monkeypatch.setattr(stamps, "version", lambda name: f"another {name}")
    stamps.made_of.cache_clear()
    assert not is_warm("mulle:normal")
    monkeypatch.undo()
    stamps.made_of.cache_clear()


def test_the_sources_that_count_are_the_real_ones() -> None:
    names = {path.name for path in stamps._sources("kachuful")}
    assert {"play.py", "learnt.npz", "search_tree.py", "cfr.py"} <= names


def test_a_damaged_stamp_is_none(code: list[Path], tmp_path: Path) -> None:
    put_stamp("mulle:normal", code)
    [stamp] = (tmp_path / "own").glob("warm-*.json")
    stamp.write_bytes(stamp.read_bytes()[:20])
    assert not is_warm("mulle:normal")


def test_a_stamp_that_came_with_an_image_is_read_where_it_lies(code: list[Path], tmp_path: Path) -> None:
    put_stamp("mulle:normal", code)
    (tmp_path / "own").rename(tmp_path / "image")
    assert is_warm("mulle:normal"), "the files were moved along with it"


def test_an_index_that_names_more_than_before_is_still_good(
    code: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the files of Numba itself, of a function that is compiled for one signature, then for another."""
    monkeypatch.setattr("numba.config.CACHE_DIR", str(tmp_path / "numba"))
    (tmp_path / "double.py").write_text("def double(x):\n    return x + x\n")
    spec = importlib.util.spec_from_file_location("double", tmp_path / "double.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    double = numba.njit(cache=True)(module.double)
    assert double(2) == 4
    files = [path for path in (tmp_path / "numba").rglob("*") if path.is_file()]
    assert len(files) == 2
    put_stamp("mulle:normal", files)
    assert double(0.5) == 1.0
    (index,) = (tmp_path / "numba").rglob("*.nbi")
    whole = index.read_bytes()
    assert len([*(tmp_path / "numba").rglob("*.nbc")]) == 2
    assert is_warm("mulle:normal")
    index.write_bytes(whole[:-1])
    assert not is_warm("mulle:normal"), "it is torn"
    index.write_bytes(whole.replace(b".1.nbc", b".3.nbc"))
    assert not is_warm("mulle:normal"), "it names other files"
