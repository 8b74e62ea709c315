"""The words of Scopa in Swedish and Spanish: all of them, and the refusals with their English sentences."""

from __future__ import annotations

import json
from importlib import resources

import pytest

from korthus.locale.visiting import english_texts
from korthus_scopa import Scopa
from korthus_scopa.actions import Deal
from korthus_scopa.cards import DECK
from korthus_scopa.description import DESCRIPTION
from korthus_scopa.errors import REASONS

REFUSALS = {f"scopa.error.{code}" for code in REASONS}


def words(language: str) -> dict[str, str]:
    """The texts of a language."""
    file = resources.files("korthus_scopa").joinpath("locale", f"{language}.json")
    texts: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return texts


@pytest.mark.parametrize("language", ["sv", "es"])
def test_nothing_stays_in_english(language: str) -> None:
    said = {each.__name__ for each in (*Scopa.action_types, *Scopa.event_types) if each is not Deal}
    expected = REFUSALS | set(english_texts(Scopa)) | {"scopa.breakdown.points"}
    expected |= {f"scopa.says.{name}" for name in said}
    expected |= {f"scopa.card.{card}" for card in DECK}
    expected |= {f"scopa.zone.{zone.field}" for zone in DESCRIPTION.zones}
    assert set(words(language)) == expected


def test_a_refusal_is_found_by_its_english_sentence() -> None:
    assert words("en") == {f"scopa.error.{code}": reason for code, reason in REASONS.items()}
