"""The command ``python -m hgpo_envs.alfworld.parity``."""

import argparse
import sys
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from hgpo_envs.alfworld.parity.cases import Case, generated, sampled, whole
from hgpo_envs.alfworld.parity.report import report, write
from hgpo_envs.alfworld.parity.run import run
from hgpo_envs.alfworld.parity.work import Plan, Result
from hgpo_envs.alfworld.textworld.packages import versions
from hgpo_envs.errors import EnvInputError

EPILOG = """examples:
  python -m hgpo_envs.alfworld.parity --data ~/alfworld --games 400 --steps 30
  python -m hgpo_envs.alfworld.parity --also my_games/ --generated 20

exit status: 0 no difference, 1 a difference or nothing to compare, 2 wrong usage, 130 interrupted
"""


def main(arguments: list[str] | None = None) -> int:
    """Compare the games that the arguments name; return the exit status."""
    options = _parser().parse_args(arguments)
    try:
        cases = _cases(options)
        plan = Plan(
            seed=options.seed,
            steps=options.steps,
            transcripts=str(options.transcripts),
            versions=tuple(sorted(versions().items())),
        )
        results, interrupted = run(cases, plan, workers=options.workers, tell=_teller(len(cases)))
    except EnvInputError as error:
        _say(f"error: {error}")
        return 1
    except BrokenProcessPool:
        _say(
            "error: a process died, perhaps for lack of memory; the same command goes on from here"
        )
        return 1
    found = report(results, plan, planned=len(cases))
    if options.json is not None:
        write(found, options.json)
    _say(
        f"{found['games']} games, {found['states']} states, {found['differences']} games with a "
        f"difference; {len(results)} of {len(cases)} games done"
    )
    if interrupted:
        _say("interrupted; the same command goes on from here")
        return 130
    return 0 if found["games"] and not found["differences"] else 1


def _cases(options: argparse.Namespace) -> list[Case]:
    cases = [
        *sampled(options.data, options.games, options.seed),
        *whole(options.also),
        *generated(options.generated, options.seed),
    ]
    if not cases:
        raise EnvInputError(
            "no games to compare. Name official data (--data), game files or folders (--also), or "
            "ask for generated games (--generated N)."
        )
    return cases


def _teller(count: int) -> Callable[[Result, int], None]:
    def tell(result: Result, done: int) -> None:
        if result.difference is not None:
            told = result.difference
            _say(
                f"DIFFERENCE in {result.case.name}, state {told.step}, after {told.command!r}, "
                f"{told.field}:\n  original: {told.original}\n  ours:     {told.ours}"
            )
        elif result.refused or result.unplayable:
            _say(f"not compared: {result.refused or result.unplayable}")
        if done % 10 == 0 or done == count:
            _say(f"{done} of {count} games")

    return tell


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m hgpo_envs.alfworld.parity",
        description="Play games on our engine and on the original one, with the same commands, "
        "and compare every observation, list of admissible commands, and whether it is won.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--data", type=Path, nargs="*", default=[], help="folders that hold json_2.1.1")
    add("--games", type=_count, default=400, help="official games to draw from them (400)")
    add("--also", type=Path, nargs="*", default=[], help="files and folders, compared whole")
    add("--generated", type=_count, default=0, help="generated games to draw (0)")
    add("--steps", type=_count, default=30, help="random commands a game (30)")
    add("--seed", type=_count, default=0, help="of the games and commands drawn (0)")
    add("--workers", type=_count, default=2, help="processes (2)")
    add("--json", type=Path, help="write the report there")
    add(
        "--transcripts",
        type=Path,
        default=Path("runs/parity"),
        help="keeps what the original engine said, for the next time (runs/parity)",
    )
    return parser


def _count(text: str) -> int:
    value = int(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 0, not {text}")
    return value


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
