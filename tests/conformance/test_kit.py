"""The kit can fail: each promise of the protocol is broken once, and each breach is found and named."""

from __future__ import annotations

import random
from typing import Any, ClassVar

import msgspec
import pytest
from tests.support.high_card import (
    SPADES,
    CardPlayed,
    Deal,
    HandDealt,
    HighCard,
    HighCardRules,
    HighCardState,
    HighCardView,
    Play,
    RoundDealt,
)

from korthus.core.cards import DECK, ORDER, Card
from korthus.core.chance import Chance
from korthus.core.errors import GameOver, IllegalAction, TooManyActions
from korthus.core.protocol import CHANCE, Effect, Event, Outcome, Step
from korthus.testing import ConformanceError, check_game

replace = msgspec.structs.replace


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("preset", HighCardRules.presets)
def test_a_sound_game_passes(preset: str, seats: int) -> None:
    report = check_game(HighCard(HighCardRules.make(preset)), games=20, seed=5, seats=seats, thorough=1)
    assert report.games == 20
    assert report.thorough == report.moves + report.deals
    assert report.widest == HighCardRules.make(preset).hand
    assert 0 < report.different < report.worlds
    assert report.continued > 0
    assert report.refused > report.moves


def test_the_same_seed_reports_the_same() -> None:
    game = HighCard(HighCardRules())
    assert check_game(game, games=5, seed=3) == check_game(game, games=5, seed=3)


# -- the breaches ----------------------------------------------------------------------------------


class LeakyView(HighCard):
    """Everybody sees how high the first card of seat 1 is."""

    def _view(self, state: HighCardState, seat: int | None) -> HighCardView:
        high = ORDER[state.hands[1][0]] if state.hands[1] else 0
        return replace(super()._view(state, seat), round=high)


class NeighbourView(HighCard):
    """Seat 0 is shown seat 1's hand as taken cards, and the sampler makes use of it."""

    def _view(self, state: HighCardState, seat: int | None) -> HighCardView:
        view = super()._view(state, seat)
        return replace(view, taken=state.hands[1]) if seat == 0 else view


class LeakyDeal(HighCard):
    """The deal tells everybody a card of seat 1."""

    def _deal(self, state: HighCardState, deal: Deal) -> Step[HighCardState]:
        step = super()._deal(state, deal)
        return Step(step.state, (*step.events, HandDealt(cards=step.state.hands[1][:1])))


class LeakyPlay(HighCard):
    """A play tells everybody what is left in the hand of seat 1."""

    def _play(self, state: HighCardState, play: Play) -> Step[HighCardState]:
        step = super()._play(state, play)
        return Step(step.state, (*step.events, HandDealt(cards=step.state.hands[1])))


class Blind(HighCard):
    """Nobody sees the table, yet what is played is announced."""

    def _view(self, state: HighCardState, seat: int | None) -> HighCardView:
        return replace(super()._view(state, seat), table=(), taken=(), leader=0, tricks=())

    def _sample(self, view: HighCardView, rng: random.Random) -> HighCardState:
        return super()._sample(replace(view, tricks=(0,) * len(view.counts)), rng)


class Withholding(HighCard):
    """The last card of a hand is not listed, but may be played."""

    def _legal_actions(self, state: HighCardState) -> tuple[Deal | Play, ...]:
        listed = super()._legal_actions(state)
        return listed[:-1] or listed

    def _choices(self, view: HighCardView) -> tuple[Deal | Play, ...]:
        listed = super()._choices(view)
        return listed[:-1] or listed


class Promising(HighCard):
    """Every spade is listed."""

    def _legal_actions(self, state: HighCardState) -> tuple[Deal | Play, ...]:
        return tuple(Play(card) for card in SPADES)


class Stuck(HighCard):
    """Nothing is listed."""

    def _legal_actions(self, state: HighCardState) -> tuple[Deal | Play, ...]:
        return ()


class Unsorted(HighCard):
    """High cards first, though the key says low cards first."""

    def _legal_actions(self, state: HighCardState) -> tuple[Deal | Play, ...]:
        return super()._legal_actions(state)[::-1]


class Doubled(HighCard):
    """Each action is listed twice."""

    def _legal_actions(self, state: HighCardState) -> tuple[Deal | Play, ...]:
        return tuple(action for action in super()._legal_actions(state) for _ in range(2))


class Listing(HighCard):
    """The legal actions are a list."""

    def legal_actions(self, state: HighCardState) -> Any:
        return super().legal_actions(state) and list(super().legal_actions(state))


class Chatty(Play, frozen=True):
    """A play whose text forgets the card."""

    def __str__(self) -> str:
        return "play"


class SameText(HighCard):
    """All plays have one text."""

    action_types = (Deal, Chatty)

    def _legal_actions(self, state: HighCardState) -> tuple[Deal | Play, ...]:
        return tuple(
            Chatty(action.card) for action in super()._legal_actions(state) if isinstance(action, Play)
        )


class Misread(HighCard):
    """Text is read as another card."""

    def _parse(self, text: str) -> Deal | Play:
        action = super()._parse(text)
        return Play(Card.S2) if isinstance(action, Play) else action


class Forgetful(HighCard):
    """The text of a position leaves the tricks out."""

    def format_state(self, state: HighCardState) -> str:
        return super().format_state(replace(state, tricks=(0,) * len(state.tricks)))


class OtherChoices(HighCard):
    """The view allows less than the state."""

    def _choices(self, view: HighCardView) -> tuple[Deal | Play, ...]:
        return super()._choices(view)[:1]


class OutOfTurn(HighCard):
    """Every seat is offered its cards all the time."""

    def choices(self, view: HighCardView) -> tuple[Deal | Play, ...]:
        return self._choices(view)


class AnySeat(HighCard):
    """Whoever asks may act."""

    def apply(
        self, state: HighCardState, action: Deal | Play, *, seat: int | None = None
    ) -> Step[HighCardState]:
        return super().apply(state, action)


class WrongSeat(HighCard):
    """Views say that seat 0 is always to act."""

    def _view(self, state: HighCardState, seat: int | None) -> HighCardView:
        return replace(super()._view(state, seat), to_act=0)


class Losing(HighCard):
    """Taken cards are lost."""

    def _play(self, state: HighCardState, play: Play) -> Step[HighCardState]:
        step = super()._play(state, play)
        return Step(replace(step.state, taken=()), step.events)


class Breeding(HighCard):
    """A played card stays in the hand as well."""

    def _play(self, state: HighCardState, play: Play) -> Step[HighCardState]:
        step = super()._play(state, play)
        return Step(replace(step.state, hands=state.hands), step.events)


class Sweeping(HighCard):
    """The first play sweeps every card off the table, though the round goes on."""

    def located(self, state: HighCardState) -> tuple[Card, ...]:
        return () if state.table else super().located(state)


class Conjuring(HighCard):
    """A deal puts a card on the taken pile that was never drawn."""

    def _deal(self, state: HighCardState, deal: Deal) -> Step[HighCardState]:
        step = super()._deal(state, deal)
        extra = next(card for card in SPADES if card not in deal.cards)
        return Step(replace(step.state, taken=(extra,)), step.events)


class Minting(HighCard):
    """Tricks are chips, and come from nowhere."""

    def chips(self, state: HighCardState) -> int | None:
        return sum(state.tricks)


class Endless(HighCard):
    """There is always another round."""

    def _to_act(self, state: HighCardState) -> int | None:
        actor = super()._to_act(state)
        return CHANCE if actor is None else actor


class Early(HighCard):
    """There is an outcome from the start."""

    def outcome(self, state: HighCardState) -> Outcome | None:
        return Outcome(scores=(0, 0), winners=(0, 1), ranking=((0, 1),), breakdown=({}, {}))


class NoOutcome(HighCard):
    """There is never an outcome."""

    def outcome(self, state: HighCardState) -> Outcome | None:
        return None


class Partial(HighCard):
    """Seat 0 always wins."""

    def _outcome(self, state: HighCardState) -> Outcome:
        outcome = super()._outcome(state)
        return replace(outcome, winners=(0,))


class UpsideDown(HighCard):
    """The fewest tricks win, though they are the scores."""

    def _outcome(self, state: HighCardState) -> Outcome:
        outcome = super()._outcome(state)
        return replace(outcome, winners=outcome.ranking[-1], ranking=outcome.ranking[::-1])


class Crowded(HighCard):
    """A state says one seat more than there is."""

    def _seats(self, state: HighCardState) -> int:
        return super()._seats(state) + 1


class Moody(HighCard):
    """Luck depends on how often it was asked."""

    asked: ClassVar[int] = 0

    def _draw(self, state: HighCardState, chance: Chance) -> Deal:
        type(self).asked += 1
        deal = super()._draw(state, chance)
        return Deal(deal.cards[::-1]) if self.asked % 3 == 0 else deal


class TwoDraws(HighCard):
    """Asks chance twice for one deal."""

    def _draw(self, state: HighCardState, chance: Chance) -> Deal:
        chance.draw(SPADES, 1)
        return super()._draw(state, chance)


class Lenient(HighCard):
    """Any hands may be dealt, the same card twice too."""

    def _deal(self, state: HighCardState, deal: Deal) -> Step[HighCardState]:
        cards = tuple(card for card in deal.cards if isinstance(card, Card))
        size = self.rules.hand
        hands = tuple(cards[seat * size : (seat + 1) * size] for seat in range(len(state.hands)))
        hands = tuple(tuple(sorted(hand, key=ORDER.__getitem__)) for hand in hands)
        told = tuple(HandDealt(cards=hand, audience=seat) for seat, hand in enumerate(hands))
        return Step(replace(state, round=state.round + 1, hands=hands), told)


class Fragile(HighCard):
    """An unknown card is looked up without a check."""

    def _play(self, state: HighCardState, play: Play) -> Step[HighCardState]:
        ORDER[play.card]
        return super()._play(state, play)


class Gruff(HighCard):
    """A refusal is answered as if the game were over."""

    def _play(self, state: HighCardState, play: Play) -> Step[HighCardState]:
        try:
            return super()._play(state, play)
        except IllegalAction:
            raise GameOver() from None


class Crashing(HighCard):
    """Reading nonsense ends in a KeyError."""

    def _parse(self, text: str) -> Deal | Play:
        if not text:
            raise KeyError(text)
        return super()._parse(text)


class Sitting(HighCard):
    """Anybody may look from a chair that is not there."""

    def view(self, state: HighCardState, seat: int | None) -> HighCardView:
        known = seat if isinstance(seat, int) and 0 <= seat < len(state.hands) else None
        return replace(super().view(state, known), seat=seat)


class Peeking(HighCard):
    """The sampler knows the truth."""

    last: HighCardState

    def _view(self, state: HighCardState, seat: int | None) -> HighCardView:
        self.last = state
        return super()._view(state, seat)

    def _sample(self, view: HighCardView, rng: random.Random) -> HighCardState:
        return self.last


class Reshuffling(HighCard):
    """The sampler deals the seat's own cards anew, too."""

    def _sample(self, view: HighCardView, rng: random.Random) -> HighCardState:
        return super()._sample(replace(view, seat=None), rng)


class Stingy(HighCard):
    """The sampler forgets the taken cards, and so does the view."""

    def _view(self, state: HighCardState, seat: int | None) -> HighCardView:
        return replace(super()._view(state, seat), taken=())

    def _play(self, state: HighCardState, play: Play) -> Step[HighCardState]:
        return Step(super()._play(state, play).state, ())


class OddEvent(Event, frozen=True):
    """No event of high card."""


class Gossiping(HighCard):
    """Tells of things that are not its events."""

    def _play(self, state: HighCardState, play: Play) -> Step[HighCardState]:
        step = super()._play(state, play)
        return Step(step.state, (*step.events, OddEvent()))


class ToNobody(HighCard):
    """Tells seat 9."""

    def _play(self, state: HighCardState, play: Play) -> Step[HighCardState]:
        step = super()._play(state, play)
        return Step(step.state, (*step.events, CardPlayed(seat=0, card=play.card, audience=9)))


class Rounding(HighCard):
    """The event carries a float where a whole number belongs."""

    def _deal(self, state: HighCardState, deal: Deal) -> Step[HighCardState]:
        step = super()._deal(state, deal)
        return Step(step.state, (RoundDealt(round=step.state.round, count=0.5), *step.events[1:]))  # type: ignore[arg-type]


class Eager(HighCard):
    """A card lies there before anything is dealt."""

    def located(self, state: HighCardState) -> tuple[Card, ...]:
        return super().located(state) or SPADES[:1]


class Impatient(HighCard):
    """Offers plays while the cards are still to be dealt."""

    def legal_actions(self, state: HighCardState) -> tuple[Deal | Play, ...]:
        return super().legal_actions(state) or (Play(Card.S2),)


class WrongDeal(HighCard):
    """Chance is made to play a card."""

    def _draw(self, state: HighCardState, chance: Chance) -> Any:
        return Play(*chance.draw(SPADES, 1))


class WholePack(HighCard):
    """Draws from a pack that it does not have."""

    def _draw(self, state: HighCardState, chance: Chance) -> Deal:
        return Deal(chance.draw(DECK, self.rules.hand * len(state.hands)))


class HalfListed(HighCard):
    """Says that there are too many actions, but only when asked with the state."""

    def _legal_actions(self, state: HighCardState) -> tuple[Deal | Play, ...]:
        raise TooManyActions(0)


class ListedEvents(HighCard):
    """Gives its events as a list."""

    def _play(self, state: HighCardState, play: Play) -> Any:
        step = super()._play(state, play)
        return Step(step.state, list(step.events))  # type: ignore[arg-type]


class Misjudging(HighCard):
    """Makes something else of each outcome; what is told below."""

    def outcome(self, state: HighCardState) -> Outcome | None:
        outcome = super().outcome(state)
        return outcome and self.judge(outcome)

    def judge(self, outcome: Outcome) -> Outcome:
        return outcome


class OneSeat(Misjudging):
    """There is a score for one seat only."""

    def judge(self, outcome: Outcome) -> Outcome:
        return replace(outcome, scores=outcome.scores[:1])


class Unranked(Misjudging):
    """Only the winner has a place."""

    def judge(self, outcome: Outcome) -> Outcome:
        return replace(outcome, ranking=((0,),), winners=(0,))


class Levelling(Misjudging):
    """Everybody wins."""

    def judge(self, outcome: Outcome) -> Outcome:
        return replace(outcome, ranking=((0, 1),), winners=(0, 1))


class Vague(Misjudging):
    """The break-down has text in it."""

    def judge(self, outcome: Outcome) -> Outcome:
        return replace(outcome, breakdown=({"tricks": 0.5}, {}))


class Lingering(HighCard):
    """When all is over, seat 0 is still to act, as far as views go."""

    def _view(self, state: HighCardState, seat: int | None) -> HighCardView:
        view = super()._view(state, seat)
        return replace(view, to_act=0) if view.to_act is None else view


class Narrating(HighCard):
    """Tells what an action does in words."""

    def _effect(self, view: HighCardView, action: Deal | Play) -> Any:
        return f"{action} is played"


class Counting(HighCard):
    """Tells what an action does by how often it was asked."""

    asked = 0

    class Asked(Effect, frozen=True):
        """How often."""

        times: int

    def _effect(self, view: HighCardView, action: Deal | Play) -> Effect:
        self.asked += 1
        return self.Asked(times=self.asked)


class Reopening(HighCard):
    """Can be played on when it is over."""

    def apply(
        self, state: HighCardState, action: Deal | Play, *, seat: int | None = None
    ) -> Step[HighCardState]:
        return Step(state, ()) if self.to_act(state) is None else super().apply(state, action, seat=seat)


class TurnTwister(HighCard):
    """The sampler lets another seat lead."""

    def _sample(self, view: HighCardView, rng: random.Random) -> HighCardState:
        world = super()._sample(view, rng)
        return replace(world, leader=1 - world.leader) if any(world.hands) else world


class Hazy(HighCard):
    """A sampled world has a thousand rounds to go."""

    def _sample(self, view: HighCardView, rng: random.Random) -> HighCardState:
        world = super()._sample(view, rng)
        return replace(world, round=world.round - 1000)


class Drifting(HighCard):
    """What an action leads to depends on how many were done before."""

    done: ClassVar[int] = 0

    def _play(self, state: HighCardState, play: Play) -> Step[HighCardState]:
        type(self).done += 1
        step = super()._play(state, play)
        tricks = (step.state.tricks[0] + (self.done % 7 == 0), *step.state.tricks[1:])
        return Step(replace(step.state, tricks=tricks), step.events)


class MisreadState(HighCard):
    """JSON of a state comes back with no tricks."""

    def decode_state(self, raw: bytes | str) -> HighCardState:
        return replace(super().decode_state(raw), tricks=())


class MisreadView(HighCard):
    """JSON of a view comes back as a spectator's."""

    def decode_view(self, raw: bytes | str) -> HighCardView:
        return replace(super().decode_view(raw), seat=None)


class MisreadAction(HighCard):
    """JSON of an action comes back as another."""

    def decode_action(self, raw: bytes | str) -> Deal | Play:
        action = super().decode_action(raw)
        return Play(Card.S2) if isinstance(action, Play) else action


class MisreadEvent(HighCard):
    """JSON of an event comes back for everybody."""

    def decode_event(self, raw: bytes | str) -> Event:
        return replace(super().decode_event(raw), audience=None)


@pytest.mark.parametrize(
    ("broken", "check", "detail"),
    [
        (LeakyView, "sampled worlds", "differently"),
        (NeighbourView, "views", "both see a card"),
        (LeakyDeal, "events", "is told of cards that are not shown"),
        (LeakyPlay, "events", "can tell"),
        (Blind, "events", "sees the same after"),
        (Withholding, "legal exactly when accepted", "is not listed, yet accepted"),
        (Promising, "choices", "gives other actions than the state"),
        (Stuck, "legal list", "can do nothing"),
        (Unsorted, "legal list", "is not sorted"),
        (Doubled, "legal list", "shares its place"),
        (Listing, "legal list", "is a list, not a tuple"),
        (SameText, "action text", "stands for"),
        (Misread, "action text", "is read as"),
        (Forgetful, "state text", "is read as"),
        (OtherChoices, "choices", "gives other actions than the state"),
        (OutOfTurn, "choices", "has choices, though"),
        (AnySeat, "turns", "NotYourTurn was due"),
        (WrongSeat, "views", "view.to_act=0"),
        (Losing, "cards", "changed the cards in play"),
        (Breeding, "cards", "more than the deck has"),
        (Sweeping, "cards", "changed the cards in play"),
        (Conjuring, "cards", "turned up without being dealt"),
        (Minting, "chips", "turned 0 chips into 1"),
        (Endless, "ends", "not over after"),
        (Early, "outcome", "before the game is over"),
        (NoOutcome, "outcome", "is missing"),
        (Partial, "outcome", "are not first"),
        (UpsideDown, "outcome", "does not follow"),
        (Moody, "same seed, same game", "was dealt instead"),
        (TwoDraws, "chance", "asked 2 times"),
        (Lenient, "legal exactly when accepted", "the deal"),
        (Fragile, "crash", "KeyError"),
        (Gruff, "refusals", "is answered by"),
        (Crashing, "parse of nonsense", "InvalidAction was due, not KeyError"),
        (Sitting, "view(state, -1)", "InvalidState was due"),
        (Peeking, "sampled worlds", "are the truth"),
        (Reshuffling, "sampled worlds", "differently"),
        (Stingy, "sampled worlds", "have other cards"),
        (Gossiping, "events", "is not an event of the game"),
        (ToNobody, "events", "a seat that does not exist"),
        (Rounding, "crash", "BAD_JSON"),
        (Eager, "cards", "before the first deal"),
        (Impatient, "legal list", "while cards are to be dealt"),
        (WrongDeal, "chance", "is not a Deal"),
        (WholePack, "cards", "not in the deck"),
        (HalfListed, "choices", "too many for the state"),
        (ListedEvents, "events", "are not a tuple"),
        (Crowded, "seats", "are 3 in a game of 2"),
        (OneSeat, "outcome", "is not for 2 seats"),
        (Unranked, "outcome", "does not have each seat once"),
        (Levelling, "outcome", "share a place"),
        (Vague, "crash", "ValidationError"),
        (Lingering, "game over", "is still offered something"),
        (Reopening, "game over", "GameOver was due"),
        (TurnTwister, "sampled worlds", "is another's turn"),
        (Hazy, "ends", "a sampled world is not over"),
        (Drifting, "same seed, same game", "another end"),
        (Narrating, "effects", "no effect"),
        (Counting, "effects", "when the view is read back"),
        (MisreadState, "state JSON", "comes back as"),
        (MisreadView, "view JSON", "comes back as"),
        (MisreadAction, "action JSON", "comes back as"),
        (MisreadEvent, "event JSON", "comes back as"),
    ],
)
def test_a_breach_is_found_and_named(broken: type[HighCard], check: str, detail: str) -> None:
    game = broken(HighCardRules(rounds=2 if broken is not Endless else 9))
    # An endless game cannot be written down for ever, so it is only played.
    depth = 0 if broken in (Endless, Losing, Breeding, Sweeping, Conjuring, Hazy, Drifting) else 1
    with pytest.raises(ConformanceError) as caught:
        check_game(game, games=20, seed=1, thorough=depth, max_moves=200)
    assert (caught.value.check, detail in caught.value.detail) == (check, True), str(caught.value)


def test_a_list_that_is_too_long_is_no_breach() -> None:
    class Unlisted(HalfListed):
        """Too many to list, for state and view alike; one can still be picked."""

        def _choices(self, view: HighCardView) -> tuple[Deal | Play, ...]:
            raise TooManyActions(0)

        def pick(self, view: HighCardView, rng: random.Random) -> Deal | Play:
            return Play(rng.choice(view.hand))

    report = check_game(Unlisted(HighCardRules()), games=5, seed=1, thorough=1)
    assert report.unlisted == report.moves > 0
    assert report.widest == 0


def test_a_listed_action_that_is_refused_is_a_breach() -> None:
    class Boasting(Promising):
        def _choices(self, view: HighCardView) -> tuple[Deal | Play, ...]:
            return tuple(Play(card) for card in SPADES)

    with pytest.raises(ConformanceError, match=r"legal exactly when accepted: play .. is refused"):
        check_game(Boasting(HighCardRules()), games=5)


def test_a_violation_can_be_seen_again_alone() -> None:
    class Rare(HighCard):
        """Loses a card when seat 1 wins with the ace."""

        def _play(self, state: HighCardState, play: Play) -> Step[HighCardState]:
            step = super()._play(state, play)
            if state.taken and Card.SA in step.state.taken and step.state.leader == 1:
                return Step(replace(step.state, taken=step.state.taken[1:]), step.events)
            return step

    game = Rare(HighCardRules())
    with pytest.raises(ConformanceError) as caught:
        check_game(game, games=100, seed=8)
    first = caught.value
    assert first.number > 0
    with pytest.raises(ConformanceError) as caught:
        check_game(game, games=1, first=first.number, seed=8)
    again = caught.value
    assert (again.step, again.position, again.check) == (first.step, first.position, first.check)
    assert game.format_state(game.parse_state(first.position)) == first.position
    assert f"seed=8, first={first.number}, step {first.step}" in str(first)


def test_a_broken_text_form_does_not_hide_the_position() -> None:
    class Speechless(Stuck):
        def format_state(self, state: HighCardState) -> str:
            raise ValueError("no words")

    with pytest.raises(ConformanceError, match=r"HighCardState.*format_state fails with ValueError"):
        check_game(Speechless(HighCardRules()), games=1, thorough=0)


def test_a_game_without_secrets_says_so() -> None:
    # Seen from outside, a sampler that only finds the truth is right when there is nothing to hide.
    report = check_game(Peeking(HighCardRules()), games=20, seed=1, thorough=1, hidden=False)
    assert (report.worlds > 100, report.different) == (True, 0)
