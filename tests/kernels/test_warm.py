"""After ``korthus warm`` no move waits for a compiler, whoever plays and however far the game has come."""

from __future__ import annotations

import subprocess
import sys

import pytest

#: Compiled functions that Python calls, with the types it called them with. In a process of its own, because
#: other tests call more of them; what compiled code calls is compiled with its caller and is not counted.
_LOOK = """
import sys
import korthus
from korthus.bots.protocol import Budget
from korthus.bots.registry import bot_names, make_bot
from korthus.bots.warm import compile_piece, pieces
from korthus.core.protocol import CHANCE, visible
from numba.core.dispatcher import Dispatcher

def compiled():
    return {
        f"{name}.{dispatcher.py_func.__name__} {signature}"
        for name, module in list(sys.modules.items()) if name.startswith("korthus.")
        for dispatcher in vars(module).values() if isinstance(dispatcher, Dispatcher)
        for signature in dispatcher.signatures
    }

name, preset, seats = sys.argv[1], sys.argv[2] or None, int(sys.argv[3])
#: Four rounds say as much as all of them.
SHORT = {"kachuful": {"total_rounds": 4}, "mus": {"target_stones": 30}, "eight": {"hands": 4}}
for piece in pieces((name,)):
    compile_piece(piece)
before = compiled()
game = korthus.game(name, preset, **SHORT.get(name, {}))
chance = korthus.FairChance.seeded(7)
for level in bot_names(name):
    bots = [make_bot(level, game, seat) for seat in range(seats)]
    state = game.new(seats)
    while (actor := game.to_act(state)) is not None:
        if actor == CHANCE:
            step = game.apply(state, game.draw(state, chance))
        else:
            view = game.view(state, actor)
            if len(game.choices(view)) > 1 and hasattr(bots[actor], "advise"):
                bots[actor].advise(view, Budget(simulations=2))
            step = game.apply(state, bots[actor].choose(view, Budget(simulations=2)))
        state = step.state
        for seat, bot in enumerate(bots):
            bot.observe(visible(step.events, seat))
print("\\n".join(sorted(compiled() - before)))
"""


@pytest.mark.parametrize(
    ("name", "preset", "seats"),
    [
        ("mulle", "", 2),
        ("mulle", "draft", 2),
        ("kachuful", "", 2),
        ("kachuful", "descending", 7),  # nearly all cards are dealt
        ("mus", "mus", 2),
        ("eight", "", 2),
    ],
)
def test_a_whole_game_at_every_level_calls_nothing_that_was_not_compiled(
    name: str, preset: str, seats: int
) -> None:
    run = subprocess.run(
        [sys.executable, "-c", _LOOK, name, preset, str(seats)], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.split() == []
