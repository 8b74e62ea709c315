"""PettingZoo's own tests. Importing them loads an environment in a way that PettingZoo itself warns of."""

from __future__ import annotations

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test
    from pettingzoo.test.state_test import test_state_space as check_state_space

__all__ = ["api_test", "check_state_space", "performance_benchmark", "render_test", "seed_test"]
