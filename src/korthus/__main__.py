"""``python -m korthus`` is the same as ``korthus``."""

from __future__ import annotations

import os
import sys

from korthus.extras import MissingExtra, check_extra
from korthus.locale import Translator
from korthus.locale.language import asked_for


def main() -> int:
    """Run the command line; where it or its libraries are not installed, say how to get them.

    What is imported above needs nothing but msgspec.
    """
    try:
        check_extra("play", "")
    except MissingExtra as error:
        tr = Translator(asked_for(sys.argv[1:], os.environ))
        print(f"{tr.error(error)} [{error.code}]", file=sys.stderr)
        return 1
    from korthus.cli.app import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
