"""From many actions to a few questions: the numbered lists of the terminal.

A screen may lead to an action in steps (``SteppedScreen``); the steps of all legal actions form a tree, and
each question is one node of it. A node with a single continuation is no question and is folded away.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from korthus.core.protocol import Action
from korthus.core.spans import Part, joined
from korthus.core.wording import folded
from korthus.locale import Translator
from korthus.screens.base import Screen, SteppedScreen


class Node:
    """A place in the tree: an action at its leaves, a list of choices elsewhere."""

    def __init__(self, key: str = "", label: Part = "", order: int = 0) -> None:
        self.key = key
        self.label = label
        self.order = order
        #: The action, if this is where it is reached.
        self.action: Action | None = None
        #: What is asked here.
        self.question: Part = ""
        self._children: dict[str, Node] = {}

    @property
    def children(self) -> tuple[Node, ...]:
        """The choices, in the order in which they are listed."""
        return tuple(sorted(self._children.values(), key=lambda child: child.order))

    def child(self, key: str, label: Part, order: int = 0) -> Node:
        """The choice with this key, made if it is new."""
        if key not in self._children:
            self._children[key] = Node(key, label, order)
        return self._children[key]

    @property
    def counted(self) -> bool:
        """Whether the list counts from 1; otherwise the keys are numbers themselves."""
        return not all(child.key.isdecimal() for child in self.children)

    def number(self, index: int) -> str:
        """What to type for the child at ``index``."""
        return str(index + 1) if self.counted else self.children[index].key

    def find(self, text: str) -> Node | None:
        """The child that a person means by its number or its key, or None."""
        if self.counted and text.isdecimal() and len(text) < 7:
            index = int(text) - 1
            return self.children[index] if 0 <= index < len(self.children) else None
        wanted = _normal(text)
        for child in self.children:
            if _normal(child.key) == wanted:
                return child
        return None

    def fold(self) -> None:
        """Join each place that leaves no choice with the one after it, here and below."""
        while len(self._children) == 1 and self.action is None:
            (only,) = self._children.values()
            self.label = joined(" · ", (label for label in (self.label, only.label) if label))
            self.action, self.question, self._children = only.action, only.question, only._children
        for child in self._children.values():
            child.fold()

    def leaves(self) -> int:
        """How many actions lie behind this node."""
        return 1 if self.action is not None else sum(child.leaves() for child in self.children)


def _normal(text: str) -> tuple[str, ...]:
    return tuple(sorted(folded(text).replace(",", " ").replace("+", " ").split()))


def flat(actions: Sequence[Action], view: Any, screen: Screen, tr: Translator) -> Node:
    """All actions as one list."""
    root = Node()
    for action in actions:
        root.child(str(action), screen.action(action, view, tr)).action = action
    return root


def stepped(actions: Sequence[Action], view: Any, screen: Screen, tr: Translator) -> Node:
    """The actions as a tree of steps, if the screen has steps; otherwise one list."""
    if not isinstance(screen, SteppedScreen):
        return flat(actions, view, screen, tr)
    root = Node()
    for action in actions:
        node = root
        for step in screen.steps(action, view, tr):
            node.question = node.question or step.question
            node = node.child(step.key, step.label, step.order)
        node.action = action
    for child in root.children:
        child.fold()
    if len(root.children) == 1 and root.children[0].action is None:
        return root.children[0]  # no choice at the first question: begin with the second
    return root
