"""High card as if it were a game of the house."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest


def put_into_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the commands find high card and its screen by name, for one test."""
    games = import_module("korthus.games.catalogue")._GAMES
    monkeypatch.setitem(games, "high_card", ("tests.support.high_card", "HighCard"))
    screen = import_module("tests.support.high_card_screen")
    monkeypatch.setitem(sys.modules, "korthus.screens.high_card", screen)
