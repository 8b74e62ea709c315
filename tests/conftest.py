"""What holds for all tests."""

from __future__ import annotations

import signal

from hypothesis import HealthCheck, settings

# No test is decided by speed, so no example has a deadline; and a busy machine draws examples slowly.
settings.register_profile(
    "patient", parent=settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("patient")

# In the background of a shell Ctrl-C is ignored, and so it would be by every process that the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
