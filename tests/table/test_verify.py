"""Whatever is changed in a record is found, and named."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.high_card import SPADES, Deal, HighCardState, Play
from tests.support.tables import GAME, finished_record, open_table, play_out

from korthus.core.cards import Card
from korthus.core.chance import commitment
from korthus.core.errors import InvalidRecord
from korthus.core.protocol import CHANCE
from korthus.core.record import ActionEntry, OutcomeEntry, Record, SeatEntry
from korthus.table import Finding, Kept, verify

RECORD = finished_record(seat_seeds=("Anna's", "Bo's"))
DEALS = [place for place, entry in enumerate(RECORD.actions) if entry.seat == "deal"]


def changed(record: Record = RECORD, **fields: Any) -> Record:
    return msgspec.structs.replace(record, **fields)


def with_action(place: int, entry: ActionEntry, record: Record = RECORD) -> Record:
    actions = list(record.actions)
    actions[place] = entry
    return changed(record, actions=tuple(actions))


def with_shuffle(record: Record = RECORD, **fields: Any) -> Record:
    return changed(record, shuffle=msgspec.structs.replace(record.shuffle, **fields))


def findings(record: Record) -> tuple[Finding, ...]:
    return verify(record, game=GAME).findings


def only(record: Record) -> Finding:
    (finding,) = findings(record)
    return finding


def test_an_honest_record_is_right_in_every_way() -> None:
    kept = Kept(commitment=RECORD.shuffle.commitment, closing=RECORD.closing, seed="Bo's")
    report = verify(RECORD, game=GAME, kept=kept)
    assert report.ok
    assert report.unchecked == ()
    assert report.checked == (
        "the seal against the server seed",
        "the deals against the seeds (2)",
        "the actions against the rules of high_card (14)",
        "the scores and the winners",
        "the seal against the one that was shown",
        "that the seed you added is there",
        "the whole record against the closing hash that was told",
    )


@given(seed=st.integers(0, 10_000), seats=st.integers(2, 4))
def test_every_honest_record_is_right(seed: int, seats: int) -> None:
    assert verify(finished_record(seats, seed=seed), game=GAME).ok


def test_a_game_that_goes_on_can_be_checked_in_part() -> None:
    report = verify(open_table().record(), game=GAME)
    assert report.ok
    assert report.checked == ("the actions against the rules of high_card (1)",)
    assert len(report.unchecked) == 3
    assert "server seed is not in the record" in report.unchecked[0]
    assert "not over" in report.unchecked[1]


# -- the shuffle -------------------------------------------------------------------------------------


def test_a_changed_commitment_is_named() -> None:
    finding = only(with_shuffle(commitment="0" * 64))
    assert finding.code == "BAD_COMMITMENT"
    assert finding.expected == RECORD.shuffle.commitment
    assert finding.found == "0" * 64


def test_a_changed_server_seed_is_named() -> None:
    found = findings(with_shuffle(server_seed="ab" * 32))
    assert [finding.code for finding in found] == ["BAD_COMMITMENT", "BAD_SEEDS"]
    assert found[0].expected == commitment(bytes.fromhex("ab" * 32))
    assert found[1].step == 1
    assert found[1].found == RECORD.actions[0].text


def test_changed_seat_seeds_are_named() -> None:
    for seeds in (("Anna's", ""), ("Bo's", "Anna's"), ()):
        finding = only(with_shuffle(seat_seeds=seeds))
        assert finding.code == "BAD_SEEDS"
        assert "none of the 2 deals" in finding.what


@pytest.mark.parametrize("place", DEALS)
def test_a_card_exchanged_in_a_deal_is_named(place: int) -> None:
    """The other cards still fit, so the one finding is the deal, wherever the changed card lay."""
    deal = GAME.parse(RECORD.actions[place].text)
    assert isinstance(deal, Deal)
    spare = next(card for card in SPADES if card not in deal.cards)
    for at, card in enumerate(deal.cards):
        cards = (*deal.cards[:at], spare, *deal.cards[at + 1 :])
        finding = only(with_action(place, ActionEntry(seat="deal", text=str(Deal(cards)))))
        assert finding.code == "BAD_DEAL"
        assert finding.step == place + 1
        assert finding.expected == RECORD.actions[place].text
        assert finding.found == str(Deal(cards))
        assert f"{card} became {spare}" in finding.what


def test_cards_swapped_between_hands_are_named() -> None:
    deal = GAME.parse(RECORD.actions[0].text)
    assert isinstance(deal, Deal)
    cards = deal.cards[3:] + deal.cards[:3]
    finding = only(with_action(0, ActionEntry(seat="deal", text=str(Deal(cards)))))
    assert (finding.code, finding.step) == ("BAD_DEAL", 1)


@pytest.mark.parametrize("text", ["deal", "deal 2s", "deal 2s 2s 2s 2s 2s 2s", "nonsense"])
def test_an_impossible_deal_is_named(text: str) -> None:
    finding = only(with_action(DEALS[1], ActionEntry(seat="deal", text=text)))
    assert (finding.code, finding.step) == ("BAD_DEAL", DEALS[1] + 1)


def test_a_whole_game_with_other_cards_is_found_out() -> None:
    """A forger who replays everything consistently still cannot make the deals follow from the seed."""
    other = finished_record(seed=8)
    forged = changed(other, shuffle=RECORD.shuffle)
    assert [finding.code for finding in findings(forged)] == ["BAD_SEEDS"]


def forged(place: int, cards: tuple[Card, ...]) -> Record:
    """The record with another deal at a place, and a whole game that fits it from there on."""
    state: HighCardState = GAME.new(2)
    actions = []
    for entry in RECORD.actions[:place]:
        state = GAME.apply(state, GAME.parse(entry.text)).state
        actions.append(entry)
    while (actor := GAME.to_act(state)) is not None:
        if actor == CHANCE:
            action: Deal | Play = Deal(cards)
            actions.append(ActionEntry(seat="deal", text=str(action)))
        else:
            action = GAME.legal_actions(state)[0]
            actions.append(ActionEntry(seat=actor, text=str(action)))
        state = GAME.apply(state, action).state
    outcome = GAME.outcome(state)
    assert outcome is not None
    written = OutcomeEntry(scores=outcome.scores, winners=outcome.winners)
    return changed(actions=tuple(actions), outcome=written)


def test_one_forged_deal_in_a_game_that_fits_it_is_named() -> None:
    """With the real cards the rest makes no sense, with the forged ones it does: so the deal is wrong."""
    record = forged(DEALS[1], SPADES[:6])
    finding = only(record)
    assert (finding.code, finding.step) == ("BAD_DEAL", DEALS[1] + 1)
    assert finding.expected == RECORD.actions[DEALS[1]].text


def test_a_forged_deal_and_a_forged_action_are_both_named() -> None:
    record = forged(DEALS[1], SPADES[:6])
    leader = record.actions[DEALS[1] + 1].seat
    record = with_action(DEALS[1] + 1, ActionEntry(seat=leader, text="play 2c"), record)
    assert [finding.code for finding in findings(record)] == ["BAD_DEAL", "NOT_IN_HAND"]


def test_changed_seeds_do_not_hide_other_findings() -> None:
    record = with_action(1, ActionEntry(seat=0, text=RECORD.actions[1].text.upper()))
    codes = [finding.code for finding in findings(with_shuffle(record, seat_seeds=()))]
    assert codes == ["BAD_SEEDS", "NOT_CANONICAL"]


# -- the actions -------------------------------------------------------------------------------------


def test_every_changed_action_is_named_with_its_step() -> None:
    """Play any other spade instead: the rules refuse it here, or the copy of it later."""
    for place, entry in enumerate(RECORD.actions):
        if entry.seat == "deal":
            continue
        for card in SPADES:
            if entry.text != f"play {card}":
                found = findings(with_action(place, ActionEntry(seat=entry.seat, text=f"play {card}")))
                assert found
                assert found[0].step is None or found[0].step >= place + 1


def test_a_card_that_was_not_held_is_named() -> None:
    finding = only(with_action(1, ActionEntry(seat=0, text="play 2c")))
    assert (finding.code, finding.step) == ("NOT_IN_HAND", 2)
    assert "play 2c" in finding.found
    assert "not in your hand" in str(finding)
    report = verify(with_action(1, ActionEntry(seat=0, text="play 2c")), game=GAME)
    assert any("after the first action that is wrong" in sentence for sentence in report.unchecked)


def test_an_action_of_another_seat_is_named() -> None:
    entry = RECORD.actions[1]
    finding = only(with_action(1, ActionEntry(seat=1, text=entry.text)))
    assert (finding.code, finding.step) == ("WRONG_SEAT", 2)
    assert (finding.expected, finding.found) == ("seat 1", "seat 2")


def test_a_deal_that_was_left_out_or_came_too_early_is_named() -> None:
    without = tuple(entry for place, entry in enumerate(RECORD.actions) if place != DEALS[1])
    finding = only(changed(actions=without))
    assert (finding.code, finding.expected, finding.step) == ("WRONG_SEAT", "a deal", DEALS[1] + 1)
    twice = (RECORD.actions[0], *RECORD.actions)
    finding = only(changed(actions=twice))
    assert (finding.code, finding.found, finding.step) == ("WRONG_SEAT", "a deal", 2)


def test_an_action_after_the_end_is_named() -> None:
    finding = only(changed(actions=(*RECORD.actions, RECORD.actions[-1])))
    assert (finding.code, finding.step) == ("WRONG_SEAT", 15)
    assert "over" in finding.expected


def test_an_action_that_is_right_but_spelt_otherwise_is_named() -> None:
    entry = RECORD.actions[1]
    finding = only(with_action(1, ActionEntry(seat=0, text=entry.text.upper())))
    assert (finding.code, finding.step, finding.expected) == ("NOT_CANONICAL", 2, entry.text)


# -- the end -----------------------------------------------------------------------------------------


def test_a_changed_score_is_named_with_its_seat() -> None:
    assert RECORD.outcome is not None
    first, second = RECORD.outcome.scores
    outcome = OutcomeEntry(scores=(first, second + 1), winners=RECORD.outcome.winners)
    finding = only(changed(outcome=outcome))
    assert finding.code == "BAD_SCORE"
    assert "seat 2, Bo" in finding.what
    assert (finding.expected, finding.found) == (str(second), str(second + 1))


def test_changed_winners_are_named() -> None:
    assert RECORD.outcome is not None
    finding = only(changed(outcome=OutcomeEntry(scores=RECORD.outcome.scores, winners=())))
    assert (finding.code, finding.found) == ("BAD_WINNERS", "seats none")


def test_a_missing_outcome_is_named() -> None:
    finding = only(changed(outcome=None))
    assert finding.code == "NO_OUTCOME"


def test_an_outcome_or_a_seed_of_a_game_that_goes_on_is_named() -> None:
    found = findings(changed(actions=RECORD.actions[:-1]))
    assert [finding.code for finding in found] == ["NOT_OVER", "SEED_TOO_EARLY"]
    assert {finding.step for finding in found} == {13}


def test_several_changes_are_all_named() -> None:
    record = with_shuffle(changed(outcome=None), commitment="0" * 64)
    assert [finding.code for finding in findings(record)] == ["BAD_COMMITMENT", "NO_OUTCOME"]


def test_a_record_of_no_known_game_cannot_be_checked_at_all() -> None:
    with pytest.raises(InvalidRecord):
        verify(RECORD)
    with pytest.raises(InvalidRecord) as caught:
        verify(changed(seats=(SeatEntry(name="A", bot=None),)), game=GAME)
    assert caught.value.code == "BAD_SEATS"


def test_practice_games_verify_too() -> None:
    table = play_out(open_table(practice=True))
    for _ in range(9):
        table.undo()
    assert verify(play_out(table, seed=5).record(), game=GAME).ok
