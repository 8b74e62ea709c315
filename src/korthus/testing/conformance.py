"""Random playouts that look at everything a game promises."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from korthus.core.chance import FairChance
from korthus.core.errors import KorthusError, TooManyActions
from korthus.core.protocol import CHANCE, AnyGame, Event, Step
from korthus.testing.refusals import check_bad_deals, check_entries, check_over, check_refusals
from korthus.testing.roundtrips import check_action, check_event, check_list, check_state, check_view, encode
from korthus.testing.secrecy import (
    check_alternatives,
    check_choices,
    check_deals,
    check_effects,
    check_worlds,
    name,
)
from korthus.testing.violation import ConformanceError, Where

T = TypeVar("T")

#: How many actions of earlier positions are kept to be tried in later ones.
_MEMORY = 200
#: Sampled worlds a chair must have met before it is a fault that none differed from the truth.
_ENOUGH_WORLDS = 30


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What a check has looked at. Reaching it means that no promise was broken."""

    games: int
    #: Actions of seats, and deals.
    moves: int
    deals: int
    #: The moves and deals of the longest game.
    longest: int
    #: The most legal actions met in one position, and how many positions had too many to list.
    widest: int
    unlisted: int
    #: Positions that were looked at from every side.
    thorough: int
    #: Actions, texts and calls that were refused, as they should be.
    refused: int
    #: Worlds sampled, and how many of them differed from the truth.
    worlds: int
    different: int
    #: Sampled worlds played to their end.
    continued: int


def check_game(
    game: AnyGame,
    *,
    games: int = 20,
    seed: int = 0,
    seats: int | None = None,
    first: int = 0,
    max_moves: int = 50_000,
    thorough: float = 0.1,
    tries: int = 12,
    worlds: int = 1,
    continue_every: int = 5,
    hidden: bool = True,
) -> Report:
    """Play random games and check every promise of the protocol on the way.

    At each step: cards and chips are conserved, somebody has a legal action, the outcome waits for the end.
    At the end: scores, winners and ranking agree, nothing more can be played, and the same seed gives the
    same game again from states that went through JSON. At thorough positions also: lists are sorted and
    unique, texts and JSON read back, an action is accepted exactly when it is listed, other seats have no
    actions, a view determines its actions, sampled worlds fit their view and events tell no more than views
    show.

    Args:
        games: how many games to play.
        seed: of everything that is random here. Game ``n`` of a seed is the same however many are played.
        seats: how many play; the game's least number if None.
        first: the number of the first game, to see a violation again without playing what came before.
        max_moves: the most moves and deals of one game.
        thorough: the share of positions that are looked at from every side, 0 to 1.
        tries: how many wrong actions, other legal actions and other deals are tried at such a position.
        worlds: how many worlds are sampled there for each chair.
        continue_every: games between two in which a sampled world is played to its end.
        hidden: whether the game hides anything, so that sampled worlds must sometimes differ from the truth.

    Raises:
        ConformanceError: a promise is broken. It says which, where, and the position as text.
    """
    check = _Check(game, game.min_seats if seats is None else seats, seed, max_moves, thorough, tries, worlds)
    for number in range(first, first + games):
        try:
            check.play(number, continued=number % continue_every == 0)
        except ConformanceError:
            raise
        except Exception as error:
            raise check.where.violation("crash", repr(error)) from error
    return check.report(games, hidden)


class _Once:
    """A chance that says how often it was asked, and from what."""

    def __init__(self, seed: str) -> None:
        self.chance = FairChance.seeded(seed)
        self.pool: tuple[Any, ...] = ()

    def draw(self, pool: Sequence[T], count: int) -> tuple[T, ...]:
        self.pool = tuple(pool)
        return self.chance.draw(pool, count)


class _Check:
    """The state of one ``check_game``: its settings and what it has counted."""

    def __init__(
        self, game: AnyGame, seats: int, seed: int, max_moves: int, thorough: float, tries: int, worlds: int
    ) -> None:
        self.game = game
        self.where = Where(game, seats, seed)
        self.max_moves = max_moves
        self.share = thorough
        self.tries = tries
        self.worlds = worlds
        self.deck = Counter(game.deck())
        self.counts: Counter[str] = Counter()
        self.sampled: Counter[int | None] = Counter()
        self.different: Counter[int | None] = Counter()
        self.longest = 0
        self.widest = 0
        self.remembered: dict[str, Any] = {}

    def report(self, games: int, hidden: bool) -> Report:
        for seat, count in self.sampled.items():
            if hidden and count >= _ENOUGH_WORLDS and not self.different[seat]:
                raise self.where.violation(
                    "sampled worlds", f"all {count} worlds sampled for {name(seat)} are the truth"
                )
        return Report(
            games=games,
            moves=self.counts["moves"],
            deals=self.counts["deals"],
            longest=self.longest,
            widest=self.widest,
            unlisted=self.counts["unlisted"],
            thorough=self.counts["thorough"],
            refused=self.counts["refused"],
            worlds=self.sampled.total(),
            different=self.different.total(),
            continued=self.counts["continued"],
        )

    # -- one game ----------------------------------------------------------------------------------

    def play(self, number: int, *, continued: bool) -> None:
        """Play one game to its end and look at everything."""
        game, where = self.game, self.where
        seed = f"{where.seed}/{number}"
        luck, play, probe = _Once(seed), random.Random(f"{seed}/play"), random.Random(f"{seed}/probe")
        where.number, where.step = number, 0
        where.state = state = game.new(where.seats)
        self._rules(state)
        chips = game.chips(state)
        actions: list[Any] = []
        self.remembered = {}
        middle, branch = state, probe.choice((1, 2, 3, 5, 8, 13, 21, 34))
        while (actor := game.to_act(state)) is not None:
            if where.step >= self.max_moves:
                raise where.violation("ends", f"not over after {self.max_moves} moves")
            if game.outcome(state) is not None:
                raise where.violation("outcome", "is there before the game is over")
            deep = probe.random() < self.share
            if actor == CHANCE:
                action = self._deal(state, luck, probe, deep)
            else:
                action = self._turn(state, actor, play, probe, deep)
            step = self._apply(state, action)
            self._events(step, deep)
            self._conserved(state, action, step.state, actor, chips)
            where.step += 1
            where.state = state = step.state
            actions.append(action)
            if where.step <= branch:
                middle = state
        self.longest = max(self.longest, where.step)
        self._over(state)
        self._again(seed, actions, state)
        self.counts["refused"] += check_over(where, state, [*self.remembered.values()][: self.tries])
        where.step, where.state = min(branch, where.step), middle
        if number % 10 == 0:
            some = [*self.remembered.values()][-self.tries :]
            self.counts["refused"] += check_entries(where, middle, some, probe)
        if continued:
            self._continue(middle, probe)

    def _rules(self, state: Any) -> None:
        """Games are values, and rules survive JSON."""
        game = self.game
        rules = msgspec.json.decode(encode(game.rules), type=game.rules_type)
        twin = type(game)(rules)
        if rules != game.rules or twin != game or hash(twin) != hash(game):
            raise self.where.violation("rules", f"come back from JSON as {rules!r}")
        if twin.new(self.where.seats) != state:
            raise self.where.violation("rules", "equal games begin differently")
        if game.seats(state) != self.where.seats:
            raise self.where.violation("seats", f"are {game.seats(state)} in a game of {self.where.seats}")
        if game.located(state) != ():
            raise self.where.violation("cards", "some are dealt before the first deal")

    def _deal(self, state: Any, luck: _Once, probe: random.Random, deep: bool) -> Any:
        game, where = self.game, self.where
        if game.legal_actions(state) != ():
            raise where.violation("legal list", "is not empty while cards are to be dealt")
        drawn = luck.chance.draws
        deal = game.draw(state, luck)
        if luck.chance.draws != drawn + 1:
            raise where.violation("chance", f"was asked {luck.chance.draws - drawn} times for one deal")
        if type(deal) is not game.deal_type:
            raise where.violation("chance", f"{deal!r} is not a {game.deal_type.__name__}")
        # Chance may also draw who starts, from seat numbers.
        if not Counter(luck.pool) <= self.deck and any(each not in range(where.seats) for each in luck.pool):
            raise where.violation(
                "cards", f"the deal is drawn from cards that are not in the deck: {luck.pool}"
            )
        self.counts["deals"] += 1
        if deep:
            self.counts["thorough"] += 1
            check_state(where, state)
            check_action(where, deal)
            check_choices(where, state, CHANCE, None)
            self.counts["unseen"] += check_deals(where, state, deal, luck.pool, probe, self.tries)
            self.counts["refused"] += check_bad_deals(where, state, deal, self.tries, probe)
            self._compare(state, CHANCE, [deal], probe)
        return deal

    def _turn(self, state: Any, actor: int, play: random.Random, probe: random.Random, deep: bool) -> Any:
        game, where = self.game, self.where
        self.counts["moves"] += 1
        try:
            legal = game.legal_actions(state)
        except TooManyActions:
            self.counts["unlisted"] += 1
            chosen = game.pick(game.view(state, actor), play)
            if deep:
                self.counts["thorough"] += 1
                check_state(where, state)
                check_action(where, chosen)
                check_choices_unlisted(where, state, actor)
            return chosen
        if not legal:
            raise where.violation("legal list", f"seat {actor} is to act and can do nothing")
        self.widest = max(self.widest, len(legal))
        chosen = play.choice(legal)
        if deep:
            self.counts["thorough"] += 1
            check_state(where, state)
            check_list(where, legal, probe, 50)
            check_choices(where, state, actor, legal)
            for seat in where.chairs:
                check_view(where, game.view(state, seat))
            some = [chosen, *probe.sample(legal, min(self.tries, len(legal)))]
            check_effects(where, state, actor, some)
            for action in some:
                self._apply(state, action, seat=actor)
            check_alternatives(where, state, actor, some)
            self.counts["refused"] += check_refusals(
                where, state, actor, legal, self.remembered.values(), probe, self.tries
            )
            self._compare(state, actor, some[:2], probe)
            self._remember(probe.choice(legal), probe)
        return chosen

    def _apply(self, state: Any, action: Any, seat: int | None = None) -> Step[Any]:
        """Do what was listed or drawn."""
        try:
            return self.game.apply(state, action, seat=seat)
        except KorthusError as error:
            raise self.where.violation(
                "legal exactly when accepted", f"{action} is refused: {error}"
            ) from error

    def _compare(self, state: Any, actor: int, actions: Sequence[Any], probe: random.Random) -> None:
        self.different += check_worlds(self.where, state, actor, actions, probe, self.worlds)
        self.sampled.update(dict.fromkeys(self.where.chairs, self.worlds))

    def _remember(self, action: Any, probe: random.Random) -> None:
        if len(self.remembered) >= _MEMORY:
            self.remembered.pop(probe.choice([*self.remembered]))
        self.remembered[str(action)] = action

    # -- what holds at each step -------------------------------------------------------------------

    def _events(self, step: Step[Any], deep: bool) -> None:
        where = self.where
        for event in step.events:
            if type(event) not in self.game.event_types:
                raise where.violation("events", f"{event!r} is not an event of the game")
            if event.audience not in where.chairs:
                raise where.violation("events", f"{event!r} is for a seat that does not exist")
            if deep:
                check_event(where, event)
        if type(step.events) is not tuple or not all(isinstance(event, Event) for event in step.events):
            raise where.violation("events", f"are not a tuple of events: {step.events!r}")

    def _conserved(self, state: Any, action: Any, after: Any, actor: int, chips: int | None) -> None:
        """Cards come from deals and go when all are gathered up for the next; chips never come or go."""
        game, where = self.game, self.where
        before, now = game.located(state), game.located(after)
        counted = Counter(now)
        if not counted <= self.deck:
            raise where.violation(
                "cards", f"after {action} there are more than the deck has: {counted - self.deck}"
            )
        if actor == CHANCE:
            fresh = counted - Counter(before)
            if not fresh <= Counter(_cards(action)):
                raise where.violation("cards", f"{fresh} turned up without being dealt by {action}")
        elif counted != Counter(before) and (now or game.to_act(after) not in (CHANCE, None)):
            raise where.violation(
                "cards", f"{action} changed the cards in play: {sorted(before)} to {sorted(now)}"
            )
        if game.chips(after) != chips:
            raise where.violation("chips", f"{action} turned {chips} chips into {game.chips(after)}")

    def _over(self, state: Any) -> None:
        """Scores, winners and ranking tell the same story, and every chair can be shown the end."""
        game, where = self.game, self.where
        outcome = game.outcome(state)
        if outcome is None:
            raise where.violation("outcome", "is missing though the game is over")
        if not len(outcome.scores) == len(outcome.breakdown) == where.seats:
            raise where.violation("outcome", f"is not for {where.seats} seats: {outcome}")
        if sorted(seat for group in outcome.ranking for seat in group) != list(range(where.seats)):
            raise where.violation("outcome", f"the ranking {outcome.ranking} does not have each seat once")
        if not outcome.winners or outcome.winners != outcome.ranking[0]:
            raise where.violation("outcome", f"winners {outcome.winners} are not first in {outcome.ranking}")
        for group in outcome.ranking:
            if len({outcome.scores[seat] for seat in group}) != 1:
                raise where.violation("outcome", f"seats {group} share a place with unequal {outcome.scores}")
        placed = [outcome.scores[group[0]] for group in outcome.ranking]
        if placed != sorted(placed, reverse=True):
            raise where.violation(
                "outcome", f"the ranking {outcome.ranking} does not follow {outcome.scores}"
            )
        if msgspec.json.decode(encode(outcome), type=type(outcome)) != outcome:
            raise where.violation("outcome", f"does not survive JSON: {outcome}")
        check_state(where, state)
        for seat in where.chairs:
            view = game.view(state, seat)
            check_view(where, view)
            if view.to_act is not None or game.choices(view) != ():
                raise where.violation("game over", f"{name(seat)} is still offered something")

    # -- after the end -----------------------------------------------------------------------------

    def _again(self, seed: str, actions: Sequence[Any], end: Any) -> None:
        """The same seed and choices lead to the same end, each state having gone through JSON."""
        game, where = self.game, self.where
        chance = FairChance.seeded(seed)
        state = game.new(where.seats)
        for number, action in enumerate(actions):
            where.step, where.state = number, state
            state = game.decode_state(encode(state))
            if game.to_act(state) == CHANCE and (deal := game.draw(state, chance)) != action:
                raise where.violation("same seed, same game", f"{deal} was dealt instead of {action}")
            state = game.apply(state, action).state
        where.step, where.state = len(actions), state
        if state != end or encode(state) != encode(end):
            raise where.violation("same seed, same game", f"another end: {where.text(end)}")

    def _continue(self, state: Any, probe: random.Random) -> None:
        """A world sampled from some chair's view can be played on to its end."""
        game, where = self.game, self.where
        world = game.sample(game.view(state, probe.choice(where.chairs)), probe)
        chance = FairChance.seeded(probe.randrange(1 << 60))
        for _ in range(self.max_moves):
            actor = game.to_act(world)
            if actor is None:
                break
            action = (
                game.draw(world, chance) if actor == CHANCE else game.pick(game.view(world, actor), probe)
            )
            world = game.apply(world, action).state
        else:
            raise where.violation("ends", f"a sampled world is not over after {self.max_moves} moves")
        if not Counter(game.located(world)) <= self.deck or game.outcome(world) is None:
            raise where.violation("sampled worlds", f"one ends badly: {where.text(world)}")
        self.counts["continued"] += 1


def check_choices_unlisted(where: Where, state: Any, actor: int) -> None:
    """A list that is too long for the state is too long for the view as well."""
    game = where.game
    check_choices(where, state, actor, None)
    try:
        game.choices(game.view(state, actor))
    except TooManyActions:
        return
    raise where.violation("choices", "the view lists actions that are too many for the state")


def _cards(deal: Any) -> tuple[Any, ...]:
    """Every card that a deal names."""
    found: list[Any] = []
    for field in deal.__struct_fields__:
        value = getattr(deal, field)
        if isinstance(value, tuple):
            found += value
    return tuple(found)
