"""What is wrong with a command line, in the language of the person who typed it.

Cyclopts reads the command line and says what it cannot read in English; the kind of trouble and the words
that it is about are said here by the catalogue (``parser.error.*``).
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any, Literal, get_args, get_origin

from cyclopts import App, CycloptsError
from cyclopts.exceptions import (
    CoercionError,
    MissingArgumentError,
    RepeatArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from korthus.locale import Translator

#: The kinds of values that have a sentence of their own.
_KINDS: dict[Any, str] = {int: "whole_number", float: "number", bool: "flag"}


def complaint(error: CycloptsError, app: App, tr: Translator) -> str:
    """Why a command line cannot be read."""
    match error:
        case UnknownOptionError():
            word = (error.token.keyword or error.token.value).split("=")[0]
            options = [argument for argument in error.argument_collection if argument.parse]
            return _unknown_option(word, [name for option in options for name in option.names], tr)
        case UnknownCommandError(unused_tokens=[word, *_]) | UnusedCliTokensError(unused_tokens=[word, *_]):
            return _unknown_word(error, word, app, tr)
        case CoercionError():
            return _bad_value(error, tr)
        case MissingArgumentError(argument=argument) if argument is not None:
            name = error.keyword or argument.name
            key = "parser.error.no_value" if name.startswith("-") else "parser.error.missing"
            return tr(key, name=label(name, tr), command=_command(error))
        case RepeatArgumentError():
            return tr("parser.error.repeated", option=error.token.keyword or error.token.value)
        case _:
            return tr("parser.error.unreadable", words=" ".join(error.root_input_tokens or ()))


def label(name: str, tr: Translator) -> str:
    """An argument as help shows it: options as they are typed, places in capitals and in words."""
    if name.startswith("-"):
        return name
    key = f"parser.label.{name.lower().replace('-', '_')}"
    return tr(key) if tr.has(key) else name.upper()


def _unknown_option(word: str, options: Iterable[str], tr: Translator) -> str:
    return tr("parser.error.unknown_option", option=word) + _meant(word, options, tr)


def _unknown_word(error: CycloptsError, word: str, app: App, tr: Translator) -> str:
    if word.startswith("-"):
        return _unknown_option(word, (), tr)
    chain = list(error.command_chain or ())
    group = app
    for name in chain:
        group = group[name]
    commands = [name for name in group if not name.startswith("-")]
    if word in commands:
        return tr("parser.error.option_first", word=word)
    if commands:
        said = tr("parser.error.unknown_command", word=word, commands=sorted(commands))
        return said + _meant(word, commands, tr)
    return tr("parser.error.unused", words=" ".join(error.unused_tokens or ()), command=_command(error))


def _bad_value(error: CoercionError, tr: Translator) -> str:
    name = "" if error.argument is None else label(error.argument.name, tr)
    value = ""
    if error.token is not None:
        name, value = error.token.keyword or name, error.token.value
    if get_origin(error.target_type) is Literal:
        choices = [str(each) for each in get_args(error.target_type)]
        said = tr("parser.error.choice", name=name, value=value, choices=choices)
        return said + _meant(value, choices, tr)
    kind = _KINDS.get(error.target_type, "value")
    return tr(f"parser.error.{kind}", name=name, value=value)


def _command(error: CycloptsError) -> str:
    return " ".join(("korthus", *(error.command_chain or ())))


def _meant(word: str, known: Iterable[str], tr: Translator) -> str:
    """The one of the known words that was probably meant, as a question; nothing if there is none."""
    near = difflib.get_close_matches(word, list(known), n=1)
    return f" {tr('parser.did_you_mean', word=near[0])}" if near else ""
