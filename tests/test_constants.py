"""Tuned constants say what they rest on, and those that a bench has chosen are in the table of them."""

from __future__ import annotations

import json
import re
from ast import literal_eval
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import pytest
from bench import constants
from bench.measures import CONSTANTS, Constant

ROOT: Final = Path(__file__).resolve().parents[1]
SOURCES: Final = sorted(path for room in ("src", "bench") for path in (ROOT / room).rglob("*.py"))
#: A row of the table: the name for the command line, the file, the constant and the value that was measured.
_ROW: Final = re.compile(
    r"^\| `(?P<name>[a-z_.]+)` \| `(?P<file>[a-z_/]+\.py)` `(?P<constant>\w+)(?:\.(?P<field>\w+))?` \| "
    r"(?P<unit>[^|]+) \| `(?P<value>[^|]+)` \| (?P<found>[^|]+) \|$"
)
PAGE: Final = (ROOT / "docs" / "constants.md").read_text(encoding="utf-8")
ROWS: Final = [found.groupdict() for line in PAGE.splitlines() if (found := _ROW.match(line))]


def comments(text: str) -> str:
    """The comments of a file, line breaks and signs between them gone."""
    return " ".join(line.strip().lstrip("#: ") for line in text.splitlines() if line.strip().startswith("#"))


def test_no_constant_is_said_to_be_chosen_and_not_measured() -> None:
    admits = re.compile(r"\b(chosen|set by hand)\b[^.]{0,20}\bnot\s+measured", re.IGNORECASE)
    assert admits.search(comments("#: Iterations. They were chosen, not\n    #: measured."))
    assert [path.name for path in SOURCES if admits.search(comments(path.read_text(encoding="utf-8")))] == []


def remarks(text: str) -> list[str]:
    """The comments of a module and of its constants, each as one text; not those within functions."""
    found, lines = [], [line.strip() if line.strip().startswith("#:") else line for line in text.splitlines()]
    for is_remark, part in groupby(lines, lambda line: line.startswith("#")):
        if is_remark:
            found.append(comments("\n".join(part)))
    return found


def test_what_was_set_by_hand_names_the_bench_that_measures_it() -> None:
    def silent(text: str) -> list[str]:
        by_hand = re.compile(r"\b(set|chosen) by hand\b", re.IGNORECASE)
        return [each for each in remarks(text) if by_hand.search(each) and "bench" not in each]

    assert silent("#: A weight. Set by\n#: hand.\n_WHIM: Final = 0.2\n") == ["A weight. Set by hand."]
    assert silent("# Set by hand: ``python -m bench.peers``\n# measures them.\n\n#: A weight.\n") == []
    assert [(path.name, silent(path.read_text(encoding="utf-8"))) for path in SOURCES] == [
        (path.name, []) for path in SOURCES
    ]


def test_a_comment_names_constants_that_the_bench_has() -> None:
    """``bench/constants.py``: mulle.sight, .trust means both."""
    named = set()
    for path in SOURCES:
        text = comments(path.read_text(encoding="utf-8"))
        for said in re.findall(r"``bench/constants\.py``(?:: | [A-Za-z ]+\()([a-z_., ]+)", text):
            game = ""
            for name in re.findall(r"[a-z_]*\.[a-z_]+", said):
                game = name.partition(".")[0] or game
                named.add(name if not name.startswith(".") else game + name)
    assert len(named) > 30
    assert named <= set(constants.known())


@pytest.mark.parametrize("constant", CONSTANTS, ids=lambda each: each.name)
def test_each_constant_is_in_the_table_with_the_value_that_it_has(constant: Constant) -> None:
    (row,) = [row for row in ROWS if row["name"] == constant.name]
    assert constant.module == "korthus." + row["file"].removesuffix(".py").replace("/", ".")
    assert constant.attribute == ".".join(filter(None, (row["constant"], row["field"])))
    assert row["unit"] == constant.unit
    assert literal_eval(row["value"]) == constants.value_in(constant), (
        "measure it anew, or leave it as it was"
    )


def test_the_bench_lists_what_the_table_has(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["constants", "--list"])
    constants.main()
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert sorted(listed) == sorted(row["name"] for row in ROWS)


def test_a_value_is_measured_beside_the_one_that_the_code_has(capsys: pytest.CaptureFixture[str]) -> None:
    """With far too few rounds the numbers of a scale do not come to rest."""
    constant = constants.known()["scale.rounds"]._replace(others=(10,))
    constants.compare(constant)
    line: dict[str, Any] = json.loads(capsys.readouterr().out)
    by_value = line["by_value"]
    assert list(by_value) == ["2000", "10"]
    assert by_value["2000"]["loss"] < 0.01 < 10 < by_value["10"]["loss"]
    _, low, high = by_value["10"]["change"]
    assert 0 < low < high


def test_what_is_compiled_in_gets_sources_of_its_own() -> None:
    constant = constants.known()["eight.rivals"]
    file = "korthus/bots/eight/policy.py"
    with constants.sources(constant, 80) as folder:
        assert folder != ROOT / "src"
        assert "RIVALS: Final = 80\n" in (folder / file).read_text(encoding="utf-8")
    with constants.sources(constant, constants.value_in(constant)) as folder:
        assert folder == ROOT / "src"


def test_a_field_of_settings_can_have_another_value(monkeypatch: pytest.MonkeyPatch) -> None:
    from korthus.bots.mulle import thinking

    monkeypatch.setattr(thinking, "SETTINGS", thinking.SETTINGS)
    constants.put(constants.known()["mulle.trust"], 4)
    assert thinking.SETTINGS.trust == 4
    assert thinking.SETTINGS.exploration == 0.12
