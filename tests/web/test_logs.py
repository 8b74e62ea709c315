"""Whatever is said goes into the one log, and into nothing else; lines wait until the address is told."""

from __future__ import annotations

import asyncio
import logging
import warnings
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.web.support import in_loop

from korthus.web import logs


def lines(file: Path) -> list[dict[str, Any]]:
    return [msgspec.json.decode(line) for line in file.read_text().splitlines()]


def test_libraries_are_heard_without_their_values(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "log"
    with logs.set_up("info", file), warnings.catch_warnings():
        logging.getLogger("asyncio").error("Task %r was destroyed", "a hidden card")
        logging.getLogger("elsewhere").warning("two\nlines, one with a hidden card")
        logging.getLogger("elsewhere").info("nothing wrong")
        warnings.simplefilter("always")
        logging.captureWarnings(False)  # pytest has its own way with warnings since
        logging.captureWarnings(True)
        warnings.warn("old", DeprecationWarning, stacklevel=1)
    found = [line["event"] for line in lines(file)]
    assert found[:2] == ["asyncio: Task %r was destroyed", "elsewhere: two"]
    assert "DeprecationWarning: old" in found[2]
    assert len(found) == 3
    assert capfd.readouterr().err == ""


@in_loop
async def test_what_fails_in_the_loop_is_written_down_without_its_values(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file, loop = tmp_path / "log", asyncio.get_running_loop()

    def fail(card: str) -> None:
        raise RuntimeError(card)

    with logs.set_up("info", file):
        logs.listen_to(loop)
        loop.call_soon(fail, "HJ 7")
        loop.call_exception_handler({"message": "gone", "exception": ConnectionResetError()})
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    first, second = lines(file)
    assert (first["what"], first["level"]) == ("gone", "info")
    assert (second["event"], second["error"], second["level"]) == ("loop_trouble", "RuntimeError", "error")
    assert second["where"][-1].endswith("fail")
    assert "HJ 7" not in file.read_text()
    assert capfd.readouterr().err == ""


def test_lines_on_stderr_wait_for_the_address(capsys: pytest.CaptureFixture[str]) -> None:
    with logs.set_up("info") as release:
        logs.record_event(logging.INFO, "early")
        assert capsys.readouterr().err == ""
        release()
        logs.record_event(logging.INFO, "late")
        said = [msgspec.json.decode(line)["event"] for line in capsys.readouterr().err.splitlines()]
        assert said == ["early", "late"]


def test_an_error_on_stderr_does_not_wait(capsys: pytest.CaptureFixture[str]) -> None:
    with logs.set_up("info"):
        logs.record_event(logging.ERROR, "broken")
        assert "broken" in capsys.readouterr().err


def test_nothing_that_was_held_back_is_lost(capsys: pytest.CaptureFixture[str]) -> None:
    with logs.set_up("info"):
        logs.record_event(logging.INFO, "early")
    assert "early" in capsys.readouterr().err
