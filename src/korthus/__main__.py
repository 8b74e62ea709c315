"""``python -m korthus`` is the same as ``korthus``."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress


def main() -> int:
    """Run the command line; where it or its libraries are not installed, say how to get them.

    Nothing of korthus is imported before, so that Ctrl-C is heard while it is.
    """
    try:
        return _run()
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        return _stopped(sys.argv[1:])


def _run() -> int:
    from korthus.extras import MissingExtra, check_extra  # these two need nothing but msgspec
    from korthus.locale import Translator
    from korthus.locale.language import asked_for

    try:
        check_extra("play", "")
    except MissingExtra as error:
        tr = Translator(asked_for(sys.argv[1:], os.environ))
        print(f"{tr.error(error)} [{error.code}]", file=sys.stderr)
        return 1
    from korthus.cli.app import main as run

    return run()


def _stopped(words: list[str]) -> int:
    """What a program ends with that was stopped before it knew its commands.

    For a server that is a good end, and said.
    """
    if words[:1] != ["serve"] or "--check" in words:
        return 128 + signal.SIGINT
    with suppress(Exception):  # who stops an import may have broken what says it
        from korthus.locale import Translator
        from korthus.locale.language import asked_for

        print(Translator(asked_for(words, os.environ))("serve.stopped"), file=sys.stderr, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
