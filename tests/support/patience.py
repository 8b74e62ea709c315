"""How long tests wait for something that must come."""

from __future__ import annotations

from typing import Final

#: Seconds after which a wait is hopeless. No test is decided by speed: a machine with far more work than
#: cores answers within this time, and only what never comes takes as long.
PATIENCE: Final = 300.0
#: The same for Playwright, in milliseconds.
PATIENCE_MS: Final = PATIENCE * 1000
