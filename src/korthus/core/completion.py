"""From a view back to a state: what a sampled world takes over from what a seat sees."""

from __future__ import annotations

from functools import cache
from typing import TypeVar

from korthus.core.protocol import State, View

S = TypeVar("S", bound=State)


def completed(kind: type[S], view: View, **hidden: object) -> S:
    """The state that a view makes with what it does not show.

    What is not given is in the view under the same name.
    """
    shown = {name: getattr(view, name) for name in _in_both(kind, type(view)) if name not in hidden}
    return kind(**shown, **hidden)


@cache
def _in_both(kind: type[State], view: type[View]) -> tuple[str, ...]:
    return tuple(name for name in kind.__struct_fields__ if name in view.__struct_fields__)
