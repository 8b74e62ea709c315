"""The web server under load: real sockets, SQLite, every action on the disk before anybody is told.

The server runs on the first core and the load on the second. Actions are sent at their times, whether the
server keeps up or not, and latencies go from then until the other player has the event.

python -m bench.load_web                     2,000 tables, 500 actions a second
python -m bench.load_web --find-largest      and the largest rate that is held
python -m bench.load_web --restart 1000      kill -9 with so many open tables, and play on
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import re
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Final, NamedTuple

import httpx
from bench.load_tables import LoadTable, Run, connect_all, open_tables, play
from bench.measure import report
from tests.web.server import QUICK, ServerProcess, free_port

#: What must hold (docs/web.md): the slowest hundredth at the given rate, the largest rate, the restart.
MOST_P99_MS: Final = 50.0
LEAST_LARGEST: Final = 3 * 650
GOAL_LARGEST: Final = 3_294
GOAL_CPU_US: Final = 290
MOST_RESTART_S: Final = 5.0
#: How much the rate goes up from step to step, and which part of it must be reached.
_STEP: Final = 1.2
_REACHED: Final = 0.98
_TICKS: Final = os.sysconf("SC_CLK_TCK")


def cpu_seconds(pid: int) -> float:
    """User and system time of a process and all its threads, without its child processes."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def resident_kb(pid: int) -> int:
    """The memory of a process that is in RAM."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    assert found is not None
    return int(found[1])


def busy_seconds() -> float:
    """What all cores together have worked since the machine was started."""
    user, nice, system, _idle, _wait, *interrupts = map(int, _first_line(Path("/proc/stat")).split()[1:9])
    return (user + nice + system + sum(interrupts)) / _TICKS


def _first_line(file: Path) -> str:
    with file.open() as lines:
        return lines.readline()


def load_average() -> float:
    """How busy the machine was in the last minute."""
    return round(os.getloadavg()[0], 2)


def start(server: ServerProcess) -> None:
    """Start the server on the first core, and go to the second oneself."""
    cores = sorted(_CORES)
    os.sched_setaffinity(0, {cores[0]})
    try:
        server.start()
    finally:
        os.sched_setaffinity(0, {cores[-1]})


_CORES: Final = os.sched_getaffinity(0)


class Played(NamedTuple):
    """One run, and what it took."""

    run: Run
    #: CPU time of the server for each action, in microseconds.
    cpu_us: float
    commits: int
    #: How many cores others were using meanwhile: on a busy machine latencies say little.
    others: float

    def holds(self, rate: float) -> bool:
        """Whether a rate was reached with latencies as they should be."""
        return self.run.quantile(0.99) < MOST_P99_MS and self.run.rate >= _REACHED * rate


class Bench:
    """A server, its tables, and what was measured."""

    def __init__(self, server: ServerProcess, game: str, numbers: str) -> None:
        self._numbers = numbers
        self._server = server
        self._game = game
        self.tables: list[LoadTable] = []
        self.failed = False

    async def open(self, number: int) -> None:
        """Open tables with both players connected, and report what they cost."""
        pid = self._server.pid
        memory, cpu = resident_kb(pid), cpu_seconds(pid)
        self.tables = await open_tables(self._server.url, self._game, number, seed=1)
        opened = resident_kb(pid)
        await connect_all(self._server.url, self.tables)
        await asyncio.sleep(1.0)  # the last table news are sent
        self._report(
            "web_open_tables",
            tables=number,
            sockets=2 * number,
            kb_per_table_with_sockets=round((resident_kb(pid) - memory) / number, 1),
            kb_per_table_without=round((opened - memory) / number, 1),
            cpu_ms_per_table=round((cpu_seconds(pid) - cpu) / number * 1000, 2),
        )
        gc.collect()
        gc.freeze()  # the load's own garbage must not make it late

    async def hold(self, rate: float, seconds: float) -> None:
        """Play at one rate."""
        played = await self._play(rate, seconds)
        ok = played.holds(rate)
        self.failed |= not ok
        self._report_run("web_rate", played, asked=rate, bar=MOST_P99_MS, ok=ok)

    async def find_largest(self, first: float, seconds: float) -> None:
        """Raise the rate until it is not held twice in a row."""
        rate, held = first, None
        while True:
            for _ in range(2):
                played = await self._play(rate, seconds)
                ok = played.holds(rate)
                self._report_run("web_step", played, asked=round(rate), ok=ok)
                if ok:
                    break
            else:
                break
            held = played
            rate *= _STEP
        if held is None:
            self.failed = True
            return
        ok = held.run.rate >= LEAST_LARGEST
        self.failed |= not ok
        bars = {"bar": LEAST_LARGEST, "goal": GOAL_LARGEST, "goal_cpu_us": GOAL_CPU_US, "ok": ok}
        self._report_run("web_largest_rate", held, **bars)

    async def restart(self) -> None:
        """Kill the server in the middle of all games, start it again, and play on at every table."""
        await self._play(len(self.tables) / 2, 20.0)
        killed = time.perf_counter()
        self._server.kill()
        began = time.perf_counter()
        start(self._server)
        listening = time.perf_counter()
        cpu = cpu_seconds(self._server.pid)
        await connect_all(self._server.url, self.tables)
        connected = time.perf_counter()
        for table in self.tables:
            table.latencies = []
            table.act_at(connected)
        async with asyncio.timeout(60):
            while any(table.busy for table in self.tables):
                await asyncio.sleep(0.002)
        done = time.perf_counter()
        actions = sum(len(table.latencies) for table in self.tables)
        assert actions == len(self.tables), "not every table is playable"
        ok = done - killed < MOST_RESTART_S
        self.failed |= not ok
        self._report(
            "web_restart",
            tables=len(self.tables),
            seconds=round(done - killed, 2),
            until_listening=round(listening - began, 2),
            until_connected=round(connected - began, 2),
            moves_before=round(sum(table.sent for table in self.tables) / len(self.tables), 1),
            cpu_seconds_after_listening=round(cpu_seconds(self._server.pid) - cpu, 2),
            bar=MOST_RESTART_S,
            ok=ok,
        )

    async def _play(self, rate: float, seconds: float) -> Played:
        pid = self._server.pid
        await asyncio.sleep(0.5)
        commits = await self._commits()
        began, cpu, busy, own = time.perf_counter(), cpu_seconds(pid), busy_seconds(), time.process_time()
        run = await play(self.tables, rate, seconds)
        cpu = cpu_seconds(pid) - cpu
        others = busy_seconds() - busy - cpu - (time.process_time() - own)
        wrong = [what for table in self.tables for what in table.wrong]
        assert not wrong, wrong[:5]
        assert run.sent == run.heard, "somebody missed an event"
        return Played(
            run,
            cpu_us=cpu / run.heard * 1e6,
            commits=await self._commits() - commits,
            others=max(others, 0.0) / (time.perf_counter() - began),
        )

    async def _commits(self) -> int:
        async with httpx.AsyncClient(base_url=self._numbers) as http:
            text = (await http.get("/metrics")).text
        found = re.search(r"^korthus_commits_total (\d+)", text, re.MULTILINE)
        return int(found[1]) if found else 0

    def _report_run(self, claim: str, played: Played, **figures: object) -> None:
        run = played.run
        self._report(
            claim,
            tables=len(self.tables),
            rate=round(run.rate),
            actions=run.heard,
            p50_ms=round(run.quantile(0.5), 1),
            p90_ms=round(run.quantile(0.9), 1),
            p99_ms=round(run.quantile(0.99), 1),
            max_ms=round(run.quantile(1.0), 1),
            cpu_us_per_action=round(played.cpu_us),
            actions_per_commit=round(run.heard / max(played.commits, 1), 1),
            bytes_up=round(run.up / run.heard),
            bytes_down_each=round(run.down / run.heard / 2),
            rss_mb=round(resident_kb(self._server.pid) / 1024),
            others_cores=round(played.others, 2),
            **figures,
        )

    def _report(self, claim: str, **figures: object) -> None:
        report(claim, game=self._game, **figures, load_average=load_average())


async def measure(options: argparse.Namespace, folder: Path) -> bool:
    """Run what was asked for; whether every bar was met."""
    numbers = f"127.0.0.1:{free_port()}"
    server = ServerProcess(folder, *QUICK, "--metrics", numbers, log_level="warning")
    start(server)
    try:
        bench = Bench(server, options.game, f"http://{numbers}")
        await bench.open(options.restart or options.tables)
        if options.restart:
            await bench.restart()
        else:
            await bench.hold(options.rate, options.seconds)
            if options.find_largest:
                await bench.find_largest(2 * options.rate, min(options.seconds, 8.0))
        for table in bench.tables:
            for seat in table.seats:
                seat.close()
        return not bench.failed
    finally:
        server.kill()


def _runner() -> Callable[[Coroutine[Any, Any, bool]], bool]:
    """The quickest event loop there is."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run
    return uvloop.run


def main() -> int:
    """Print JSON lines; the status is 1 if a bar was missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--tables", type=int, default=2_000)
    parser.add_argument("--rate", type=float, default=500.0, help="actions a second, all tables together")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--game", choices=("mulle", "kachuful", "mus"), default="mulle")
    parser.add_argument("--find-largest", action="store_true")
    parser.add_argument("--restart", type=int, default=0, metavar="TABLES")
    options = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        return 0 if _runner()(measure(options, Path(folder))) else 1


if __name__ == "__main__":
    sys.exit(main())
