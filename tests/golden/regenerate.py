"""Write the golden playthroughs anew: ``python -m tests.golden.regenerate``."""

from __future__ import annotations

from pathlib import Path

from tests.golden.playthrough import write

import korthus

FOLDER = Path(__file__).parent


def playthroughs() -> dict[Path, tuple[str, str]]:
    """The file of each game and preset."""
    return {
        FOLDER / f"{info.name}-{preset}.txt": (info.name, preset)
        for info in korthus.catalogue()
        for preset in info.presets
    }


def main() -> None:
    """Write each file, and remove those of games and presets that are gone."""
    files = playthroughs()
    for path in FOLDER.glob("*.txt"):
        if path not in files:
            path.unlink()
    for path, (name, preset) in files.items():
        path.write_text(write(name, preset), encoding="utf-8")
        print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
