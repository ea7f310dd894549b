"""``hgpo train|evaluate|compare --multirun``: the product of several values, a folder a job."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from harness.cli.begin import playing_parser
from harness.cli.errors import INTERRUPTED, OK, Failed, UsageError, errors_as_lines, say
from harness.cli.output import check_json_target, new_run_dir, write_json

if TYPE_CHECKING:
    from harness.multirun.sweep import Job

FLAG = "--multirun"
SWEPT = ("train", "evaluate", "compare")


def run(command: str, words: Sequence[str]) -> None:
    """Run the jobs of a multirun.

    Raises:
        Failed: a job failed; the others are done.
        ConfigError: a job's settings can't be used; nothing is begun then.
        RunError: the folder holds something else.
        Interrupted: Ctrl-C or SIGTERM.
    """
    arguments = playing_parser(command, "Run the product of several values.", "").parse(words)
    given = list(arguments.overrides)
    dirs = [word.partition("=")[2] for word in given if _is_dir(word)]
    if len(dirs) > 1 or "," in "".join(dirs):
        raise UsageError("run.dir is one folder for the whole multirun; each job gets one in it.")
    folder = Path(dirs[0] if dirs else new_run_dir("multirun")).expanduser()
    swept = [word for word in given if not _is_dir(word)]
    target = check_json_target(arguments.json)
    go(command, swept, folder, target, dry=arguments.dry_run, quiet=arguments.quiet)


def go(
    command: str, words: Sequence[str], folder: Path, target: Path | None, *, dry: bool, quiet: bool
) -> None:
    """Check all jobs, list them for a dry run, else do what of them is not done; see `run`."""
    from harness.config.model import require_backend
    from harness.config.schema import LearnConfig
    from harness.multirun.folder import take
    from harness.multirun.sweep import jobs_of
    from harness.multirun.work import load_job

    jobs = jobs_of(words)
    configs = [load_job(command, job) for job in jobs]
    if dry:
        for job in jobs:
            print(f"{folder / job.name}: hgpo {command} {' '.join(job.words)}")  # noqa: T201
        return
    for config in configs:
        if isinstance(config, LearnConfig):
            require_backend(config)
    take(folder, command, words)
    say(f"{len(jobs)} jobs; they are kept in {folder}")
    from harness.interrupt import Interrupted

    try:
        failed = [job.name for job in jobs if not _done(command, job, folder, quiet=quiet)]
    except (Interrupted, KeyboardInterrupt):
        raise Interrupted(
            kept=f"all that the jobs in {folder} have done up to their last checkpoints.",
            continue_with=f"hgpo resume {folder}",
        ) from None
    _give(command, [job.name for job in jobs], folder, target)
    if failed:
        raise Failed(f"{len(failed)} of {len(jobs)} jobs failed: {'; '.join(failed)}.")


def _done(command: str, job: "Job", folder: Path, *, quiet: bool) -> bool:
    """Do a job unless it is done; a declared error of it is one line, and the others go on."""
    from harness.cli.progress import watching
    from harness.interrupt import Interrupted
    from harness.multirun.work import is_done, work

    place = folder / job.name
    if is_done(command, place):
        return True
    with errors_as_lines() as code, watching(quiet=quiet) as observer:
        say(f"job {job.name}")
        work(command, job, place, observer)
    if code[0] == INTERRUPTED:
        raise Interrupted(kept="", continue_with="")
    return code[0] == OK


def _give(command: str, names: Sequence[str], folder: Path, target: Path | None) -> None:
    from rich.console import Console
    from rich.table import Table

    from harness.cli.output import as_json
    from harness.multirun.work import is_done, success_of

    table = Table("job", "state", "success")
    record = []
    for name in names:
        done = is_done(command, folder / name)
        won = success_of(command, folder / name) if done else None
        state = "finished" if done else "failed"
        table.add_row(name, state, "" if won is None else f"{won:.3f}")
        record.append({"job": name, "state": state, "success": won})
    Console().print(table)
    write_json(target, as_json({"command": command, "jobs": record}))


def _is_dir(word: str) -> bool:
    return word.lstrip("+").partition("=")[0] == "run.dir"
