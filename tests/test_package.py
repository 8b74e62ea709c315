"""The packages as others get them: what they say about themselves, what each holds, and from which source."""

from __future__ import annotations

import re
import shutil
import tomllib
import zipfile
from pathlib import Path

import pytest
import tools.package.__main__
from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager
from tools.package.__main__ import (
    PROJECTS,
    TREE,
    Built,
    Unfit,
    build,
    check_parts,
    check_source,
    check_told,
    told_by,
    wheel_files,
)
from tools.package.extras import extras
from tools.package.readme import ADDRESS, address_of, dead, outward, urls
from trove_classifiers import classifiers, deprecated_classifiers

from korthus import __version__
from korthus.extras import HOUSE_PACKAGE, ROOMS

ROOT = Path(__file__).parents[1]
LIGHT, REST = (tomllib.loads((each / "pyproject.toml").read_text(encoding="utf-8")) for each in PROJECTS)
PROJECT = LIGHT["project"]
#: What the metadata of a package is read from.
READ = (
    "pyproject.toml",
    "hatch_build.py",
    "README.md",
    "LICENSE",
    "src/korthus/core/version.py",
    "tools/package/readme.py",
)
SITE = "https://host.example/people/korthus"
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


@pytest.mark.parametrize("project", [PROJECT, REST["project"]], ids=["korthus", HOUSE_PACKAGE])
def test_the_classifiers_are_known_and_in_order(project: dict[str, list[str]]) -> None:
    assert set(project["classifiers"]) <= classifiers - deprecated_classifiers.keys()
    assert project["classifiers"] == sorted(set(project["classifiers"]))


def test_the_versions_named_are_those_that_are_tested() -> None:
    named = [line.rpartition(" ")[2] for line in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", line)]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    tested = re.search(r"\*\*What it is tested on\.\*\* Linux with CPython ((?:3\.\d+(?:, )?)+)", readme)
    assert tested is not None
    assert named == tested[1].split(", ")
    assert PROJECT["requires-python"] == f">={named[0]}"
    assert REST["project"]["requires-python"] == PROJECT["requires-python"]
    assert set(REST["project"]["classifiers"]) < set(PROJECT["classifiers"])


def test_both_packages_are_of_one_version_and_ask_for_each_other() -> None:
    assert extras()["play"] == [f"{HOUSE_PACKAGE}=={__version__}"]
    assert [line for line in REST["project"]["dependencies"] if line.startswith("korthus")] == [
        f"korthus=={__version__}"
    ]
    (light, rest) = ((each / "LICENSE").read_bytes() for each in PROJECTS)
    assert light == rest


def test_the_rooms_that_an_import_is_refused_for_are_those_of_the_house() -> None:
    rooms = REST["tool"]["hatch"]["build"]["hooks"]["custom"]["rooms"]
    assert [room.removesuffix(".py") for room in rooms] == sorted(ROOMS)
    assert set(ROOMS.values()) <= extras().keys()


@pytest.mark.parametrize(
    ("release", "unpacked", "asked"),
    [("", False, "korthus-house @ file://"), ("", True, "=="), ("1", False, "==")],
    ids=["clone", "source archive", "release"],
)
def test_the_extras_of_a_clone_take_the_house_from_beside_it(
    release: str, unpacked: bool, asked: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in READ:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    if unpacked:
        (tmp_path / "PKG-INFO").write_text(f"Metadata-Version: 2.4\nName: korthus\nVersion: {__version__}\n")
    monkeypatch.setenv("KORTHUS_RELEASE", release)
    wanted = ProjectMetadata(str(tmp_path), PluginManager()).core.optional_dependencies
    assert wanted.keys() == extras().keys()
    (line,) = wanted["play"]
    assert asked in line
    if "file:" in asked:
        assert line.endswith((tmp_path / "packages" / "house").as_uri())


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> list[Built]:
    """The archives of both packages, of a project without an address."""
    return _built(tmp_path_factory.mktemp("dist"), "")


def _built(folder: Path, address: str) -> list[Built]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(ADDRESS, address)
        return [build(project, folder) for project in PROJECTS]


def test_without_an_address_a_package_names_none_and_has_no_dead_links(built: list[Built]) -> None:
    for each in built:
        told = told_by(each.wheel)
        assert told.get_all("Project-URL") is None
        assert "https://host" not in str(told)
    assert check_told([each.wheel for each in built]).startswith(f"no address ({ADDRESS}): no project URLs;")
    readme = bytes(told_by(built[0].wheel).get_payload(decode=True)).decode()
    assert "docs/img/" not in readme
    assert "| Mulle | Kachuful | Mus | Eight Cards |" not in readme, "a table of pictures goes with them"
    assert "**Mulle [docs/mulle.md]**" in readme
    assert '>>> game = korthus.game("mulle")' in readme


def test_with_an_address_both_packages_name_it_and_their_links_lead_there(tmp_path: Path) -> None:
    made = _built(tmp_path / "dist", f"{SITE}/")
    for each in made:
        named = dict(line.split(", ") for line in told_by(each.wheel).get_all("Project-URL", []))
        assert named == urls(SITE)
        assert named.keys() == {"Homepage", "Documentation", "Changelog", "Issues", "Source"}
        unpacked = tmp_path / each.wheel.stem
        unpacked.mkdir()
        check_source(each.sdist, each.wheel, unpacked)  # where nobody says the address any more
    assert check_told([each.wheel for each in made]).endswith(f"lead to {SITE}")
    readme = bytes(told_by(made[0].wheel).get_payload(decode=True)).decode()
    assert f"![Home: four games as four cards]({SITE}/raw/HEAD/docs/img/home-desk-dark.png)" in readme
    assert f"[like this]({SITE}/blob/HEAD/docs/play.md#on-every-screen)" in readme


def test_every_link_of_a_readme_leads_to_a_file() -> None:
    """What an address is put before must be there."""
    for project in PROJECTS:
        for target in dead((project / "README.md").read_text(encoding="utf-8")):
            assert (project / target.partition("#")[0]).exists(), target
    for path in ("docs/README.md", "CHANGELOG.md"):
        assert (ROOT / path).is_file()
        assert any(url.endswith(f"/{path}") for url in urls(SITE).values())


@pytest.mark.parametrize(
    ("text", "with_address", "without"),
    [
        ("[a b](docs/x.md)", f"[a b]({SITE}/blob/HEAD/p/docs/x.md)", "a b [p/docs/x.md]"),
        ("[a\nb](../x.md#part)", f"[a\nb]({SITE}/blob/HEAD/x.md#part)", "a\nb [x.md]"),
        ("[p/x.md](x.md)", f"[p/x.md]({SITE}/blob/HEAD/p/x.md)", "p/x.md"),
        ("Look: ![a](i.png) here", f"Look: ![a]({SITE}/raw/HEAD/p/i.png) here", "Look:  here"),
        ("a\n\n![p](i.png)\n\nb", f"a\n\n![p]({SITE}/raw/HEAD/p/i.png)\n\nb", "a\n\nb"),
        ("| A |\n|---|\n| ![p](i.png) |", f"| A |\n|---|\n| ![p]({SITE}/raw/HEAD/p/i.png) |", ""),
        *(
            (same, same, same)
            for same in (
                "[a](https://host.example/x)",
                "![a](https://host.example/x.png)",
                "[a](#part)",
                "[a](mailto:a@host.example)",
                "`[a](x.md)`",
                "```python\nlist[int](x)\n\n![a](x.png)\n```",
            )
        ),
    ],
    ids=repr,
)
def test_links_and_pictures_of_a_readme(text: str, with_address: str, without: str) -> None:
    assert outward(text, SITE, "p") == with_address
    assert outward(text, None, "p") == without
    assert dead(with_address) == dead(without) == []


def test_a_wheel_whose_readme_leads_nowhere_is_found(tmp_path: Path) -> None:
    wheel = tmp_path / "tiny.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("tiny.dist-info/METADATA", "Name: tiny\n\n[rules](docs/rules.md)\n")
    with pytest.raises(Unfit, match=r"README of tiny\.whl leads nowhere: docs/rules\.md"):
        check_told([wheel])


@pytest.mark.parametrize("value", ["http://host.example", "host.example", "https://", "https://h/x?y", "a b"])
def test_what_is_no_address_is_refused_before_anything_is_built(
    value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ValueError, match="must be an address"):
        address_of(value)
    monkeypatch.setenv(ADDRESS, value)
    monkeypatch.setattr(tools.package.__main__, "PROJECTS", ())
    assert tools.package.__main__.main() == 1
    assert capsys.readouterr().err.startswith(f"{ADDRESS} must be an address such as https://")


def test_the_wheels_together_hold_the_tree_and_each_file_once(built: list[Built]) -> None:
    check_parts([each.wheel for each in built], TREE)
    light, rest = (wheel_files(each.wheel) for each in built)
    assert "korthus/games/mulle/game.py" in light
    assert "korthus/web/static/js/tables/base.js" in rest


def test_a_source_archive_makes_its_wheel_away_from_the_clone(built: list[Built], tmp_path: Path) -> None:
    for each in built:
        unpacked = tmp_path / each.wheel.stem
        unpacked.mkdir()
        check_source(each.sdist, each.wheel, unpacked)


@pytest.mark.parametrize(
    ("wheels", "named"),
    [
        ([["a.py"], ["b.py"]], ""),
        ([["a.py"], []], "b.py"),
        ([["a.py", "b.py"], ["b.py"]], "b.py"),
        ([["a.py", "b.py"], ["c.py"]], "c.py"),
    ],
    ids=["whole", "lacking", "twice", "strange"],
)
def test_wheels_that_do_not_share_out_a_tree_are_found(
    wheels: list[list[str]], named: str, tmp_path: Path
) -> None:
    tree = tmp_path / "tree"
    for path in (tree / "a.py", tree / "b.py", tree / "__pycache__" / "a.pyc"):
        path.parent.mkdir(exist_ok=True, parents=True)
        path.touch()
    made = [tmp_path / f"{number}.whl" for number in range(len(wheels))]
    for path, names in zip(made, wheels, strict=True):
        with zipfile.ZipFile(path, "w") as archive:
            for name in (*names, f"{path.stem}.dist-info/RECORD"):
                archive.writestr(name, "")
    if named:
        with pytest.raises(Unfit, match=rf"not in the tree: {re.escape(named)}$"):
            check_parts(made, tree)
    else:
        check_parts(made, tree)


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
    wheel, sdist = build(tiny, tmp_path / "dist")
    assert "tiny/data.txt" in wheel_files(wheel)
    unpacked = tmp_path / "unpacked"
    unpacked.mkdir()
    if exclude:
        with pytest.raises(Unfit, match=r"another wheel: .*tiny/data\.txt"):
            check_source(sdist, wheel, unpacked)
    else:
        check_source(sdist, wheel, unpacked)
