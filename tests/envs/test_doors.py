"""The doors of the environments: light until they are used, and clear about what is missing."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module, reload

import pytest

from korthus import extras
from korthus.extras import MissingExtra

#: Each door, a library that it stands on, and the extra that brings it.
DOORS = {
    "korthus.envs.pettingzoo": ("pettingzoo", "envs"),
    "korthus.envs.gymnasium": ("gymnasium", "envs"),
    "korthus.envs.picture": ("matplotlib", "envs"),
    "korthus.envs.openspiel": ("pyspiel", "openspiel"),
}


@pytest.mark.parametrize("door", DOORS)
def test_who_lacks_a_library_is_told_what_to_type(door: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module(door)
    library, extra = DOORS[door]
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name == library else object())
    with pytest.raises(MissingExtra) as refused:
        reload(module)
    assert isinstance(refused.value, ImportError)
    assert str(refused.value) == (
        f'{door} needs {library}, which is not installed; type: pip install "korthus[{extra}]" [NO_EXTRA]'
    )


def test_the_room_itself_loads_none_of_them() -> None:
    code = "import sys, korthus.envs, korthus.envs.rewards, korthus.envs.chance; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    for library in ("gymnasium", "pettingzoo", "pyspiel", "matplotlib", "numba"):
        assert library not in loaded.split()
