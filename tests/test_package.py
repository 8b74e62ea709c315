"""The package as others get it: what it says about itself, and that both archives hold the same."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from tools.package.__main__ import Unfit, build, check_source, wheel_files
from trove_classifiers import classifiers, deprecated_classifiers

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
TINY = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "tiny"
version = "1.0"
[tool.hatch.build.targets.wheel]
packages = ["tiny"]
"""


def test_the_classifiers_are_known_and_in_order() -> None:
    assert set(PROJECT["classifiers"]) <= classifiers - deprecated_classifiers.keys()
    assert PROJECT["classifiers"] == sorted(set(PROJECT["classifiers"]))


def test_the_versions_named_are_those_that_are_tested() -> None:
    named = [line.rpartition(" ")[2] for line in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", line)]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    tested = re.search(r"\*\*What it is tested on\.\*\* Linux with CPython ((?:3\.\d+(?:, )?)+)", readme)
    assert tested is not None
    assert named == tested[1].split(", ")
    assert PROJECT["requires-python"] == f">={named[0]}"


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """A project of one module and one file of data."""
    project = tmp_path / "project"
    (project / "tiny").mkdir(parents=True)
    (project / "tiny" / "__init__.py").write_text("")
    (project / "tiny" / "data.txt").write_text("data")
    (project / "pyproject.toml").write_text(TINY)
    return project


@pytest.mark.parametrize("exclude", ["", '[tool.hatch.build.targets.sdist]\nexclude = ["*.txt"]\n'])
def test_a_source_archive_that_lacks_a_file_is_found(tiny: Path, tmp_path: Path, exclude: str) -> None:
    (tiny / "pyproject.toml").write_text(TINY + exclude)
    sdist, wheel = sorted(build(tiny, tmp_path / "dist", "wheel", "sdist"), key=lambda path: path.suffix)
    assert "tiny/data.txt" in wheel_files(wheel)
    unpacked = tmp_path / "unpacked"
    unpacked.mkdir()
    if exclude:
        with pytest.raises(Unfit, match=r"another wheel: .*tiny/data\.txt"):
            check_source(sdist, wheel, unpacked)
    else:
        check_source(sdist, wheel, unpacked)
