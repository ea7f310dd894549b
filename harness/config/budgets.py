"""Named budgets: ``budget=NAME`` takes the caps of ``budgets/NAME.yaml``; others can be added."""

from collections.abc import Sequence
from importlib.resources import files

from harness.config.values import Given
from harness.errors import ConfigError

_FOLDER = files("harness.config") / "budgets"


def budget_names() -> tuple[str, ...]:
    """Return the budgets' names, sorted.

    Example:
        >>> budget_names()
        ('paper', 'quick')
    """
    found = (entry.name for entry in _FOLDER.iterdir())
    return tuple(sorted(name.removesuffix(".yaml") for name in found if name.endswith(".yaml")))


def with_named_budget(
    preset: Sequence[Given], given: Sequence[Given]
) -> tuple[list[Given], list[Given]]:
    """Return a preset's values and the given ones, a budget's name replaced by its caps.

    The caps of a named budget stand in place of the preset's; caps given one by one win over both.

    Raises:
        ConfigError: there is no budget of that name.
    """
    named = [one for one in given if one.key == "budget" and isinstance(one.value, str)]
    if not named:
        return list(preset), list(given)
    kept = [one for one in preset if one.key.partition(".")[0] != "budget"]
    rest = [one for one in given if one not in named]
    return [*kept, _caps(named[-1].text)], rest


def _caps(name: str) -> Given:
    import yaml

    from hgpo_envs.suggest import unknown_name

    if name not in budget_names():
        raise ConfigError(unknown_name("budget", name, budget_names()))
    return Given.of("budget", yaml.safe_load((_FOLDER / f"{name}.yaml").read_text("utf-8")))
