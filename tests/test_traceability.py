"""Every numbered clause of the rules has a test; ``docs/traceability.md`` says which."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from tests.docs.trace import LATER, clauses, compact, proofs, proofs_in, unproven

#: How many clauses each series of the rules has.
SERIES = {
    "M": 64,
    "MI": 53,
    "M.3": 5,
    "MW": 12,
    "K": 32,
    "KI": 26,
    "KW": 7,
    "U": 21,
    "UI": 24,
    "UW": 7,
    "E": 22,
    "EI": 25,
    "EW": 7,
    "X": 6,
}


def test_no_clause_is_left_out_of_the_list() -> None:
    ids = [clause.id for clause in clauses()]
    assert len(ids) == len(set(ids))
    assert Counter(clause.rsplit("-", 1)[0] for clause in ids) == SERIES
    for series, count in SERIES.items():
        if series != "M.3":
            assert {f"{series}-{number}" for number in range(1, count + 1)} <= {*ids}
    assert len({compact(clause) for clause in ids}) == len(ids)
    assert all(clause.about and clause.kind for clause in clauses())


def test_every_clause_is_proven_or_waits_for_a_reason() -> None:
    assert unproven() == []


def test_no_test_names_a_clause_that_does_not_exist() -> None:
    ids = {clause.id for clause in clauses()}
    assert [
        (proof.path, proof.name, each) for proof in proofs() for each in proof.ids if each not in ids
    ] == []


def test_what_waits_is_a_clause() -> None:
    assert LATER.keys() <= {clause.id for clause in clauses()}


@pytest.mark.parametrize(
    ("source", "ids"),
    [
        ("def test_K7_scores(): ...", ("K-7",)),
        ("def test_KI8_K17_schedule(): ...", ("KI-8", "K-17")),
        ("def test_M3R_reservation(): ...", ("M.3-R",)),
        ("def test_M3_ronder(): ...", ("M-3",)),
        (
            'def test_x():\n    """Something.\n\n    Proves: K-8, M.3-C and MW-12.\n    """',
            ("K-8", "M.3-C", "MW-12"),
        ),
        ('class A:\n    def test_UW3_x(self):\n        """Proves: UW-3, UI-9."""', ("UW-3", "UI-9")),
        ("def test_Q99_nothing(): ...", ("Q99",)),
    ],
)
def test_names_and_docstrings_are_read(source: str, ids: tuple[str, ...]) -> None:
    known = {compact(clause.id): clause.id for clause in clauses()}
    [proof] = proofs_in(source, Path("x.py"), known)
    assert proof.ids == ids


def test_other_functions_prove_nothing() -> None:
    source = 'def helper():\n    """Proves: K-8."""\ndef test_plain():\n    """No clause: K-8."""'
    assert [*proofs_in(source, Path("x.py"), {})] == []


def test_M48_the_topics_of_the_rulebook_are_tested() -> None:
    """Building, taking locked builds, mulle, special cards, trotta and the engine have tests each."""
    topics = {
        "build": ("M-18", "M-22", "M-29"),
        "capture of a locked build": ("M-30",),
        "mulle": ("M-14", "M-15"),
        "special cards": ("M-10", "M-16"),
        "trotta": ("M-31", "M-32"),
        "engine": ("M-41", "M-42"),
    }
    tests = [proof for proof in proofs() if proof.path.parts[:3] == ("tests", "games", "mulle")]
    for topic, ids in topics.items():
        for each in ids:
            assert any(each in proof.ids for proof in tests), (topic, each)
    assert len(tests) >= 20
