"""Is a record true? Actions are checked against the rules, deals against the seeds, the seed against its
commitment, and all of it against what was kept from the table.

What is wrong is named: the step, what should be there, and what is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from korthus.core.chance import FairChance, commitment
from korthus.core.errors import InvalidRecord, KorthusError, Reason
from korthus.core.phrases import Phrase
from korthus.core.protocol import CHANCE, AnyGame, Outcome, State
from korthus.core.record import ActionEntry, Record
from korthus.table.findings import NOTHING, Finding
from korthus.table.kept import Kept, check_closing, compare_kept
from korthus.table.replay import game_of, play_entry
from korthus.table.resigning import outcome_of

_DEAL: Final = Phrase("verify.some.deal", "a deal")


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What was found wrong, what was checked, and what could not be, in phrases."""

    findings: tuple[Finding, ...]
    checked: tuple[str, ...]
    unchecked: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong with what could be checked."""
        return not self.findings


class _Walk(NamedTuple):
    """A record read from the first action to the last that makes sense."""

    findings: list[Finding]
    #: The state after the last action, or None if it was not reached.
    state: State | None
    deals: int
    wrong_deals: int


def verify(record: Record, *, game: AnyGame | None = None, kept: Kept | None = None) -> Report:
    """Check a record in full, and against what was ``kept`` of it; ``game`` stands in for the catalogue.

    Raises:
        InvalidRecord: the game that it names cannot be set up, so that nothing can be checked.
    """
    playing = game_of(record, game=game)
    try:
        first = playing.new(len(record.seats))
    except KorthusError as error:
        raise InvalidRecord.of(error) from None
    seed_findings = _check_seed(record)
    walk = _read(record, playing, first)
    findings = [*seed_findings, *walk.findings]
    checked: list[str] = []
    unchecked: list[str] = []
    if record.shuffle.server_seed is None:
        unchecked.append(
            Phrase(
                "verify.unchecked.no_seed",
                "the seal and the deals: the server seed is not in the record",
            )
        )
    else:
        checked.append(Phrase("verify.checked.commitment", "the seal against the server seed"))
        checked.append(
            Phrase("verify.checked.deals", "the deals against the seeds ({count})", count=walk.deals)
        )
    if walk.state is None:
        unchecked.append(
            Phrase("verify.unchecked.rest", "the outcome and what comes after the first action that is wrong")
        )
    else:
        checked.append(
            Phrase(
                "verify.checked.actions",
                "the actions against the rules of {game} ({count})",
                game=record.game,
                count=len(record.actions),
            )
        )
        over, problems = _check_end(record, playing, walk.state)
        findings.extend(problems)
        if over:
            checked.append(Phrase("verify.checked.scores", "the scores and the winners"))
        else:
            unchecked.append(Phrase("verify.unchecked.going_on", "the outcome: the game is not over"))
    told = compare_kept(record, kept or Kept())
    findings.extend(told.findings)
    if not findings:
        findings.extend(check_closing(record))
    return Report(
        findings=tuple(findings),
        checked=(*checked, *told.checked),
        unchecked=(*unchecked, *told.unchecked),
    )


def _check_seed(record: Record) -> list[Finding]:
    seed = record.shuffle.server_seed
    if seed is None:
        return []
    real = commitment(bytes.fromhex(seed))
    if real == record.shuffle.commitment:
        return []
    return [
        Finding(
            code="BAD_COMMITMENT",
            step=None,
            what=Phrase("verify.what.commitment", "the seal is not the SHA-256 of the server seed"),
            expected=real,
            found=record.shuffle.commitment,
        )
    ]


def _read(record: Record, game: AnyGame, first: State) -> _Walk:
    """Read the actions in the way that leaves the least to complain about.

    When a deal does not follow from the seeds, either the deal was changed or the seeds were. A changed deal
    leaves actions that fit the real cards; changed seeds leave actions that fit the cards as written.
    """
    by_seeds = _walk(record, game, first, trust_deals=False)
    if by_seeds.state is not None or not by_seeds.wrong_deals:
        return by_seeds
    as_written = _walk(record, game, first, trust_deals=True)
    if as_written.state is None:
        return by_seeds
    if as_written.deals > 1 and as_written.wrong_deals == as_written.deals:
        first_deal, *_ = (finding for finding in as_written.findings if finding.code == "BAD_DEAL")
        others = [finding for finding in as_written.findings if finding.code != "BAD_DEAL"]
        finding = msgspec.structs.replace(
            first_deal,
            code="BAD_SEEDS",
            what=Phrase(
                "verify.what.seeds",
                "none of the {count} {count:deal|deals} follows from the seeds; the first of them",
                count=as_written.deals,
            ),
        )
        return as_written._replace(findings=[finding, *others])
    return as_written


def _walk(record: Record, game: AnyGame, first: State, *, trust_deals: bool) -> _Walk:
    seed = record.shuffle.server_seed
    chance = None if seed is None else FairChance(bytes.fromhex(seed), record.shuffle.seat_seeds)
    findings: list[Finding] = []
    state, deals, wrong = first, 0, 0
    for step, entry in enumerate(record.actions, 1):
        actor = game.to_act(state)
        if (found := _who(entry)) != (expected := _who_is_to_act(actor)):
            findings.append(
                Finding(
                    code="WRONG_SEAT",
                    step=step,
                    what=Phrase("verify.what.who", "who acts"),
                    expected=expected,
                    found=found,
                )
            )
            return _Walk(findings, None, deals, wrong)
        if actor == CHANCE:
            deals += 1
            if chance is not None:
                real = str(game.draw(state, chance))
                if real != entry.text:
                    wrong += 1
                    findings.append(_deal_finding(step, real, entry.text))
                    if not trust_deals:
                        entry = ActionEntry(seat="deal", text=real)
        try:
            shown = play_entry(game, state, entry)
        except KorthusError as error:
            findings.append(
                Finding(
                    code=error.code,
                    step=step,
                    what=Phrase("verify.what.refused", "the action of {who} is refused", who=found),
                    expected=Phrase("verify.some.allowed", "an action that the rules allow"),
                    found=Phrase(
                        "verify.some.refused",
                        "{action} ({trouble})",
                        action=_short(entry.text),
                        trouble=Reason(error),
                    ),
                )
            )
            return _Walk(findings, None, deals, wrong)
        if str(shown.action) != entry.text:
            findings.append(
                Finding(
                    code="NOT_CANONICAL",
                    step=step,
                    what=Phrase(
                        "verify.what.not_canonical", "the action is not written as a table writes it"
                    ),
                    expected=str(shown.action),
                    found=_short(entry.text),
                )
            )
        state = shown.state
    return _Walk(findings, state, deals, wrong)


def _deal_finding(step: int, real: str, written: str) -> Finding:
    """A deal that does not follow from the seeds, and the first word in which it differs."""
    pairs = zip(real.split(), written.split(), strict=False)
    index = next((index for index, (ours, theirs) in enumerate(pairs) if ours != theirs), None)
    what = Phrase("verify.what.deal", "the deal does not follow from the seeds")
    if index is not None:
        what = Phrase(
            "verify.what.deal_at",
            "the deal does not follow from the seeds (first at word {word}: {real} became {written})",
            word=index + 1,
            real=real.split()[index],
            written=_short(written.split()[index]),
        )
    return Finding(code="BAD_DEAL", step=step, what=what, expected=real, found=_short(written, 400))


def _check_end(record: Record, game: AnyGame, state: State) -> tuple[bool, list[Finding]]:
    """Whether the game is over after the last action, and what is wrong with how the record ends."""
    outcome = outcome_of(record, game, state)
    if outcome is None:
        return False, list(_told_too_early(record))
    if record.resigned is not None and outcome.resigned is None:
        return True, [_given_up_too_late(record)]
    return True, list(_wrong_outcome(record, outcome))


def _given_up_too_late(record: Record) -> Finding:
    """The rules had ended the game before somebody gave it up."""
    return Finding(
        code="RESIGNED_TOO_LATE",
        step=len(record.actions),
        what=Phrase("verify.what.resigned", "who gave the game up"),
        expected=Phrase("verify.some.nobody", "nobody, for the game is over"),
        found=_seats((record.resigned or 0,)),
    )


def _told_too_early(record: Record) -> Iterator[Finding]:
    """What the record of a game that goes on must not have."""
    going_on = Phrase("verify.some.going_on", "none, for the game goes on")
    last = len(record.actions)
    if record.outcome is not None:
        yield Finding(
            code="NOT_OVER",
            step=last,
            what=Phrase("verify.what.outcome", "the outcome"),
            expected=going_on,
            found=_scores(record.outcome.scores),
        )
    if record.shuffle.server_seed is not None:
        yield Finding(
            code="SEED_TOO_EARLY",
            step=last,
            what=Phrase("verify.what.server_seed", "the server seed"),
            expected=going_on,
            found=record.shuffle.server_seed,
        )


def _wrong_outcome(record: Record, outcome: Outcome) -> Iterator[Finding]:
    """Where the written outcome is not the real one."""
    written = record.outcome
    if written is None:
        yield Finding(
            code="NO_OUTCOME",
            step=len(record.actions),
            what=Phrase("verify.what.outcome", "the outcome"),
            expected=_scores(outcome.scores),
            found=NOTHING,
        )
        return
    for seat, (real, claimed) in enumerate(zip(outcome.scores, written.scores, strict=True)):
        if real != claimed:
            name = record.seats[seat].name
            yield Finding(
                code="BAD_SCORE",
                step=None,
                what=Phrase(
                    "verify.what.score", "the score of seat {seat}, {name}", seat=seat + 1, name=name
                ),
                expected=str(real),
                found=str(claimed),
            )
    if tuple(outcome.winners) != written.winners:
        yield Finding(
            code="BAD_WINNERS",
            step=None,
            what=Phrase("verify.what.winners", "the winners"),
            expected=_seats(outcome.winners),
            found=_seats(written.winners),
        )


def _who(entry: ActionEntry) -> str:
    return _DEAL if entry.seat == "deal" else _seat(entry.seat)


def _who_is_to_act(actor: int | None) -> str:
    if actor is None:
        return Phrase("verify.some.nobody", "nobody, for the game is over")
    return _DEAL if actor == CHANCE else _seat(actor)


def _seat(seat: int) -> str:
    """A seat as people count them."""
    return Phrase("verify.some.seat", "seat {seat}", seat=seat + 1)


def _seats(seats: tuple[int, ...]) -> str:
    return Phrase("verify.some.seats", "seats {seats}", seats=_list(tuple(seat + 1 for seat in seats)))


def _scores(scores: tuple[int, ...]) -> str:
    return Phrase("verify.some.scores", "scores {scores}", scores=_list(scores))


def _list(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers)) or NOTHING


def _short(text: str, limit: int = 80) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"
