"""Thousands of games at once, in arrays that are filled in place: by compiled code, or else by the rules.

>>> import korthus.envs
>>> env = korthus.envs.vector("kachuful", n=100, seats=4, seed=1)
>>> batch = env.step(env.random_actions())
>>> batch.observations.shape, batch.masks.shape, batch.rewards.shape
((100, 239), (100, 60), (100, 4))
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from korthus.core.errors import IllegalAction, InvalidAction
from korthus.core.protocol import AnyGame, State
from korthus.envs.brings import compiled_of, compiled_refusal, encoding_of
from korthus.envs.encoding import Encoding
from korthus.envs.errors import bad_option, check_whole
from korthus.envs.vector_engine import CompiledEngine, Engine
from korthus.envs.vector_loop import Batch, Words, first_illegal, pick_actions
from korthus.envs.vector_rules import RulesEngine
from korthus.envs.vector_shares import Shares

#: Types of numbers for an observation, the smallest first.
_TYPES: Final = (np.int8, np.int16, np.int32)
#: Those that may be asked for.
_WISHED: Final = (*_TYPES, np.int64, np.uint8, np.uint16, np.uint32, np.uint64, np.float32, np.float64)
#: Steps between the keys of two draws of actions, and of two seeds: odd, and far apart.
_NEXT_DRAW: Final = 0x9E3779B97F4A7C15
_NEXT_SEED: Final = 0xBF58476D1CE4E5B9


class VectorEnv:
    """Many games of one kind, each in a slot of its own, played on as fast as the kernel plays.

    Where there is no kernel for the rules or the seats they are played on the rules, slowly (``compiled``).

    Chance is played inside: after ``reset`` and every ``step`` a seat is to act in each slot. A game that is
    over gives way to a new one at once. Which cards come depends on the seed, on the number of the slot, on
    how many games were played in it and on what was done in this one, and on nothing else: any number of
    threads plays the same games, and so do several environments that have the slots shared out among them.

    The arrays of ``batch`` are written over, every number of them, by every call: copy what is to be kept.
    What is written into them changes no game, and is gone after the next ``step``: which actions are legal is
    kept apart. ``torch.from_numpy`` and everything that knows DLPack share their memory.
    """

    def __init__(
        self,
        game: AnyGame,
        n: int,
        seats: int | None = None,
        *,
        seed: int = 0,
        first: int = 0,
        threads: int | None = None,
        checked: bool = True,
        dtype: npt.DTypeLike | None = None,
    ) -> None:
        """See ``korthus.envs.vector``."""
        check_whole("n", n, 1)
        check_whole("threads", 1 if threads is None else threads, 1)
        check_whole("first", first, 0)
        self._made: Final = (game, n, seats)
        self._made_with: Final = {"first": first, "threads": threads, "checked": checked, "dtype": dtype}
        self.game: Final = game
        self.n: Final = n
        self.seats: Final = game.seats(game.new(seats))
        self.encoding: Final[Encoding] = encoding_of(game, self.seats)
        self._checked: Final = checked
        self._shares: Final = Shares(n, threads)
        self._first: Final = first
        self._seed = 0
        self._draws = 0
        #: Whether compiled code plays. The rules do for a game that brings none, and where its kernel does
        #: not know an option or has too little room for the seats.
        self.compiled: Final = compiled_refusal(game, self.seats) is None
        if dtype is not None:
            dtype = _type_for(self.encoding, dtype)
        else:  # a game that can be compiled has whole numbers, under all rules
            dtype = np.float32 if compiled_of(game) is None else smallest_type(self.encoding)
        self._actions: Final[Words] = np.zeros(n, dtype=np.int64)
        #: What there is to see now.
        self.batch: Final = Batch(
            observations=np.zeros((n, self.encoding.size), dtype=dtype),
            masks=np.zeros((n, self.encoding.actions), dtype=np.int8),
            to_act=np.zeros(n, dtype=np.int8),
            rewards=np.zeros((n, self.seats), dtype=np.float32),
            done=np.zeros(n, dtype=np.bool_),
        )
        #: Who plays: compiled code or the rules.
        self.engine: Final[Engine] = (
            CompiledEngine(game, self.batch, first, self._shares)
            if self.compiled
            else RulesEngine(game, self.batch, first)
        )
        self.reset(seed)

    def reset(self, seed: int | None = None) -> Batch:
        """Begin the first game of every slot; without a seed, once more those of the seed before.

        Raises:
            InvalidOptions: the seed is no whole number; nothing has changed.
        """
        if seed is not None:
            check_whole("seed", seed)
            self._seed = int(seed)
        self._draws = 0
        self.engine.reset(self._seed)
        return self.batch

    def step(self, actions: npt.ArrayLike) -> Batch:
        """Take an action in every slot: ids, a whole number for each.

        If it is interrupted (Ctrl-C), some slots have taken theirs and some have not: ``reset`` is next.

        Raises:
            InvalidAction: there is not one whole number for each slot.
            IllegalAction: an id is not legal; then nothing has changed. Where the environment was made
                with ``checked=False`` nobody looks, and an illegal id may do anything.
        """
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise InvalidAction(
                "BAD_BATCH", "An action is a whole number for each of the {n} slots.", n=self.n
            )
        chosen = np.ascontiguousarray(given, dtype=np.int64)
        if self._checked:
            self._check(chosen)
        self.engine.step(chosen)
        return self.batch

    def _check(self, actions: Words) -> None:
        legal, width = self.engine.legal, self.encoding.actions
        for slot in self._shares.run(lambda _, begin, end: first_illegal(legal, actions, width, begin, end)):
            if slot >= 0:
                raise IllegalAction(
                    "ILLEGAL_ID", "Action {id} is not legal in slot {slot}.", id=int(actions[slot]), slot=slot
                )

    def random_actions(self) -> Words:
        """A legal action id for every slot, each as likely; an array that the next call fills anew.

        The draws of a slot are its own, like its cards: they depend on the seed, on the number of the slot
        and on how often this was called since ``reset``.
        """
        self._draws += 1
        key = np.uint64((self._seed * _NEXT_SEED + self._draws * _NEXT_DRAW) % 2**64)
        legal, actions, first = self.engine.legal, self._actions, self._first
        self._shares.run(lambda _, begin, end: pick_actions(legal, actions, key, first, begin, end))
        return actions

    def state(self, slot: int) -> State:
        """The position in a slot as a state of the rules, hidden cards included: not for players."""
        return self.engine.state(range(self.n)[slot])

    def __getstate__(self) -> dict[str, Any]:
        return {
            "made": self._made,
            "with": self._made_with,
            "seed": self._seed,
            "draws": self._draws,
            "batch": [*self.batch],
            "kept": self.engine.kept(),
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__init__(*kept["made"], **kept["with"], seed=kept["seed"])  # type: ignore[misc]
        self._draws = kept["draws"]
        arrays: list[npt.NDArray[Any]] = [*self.batch]
        for own, other in zip(arrays, kept["batch"], strict=True):
            own[...] = other
        self.engine.restore(kept["kept"])


def smallest_type(encoding: Encoding) -> type[np.signedinteger[Any]]:
    """The smallest type that holds every number of an observation.

    An observation is written for every step and read by the learner once, so its size decides how fast both
    are: a row of ``int8`` has a quarter of the bytes of a row of ``float32``, and says the same.
    """
    return next((kind for kind in _TYPES if _holds(np.dtype(kind), encoding)), _TYPES[-1])


def _holds(kind: np.dtype[Any], encoding: Encoding) -> bool:
    """Whether a type has every whole number between the bounds of an observation."""
    if kind.kind == "f":
        most = 2 ** (np.finfo(kind).nmant + 1)
        least = -most
    else:
        least, most = np.iinfo(kind).min, np.iinfo(kind).max
    return all(least <= field.low and field.high <= most for field in encoding.fields)


def _type_for(encoding: Encoding, wished: npt.DTypeLike) -> np.dtype[Any]:
    """The type that somebody wishes for observations.

    Raises:
        InvalidOptions: there is none, compiled code does not write it, or it does not hold every number.
    """
    fitting = [kind for kind in map(np.dtype, _WISHED) if _holds(kind, encoding)]
    try:
        kind = np.dtype(wished)
    except (TypeError, ValueError):
        kind = np.dtype(object)
    if kind not in fitting:
        raise bad_option("dtype", wished, ", ".join(each.name for each in fitting))
    return kind
