"""What a package says of itself where its repository is not: the README and the addresses of the project.

Both ``hatch_build.py`` read this file when an archive is built, so it stands on the standard library alone.
"""

from __future__ import annotations

import os
import posixpath
import re
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

#: The variable that says where the repository can be read by everybody.
ADDRESS: Final = "KORTHUS_ADDRESS"
#: Code, which stays as it is, or a link or a picture.
_PARTS: Final = re.compile(
    r"(?P<code>^```.*?^```|`[^`\n]+`)|(?P<picture>!)?\[(?P<label>[^\[\]]*)\]\((?P<target>[^()\s]+)\)",
    re.DOTALL | re.MULTILINE,
)
_FENCED: Final = re.compile(r"(^```.*?^```)", re.DOTALL | re.MULTILINE)
#: Targets that lead to the same place from everywhere: another site, or a part of the same page.
_ANYWHERE: Final = re.compile(r"[a-z][a-z0-9+.-]*:|#|//", re.IGNORECASE)


def add_to(metadata: dict[str, Any], project: Path, root: Path | None) -> None:
    """Write the fields ``urls`` and ``readme`` of a project's metadata.

    Args:
        project: the folder of the project.
        root: the clone that it lies in; None for a source archive, which keeps what it was built with.

    Raises:
        ValueError: the address is no address.
    """
    address = None if root is None else address_of(os.environ.get(ADDRESS, ""))
    metadata.setdefault("urls", urls(address))
    if "readme" not in metadata:
        text = (project / "README.md").read_text(encoding="utf-8")
        folder = "" if root is None else project.relative_to(root).as_posix()
        metadata["readme"] = {"content-type": "text/markdown", "text": outward(text, address, folder)}


def address_of(value: str) -> str | None:
    """The address of a repository as it is used here; None if none is said.

    Raises:
        ValueError: it does not begin with https://, or has more than a host and a path.
    """
    if not value.strip():
        return None
    address = value.strip().rstrip("/")
    parts = urlsplit(address)
    if parts.scheme != "https" or not parts.hostname or parts.query or parts.fragment or " " in address:
        raise ValueError(f"{ADDRESS} must be an address such as https://host/owner/name; it is {value!r}")
    return address


def urls(address: str | None) -> dict[str, str]:
    """The addresses of the project, by the names that PyPI knows; none if it has none."""
    if address is None:
        return {}
    return {
        "Homepage": address,
        "Documentation": _file(address, "docs/README.md"),
        "Changelog": _file(address, "CHANGELOG.md"),
        "Issues": f"{address}/issues",
        "Source": address,
    }


def outward(text: str, address: str | None, folder: str = "") -> str:
    """A README for readers who are not in the repository; ``folder`` is where it lies there.

    With an address, links and pictures lead to the files there. Without one, a link to a file becomes its
    words with the name of the file, which is in the source archive, and pictures are left out.
    """

    def moved(found: re.Match[str]) -> str:
        label, target = found["label"], found["target"]
        if found["code"] or _ANYWHERE.match(target):
            return found[0]
        path, _, part = target.partition("#")
        path = posixpath.normpath(posixpath.join(folder, path))
        if address is not None:
            place = _file(address, path, "raw" if found["picture"] else "blob")
            return f"{found['picture'] or ''}[{label}]({place}{'#' * bool(part)}{part})"
        if found["picture"]:
            return ""
        return label if label.rstrip("/") == path else f"{label} [{path}]"

    if address is None:
        parts = _FENCED.split(text)
        parts[::2] = map(_without_pictures, parts[::2])
        text = "".join(parts)
    return _PARTS.sub(moved, text)


def dead(text: str) -> list[str]:
    """The links and pictures of a README that lead nowhere outside the repository."""
    return [
        found["target"]
        for found in _PARTS.finditer(text)
        if not found["code"] and not _ANYWHERE.match(found["target"])
    ]


def _file(address: str, path: str, kind: str = "blob") -> str:
    """A file of the newest state, as GitHub and GitLab name it; ``raw`` are its bytes."""
    return f"{address}/{kind}/HEAD/{path}"


def _without_pictures(text: str) -> str:
    """A text without the pictures of the repository, and without paragraphs and tables of nothing else."""
    pieces = re.split(r"(\n\n+)", text)
    kept = []
    for block, gap in zip(pieces[::2], [*pieces[1::2], ""], strict=True):
        rest = _PARTS.sub(_no_picture, block)
        body = rest.splitlines()[2:] if rest.startswith("|") else [rest]  # a head alone is no table
        if rest == block or re.search(r"\w", "".join(body)):
            kept.append(rest + gap)
    return "".join(kept)


def _no_picture(found: re.Match[str]) -> str:
    return "" if found["picture"] and not _ANYWHERE.match(found["target"]) else found[0]
