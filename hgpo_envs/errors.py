"""The errors that a caller's input can cause, each with a message that says what to do."""


class EnvInputError(ValueError):
    """Something that the caller gave can't be used: an option, a task, a path, a file."""


class UnknownNameError(EnvInputError):
    """A name that is in no registry, panel or split."""


class DataError(EnvInputError):
    """Data that is missing, damaged, or not what its name says."""


class GameFileError(DataError):
    """A game file that can't be read or that the engine can't play."""


class UnplayableGameError(GameFileError):
    """A game file that is whole and uses something that an engine doesn't know."""


class MissingPackageError(EnvInputError):
    """A package of an extra that isn't installed."""


class WorkerError(EnvInputError):
    """A worker that was lost or silent too often, or whose environment failed."""
