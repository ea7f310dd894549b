"""``hgpo data generate``: ALFWorld's games, or a shop of WebShop's."""

from collections.abc import Sequence

from harness.cli.errors import UsageError
from harness.cli.parser import Parser, add_json, command_parser, whole_number

MOST_GAMES = 10_000_000

AFTER = """what is written:
  DIR/json_2.1.1/SPLIT/TASK/TRIAL/ with game.tw-pddl and traj_data.json, as the official data
  have them, so that any ALFWorld plays them. A file is written whole or not at all; those that
  are there already are left alone, so a command that was interrupted is simply repeated.

difficulty:
  easy, standard, official-like, small, rooms, or knobs with their values (a number, or a range):
  {rooms: 2, receptacles: [8, 12], distractors: 5, duplicates: [0, 2], closed_percent: 100,
  hidden_percent: 30, shared_percent: 10, depth: [8, 12], level: small}

a shop instead of games:
  hgpo data generate webshop --to DIR [...]; `hgpo data generate webshop --help` says more.
  (Games in a folder of that name: hgpo data generate ./webshop.)

examples:
  hgpo data generate games --count 1000 --difficulty official-like
  hgpo data generate games --split gen_unseen --family rooms --dialect older
  hgpo data generate games --difficulty '{receptacles: 12, depth: [6, 9]}' --json made.json"""


def parser() -> Parser:
    """Describe the action."""
    described = command_parser(
        "data generate", "Write generated ALFWorld games as official-format files.", AFTER
    )
    described.add_argument("folder", metavar="DIR", help="where to; made if it isn't there")
    described.add_argument("--split", default="gen_train", help="gen_train, gen_seen or gen_unseen")
    described.add_argument("--difficulty", metavar="LEVEL", help="see below; default: the family's")
    described.add_argument(
        "--family", default="household", help="household, three, two-stage or rooms"
    )
    described.add_argument("--dialect", default="newer", help="newer or older")
    described.add_argument("--count", metavar="N", help="games; default: the split's size")
    add_json(described)
    described.add_argument("--quiet", action="store_true", help="no progress, the result alone")
    return described


def run(words: Sequence[str]) -> None:
    """Run the action.

    Raises:
        UsageError: a count or a difficulty that can't be read.
        EnvInputError: as ``write_games`` says.
    """
    if words and words[0] == "webshop":
        from harness.cli.data_webshop_generate import run as run_webshop

        return run_webshop(words[1:])
    return _run_alfworld(words)


def _run_alfworld(words: Sequence[str]) -> None:
    arguments = parser().parse(words)
    from harness.cli.data_answer import Answer, give
    from harness.cli.data_progress import watching_files
    from harness.cli.output import check_json_target
    from hgpo_envs.alfworld.generate import series, write_games

    target = check_json_target(arguments.json)
    difficulty = read_difficulty(arguments.difficulty, "{receptacles: 12}")
    games = series(difficulty, family=arguments.family)  # type: ignore[arg-type]
    with watching_files(quiet=arguments.quiet) as progress:
        files = write_games(
            arguments.folder,
            arguments.split,
            difficulty,  # type: ignore[arg-type]
            arguments.dialect,
            _count(arguments.count),
            family=arguments.family,
            progress=lambda done, of: progress(done / of, f"{done} games"),
        )
    record = {
        "folder": arguments.folder,
        "split": arguments.split,
        "version": games.version,
        "dialect": arguments.dialect,
        "games": len(files),
    }
    shown = f"{len(files)} games ({games.version}, {arguments.dialect}) in {files[0].parents[2]}"
    give({"alfworld": Answer(record=record, shown=[shown])}, target)


def _count(given: str | None) -> int | None:
    if given is None:
        return None
    return whole_number("--count", given, least=1, most=MOST_GAMES)


def read_difficulty(given: str | None, example: str) -> object:
    """Return the level that was named, or the knobs that were written as a YAML mapping.

    Raises:
        UsageError: it is no YAML; ``example`` is named as one that is.
    """
    if given is None or not given.lstrip().startswith("{"):
        return given
    import yaml

    try:
        return yaml.safe_load(given)
    except yaml.YAMLError as error:
        raise UsageError(
            f"--difficulty {given}: {error}. Expected knobs such as '{example}'."
        ) from error
