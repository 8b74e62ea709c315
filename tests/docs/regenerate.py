"""Write the generated parts of the docs anew: ``python -m tests.docs.regenerate``."""

from __future__ import annotations

from tests.docs.generated import page, pages


def main() -> None:
    """Write each page that has changed."""
    for path in pages():
        text = page(path)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.name}")


if __name__ == "__main__":
    main()
