"""The command line in the tests' own process, for commands that ask."""

from __future__ import annotations

from tests.cli.conftest import data, run_korthus

__all__ = ["data", "run_korthus"]
