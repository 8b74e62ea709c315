"""Takes the rooms of korthus-house out of the tree that it shares with korthus, when an archive is built."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

#: Where the rooms lie in a source archive, seen from its root, and in the clone, seen from the clone's.
TREE: Final = "src/korthus"


class Rooms(BuildHookInterface[Any]):
    """Adds the files of each room that ``pyproject.toml`` names."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Say what goes where; nothing for an editable install, which leads to the tree itself."""
        if version == "editable":
            return
        here = Path(self.root)
        unpacked = here / TREE
        tree = unpacked if unpacked.is_dir() else here.parents[1] / TREE
        place = "korthus" if self.target_name == "wheel" else TREE
        build_data["force_include"].update(
            {str(tree / room): f"{place}/{room}" for room in self.config["rooms"]}
        )


class Told(MetadataHookInterface):
    """Says what the package tells of itself, as ``hatch_build.py`` of the clone does for korthus."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Write the fields ``readme`` and ``urls``; a source archive keeps those that it was built with."""
        here = Path(self.root)
        if (here / "PKG-INFO").exists():
            metadata.setdefault("urls", {})
            return
        root = here.parents[1]
        spec = spec_from_file_location("korthus_readme", root / "tools" / "package" / "readme.py")
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        module.add_to(metadata, here, root)
