"""What an error means on the command line: its one line and the exit code."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from harness.interrupt import Interrupted

OK, FAILED, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130

_TRAINING = ("omegaconf", "hydra", "yaml", "rich", "safetensors", "torch", "zstandard")
EXTRA_OF_PACKAGE = dict.fromkeys(_TRAINING, "train")
"""Package that the core does without -> the extra that brings it."""


class UsageError(ValueError):
    """A command, flag or argument that can't be used."""


class Failed(Exception):  # noqa: N818  # the answer of a command, no fault of the program
    """A command did its work and the answer is no; its text is the last line."""


def say(message: str) -> None:
    """Write one line to standard error."""
    print(f"hgpo: {' '.join(message.split())}", file=sys.stderr)  # noqa: T201


@contextmanager
def errors_as_lines() -> Iterator[list[int]]:
    """Turn declared errors of the block into one line each; anything else is a bug and passes.

    Yields:
        A list that holds the exit code after the block.
    """
    code = [OK]
    try:
        yield code
    except KeyboardInterrupt:
        say("interrupted before anything was kept. Run the same command again.")
        code[0] = INTERRUPTED
    except (ValueError, OSError, ImportError, Failed) as error:
        line, code[0] = _line(error), _exit_code(error)
        if line is None:
            raise
        if line:
            say(line)
    except Interrupted as error:
        say(str(error))
        code[0] = INTERRUPTED


def _line(error: Exception) -> str | None:
    """Return an error's line; empty for none, None for an error that nobody declared."""
    if isinstance(error, BrokenPipeError):
        return ""
    if isinstance(error, OSError):
        return _os_error(error)
    if isinstance(error, ImportError):
        return _missing_package(error)
    if isinstance(error, UsageError | Failed):
        return str(error)
    return str(error) if isinstance(error, _declared()) else None


def _exit_code(error: Exception) -> int:
    if isinstance(error, UsageError):
        return WRONG_USAGE
    if isinstance(error, OSError | ImportError | Failed):
        return FAILED
    return FAILED if isinstance(error, _failures()) else WRONG_USAGE


def _declared() -> tuple[type[Exception], ...]:
    """Return the errors that say what a caller got wrong or what is wrong with a file."""
    from algorithms.errors import AlgorithmInputError
    from harness.budget import BudgetError
    from harness.errors import HarnessInputError
    from hgpo_envs.errors import EnvInputError

    return AlgorithmInputError, BudgetError, HarnessInputError, EnvInputError, *_failures()


def _failures() -> tuple[type[Exception], ...]:
    """Return those of the declared errors that are no mistake in the command."""
    from algorithms.errors import AlgorithmContractError
    from harness.errors import RunError
    from harness.ledger_rules import LedgerError
    from hgpo_envs.errors import DataError
    from leaderboards.errors import BoardError, EntryError
    from leaderboards.ledger_record import LedgerFileError

    files = LedgerFileError, BoardError, EntryError
    return RunError, LedgerError, DataError, AlgorithmContractError, *files


def _os_error(error: OSError) -> str:
    what = error.strerror or str(error)
    return f"{error.filename}: {what}." if error.filename is not None else f"{what}."


def _missing_package(error: ImportError) -> str | None:
    package = (error.name or "").partition(".")[0]
    extra = EXTRA_OF_PACKAGE.get(package)
    if extra is None or not isinstance(error, ModuleNotFoundError):
        return None
    return (
        f"this command needs the package {package!r}, which is not installed. "
        f"Install it with: pip install 'hgpo-bench[{extra}]'"
    )
