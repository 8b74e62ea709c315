"""What the docs tell the author of a player to write has the types that ``mypy --strict`` asks for."""

from __future__ import annotations

from pathlib import Path

import pytest
from mypy import api

TOP = """\
from korthus.bots.protocol import Bot, Budget
from korthus.core.protocol import Action, View


class Plain(Bot):
    def choose(self, view: View, budget: Budget | None = None) -> Action:
"""


@pytest.mark.parametrize(
    "lines",
    [
        ("return self.choices(view)[0]",),
        ("return self.game.pick(view, self.rng)",),
        ("world = self.game.sample(view, self.rng)", "return self.game.legal_actions(world)[0]"),
    ],
    ids=["choices", "pick", "sample"],
)
def test_a_plain_player_passes_the_strict_checker(tmp_path: Path, lines: tuple[str, ...]) -> None:
    player = tmp_path / "plain.py"
    player.write_text(TOP + "".join(f"        {line}\n" for line in lines), encoding="utf-8")
    told, trouble, status = api.run(
        ["--strict", "--config-file=", f"--cache-dir={tmp_path / 'kept'}", str(player)]
    )
    assert (status, trouble) == (0, ""), told


def test_the_checker_sees_what_a_player_gives_back(tmp_path: Path) -> None:
    """What is no action is found, so the types above are not Any."""
    player = tmp_path / "plain.py"
    player.write_text(TOP + "        return str(self.game.pick(view, self.rng).card)\n", encoding="utf-8")
    told, _, status = api.run(["--strict", "--config-file=", f"--cache-dir={tmp_path / 'kept'}", str(player)])
    assert status == 1
    assert '"Action" has no attribute "card"' in told
    assert 'expected "Action"' in told
