"""Helping processes are started apart, so that Ctrl-C reaches only the program that was started by hand."""

from __future__ import annotations

import subprocess
import sys
from typing import Any, Final

#: Arguments for ``subprocess.Popen`` and its like. A helper that heard Ctrl-C too would show where it was
#: interrupted; whoever started it ends it.
APART: Final[dict[str, Any]] = {}
if sys.platform == "win32":
    APART["creationflags"] = subprocess.CREATE_NEW_PROCESS_GROUP
else:
    APART["start_new_session"] = True
