"""The database fails a thousand times at random moments while games are played: every table goes on.

Writes fail before or after they are done, reads fail, for moments of up to 0.2 seconds, while spectators come
and go. After each fault the slowest table is waited for.

python -m bench.injected_failures --failures 1000 --tables 20
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import random
import sys
import tempfile
from pathlib import Path
from typing import Final

from bench.measure import report
from tests.web.faults import fail_and_go_on

#: What must hold: how long a table may take to go on after a fault has ended, in seconds.
MOST_SECONDS: Final = 5.0


def main() -> None:
    """Measure, and fail if a table takes too long."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--failures", type=int, default=1000)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        failed, waits = asyncio.run(
            fail_and_go_on(
                Path(folder),
                random.Random(options.seed),
                failures=options.failures,
                tables=options.tables,
                within=60.0,
            )
        )
    report(
        "every table goes on after a fault",
        failures=failed,
        faults=len(waits),
        tables=options.tables,
        slowest_s=round(max(waits), 3),
        most_s=MOST_SECONDS,
    )
    if max(waits) > MOST_SECONDS:
        sys.exit(1)


if __name__ == "__main__":
    main()
