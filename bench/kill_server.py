"""Kill the web server under play, again and again: no acknowledged action may be lost, no notice be wrong.

python -m bench.kill_server --kills 50
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from bench.measure import report
from tests.web.kill import measure


def main() -> int:
    """Print one JSON line; the status is 1 if anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = measure(Path(folder), options.kills, options.tables, options.seed)
    report("kill_server", **found)
    return 1 if found["lost"] or found["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
