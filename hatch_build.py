"""Says what the extras of korthus ask for when a package is built: the house of the clone, or a release."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class Extras(MetadataHookInterface):
    """Reads the extras that ``pyproject.toml`` lists.

    Each brings ``korthus-house``. ``pip install '.[play]'`` in a clone takes it from the folder beside, since
    no registry has what was just changed; a source archive, and whatever is built with ``KORTHUS_RELEASE=1``,
    asks for the package of the same version.
    """

    def update(self, metadata: dict[str, Any]) -> None:
        """Write the field ``optional-dependencies``."""
        root = Path(self.root)
        extras = {name: list(lines) for name, lines in self.config["extras"].items()}
        unpacked = (root / "PKG-INFO").exists()
        if not unpacked and not os.environ.get("KORTHUS_RELEASE"):
            extras["play"] = [f"korthus-house @ {(root / 'packages' / 'house').as_uri()}"]
        metadata["optional-dependencies"] = extras
