"""Says what a package asks for and tells of itself when it is built: extras, README, addresses."""

from __future__ import annotations

import os
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class Told(MetadataHookInterface):
    """Reads the extras that ``pyproject.toml`` lists, and the README.

    Each extra brings ``korthus-house``. ``pip install '.[play]'`` in a clone takes it from the folder beside,
    since no registry has what was just changed; a source archive, and whatever is built with
    ``KORTHUS_RELEASE=1``, asks for the package of the same version. What ``KORTHUS_ADDRESS`` does is in
    ``tools/package/readme.py``.
    """

    def update(self, metadata: dict[str, Any]) -> None:
        """Write the fields ``optional-dependencies``, ``readme`` and ``urls``."""
        root = Path(self.root)
        extras = {name: list(lines) for name, lines in self.config["extras"].items()}
        unpacked = (root / "PKG-INFO").exists()
        if not unpacked and not os.environ.get("KORTHUS_RELEASE"):
            extras["play"] = [f"korthus-house @ {(root / 'packages' / 'house').as_uri()}"]
        metadata["optional-dependencies"] = extras
        _readme(root).add_to(metadata, root, None if unpacked else root)


def _readme(root: Path) -> Any:
    """The module that knows; the folder of a project is not on the path while it is built."""
    spec = spec_from_file_location("korthus_readme", root / "tools" / "package" / "readme.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
