"""The command ``python -m hgpo_envs.alfworld.planner``."""

import argparse
import sys

from hgpo_envs.alfworld.planner.survey import Games, report, survey
from hgpo_envs.errors import EnvInputError

EPILOG = """examples:
  python -m hgpo_envs.alfworld.planner ~/alfworld --split train --split valid_seen --workers 2
  python -m hgpo_envs.alfworld.planner --split gen_unseen --games 50

exit status: 0 every game was solved, 1 some were not or could not be read, 2 wrong usage
"""


def main(arguments: list[str] | None = None) -> int:
    """Plan the games that the arguments name; return the exit status."""
    options = _parser().parse_args(arguments)
    solved = True
    for split in options.split or ["train", "valid_seen"]:
        games = Games(env=options.env, split=split, data=options.data)
        try:
            results = list(survey(games, most=options.games, workers=options.workers))
        except EnvInputError as error:
            sys.stderr.write(f"error: {error}\n")
            return 1
        sys.stdout.write("\n".join([f"{options.env} {split}", *report(results), "", ""]))
        sys.stdout.flush()
        solved = solved and all(result.won for result in results)
    return 0 if solved else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m hgpo_envs.alfworld.planner",
        description="Find a shortest plan for every game of a split and carry it out.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("data", nargs="?", help="folder that holds json_2.1.1, for official games")
    parser.add_argument("--env", default="ALFWorld-v0", help="environment (default: ALFWorld-v0)")
    parser.add_argument("--split", action="append", help="split; may be given more than once")
    parser.add_argument("--games", type=_positive, help="so many games, spread over the split")
    parser.add_argument("--workers", type=_positive, default=1, help="processes (default: 1)")
    return parser


def _positive(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r}; expected a whole number of at least 1")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
