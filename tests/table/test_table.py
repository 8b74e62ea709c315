"""The table: turns, versions, notices, listeners, seeds."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.high_card import Deal, HandDealt, Play, RoundDealt
from tests.support.tables import GAME, act, open_table, play_out

from korthus.core.chance import FairChance, commitment, seed_bytes
from korthus.core.errors import (
    GameOver,
    IllegalAction,
    InvalidAction,
    InvalidOptions,
    InvalidState,
    KorthusError,
    NotYourTurn,
    StaleVersion,
)
from korthus.core.protocol import Event, visible
from korthus.core.record import closing_hash
from korthus.table import (
    Notice,
    Player,
    SeedAdded,
    ShuffleCommitted,
    ShuffleRevealed,
    Table,
    TableEvent,
)


def everything(table: Table) -> tuple[object, ...]:
    """All that may not change when something is refused."""
    told = [table.told(seat) for seat in (None, *range(table.seats))]
    return table.version, table.position(), table.record(), told, table.save()


def test_the_cards_come_with_the_start() -> None:
    table = open_table(start=False)
    assert (table.started, table.to_act, table.over, table.choices(0)) == (False, None, False, ())
    with pytest.raises(IllegalAction) as caught:
        table.submit(0, "play 2s")
    assert caught.value.code == "NOT_STARTED"
    table.start()
    assert (table.started, table.to_act, table.over, table.version) == (True, 0, False, 1)
    with pytest.raises(IllegalAction) as caught:
        table.start()
    assert caught.value.code == "ALREADY_STARTED"


def test_the_cards_are_those_of_the_seed_alone_if_no_seat_adds_one() -> None:
    table = open_table(seed=11)
    assert table.record().actions[0].text == str(GAME.draw(GAME.new(2), FairChance.seeded(11)))


def test_values_and_text_are_accepted() -> None:
    table = open_table()
    action = table.choices(0)[0]
    other = open_table()
    table.submit(0, action)
    other.submit(0, f"  {str(action).upper()} ")
    assert table.record() == other.record()


def test_deals_follow_at_once() -> None:
    table = open_table()
    rng = random.Random(1)
    for _ in range(6):
        act(table, rng)
    assert [entry.seat for entry in table.record().actions].count("deal") == 2
    assert table.version == 7
    assert table.moves == 6


def test_the_end() -> None:
    table = play_out(open_table())
    assert table.over
    assert table.to_act is None
    assert table.outcome is not None
    assert sum(table.outcome.scores) == 6
    assert table.choices(0) == ()
    before = everything(table)
    with pytest.raises(GameOver):
        table.submit(0, "play 2s")
    assert everything(table) == before


# -- refusals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "action", "kind", "code"),
    [
        (1, "play 2s", NotYourTurn, "NOT_YOUR_TURN"),
        (2, "play 2s", InvalidState, "NO_SUCH_SEAT"),
        (-1, "deal 2s 3s 4s 5s 6s 7s", InvalidState, "NO_SUCH_SEAT"),
        (None, "play 2s", InvalidState, "NO_SUCH_SEAT"),
        (True, "play 2s", InvalidState, "NO_SUCH_SEAT"),
        ("0", "play 2s", InvalidState, "NO_SUCH_SEAT"),
        (0, "play 2c", IllegalAction, "NOT_IN_HAND"),
        (0, "dance", InvalidAction, "UNKNOWN_ACTION"),
        (0, "", InvalidAction, "UNKNOWN_ACTION"),
        (0, "x" * 1_000_000, InvalidAction, "TOO_LONG"),
        (0, None, InvalidAction, "WRONG_ACTION"),
        (0, 7, InvalidAction, "WRONG_ACTION"),
        (0, Play("nonsense"), InvalidAction, "UNKNOWN_CARD"),  # type: ignore[arg-type]  # junk on purpose
        (0, Deal(()), IllegalAction, "NO_DEAL_NOW"),
    ],
)
def test_what_is_refused_changes_nothing(seat: Any, action: Any, kind: type[KorthusError], code: str) -> None:
    table = open_table()
    before = everything(table)
    with pytest.raises(kind) as caught:
        table.submit(seat, action)
    assert type(caught.value) is kind
    assert caught.value.code == code
    assert everything(table) == before


def test_an_action_for_an_earlier_position_is_stale() -> None:
    table = open_table()
    action = table.choices(0)[0]
    before = everything(table)
    for version in (0, 2, -1):
        with pytest.raises(StaleVersion):
            table.submit(0, action, version)
    for junk in (True, "1", 1.0):
        with pytest.raises(InvalidAction):
            table.submit(0, action, junk)  # type: ignore[arg-type]  # junk on purpose
    assert everything(table) == before
    assert table.submit(0, action, 1).version == 2


def test_a_table_needs_a_whole_seed_and_as_many_as_the_game_takes() -> None:
    people = [Player("Anna"), Player("Bo")]
    for seed in (b"", bytes(31), "x" * 32):
        with pytest.raises(InvalidOptions) as caught:
            Table(GAME, people, server_seed=seed)  # type: ignore[arg-type]  # junk on purpose
        assert caught.value.code == "BAD_TABLE_SEED"
    for count in (0, 1, 5):
        with pytest.raises(InvalidOptions) as caught:
            Table(GAME, people[:1] * count, server_seed=bytes(32))
        assert caught.value.code == "BAD_SEATS"


@pytest.mark.parametrize("name", ["", "x" * 65, "a\nb", "\x1b[2J", 5, None])
def test_a_name_is_short_and_printable(name: Any) -> None:
    with pytest.raises(InvalidOptions):
        Player(name)
    if name is not None:
        with pytest.raises(InvalidOptions):
            Player("Anna", name)


def test_there_is_no_view_for_a_seat_that_is_not_there() -> None:
    table = open_table()
    for seat in (2, -1, True, "0"):
        with pytest.raises(InvalidState):
            table.view(seat)  # type: ignore[arg-type]  # junk on purpose
        with pytest.raises(InvalidState):
            table.told(seat)  # type: ignore[arg-type]
        with pytest.raises(InvalidState):
            table.listen(print, seat=seat)  # type: ignore[arg-type]


# -- the same message twice --------------------------------------------------------------------------


def test_a_message_that_comes_twice_is_one_action() -> None:
    table = open_table()
    action = table.choices(0)[0]
    first = table.submit(0, action, 1, id="m1")
    after = everything(table)
    again = table.submit(0, action, 1, id="m1")
    assert again == first._replace(repeated=True)
    assert everything(table) == after


def test_a_refused_message_may_be_sent_again_and_ids_are_per_seat() -> None:
    table = open_table()
    with pytest.raises(IllegalAction):
        table.submit(0, "play 2c", id="m1")
    assert not table.submit(0, table.choices(0)[0], id="m1").repeated
    assert not table.submit(1, table.choices(1)[0], id="m1").repeated


@pytest.mark.parametrize("id", ["", "x" * 65, "a\n", 5])
def test_an_id_is_short_and_printable(id: Any) -> None:
    table = open_table()
    with pytest.raises(InvalidAction) as caught:
        table.submit(0, table.choices(0)[0], id=id)
    assert caught.value.code == "BAD_ID"


# -- notices and listeners ---------------------------------------------------------------------------


def test_listeners_hear_what_their_seat_may_know_and_nothing_else() -> None:
    table = open_table(3, start=False)
    heard: dict[int | None, list[Notice]] = {seat: [] for seat in (None, 0, 1, 2)}
    for seat, notices in heard.items():
        table.listen(notices.append, seat=seat, after=0)
    table.start()
    play_out(table)
    for seat, notices in heard.items():
        events = [notice.event for notice in notices]
        assert list(visible(events, seat)) == events
        assert tuple(notices) == table.told(seat)
        own = [event for event in events if isinstance(event, HandDealt)]
        assert len(own) == (0 if seat is None else 2)


def test_sequence_numbers_have_no_gaps_so_they_tell_nothing_about_others() -> None:
    table = play_out(open_table(4))
    for seat in (None, 0, 1, 2, 3):
        told = table.told(seat)
        assert [notice.sequence for notice in told] == list(range(1, len(told) + 1))
        assert table.told(seat, after=5) == told[5:]
        assert table.told(seat, after=len(told)) == ()
        assert table.told(seat, after=-3) == told


def test_a_receipt_tells_the_seat_what_came_of_its_action() -> None:
    table = open_table()
    told = len(table.told(0))
    receipt = table.submit(0, table.choices(0)[0])
    assert receipt.notices == table.told(0, after=told)
    assert receipt.version == table.version


def test_a_late_listener_can_catch_up_and_a_closed_one_hears_no_more() -> None:
    table = open_table()
    new: list[Notice] = []
    old: list[Notice] = []
    first = table.listen(new.append, seat=0)
    table.listen(old.append, seat=0, after=1)
    assert new == []
    assert tuple(old) == table.told(0, after=1)
    act(table, random.Random(1))
    assert len(new) == 1
    first.close()
    act(table, random.Random(1))
    assert len(new) == 1
    assert tuple(old) == table.told(0, after=1)


def test_a_listener_may_close_itself_and_hears_only_what_came_before() -> None:
    table = open_table(start=False)
    heard: list[Notice] = []

    def once(notice: Notice) -> None:
        heard.append(notice)
        listener.close()

    listener = table.listen(once, seat=0)
    table.start()
    play_out(table)
    assert len(heard) == 1


def test_a_listener_that_acts_does_not_upset_the_order() -> None:
    table = open_table()
    rng = random.Random(3)
    before: list[Notice] = []
    after: list[Notice] = []

    def eager(notice: Notice) -> None:
        if table.to_act is not None:
            act(table, rng)

    table.listen(before.append, seat=0, after=0)
    table.listen(eager, seat=1)
    table.listen(after.append, seat=0, after=0)
    act(table, rng)
    assert table.over
    assert tuple(before) == tuple(after) == table.told(0)


def test_the_table_is_settled_before_anybody_hears() -> None:
    table = open_table()
    versions: list[int] = []
    table.listen(lambda notice: versions.append(table.version), seat=0)
    act(table, random.Random(1))
    assert versions == [2]


def test_a_failing_listener_neither_undoes_the_action_nor_silences_the_others() -> None:
    table = open_table()
    heard: list[Notice] = []

    def broken(notice: Notice) -> None:
        raise RuntimeError("broken")

    table.listen(broken, seat=0)
    table.listen(heard.append, seat=0)
    with pytest.raises(ExceptionGroup) as caught:
        act(table, random.Random(1))
    assert [type(each) for each in caught.value.exceptions] == [RuntimeError]
    assert table.version == 2
    assert len(heard) == 1


def test_permuting_what_a_seat_cannot_see_changes_nothing_it_is_told() -> None:
    """Same notices, same numbers, same receipts, as long as the visible cards are the same."""
    public: dict[str, set[tuple[str, ...]]] = {}
    for seed in range(300):
        table = open_table(seed=seed, game=type(GAME)(GAME.rules_type.make(hand=1, rounds=1)))
        hand = repr(table.view(0))
        events = [repr(notice) for notice in table.told(0) if not isinstance(notice.event, ShuffleCommitted)]
        public.setdefault(hand, set()).add(tuple(events))
    assert len(public) == 13
    assert all(len(told) == 1 for told in public.values())


# -- the shuffle -------------------------------------------------------------------------------------


def test_the_commitment_is_published_before_the_first_card() -> None:
    table = open_table(start=False)
    (notice,) = table.told(None)
    assert notice.event == ShuffleCommitted(scheme="korthus/1", commitment=table.commitment)
    assert table.commitment == commitment(seed_bytes(7))


def test_the_seed_is_revealed_when_the_game_is_over_and_not_before() -> None:
    table = open_table(start=False)
    table.add_seed(1, "mine")
    table.start()
    rng = random.Random(1)
    secret = seed_bytes(7).hex()
    while not table.over:
        assert secret not in repr([table.told(seat) for seat in (None, 0, 1)])
        assert table.record().shuffle.server_seed is None
        act(table, rng)
    last = table.told(None)[-1].event
    closing = closing_hash(table.record())
    assert last == ShuffleRevealed(server_seed=secret, seat_seeds=("", "mine"), closing=closing)
    assert table.record().shuffle.server_seed == secret


def test_seat_seeds_change_the_cards() -> None:
    deals = set()
    for seeds in ({}, {0: "a"}, {1: "a"}, {0: "a", 1: "b"}, {0: "b", 1: "a"}):
        table = open_table(start=False)
        for seat, seed in seeds.items():
            table.add_seed(seat, seed)
        table.start()
        deals.add(table.record().actions[0].text)
    assert len(deals) == 5


def test_a_seat_adds_one_seed_before_the_cards() -> None:
    table = open_table(start=False)
    for bad in ("", "å" * 200, "\ud800", 5, None):
        with pytest.raises(InvalidAction) as refused:
            table.add_seed(0, bad)  # type: ignore[arg-type]  # junk on purpose
        assert refused.value.code == "BAD_SEED"
    table.add_seed(0, "one")
    assert table.told(1)[-1].event == SeedAdded(seat=0)
    with pytest.raises(IllegalAction) as caught:
        table.add_seed(0, "two")
    assert caught.value.code == "SEED_GIVEN"
    with pytest.raises(InvalidState):
        table.add_seed(None, "x")  # type: ignore[arg-type]
    table.start()
    with pytest.raises(IllegalAction) as caught:
        table.add_seed(1, "late")
    assert caught.value.code == "ALREADY_STARTED"
    assert table.record().shuffle.seat_seeds == ("one", "")


def test_table_events_are_marked_as_such() -> None:
    table = play_out(open_table())
    kinds = [isinstance(notice.event, TableEvent) for notice in table.told(None)]
    assert kinds[0]
    assert kinds[-1]
    assert not any(kinds[1:-1])


@given(seed=st.integers(0, 2**32), seats=st.integers(2, 4), luck=st.integers(0, 2**32))
def test_the_same_seed_and_actions_give_the_same_table(seed: int, seats: int, luck: int) -> None:
    one, other = open_table(seats, seed=seed), open_table(seats, seed=seed)
    play_out(one, luck)
    play_out(other, luck)
    assert everything(one) == everything(other)
    events: list[Event] = [notice.event for notice in one.told(None)]
    assert sum(isinstance(event, RoundDealt) for event in events) == 2
