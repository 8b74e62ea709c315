"""``python -m korthus`` is the same as ``korthus``."""

from __future__ import annotations

import sys

from korthus.cli.app import main

if __name__ == "__main__":
    sys.exit(main())
