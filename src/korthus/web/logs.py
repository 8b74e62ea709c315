"""The server's log: one JSON object a line. It names tables and kinds of events, never cards or tokens."""

from __future__ import annotations

import asyncio
import logging
import re
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from logging.handlers import MemoryHandler
from pathlib import Path
from typing import Any, Final

import msgspec

from korthus.kernels.code_folders import Trouble, report

_logger: Final = logging.getLogger("korthus.web")
#: Loggers whose messages are known to name nothing secret.
_OURS: Final = ("korthus.", "uvicorn")
#: The longest message of another, in letters.
_MAX_HEADLINE: Final = 200
#: Lines that are held back until the server listens.
_MAX_HELD_BACK: Final = 1_000
#: Errors whose sentence is about the machine, and folders whose errors are.
_OF_THE_MACHINE: Final = (OSError, ImportError, MemoryError, RecursionError)
_COMPILER: Final = frozenset({"numba", "llvmlite"})
#: The most signs of a sentence that the log keeps.
_LONGEST: Final = 300


class _JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        own = record.name.startswith(_OURS)
        line: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "event": record.getMessage() if own else _headline(record),
        }
        line |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[1] is not None:
            line |= _where(record.exc_info[1])
        return msgspec.json.encode(line).decode()


def _headline(record: logging.LogRecord) -> str:
    """What a library says, without the values that it says it of: they may be anything."""
    said = record.getMessage() if record.name == "py.warnings" else str(record.msg)
    lines = said.splitlines()
    return f"{record.name}: {lines[0][:_MAX_HEADLINE] if lines else ''}"


def _where(error: BaseException) -> dict[str, object]:
    """An error by its kind, the places it came through, and its sentence where that cannot name a card."""
    frames = traceback.extract_tb(error.__traceback__)[-6:]
    return {
        "error": type(error).__name__,
        "where": [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames],
        "message": safe_message(error),
    }


def safe_message(error: BaseException) -> str | None:
    """The sentence of an error that speaks of the machine; None where it may speak of cards.

    A missing key or a bad value may well be a card of a hidden hand. What the system and the compiler
    complain of is files, memory and types.
    """
    frames = traceback.extract_tb(error.__traceback__)
    from_compiler = bool(frames) and not _COMPILER.isdisjoint(Path(frames[-1].filename).parts)
    if isinstance(error, _OF_THE_MACHINE) or from_compiler:
        return (str(error) or repr(error))[:_LONGEST]
    return None


@contextmanager
def set_up(level: str = "warning", file: Path | None = None) -> Iterator[Callable[[], None]]:
    """Write the log to a file, or to stderr: all of it, whoever has something to say.

    On stderr lines that are no error wait until the function that is given is called, so that a person reads
    first where the server is.
    """
    written = (
        logging.StreamHandler(sys.stderr) if file is None else logging.FileHandler(file, encoding="utf-8")
    )
    written.setFormatter(_JsonLines())
    handler = MemoryHandler(_MAX_HELD_BACK if file is None else 1, logging.ERROR, written)

    def release() -> None:
        handler.flush()
        handler.capacity = 1

    wanted = logging.getLevelNamesMapping()[level.upper()]
    levels = {
        _logger.name: wanted,
        # At its lowest level uvicorn writes down every frame, cards and tokens and all.
        "uvicorn": max(wanted, logging.INFO),
        "uvicorn.error": max(wanted, logging.INFO),
        # Libraries speak of themselves at lower levels; what goes wrong is a warning.
        "": max(wanted, logging.WARNING),
    }
    loggers = [logging.getLogger(name) for name in levels]
    before = [(each.handlers, each.level, each.propagate) for each in loggers]
    for logger, wanted in zip(loggers, levels.values(), strict=True):
        logger.handlers = [handler] if logger.name != "uvicorn.error" else []
        logger.propagate = logger.name == "uvicorn.error"
        logger.setLevel(wanted)
    logging.captureWarnings(True)
    try:
        yield release
    finally:
        logging.captureWarnings(False)
        for logger, was in zip(loggers, before, strict=True):
            logger.handlers, _, logger.propagate = was
            logger.setLevel(was[1])
        handler.close()
        written.close()


def listen_to(loop: asyncio.AbstractEventLoop) -> None:
    """Write down what goes wrong in an event loop where nobody waits for it.

    asyncio itself would print the sentences of errors and the contents of tasks.
    """

    def handle(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        # A client that has gone, in the middle of whatever: no trouble of ours.
        level = logging.INFO if isinstance(error, ConnectionError | TimeoutError) else logging.ERROR
        what = re.split("[<(]", str(context.get("message", "")))[0]  # what follows are values
        record_event(level, "loop_trouble", error=error, what=what[:_MAX_HEADLINE].strip())

    loop.set_exception_handler(handle)


_known_trouble: Final[set[tuple[str, str]]] = set()


def compiled_code_trouble(trouble: str, folder: str, reason: str) -> None:
    """Write down, once for all processes of a server, what became of compiled code."""
    if (trouble, folder) not in _known_trouble:
        _known_trouble.add((trouble, folder))
        record_event(logging.WARNING, "compiled_code", trouble=trouble, folder=folder, reason=reason)
        report(Trouble(trouble), folder, reason)  # to whoever started the server


@contextmanager
def unrecorded() -> Iterator[None]:
    """Within, no event is written down: whoever looks into what went wrong says it to the person instead."""
    before = _logger.disabled
    _logger.disabled = True
    try:
        yield
    finally:
        _logger.disabled = before


def record_event(level: int, event: str, /, *, error: BaseException | None = None, **fields: object) -> None:
    """Write a line."""
    if _logger.isEnabledFor(level):
        info = None if error is None else (type(error), error, error.__traceback__)
        _logger.log(level, event, exc_info=info, extra={"fields": fields})
