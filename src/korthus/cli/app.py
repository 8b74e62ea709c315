"""The command line: ``korthus`` and its commands.

Exit codes: 0 fine; 1 korthus refuses, with one sentence and its code on stderr; 2 the command line cannot be
read; 130 stopped by Ctrl-C, 143 by SIGTERM (128 and the number of the signal).
"""

import errno
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeVar

from cyclopts import App, CycloptsError, Group, Parameter

import korthus
from korthus.arena.review.review import REPLAYS
from korthus.cli.chooser import Chooser
from korthus.cli.commands.arena import arena_command
from korthus.cli.commands.explain import explain_command
from korthus.cli.commands.play import Wishes, new_game, resume_game
from korthus.cli.commands.replay import replay_command
from korthus.cli.commands.review import review_command
from korthus.cli.commands.run import run_batch_command
from korthus.cli.commands.serve import check_command, serve_command
from korthus.cli.commands.shelf import bots_command, games_command, options_command, rules_command
from korthus.cli.commands.simulate import simulate_command
from korthus.cli.commands.verify import verify_command
from korthus.cli.commands.warm import warm_command
from korthus.cli.compiled_code import say_where
from korthus.cli.complaints import complaint
from korthus.cli.help_pages import HelpPages
from korthus.cli.language import Language, preferred
from korthus.cli.paper import Paper
from korthus.cli.stopping import exit_code, stoppable
from korthus.cli.terminal import Leave, Terminal, make_console
from korthus.core.errors import KorthusError
from korthus.locale import LANGUAGES, Translator

F = TypeVar("F", bound=Callable[..., Any])

OK: Final = 0
REFUSED: Final = 1
USAGE: Final = 2

#: How systems say that a disk takes no more.
_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

#: Commands with words of their own; the others' are in common.cli.
_OWN_WORDS: Final = ("tools.", "review.", "serve.", "solve.", "mus_strategy.")

#: What can be typed, shown below the help of each command ("" is korthus alone).
EXAMPLES: Final = {
    "": (
        "korthus",
        "korthus play mulle",
        "korthus explain mulle 'table: KL 9, SP 4, HJ 5; hand 0: HJ 9; to act: 0'",
        "korthus run eight --games 10 --seed 7",
    ),
    "play": (
        "korthus play mulle --practice",
        "korthus play mulle --preset draft --set omgangar=1 --seed 7",
        "korthus play kachuful --seats 5 --seat 2 --name Eva --lang sv",
        "korthus play mus --vs human",
        "korthus play --resume",
    ),
    "explain": (
        "korthus explain mulle 'table: KL 9, SP 4, HJ 5; hand 0: HJ 9; to act: 0'",
        "korthus explain mulle 'table: KL 9; hand 0: HJ 9; to act: 0' --play 'discard HJ 9'",
    ),
    "games": ("korthus games --lang es",),
    "rules": ("korthus rules mus",),
    "options": ("korthus options mulle",),
    "bots": ("korthus bots kachuful",),
    "replay": ("korthus replay game.json", "korthus replay game.json --from 2"),
    "verify": ("korthus verify game.json", "korthus verify game.json --commitment 21cf…b58d"),
    "review": ("korthus review game.json", "korthus review game.json --html review.html --jobs 2"),
    "simulate": ("korthus simulate mulle --games 2000", "korthus simulate kachuful --seats 4 --seed 7"),
    "warm": ("korthus warm", "korthus warm mulle --level normal"),
    "solve": (
        "korthus solve mus --menu plain --target 0.1 --out plain",
        "korthus solve mus --reference --target 0.1",
    ),
    "equity": ("korthus equity mus 37 38",),
    "mus": ("korthus mus strategy --hand 'R R 7 1'",),
    "mus strategy": (
        "korthus mus strategy --hand 'R C 7 4'",
        "korthus mus strategy --hand RR71 --lance pares --history 'envido 2' --postre",
        "korthus mus strategy --hand SS74 --history 'paso, envido 2, quiero'",
    ),
    "serve": ("korthus serve", "korthus serve --host 0.0.0.0 --port 8000 --no-open"),
    "run": ("korthus run mulle --games 10 --bots greedy,random --out games.jsonl",),
    "arena": (
        "korthus arena mulle --bots greedy random --matches 20 --seed 1",
        "korthus arena kachuful --bots rules random --seats 4 --hero rules --matches 4 --jobs 2",
    ),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and give its exit code."""
    _open_streams()
    words = list(sys.argv[1:] if arguments is None else arguments)
    tr = Translator(_language(words))
    complaints = make_console(sys.stderr)
    app = build(tr)
    try:
        with stoppable() if words[:1] != ["serve"] else nullcontext():  # a server ends its own way
            return _command(app, words)
    except CycloptsError as error:
        complaints.print(complaint(error, app, tr), style="refused", markup=False, soft_wrap=True)
        complaints.print(tr("common.cli.try_help"), markup=False)
        return USAGE
    except KorthusError as error:
        complaints.print(f"{tr.error(error)} [{error.code}]", style="refused", markup=False, soft_wrap=True)
        stop = error.__cause__
        return exit_code(stop) if isinstance(stop, KeyboardInterrupt) else REFUSED
    except Leave:
        return OK
    except KeyboardInterrupt as stop:
        return exit_code(stop)
    except BrokenPipeError:
        _give_up_output()  # whoever read our output has gone; nothing can be said to them
        return OK
    except OSError as error:
        if error.errno not in _FULL:
            raise
        _give_up_output()
        complaints.print(tr("common.cli.disk_full", trouble=error.strerror), style="refused", markup=False)
        return REFUSED


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


def _language(words: Sequence[str]) -> str:
    """The language of a command line before it is read: help and complaints need it too."""
    for place, word in enumerate(words):
        wanted = word.removeprefix("--lang=") if word.startswith("--lang=") else ""
        if word == "--lang" and place + 1 < len(words):
            wanted = words[place + 1]
        if wanted in LANGUAGES:
            return wanted
    return preferred(os.environ)


def build(tr: Translator) -> App:
    """The commands, with help in the language of ``tr``.

    Annotations in this module are values, not text, so that the help of a parameter comes from the catalogue.
    """

    def about(key: str, *names: str) -> Parameter:
        return Parameter(
            name=names or None,
            help=tr(key if key.startswith(_OWN_WORDS) else f"common.cli.arg.{key}"),
            negative=(),
            show_default=False,
            show_choices=False,
        )

    def examples(name: str) -> str:
        return "\n".join([tr("common.cli.examples"), "", *(f"    {line}" for line in EXAMPLES[name])])

    def command(name: str, key: str | None = None) -> Callable[[F], F]:
        return app.command(name=name, help=tr(key or f"common.cli.{name}"), help_epilogue=examples(name))

    lang_type = Annotated[Language | None, about("lang")]
    ascii_type = Annotated[bool, about("ascii", "--ascii")]
    game_type = Annotated[str, about("game_only")]
    preset_type = Annotated[str | None, about("preset")]
    settings_type = Annotated[tuple[str, ...], about("set", "--set")]

    app = App(
        name="korthus",
        help=tr("common.cli.about"),
        help_epilogue=examples(""),
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

    def terminal(lang: str | None, ascii_only: bool = False) -> Terminal:
        made = Terminal(lang or tr.language, ascii_only=ascii_only)
        say_where(lambda: made.tr)
        return made

    @app.default
    def choose(*, ascii_only: ascii_type = False, lang: lang_type = None) -> None:
        Chooser(terminal(lang, ascii_only)).run()

    @command("play")
    def play(
        game: Annotated[str | None, about("game")] = None,
        /,
        *,
        preset: preset_type = None,
        settings: settings_type = (),
        seat: Annotated[int, about("seat")] = 1,
        vs: Annotated[str | None, about("vs")] = None,
        seats: Annotated[int | None, about("seats")] = None,
        seed: Annotated[str | None, about("seed")] = None,
        practice: Annotated[bool, about("practice")] = False,
        name: Annotated[str | None, about("name")] = None,
        memory: Annotated[Path | None, about("memory")] = None,
        resume: Annotated[bool, about("resume")] = False,
        ascii_only: ascii_type = False,
        lang: lang_type = None,
    ) -> None:
        if resume:
            resume_game(terminal(lang, ascii_only), game)
        elif game is None:
            Chooser(terminal(lang, ascii_only)).run()
        else:
            new_game(
                terminal(lang, ascii_only),
                Wishes(
                    game=game,
                    preset=preset,
                    settings=settings,
                    seat=seat,
                    seats=seats,
                    vs=vs,
                    seed=seed,
                    practice=practice,
                    name=name,
                    memory=memory,
                ),
            )

    @command("explain")
    def explain(
        game: game_type,
        position: Annotated[str, about("position")],
        /,
        *,
        play: Annotated[str | None, about("play")] = None,
        preset: preset_type = None,
        settings: settings_type = (),
        everything: Annotated[bool, about("all", "--all")] = False,
        ascii_only: ascii_type = False,
        lang: lang_type = None,
    ) -> None:
        explain_command(
            terminal(lang, ascii_only),
            game,
            position,
            play=play,
            preset=preset,
            settings=settings,
            everything=everything,
        )

    @command("games")
    def games(*, lang: lang_type = None) -> None:
        games_command(terminal(lang))

    @command("rules")
    def rules(game: game_type, /, *, lang: lang_type = None) -> None:
        rules_command(terminal(lang), game)

    @command("options")
    def options(game: game_type, /, *, lang: lang_type = None) -> None:
        options_command(terminal(lang), game)

    @command("bots")
    def bots(game: game_type, /, *, lang: lang_type = None) -> None:
        bots_command(terminal(lang), game)

    @command("replay")
    def replay(
        file: Annotated[Path, about("record")],
        /,
        *,
        from_seat: Annotated[int | None, about("from", "--from")] = None,
        ascii_only: ascii_type = False,
        lang: lang_type = None,
    ) -> None:
        replay_command(terminal(lang, ascii_only), file, from_seat=from_seat)

    @command("verify")
    def verify(
        file: Annotated[Path, about("record")],
        /,
        *,
        commitment: Annotated[str | None, about("commitment")] = None,
        closing: Annotated[str | None, about("closing")] = None,
        seat_seed: Annotated[str | None, about("seat_seed")] = None,
        lang: lang_type = None,
    ) -> int:
        return verify_command(
            terminal(lang), file, commitment=commitment, closing=closing, seat_seed=seat_seed
        )

    hyphen = Parameter(allow_leading_hyphen=True)

    @command("review", "review.about")
    def review(
        file: Annotated[Path, about("review.arg.record"), hyphen],
        /,
        *,
        html: Annotated[Path | None, about("review.arg.html")] = None,
        json: Annotated[Path | None, about("review.arg.json")] = None,
        level: Annotated[str | None, about("review.arg.level")] = None,
        simulations: Annotated[int | None, about("review.arg.simulations")] = None,
        seconds: Annotated[float | None, about("review.arg.seconds")] = None,
        replays: Annotated[int, about("review.arg.replays")] = REPLAYS,
        seed: Annotated[int, about("review.arg.seed")] = 0,
        jobs: Annotated[int, about("review.arg.jobs")] = 1,
        lang: lang_type = None,
    ) -> None:
        review_command(
            terminal(lang),
            file,
            html=html,
            json=json,
            level=level,
            simulations=simulations,
            seconds=seconds,
            seed=seed,
            replays=replays,
            jobs=jobs,
        )

    @command("simulate")
    def simulate(
        game: game_type,
        /,
        *,
        games: Annotated[int, about("games")] = 10_000,
        policy: Annotated[str, about("policy")] = "random",
        seats: Annotated[int | None, about("seats")] = None,
        seed: Annotated[int | None, about("batch_seed")] = None,
        jobs: Annotated[int | None, about("cores")] = None,
        out: Annotated[Path | None, about("kept")] = None,
        preset: preset_type = None,
        settings: settings_type = (),
        lang: lang_type = None,
    ) -> None:
        simulate_command(
            terminal(lang),
            game,
            games=games,
            policy=policy,
            preset=preset,
            settings=settings,
            seats=seats,
            seed=seed,
            jobs=jobs,
            out=out,
        )

    @command("warm")
    def warm(
        *games: Annotated[str, about("tools.warm.arg.games")],
        level: Annotated[str | None, about("tools.warm.arg.level")] = None,
        lang: lang_type = None,
    ) -> None:
        warm_command(terminal(lang), games, level)

    @command("serve", "serve.about")
    def serve(
        *,
        host: Annotated[str, about("serve.arg.host")] = "127.0.0.1",
        port: Annotated[int | None, about("serve.arg.port")] = None,
        metrics: Annotated[str | None, about("serve.arg.metrics")] = None,
        database: Annotated[str | None, about("serve.arg.database")] = None,
        data: Annotated[Path | None, about("serve.arg.data")] = None,
        check: Annotated[bool, about("serve.arg.check")] = False,
        no_open: Annotated[bool, about("serve.arg.no_open")] = False,
        workers: Annotated[int, about("serve.arg.workers")] = 1,
        grace: Annotated[float, about("serve.arg.grace")] = 45.0,
        deal_after: Annotated[float, about("serve.arg.deal_after")] = 0.4,
        bot_pause: Annotated[float, about("serve.arg.bot_pause")] = 0.7,
        watch_pause: Annotated[float, about("serve.arg.watch_pause")] = 0.8,
        no_warm: Annotated[bool, about("serve.arg.no_warm")] = False,
        no_limits: Annotated[bool, about("serve.arg.no_limits")] = False,
        origin: Annotated[tuple[str, ...], about("serve.arg.origin")] = (),
        behind_proxy: Annotated[bool, about("serve.arg.behind_proxy")] = False,
        log: Annotated[Path | None, about("serve.arg.log")] = None,
        log_level: Annotated[
            Literal["debug", "info", "warning", "error"] | None, about("serve.arg.log_level")
        ] = None,
        lang: lang_type = None,
    ) -> None:
        words = Translator(lang or tr.language)
        say_where(lambda: words)
        if check:
            check_command(database=database, data=data, tr=words)
            return
        serve_command(
            host=host,
            port=port,
            metrics=metrics,
            database=database,
            data=data,
            opens=not no_open,
            workers=workers,
            grace=grace,
            deal_after=deal_after,
            bot_pause=bot_pause,
            watch_pause=watch_pause,
            warm=not no_warm,
            limits=not no_limits,
            origins=origin,
            behind_proxy=behind_proxy,
            log=log,
            log_level=log_level,
            tr=words,
        )

    @command("run")
    def run(
        game: Annotated[str | None, about("game_or_script")] = None,
        /,
        *,
        script: Annotated[Path | None, about("script")] = None,
        seed: Annotated[int | None, about("batch_seed")] = None,
        games: Annotated[int, about("games")] = 1,
        bots: Annotated[str, about("bots")] = "",
        seats: Annotated[int | None, about("seats")] = None,
        jobs: Annotated[int, about("jobs")] = 1,
        out: Annotated[Path | None, about("out")] = None,
        rotate: Annotated[bool, about("rotate")] = False,
        records: Annotated[bool, about("records")] = False,
        memory: Annotated[Path | None, about("memory")] = None,
        preset: preset_type = None,
        settings: settings_type = (),
        lang: lang_type = None,
    ) -> None:
        run_batch_command(
            terminal(lang),
            game,
            preset=preset,
            settings=settings,
            seats=seats,
            script=script,
            seed=seed,
            games=games,
            bots=tuple(name.strip() for name in bots.split(",") if name.strip()),
            jobs=jobs,
            out=out,
            rotate=rotate,
            records=records,
            memory=memory,
        )

    several = Parameter(consume_multiple=True)

    @command("arena", "tools.arena.about")
    def arena(
        game: game_type,
        /,
        *,
        bots: Annotated[tuple[str, ...], about("tools.arena.arg.bots"), several] = (),
        matches: Annotated[int, about("tools.arena.arg.matches")] = 100,
        seed: Annotated[int | None, about("tools.arena.arg.seed")] = None,
        seats: Annotated[int | None, about("seats")] = None,
        hero: Annotated[str | None, about("tools.arena.arg.hero")] = None,
        budget_ms: Annotated[float | None, about("tools.arena.arg.budget_ms")] = None,
        simulations: Annotated[int | None, about("tools.arena.arg.simulations")] = None,
        jobs: Annotated[int, about("jobs")] = 1,
        ray: Annotated[str | None, about("tools.arena.arg.ray")] = None,
        out: Annotated[Path | None, about("tools.arena.arg.out")] = None,
        preset: preset_type = None,
        settings: settings_type = (),
        lang: lang_type = None,
    ) -> None:
        arena_command(
            terminal(lang),
            game,
            bots=tuple(name for word in bots for name in word.split(",") if name),
            matches=matches,
            seed=seed,
            seats=seats,
            preset=preset,
            settings=settings,
            hero=hero,
            budget_ms=budget_ms,
            simulations=simulations,
            jobs=jobs,
            ray=ray,
            out=out,
        )

    @command("solve", "solve.about")
    def solve(
        game: Annotated[str, about("solve.arg.game")],
        /,
        *,
        menu: Annotated[str, about("solve.arg.menu")] = "plain",
        algorithm: Annotated[str, about("solve.arg.algorithm")] = "dcfr",
        target: Annotated[float, about("solve.arg.target")] = 0.0005,
        device: Annotated[str, about("solve.arg.device")] = "cpu",
        out: Annotated[Path | None, about("solve.arg.out")] = None,
        resume: Annotated[bool, about("solve.arg.resume")] = False,
        reference: Annotated[bool, about("solve.arg.reference")] = False,
        against: Annotated[tuple[str, ...], about("solve.arg.against"), several] = (),
        simulations: Annotated[int, about("solve.arg.simulations")] = 30,
        seed: Annotated[int, about("solve.arg.seed")] = 1,
        lang: lang_type = None,
    ) -> None:
        from korthus.cli.mus.solve import solve_command  # loads NumPy, which most commands do without

        solve_command(
            terminal(lang),
            game,
            menu=menu,
            algorithm=algorithm,
            target=target,
            device=device,
            out=out,
            resume=resume,
            reference=reference,
            against=against,
            simulations=simulations,
            seed=seed,
        )

    @command("equity", "solve.equity.about")
    def equity(
        game: Annotated[str, about("solve.equity.arg.game")],
        mine: Annotated[int, about("solve.equity.arg.mine")],
        theirs: Annotated[int, about("solve.equity.arg.theirs")],
        /,
        *,
        solution: Annotated[Path | None, about("solve.equity.arg.solution")] = None,
        lang: lang_type = None,
    ) -> None:
        from korthus.cli.mus.equity import equity_command  # loads NumPy too

        equity_command(terminal(lang), game, mine, theirs, solved=solution)

    mus = App(name="mus", help=tr("mus_strategy.about"), help_epilogue=examples("mus"))
    app.command(mus)

    @mus.command(
        name="strategy", help=tr("mus_strategy.strategy.about"), help_epilogue=examples("mus strategy")
    )
    def strategy(
        *,
        hand: Annotated[str, about("mus_strategy.arg.hand")],
        lance: Annotated[str | None, about("mus_strategy.arg.lance")] = None,
        history: Annotated[str | None, about("mus_strategy.arg.history")] = None,
        mano: Annotated[bool, about("mus_strategy.arg.mano")] = False,
        postre: Annotated[bool, about("mus_strategy.arg.postre")] = False,
        menu: Annotated[str, about("mus_strategy.arg.menu")] = "plain",
        lang: lang_type = None,
    ) -> None:
        from korthus.cli.mus.strategy import strategy_command  # loads NumPy too

        strategy_command(
            terminal(lang),
            hand=hand,
            lance=lance,
            history=history,
            mano=mano,
            postre=postre,
            menu=menu,
        )

    return app
