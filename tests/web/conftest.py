"""One quick server for all tests that do not harm it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.web.server import QUICK, ServerProcess


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server without pauses and limits."""
    with ServerProcess(tmp_path_factory.mktemp("web"), *QUICK) as running:
        yield running


@pytest.fixture(scope="session")
def url(server: ServerProcess) -> str:
    """Its address."""
    return server.url
