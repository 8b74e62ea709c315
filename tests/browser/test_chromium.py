"""How the tests come by their browser, on machines that have one and on machines that do not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.browser import chromium
from tests.browser.chromium import NoChromium, find_chromium, install, main


def _program(folder: Path, name: str, script: str) -> Path:
    file = folder / name
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)
    return file


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine on which nothing is installed, and its only folder of programs."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    return tmp_path


def test_one_on_the_path_is_found(path: Path) -> None:
    assert find_chromium({"PATH": str(path), "CHROMIUM": str(_program(path, "mine", ""))}) == str(
        path / "mine"
    )
    with pytest.raises(NoChromium):
        find_chromium()
    browser = _program(path, "google-chrome", "")
    assert find_chromium() == str(browser)
    assert install() == str(browser)


def test_a_named_one_that_is_not_there_is_not_replaced_by_another(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _program(path, "chromium", "")
    monkeypatch.setenv("CHROMIUM", str(path / "another"))
    with pytest.raises(NoChromium):
        install()


@pytest.mark.parametrize("lacking", ["", "chromium-headless-shell"])
def test_a_missing_one_is_installed_where_that_can_be_done(path: Path, lacking: str) -> None:
    said = path / "said"
    _program(
        path,
        "apt-get",
        f"""echo "$DEBIAN_FRONTEND $*" >> {said}
        if [ "$1" = update ]; then exit 0; fi
        if [ "$5" = "{lacking}" ]; then exit 100; fi
        : > {path}/$5; /bin/chmod +x {path}/$5""",
    )
    tried = ["chromium-headless-shell", "chromium"] if lacking else ["chromium-headless-shell"]
    assert install() == str(path / tried[-1])
    assert said.read_text().splitlines() == [
        "noninteractive update -qq",
        *(
            f"noninteractive install -y -qq --no-install-recommends {each} fonts-dejavu-core"
            for each in tried
        ),
    ]


@pytest.mark.parametrize("apt", [None, "exit 100"], ids=["nothing to install with", "nothing to be had"])
def test_otherwise_one_sentence_says_what_to_do(
    path: Path, capsys: pytest.CaptureFixture[str], apt: str | None
) -> None:
    if apt is not None:
        _program(path, "apt-get", apt)
    assert main() == 1
    assert capsys.readouterr().err == (
        "The browser tests need Chromium: install it (on Debian: apt-get install chromium) "
        "or name one with CHROMIUM=/path/to/chromium.\n"
    )


def test_without_rights_nothing_is_installed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    _program(path, "apt-get", f": > {path}/chromium; /bin/chmod +x {path}/chromium")
    assert chromium._apt_get() is None
    _program(path, "sudo", "exit 1")
    assert chromium._apt_get() is None
    _program(path, "sudo", "exit 0")
    assert chromium._apt_get() == [str(path / "sudo"), "-n", "apt-get"]
