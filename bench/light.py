"""What ``pip install korthus`` puts on a disk, and what ``import korthus`` costs there.

Builds the wheel, installs it into a fresh virtual environment and measures. The bars: below 10 MB on disk,
msgspec and the bytecode that pip writes included, and below 100 ms.

python -m bench.light
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from bench.measure import report

HOUSE = Path(__file__).resolve().parent.parent
#: How often the import is timed; each time in a new process, after one that does not count.
_REPEATS = 9
#: Packages that an environment has before anything is installed.
_BEFORE = frozenset({"_distutils_hack", "distutils", "pip", "pkg_resources", "setuptools"})
_IMPORT = """
import time
begun = time.process_time()
import korthus
print(time.process_time() - begun)
"""


class Light(NamedTuple):
    """A fresh environment that has korthus without any extra."""

    python: Path
    packages: Path
    wheel: Path

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run the environment's Python, with nothing of this one's."""
        return subprocess.run([self.python, "-I", *words], capture_output=True, text=True, check=False)

    def size(self, *, bytecode: bool) -> int:
        """Bytes of all that was installed, msgspec included, as shipped or as bytecode."""
        files = (
            file
            for package in self.packages.iterdir()
            if package.name.partition("-")[0] not in _BEFORE
            for file in package.rglob("*")
            if file.is_file()
        )
        return sum(file.stat().st_size for file in files if (file.suffix == ".pyc") is bytecode)


def install(folder: Path) -> Light:
    """Build the wheel and install it with what it requires.

    Raises:
        subprocess.CalledProcessError: pip cannot; its words are in ``stderr``.
    """
    environment = folder / "venv"
    subprocess.run([sys.executable, "-m", "venv", environment], check=True)
    python = environment / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    pip: list[str | Path] = [python, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    wheels = folder / "wheels"
    _pip([*pip, "wheel", "--no-deps", "--wheel-dir", wheels, HOUSE])
    (wheel,) = wheels.glob("korthus-*.whl")
    _pip([*pip, "install", wheel])
    (packages,) = {path.parent for path in environment.rglob("korthus") if path.is_dir()}
    return Light(python, packages, wheel)


def _pip(words: list[str | Path]) -> None:
    subprocess.run(words, check=True, capture_output=True, text=True)


def import_times(light: Light) -> list[float]:
    """Seconds of processor time that ``import korthus`` takes in a new process, several times.

    On a quiet machine that is how long it takes; on a busy one the clock would measure the others.
    """
    return [float(light.run("-c", _IMPORT).stdout) for _ in range(_REPEATS + 1)][1:]


def main() -> int:
    """Print one JSON line."""
    with tempfile.TemporaryDirectory() as folder:
        light = install(Path(folder))
        times = import_times(light)
        shipped, bytecode = light.size(bytecode=False), light.size(bytecode=True)
        report(
            "light",
            disk_mb=_megabytes(shipped + bytecode),
            shipped_mb=_megabytes(shipped),
            bytecode_mb=_megabytes(bytecode),
            wheel_mb=_megabytes(light.wheel.stat().st_size),
            import_ms=round(statistics.median(times) * 1000, 1),
        )
    return 0


def _megabytes(size: int) -> float:
    return round(size / 1e6, 2)


if __name__ == "__main__":
    sys.exit(main())
