"""The server's log: one JSON object a line. It names tables and kinds of events, never cards or tokens."""

from __future__ import annotations

import logging
import sys
import time
import traceback
from pathlib import Path
from typing import Final

import msgspec

_logger: Final = logging.getLogger("korthus.web")


class _JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        line |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[1] is not None:
            line |= _where(record.exc_info[1])
        return msgspec.json.encode(line).decode()


def _where(error: BaseException) -> dict[str, object]:
    """An error by its kind and the places it came through. Its sentence may name cards, so it stays out."""
    frames = traceback.extract_tb(error.__traceback__)[-6:]
    return {
        "error": type(error).__name__,
        "where": [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames],
    }


def set_up(level: str = "warning", file: Path | None = None) -> None:
    """Write the log to a file, or to stderr."""
    handler: logging.Handler = (
        logging.StreamHandler(sys.stderr) if file is None else logging.FileHandler(file, encoding="utf-8")
    )
    handler.setFormatter(_JsonLines())
    wanted = logging.getLevelNamesMapping()[level.upper()]
    for logger in (_logger, logging.getLogger("uvicorn")):
        logger.handlers = [handler]
        logger.propagate = False
    _logger.setLevel(wanted)
    # At its lowest level uvicorn writes down every frame, cards and tokens and all.
    for name in ("uvicorn", "uvicorn.error"):
        logging.getLogger(name).setLevel(max(wanted, logging.INFO))


def record_event(level: int, event: str, /, *, error: BaseException | None = None, **fields: object) -> None:
    """Write a line."""
    if _logger.isEnabledFor(level):
        info = None if error is None else (type(error), error, error.__traceback__)
        _logger.log(level, event, exc_info=info, extra={"fields": fields})
