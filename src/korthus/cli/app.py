"""The command line: ``korthus`` and its commands.

Exit codes: 0 fine; 1 korthus refuses, with one sentence and its code on stderr; 2 the command line cannot be
read; 130 stopped by Ctrl-C, 143 by SIGTERM (128 and the number of the signal).
"""

import errno
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from inspect import Parameter as Written
from inspect import Signature, signature
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

from cyclopts import App, CycloptsError, Group, Parameter
from rich.console import Console

import korthus
from korthus.cli.command import Command, all_commands, broken_commands
from korthus.cli.compiled_code import say_numbers, say_where
from korthus.cli.complaints import complaint
from korthus.cli.help_pages import HelpPages
from korthus.cli.options import Ascii, Lang
from korthus.cli.paper import Paper
from korthus.cli.stopping import exit_code, ignore_signals, stoppable
from korthus.cli.terminal import Leave, Terminal, make_console
from korthus.core.errors import KorthusError
from korthus.core.troubles import trouble_with_file
from korthus.extras import check_extra
from korthus.locale import Translator
from korthus.locale.language import asked_for
from korthus.screens.marked import read_refusal

OK: Final = 0
REFUSED: Final = 1
USAGE: Final = 2

#: How systems say that a disk takes no more.
_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and give its exit code."""
    _open_streams()
    words = list(sys.argv[1:] if arguments is None else arguments)
    tr = Translator(asked_for(words, os.environ))
    complaints = make_console(sys.stderr)
    commands = all_commands()
    for broken in broken_commands():
        where = {"name": broken.name, "package": broken.package.name, "why": broken.why}
        complaints.print(tr("common.error.BROKEN_GAME", **where), style="quiet", soft_wrap=True)
    app = build(tr, commands)
    typed = commands.get(words[0]) if words else None
    stopped = None if typed is None else typed.stopped
    try:
        with stoppable() if stopped is None else nullcontext():
            return _command(app, words)
    except CycloptsError as error:
        complaints.print(complaint(error, app, tr), style="refused", soft_wrap=True)
        complaints.print(tr("common.cli.try_help"))
        return USAGE
    except KorthusError as error:
        if isinstance(error.__cause__, KeyboardInterrupt) and arguments is None:
            ignore_signals()
        return _refused(error, complaints, tr)
    except Leave:
        return OK
    except KeyboardInterrupt as stop:
        if arguments is None:
            ignore_signals()
        told = _on_its_way(stop)
        if told is not None:
            return _refused(told, complaints, tr)
        if stopped is None:
            return exit_code(stop)
        complaints.print(tr(stopped), soft_wrap=True)
        return OK
    except BrokenPipeError:
        _give_up_output()  # whoever read our output has gone; nothing can be said to them
        return OK
    except OSError as error:
        if error.errno not in _FULL:
            raise
        _give_up_output()
        complaints.print(
            tr("common.cli.disk_full", trouble=tr.phrase(trouble_with_file(error))), style="refused"
        )
        return REFUSED


def _refused(error: KorthusError, complaints: Console, tr: Translator) -> int:
    """Say why something is refused, or that it was stopped; the exit code for it."""
    complaints.print(f"{read_refusal(error, tr)} [{error.code}]", style="refused", soft_wrap=True)
    return exit_code(error.__cause__) if isinstance(error.__cause__, KeyboardInterrupt) else REFUSED


def _on_its_way(stop: KeyboardInterrupt) -> KorthusError | None:
    """What a job that was stopped had to say when somebody asked once more."""
    told: BaseException | None = stop
    while told is not None:
        if isinstance(told, KorthusError) and isinstance(told.__cause__, KeyboardInterrupt):
            return told
        told = told.__context__
    return None


def _command(app: App, words: Sequence[str]) -> int:
    """Run a command, and see to it that all of its output has gone out before it counts as done."""
    result = app(words, console=Paper(), exit_on_error=False, print_error=False, result_action="return_value")
    sys.stdout.flush()
    return result if isinstance(result, int) else OK


def _open_streams() -> None:
    """Give a program that was started without standard streams (``>&-``) some that lead nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  open to the end


def _give_up_output() -> None:
    """Let the interpreter write the rest of our output nowhere, so that it does not complain at its end."""
    with suppress(OSError, ValueError):  # a stream without a file has no such rest
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def build(tr: Translator, commands: Mapping[str, Command]) -> App:
    """The command line, with help in the language of ``tr``."""
    app = App(
        name="korthus",
        help=tr(commands[""].about),
        help_epilogue=_examples(commands[""], tr),
        group_commands=Group.create_ordered(tr("common.cli.commands")),
        group_arguments=Group.create_ordered(tr("common.cli.arguments")),
        group_parameters=Group.create_ordered(tr("common.cli.options_heading")),
        help_format="plaintext",
        help_formatter=HelpPages(tr),
        version=f"korthus {korthus.__version__}",
        suppress_keyboard_interrupt=False,
    )
    app["--help"].help = tr("parser.help")
    app["--version"].help = tr("parser.version")
    for words, command in commands.items():
        group, _, name = words.rpartition(" ")
        inside = app[group] if group else app
        about, examples = tr(command.about), _examples(command, tr)
        if not name:
            app.default(_typed(command, tr))
        elif command.function is None:
            inside.command(App(name=name, help=about, help_epilogue=examples))
        else:
            inside.command(_typed(command, tr), name=name, help=about, help_epilogue=examples)
    return app


def _examples(command: Command, tr: Translator) -> str:
    return "\n".join([tr("common.cli.examples"), "", *(f"    {line}" for line in command.examples)])


def _typed(command: Command, tr: Translator) -> Callable[..., int | None]:
    """The function of a command as Cyclopts calls it: what can be typed, with help in a language.

    The terminal is made here, as ``--lang`` and ``--ascii`` say.
    """
    function = command.function
    assert function is not None

    def run(*arguments: Any, lang: str | None = None, ascii_only: bool = False, **options: Any) -> int | None:
        check_extra(command.extra, command.words)
        terminal = Terminal(lang or tr.language, ascii_only=ascii_only)
        say_where(lambda: terminal.tr)
        say_numbers(terminal.tr)
        return function(terminal, *arguments, **options)

    hints = get_type_hints(function, include_extras=True)
    typed = [
        parameter.replace(annotation=_in_language(hints[parameter.name], tr))
        for parameter in list(signature(function).parameters.values())[1:]
    ]
    if command.draws:
        typed.append(_common("ascii_only", False, Ascii, tr))
    typed.append(_common("lang", None, Lang, tr))
    run.__signature__ = Signature(typed)  # type: ignore[attr-defined]  # inspect reads it
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in typed}
    return run


def _common(name: str, default: object, hint: Any, tr: Translator) -> Written:
    """A parameter that a command does not write down itself."""
    return Written(name, Written.KEYWORD_ONLY, default=default, annotation=_in_language(hint, tr))


def _in_language(hint: Any, tr: Translator) -> Any:
    """The type of an option whose help is a key, with the help itself."""
    assert get_origin(hint) is Annotated, hint
    kind, about = get_args(hint)
    return Annotated[kind, Parameter.combine(about, Parameter(help=tr(about.help)))]
