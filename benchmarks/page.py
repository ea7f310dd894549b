"""The page on performance, written from a record."""

from collections.abc import Iterator

from benchmarks.clock import Spread
from benchmarks.heading import heading
from benchmarks.memory import STEPS_OF_THE_LIVING, Memory, Soak
from benchmarks.record import Record
from benchmarks.rows import SECTIONS, Row
from benchmarks.speed import Speed

PLOT = "performance-memory.svg"

WHAT = {
    "step": "step, a game played for the first time",
    "step_repeated": "step, a sequence played before",
    "reset": "reset of a game that is loaded",
    "cold": "first load of a game, empty disk cache",
    "cold_cached": "first load of a game, from the disk cache",
    "first": "first load of a process, empty disk cache",
    "first_cached": "first load of a process, from the disk cache",
}


def page(record: Record) -> str:
    """Return the page in Markdown."""
    lines = [*_head(record), "", *_speed(record.speed), "", *_memory(record.memory)]
    return "\n".join(lines) + "\n"


def _head(record: Record) -> Iterator[str]:
    yield from heading(
        "Performance of text ALFWorld",
        command=record.command,
        record="performance.json",
        about={**record.machine, **record.versions},
    )


def _speed(speed: Speed) -> Iterator[str]:
    yield "## Speed"
    yield ""
    yield (
        f"Games: {speed.source}; {speed.games} of them on our engine, {speed.shared} of those on "
        f"the original as well, {speed.steps} commands each, drawn uniformly from the admissible "
        "ones beforehand. A step is the observation and the whole list of admissible commands. "
        f"The engines take turns in {speed.rounds} blocks, every block in a fresh process, on one "
        "core. *Played for the first time*: nothing in the process, and nothing on its disk, has "
        "played that game before. Ratios compare the same commands on the same games: the time of "
        "the original for all of them together over ours, and game by game with quartiles."
    )
    if speed.same is not None:
        yield ""
        yield (
            f"On {speed.same} of the {speed.shared} games every observation and every list of "
            "admissible commands was the same in both engines."
        )
    yield ""
    columns = ("", "level", "ours", "a second", "CPU time", "original")
    ratios = ("ratio, all games", "of CPU time", "ratio, game by game")
    yield f"| {' | '.join(columns + ratios)} |"
    yield "|---|---|--:|--:|--:|--:|--:|--:|--:|"
    for row in speed.rows:
        yield _row(row)
    yield ""
    yield (
        "Medians, with quartiles in brackets. *Engine*: `Play.command` and `Play.admissible`; "
        '*environment*: `env.step` and `info["admissible_actions"]`. The original is '
        "`textworld.start` with ALFWorld's wrappers, asked for admissible commands and `won` "
        "alone, without an environment around it. First load: from the file to the first "
        "observation, packages already imported; the first load of a process reads the PDDL "
        "domain and the grammar too, which later games share."
    )


def _row(row: Row) -> str:
    cells = [
        WHAT.get(row.section, SECTIONS[row.section]),
        row.level,
        times_text(row.ours),
        f"{1 / row.ours.median:,.0f}",
        time_text(row.ours_cpu.median),
        "–" if row.original is None else times_text(row.original),
        "–" if row.overall is None else f"**{row.overall:,.0f}**",
        "–" if row.overall_cpu is None else f"{row.overall_cpu:,.0f}",
        "–" if row.ratio is None else f"{row.ratio.median:,.0f} {_between(row.ratio)}",
    ]
    return f"| {' | '.join(cells)} |"


def _between(ratio: Spread) -> str:
    return f"({ratio.low:,.0f} … {ratio.high:,.0f})"


def times_text(spread: Spread) -> str:
    """Return a median with its quartiles."""
    return f"{time_text(spread.median)} ({time_text(spread.low)} … {time_text(spread.high)})"


def time_text(seconds: float) -> str:
    """Return a time with three digits and its unit.

    Example:
        >>> time_text(0.0000153)
        '15.3 µs'
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def _memory(memory: Memory) -> Iterator[str]:
    yield "## Memory"
    yield ""
    played = f"after {STEPS_OF_THE_LIVING} random steps each"
    yield f"| live environments in one process | games | after reset | {played} |"
    yield "|---|--:|--:|--:|"
    for living in (memory.many, memory.few):
        yield (
            f"| {living.envs:,} of ours | {living.games:,} | {living.reset_mb:.0f} MB "
            f"| {living.played_mb:.0f} MB |"
        )
    if memory.original is not None:
        envs, size = memory.original.envs, memory.original.reset_mb
        yield f"| {envs} original engines, on small games | {envs} | {size:.0f} MB | – |"
    yield ""
    yield "Memory is the growth of the resident set from before the first environment."
    yield ""
    yield "| resets in one process | games in turn | at the start | at half | at the end |"
    yield "|---|--:|--:|--:|--:|"
    yield _soak(f"ours, each with {memory.soak.steps} random steps", memory.soak)
    yield _soak("ours, more games than a process keeps loaded", memory.reload)
    if memory.original_gym is not None and memory.original_start is not None:
        yield _soak("original, one Gym environment", memory.original_gym)
        yield _soak("original, the engine started for each episode", memory.original_start)
    yield ""
    yield f"![Resident memory over resets]({PLOT})"


def _soak(what: str, soak: Soak) -> str:
    start, middle, end = (f"{mb:.0f} MB" for mb in (soak.curve[0][1], soak.middle_mb, soak.end_mb))
    return f"| {soak.resets:,} resets: {what} | {soak.games:,} | {start} | {middle} | {end} |"
