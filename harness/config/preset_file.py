"""A preset in a file of one's own, such as what ``hgpo config show`` prints."""

from pathlib import Path

from harness.errors import ConfigError


def is_file(name: str) -> bool:
    """Say whether a preset's name is the path of a file.

    Example:
        >>> is_file("quick"), is_file("./mine.yaml")
        (False, True)
    """
    return name.endswith((".yaml", ".yml")) or "/" in name


def read_file(name: str) -> dict[str, object]:
    """Read a preset's file.

    Raises:
        ConfigError: it isn't there, is no YAML, or has a key that no command has.
    """
    import yaml

    try:
        values = yaml.safe_load(Path(name).expanduser().read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"+preset={name}: the file can't be read ({error}).") from error
    except yaml.YAMLError as error:
        where = str(error).replace("\n", " ")
        raise ConfigError(f"+preset={name} is no YAML: {where}.") from error
    if not isinstance(values, dict) or not all(isinstance(key, str) for key in values):
        raise ConfigError(f"+preset={name} holds no settings: expected keys and values.")
    _check_keys(values)
    return values


def _check_keys(values: dict[str, object]) -> None:
    from harness.config.compose import COMMANDS
    from harness.config.keys import slots, unknown_key

    known = {key: None for schema in COMMANDS.values() for key in slots(schema)}
    for key in values:
        if key not in {"command", "elsewhere", *known}:
            raise unknown_key(key, known)
