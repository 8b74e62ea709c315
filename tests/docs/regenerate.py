"""Write the generated parts of the docs anew: ``python -m tests.docs.regenerate``."""

from __future__ import annotations

import sys

from tests.docs.generated import page, pages, whole_pages


def main() -> int:
    """Write each page that has changed; a game without a page is named, and the status is 1."""
    missing = []
    for path in pages():
        if not path.exists() and path not in whole_pages():
            missing.append(path.name)
            continue
        text = page(path)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.name}")
    if missing:
        print(f"missing in docs: {', '.join(missing)}", file=sys.stderr)
    return len(missing) and 1


if __name__ == "__main__":
    sys.exit(main())
