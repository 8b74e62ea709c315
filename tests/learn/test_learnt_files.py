"""Other learnt numbers than the shipped ones: where they are read, told and kept apart."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import numpy as np
import pytest
from tests.cli.running import Korthus

from korthus.bots.mulle import learnt as mulle
from korthus.kernels import learnt_files, stamps
from korthus.kernels.code_folders import folders_of
from korthus.kernels.learnt_files import FOLDER, TOLD, LearntFileError, path_of, read_numbers

SHAPES = {"a": (2, 3), "b": (2,)}


@pytest.fixture(autouse=True)
def named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that the variable names, and a shipped file beside it; nothing is remembered of either."""
    folder = tmp_path / "numbers"
    folder.mkdir()
    monkeypatch.setenv(FOLDER, str(folder))
    monkeypatch.setenv(TOLD, "")
    np.savez(tmp_path / "shipped.npz", a=np.ones((2, 3)), b=np.ones(2))
    for each in (learnt_files.stamp, folders_of, stamps.made_of):
        each.cache_clear()
    yield folder
    monkeypatch.undo()
    for each in (learnt_files.stamp, folders_of, stamps.made_of):
        each.cache_clear()


def put(folder: Path, **tables: np.ndarray) -> Path:
    """A file of the course ``toy`` of Mulle."""
    path = folder / "mulle-toy.npz"
    np.savez(path, **{"a": np.zeros((2, 3)), "b": np.zeros(2), **tables})  # type: ignore[arg-type]
    return path


def test_the_file_of_the_folder_takes_the_place_of_the_shipped_one(
    named: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shipped = tmp_path / "shipped.npz"
    own = put(named, a=np.full((2, 3), 7, dtype=np.float32))
    assert path_of(shipped, "mulle", "toy") == own
    found = read_numbers(shipped, "mulle", "toy", SHAPES)
    assert found["a"].dtype == np.float64
    assert (found["a"] == 7).all()
    assert read_numbers(shipped, "mulle", "toy", SHAPES).keys() == SHAPES.keys()
    said = f"korthus: players use the learnt numbers in {named} (KORTHUS_LEARNT)\n"
    assert capsys.readouterr().err == said, "once"
    assert path_of(shipped, "mulle", "other") == shipped, "the folder has none of it"


def test_without_the_variable_nothing_is_different(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv(FOLDER)
    assert (read_numbers(tmp_path / "shipped.npz", "mulle", "toy", SHAPES)["a"] == 1).all()
    assert learnt_files.stamp() == b""
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("tables", "trouble"),
    [
        ({"a": np.zeros((3, 2))}, "the names or sizes of its tables are others"),
        ({"c": np.zeros(1)}, "the names or sizes of its tables are others"),
        ({"b": np.array([0.0, np.nan])}, "some are not finite"),
    ],
    ids=["size", "name", "finite"],
)
def test_a_file_of_other_numbers_is_refused(
    tables: dict[str, np.ndarray], trouble: str, named: Path, tmp_path: Path
) -> None:
    put(named, **tables)
    with pytest.raises(LearntFileError) as refused:
        read_numbers(tmp_path / "shipped.npz", "mulle", "toy", SHAPES)
    said = f"{named / 'mulle-toy.npz'} does not hold the learnt numbers of mulle toy: {trouble}."
    assert refused.value.reason == said


def _archive(**members: bytes) -> bytes:
    """A zip file, compressed, with these members."""
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return made.getvalue()


def _array() -> bytes:
    made = BytesIO()
    np.save(made, np.ones(2))
    return made.getvalue()


def _damaged() -> bytes:
    """An archive whose first member cannot be decompressed."""
    made = BytesIO()
    np.savez_compressed(made, a=np.arange(6.0).reshape(2, 3), b=np.ones(2))
    content = bytearray(made.getvalue())
    start = content.index(b"a.npy") + len(b"a.npy")
    content[start + 20 : start + 60] = b"\xff" * 40
    return bytes(content)


@pytest.mark.parametrize(
    "content", [b"", b"PK\3\4", b"no archive", _array(), _damaged(), _archive(a=b"no numbers")]
)
def test_a_file_that_is_none_is_refused(content: bytes, named: Path, tmp_path: Path) -> None:
    (named / "mulle-toy.npz").write_bytes(content)
    with pytest.raises(LearntFileError, match="does not hold the learnt numbers of mulle toy"):
        read_numbers(tmp_path / "shipped.npz", "mulle", "toy", SHAPES)


def test_a_file_that_nobody_would_read_is_refused(named: Path, tmp_path: Path) -> None:
    np.savez(named / "seat.npz", a=np.ones(2))
    with pytest.raises(LearntFileError, match="GAME-COURSE"):
        path_of(tmp_path / "shipped.npz", "mulle", "toy")


def test_a_folder_without_numbers_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LearntFileError, match="where there is no file of learnt numbers"):
        path_of(tmp_path / "shipped.npz", "mulle", "toy")


def test_code_for_other_numbers_is_kept_apart_and_never_taken_for_warm(
    named: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources, chosen = tmp_path / "sources", str(tmp_path / "code")
    sources.mkdir()
    seen = []
    for step in (None, 1, 2):
        if step is None:
            monkeypatch.delenv(FOLDER)
        else:
            monkeypatch.setenv(FOLDER, str(named))
            put(named, b=np.full(2, step))
        for each in (learnt_files.stamp, folders_of, stamps.made_of):
            each.cache_clear()
        folders = folders_of(sources, chosen)
        seen.append((learnt_files.stamp(), folders.writes, stamps.made_of("mulle")))
        assert ((sources / "__pycache__") in (folders.writes, *folders.reads)) == (
            step is None and (sources / "__pycache__").is_dir()
        )
    assert all(len({column[index] for column in seen}) == 3 for index in range(3))


def test_a_player_is_compiled_with_the_numbers_of_the_folder(named: Path) -> None:
    """In a process of its own: numbers are read when the module is loaded."""
    with np.load(mulle.FILE) as shipped:
        changed = {name: shipped[name] + 1 for name in shipped.files}
    np.savez(named / "mulle-belief.npz", **changed)
    code = "from korthus.bots.mulle import learnt; print(learnt._BIAS.sum() - 32)"
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ, TOLD: ""}
    )
    with np.load(mulle.FILE) as shipped:
        assert float(ran.stdout) == pytest.approx(float(shipped["bias"].astype(np.float64).sum()), abs=1e-4)
    assert ran.stderr.endswith("(KORTHUS_LEARNT)\n")


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Players use"), ("sv", "Datorspelarna"), ("es", "Los jugadores usan")]
)
def test_a_command_says_once_whose_numbers_are_played_with(
    language: str, said: str, named: Path, run_korthus: Korthus
) -> None:
    put(named)
    words = ("run", "eight", "--set", "hands=1", "--games", "1", "--seed", "1", "--lang", language)
    first = run_korthus(*words)
    assert first.code == 0
    assert first.err.startswith(said)
    assert str(named) in first.err
    assert not run_korthus(*words).err.startswith(said)


def test_a_command_refuses_a_folder_without_numbers(run_korthus: Korthus) -> None:
    ran = run_korthus("run", "eight", "--games", "1")
    assert ran.code == 1
    assert ran.out == ""
    assert ran.err.endswith("[NO_LEARNT_NUMBERS]\n")
    assert ran.err.count("\n") == 1
