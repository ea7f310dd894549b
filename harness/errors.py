"""The errors of this floor that a caller can cause; the command line gives each as one line."""


class HarnessInputError(ValueError):
    """Something that was given to the harness can't be used."""


class ConfigError(HarnessInputError):
    """A configuration that can't be used: a key, a value, a combination."""


class RunError(HarnessInputError):
    """A run folder or a file of it that is missing, damaged, or not what was asked for."""
