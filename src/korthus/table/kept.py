"""What somebody who sat at a table has kept, held against its record.

A record can be made anew from its first card on, with another seed, its commitment and deals that follow from
it; nothing in it is wrong then. Who remembers what the table showed before the first card, and told at the
end, finds that out.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from korthus.core.phrases import Phrase
from korthus.core.record import Record, closing_hash
from korthus.table.findings import NOTHING, Finding


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a game from elsewhere than its record; None where nothing is."""

    #: The commitment that was shown before the first card.
    commitment: str | None = None
    #: The hash of the whole record that was told when the game was over.
    closing: str | None = None
    #: A seed that one of the seats added.
    seed: str | None = None


class Compared(NamedTuple):
    """What was found wrong, what was compared, and what could not be."""

    findings: list[Finding]
    checked: list[str]
    unchecked: list[str]


def compare_kept(record: Record, kept: Kept) -> Compared:
    """Hold a record against what was kept."""
    told = Compared([], [], [])
    if kept.commitment is None:
        told.unchecked.append(
            Phrase(
                "verify.unchecked.shown",
                "whether the seal is the one that was shown before the first card",
            )
        )
    else:
        told.checked.append(Phrase("verify.checked.shown", "the seal against the one that was shown"))
        if kept.commitment != record.shuffle.commitment:
            told.findings.append(
                Finding(
                    code="OTHER_COMMITMENT",
                    step=None,
                    what=Phrase(
                        "verify.what.other_commitment",
                        "the seal is not the one that was shown before the first card",
                    ),
                    expected=kept.commitment,
                    found=record.shuffle.commitment,
                )
            )
    if kept.seed is not None:
        told.checked.append(Phrase("verify.checked.seat_seed", "that the seed you added is there"))
        if kept.seed not in record.shuffle.seat_seeds:
            told.findings.append(
                Finding(
                    code="SEED_MISSING",
                    step=None,
                    what=Phrase("verify.what.seat_seed", "the seed that you added"),
                    expected=kept.seed,
                    found=", ".join(seed for seed in record.shuffle.seat_seeds if seed) or NOTHING,
                )
            )
    if record.outcome is not None or kept.closing is not None:
        _compare_closing(record, kept, told)
    return told


def _compare_closing(record: Record, kept: Kept, told: Compared) -> None:
    real = closing_hash(record)
    if kept.closing is not None:
        told.checked.append(
            Phrase("verify.checked.closing", "the whole record against the closing hash that was told")
        )
        if kept.closing != real:
            told.findings.append(
                Finding(
                    code="OTHER_CLOSING",
                    step=None,
                    what=Phrase(
                        "verify.what.other_closing", "the record is not the one that was closed at the table"
                    ),
                    expected=kept.closing,
                    found=real,
                )
            )
    elif record.closing is None:
        told.unchecked.append(
            Phrase(
                "verify.unchecked.no_closing",
                "names and computer players: the record has no closing hash, as older ones",
            )
        )
    else:
        told.unchecked.append(
            Phrase("verify.unchecked.closing", "whether the closing hash is the one that was told at the end")
        )


def check_closing(record: Record) -> list[Finding]:
    """Whether a record is what its own closing hash was taken of.

    To be asked where nothing else is wrong: whatever else was changed has its own name.
    """
    real = closing_hash(record)
    if record.closing in (None, real):
        return []
    return [
        Finding(
            code="BAD_CLOSING",
            step=None,
            what=Phrase(
                "verify.what.closing",
                "something was changed that no rule speaks of, such as a name: the closing hash",
            ),
            expected=real,
            found=str(record.closing),
        )
    ]
