"""From a clean clone to the page: ``make play``, installing included, and how the players get ready after it.

python -m bench.first_page
"""

from __future__ import annotations

import argparse
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from bench.measure import report

#: The bar: seconds from ``make play`` until the page is there, on a quiet machine.
MOST_PAGE_S = 45.0

#: When a person would have given up, in seconds.
_PATIENCE = 900.0


def measure(python: str, *, page_only: bool = False) -> dict[str, Any]:
    """Clone, ``make play``, and look until the page is there, and unless ``page_only`` the players."""
    here = Path(__file__).resolve().parent.parent
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder) / "korthus"
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(here), str(clone)], check=True)
        port = _free_port()
        serve = f"--no-open --port {port} --data {folder}/data"
        # Code that was compiled on this machine before must not help.
        env = {
            key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "NUMBA_CACHE_DIR")
        }
        began = time.monotonic()
        make = subprocess.Popen(
            ["make", "play", f"PYTHON={python}", f"SERVE={serve}"],
            cwd=clone,
            env=env,
            start_new_session=True,
        )
        try:
            address = f"http://127.0.0.1:{port}"
            found = _look_for_page(address, clone, began, make)
            return found if page_only else found | _look_for_players(address, began, make)
        finally:
            os.killpg(make.pid, signal.SIGINT)
            make.wait()


def _look_for_page(address: str, clone: Path, began: float, make: subprocess.Popen[bytes]) -> dict[str, Any]:
    found: dict[str, Any] = {"cores": os.cpu_count()}
    installed = clone / ".venv" / ".play"
    while "page_s" not in found:
        _check(began, make)
        if "installed_s" not in found and installed.exists():
            found["installed_s"] = round(time.monotonic() - began, 1)
        try:
            if httpx.get(address).status_code == httpx.codes.OK:
                found["page_s"] = round(time.monotonic() - began, 1)
        except httpx.TransportError:
            time.sleep(0.1)
    return found


def _look_for_players(address: str, began: float, make: subprocess.Popen[bytes]) -> dict[str, Any]:
    found: dict[str, Any] = {"ready_s": {}}
    while games := httpx.get(f"{address}/api/warming").json()["games"]:
        _check(began, make)
        found.setdefault("first_forecast_s", max(max(game["left"].values()) for game in games.values()))
        _note_ready(found["ready_s"], games, began)
        time.sleep(1.0)
    _note_ready(found["ready_s"], {}, began)
    return found


def _note_ready(ready: dict[str, float], games: dict[str, Any], began: float) -> None:
    for game in ("mulle", "kachuful", "mus", "eight"):
        if game not in ready and "normal" not in games.get(game, {"left": {}})["left"]:
            ready[game] = round(time.monotonic() - began, 1)


def _check(began: float, make: subprocess.Popen[bytes]) -> None:
    if make.poll() is not None or time.monotonic() - began > _PATIENCE:
        raise SystemExit("make play did not come to a page")


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def main() -> int:
    """Print one JSON line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", default="python3")
    parser.add_argument("--page-only", action="store_true", help="do not wait for the players")
    options = parser.parse_args()
    found = measure(options.python, page_only=options.page_only)
    report("first_page", **found, most_s=MOST_PAGE_S)
    return int(found["page_s"] > MOST_PAGE_S)


if __name__ == "__main__":
    sys.exit(main())
