"""The command line in the test's own process."""

from __future__ import annotations

from tests.cli.conftest import data, run_korthus

__all__ = ["data", "run_korthus"]
