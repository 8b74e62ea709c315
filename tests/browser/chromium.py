"""The Chromium of this machine: found, installed where that can be done, and started for tests.

``python -m tests.browser.chromium`` is what ``make test`` runs once.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from typing import Final

from playwright.sync_api import Browser, Playwright, expect
from tests.support.patience import PATIENCE_MS

#: Under which names the browser is known; first the one that cannot open a window, which has half the work.
NAMES: Final = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
#: What Playwright switches off on this system; a flag is heard once, so who adds to it must name all again.
_USUAL: Final = (
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
#: What opens below the address bar of a window: one more process for each page, and nobody sees it here.
_UNSEEN: Final = (
    "PreloadTopChromeWebUI",
    "WebUIOmniboxPopup",
    "WebUIOmniboxFullPopup",
    "WebUIOmniboxAimPopup",
)
#: A browser without a window, that talks to nobody but the server of the test.
FLAGS: Final = (
    f"--disable-features={','.join((*_USUAL, *_UNSEEN))}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
#: What apt-get may install as the browser: the first that the system has (Ubuntu has not the first).
BROWSERS: Final = ("chromium-headless-shell", "chromium")
#: What it installs beside: a font that has the signs of the suits.
FONT: Final = "fonts-dejavu-core"


class NoChromium(Exception):
    """There is no Chromium here."""

    def __init__(self) -> None:
        super().__init__(
            "The browser tests need Chromium: install it (on Debian: apt-get install chromium) "
            "or name one with CHROMIUM=/path/to/chromium."
        )


def find_chromium(environment: Mapping[str, str] = os.environ) -> str:
    """The path of the browser: the one that ``CHROMIUM`` names, else the first of ``NAMES`` on the path.

    Raises:
        NoChromium: there is none, or what ``CHROMIUM`` names cannot be run.
    """
    named = environment.get("CHROMIUM")
    for name in [named] if named else NAMES:
        found = shutil.which(name, path=environment.get("PATH"))
        if found is not None:
            return found
    raise NoChromium


def launch(playwright: Playwright) -> Browser:
    """Start a browser of its own."""
    expect.set_options(timeout=PATIENCE_MS)
    return playwright.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))


def _apt_get() -> list[str] | None:
    """How packages can be installed here without asking anybody, or None."""
    if shutil.which("apt-get") is None:
        return None
    if os.geteuid() == 0:
        return ["apt-get"]
    sudo = shutil.which("sudo")
    if sudo is None or subprocess.run([sudo, "-n", "true"], capture_output=True, check=False).returncode:
        return None
    return [sudo, "-n", "apt-get"]


def _runs(words: list[str]) -> bool:
    """Whether a command that asks nobody anything ends well."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(words, env=quiet, stdout=subprocess.DEVNULL, check=False).returncode == 0


def install() -> str:
    """Install the browser if it is missing and this machine lets us; its path.

    Raises:
        NoChromium: there is none afterwards either.
    """
    try:
        return find_chromium()
    except NoChromium:
        apt_get = _apt_get()
        if apt_get is None or os.environ.get("CHROMIUM"):
            raise
    print("Installing Chromium for the browser tests (once) …", flush=True)
    if _runs([*apt_get, "update", "-qq"]):
        for browser in BROWSERS:
            if _runs([*apt_get, "install", "-y", "-qq", "--no-install-recommends", browser, FONT]):
                break
    return find_chromium()


def main() -> int:
    """Make sure that there is a browser; 1 and one sentence if there is none."""
    try:
        install()
    except NoChromium as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
