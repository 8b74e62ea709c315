"""One thing that is wrong with a record."""

from __future__ import annotations

from typing import Final

import msgspec

from korthus.core.phrases import Phrase

#: What is found where there should be something, or the other way round.
NOTHING: Final = Phrase("verify.some.none", "none")


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that is wrong. ``step`` is the number of the action (the first is 1), if it is about one.

    Texts are phrases where they are more than what stands in the record.
    """

    code: str
    step: int | None
    what: str
    expected: str
    found: str

    @property
    def sentence(self) -> Phrase:
        """All of it, to be said in any language."""
        parts = {"what": self.what, "expected": self.expected, "found": self.found, "code": self.code}
        if self.step is None:
            return Phrase("verify.finding", "{what}: expected {expected}, found {found} [{code}]", **parts)
        return Phrase(
            "verify.finding_at",
            "step {step}: {what}: expected {expected}, found {found} [{code}]",
            step=self.step,
            **parts,
        )

    def __str__(self) -> str:
        return str(self.sentence)
