"""``python -m korthus`` is the same as ``korthus``."""

from __future__ import annotations

import os
import sys

from korthus.cli.errors import Refused
from korthus.cli.extras import check_extra
from korthus.cli.language import asked_for
from korthus.locale import Translator


def main() -> int:
    """Run the command line; where its libraries are not installed, say how to get them.

    What is imported above needs nothing but msgspec.
    """
    try:
        check_extra("play", "")
    except Refused as error:
        tr = Translator(asked_for(sys.argv[1:], os.environ))
        print(f"{tr.error(error)} [{error.code}]", file=sys.stderr)
        return 1
    from korthus.cli.app import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
