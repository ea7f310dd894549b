"""Named settings that ship with the package: ``+preset=NAME``.

A preset holds what belongs together for all commands; each command takes the keys that it has, so
that ``hgpo train +preset=quick`` trains one cell of what ``hgpo compare +preset=quick`` compares.
Where another environment than the preset's is chosen, its section ``elsewhere`` says what differs:
``webshop`` in it stands for every environment whose name begins so.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

from harness.config.preset_file import is_file, read_file
from harness.config.values import Given
from harness.errors import ConfigError

ELSEWHERE = "elsewhere"
_FOLDER = files("harness.config") / "presets"


def preset_names() -> tuple[str, ...]:
    """Return the presets' names, sorted."""
    found = (entry.name for entry in _FOLDER.iterdir())
    return tuple(sorted(name.removesuffix(".yaml") for name in found if name.endswith(".yaml")))


def preset_summary(name: str) -> str:
    """Return a preset's first comment line, which says what it is for."""
    first = _text(name).splitlines()[0]
    return first.removeprefix("#").strip()


def read_preset(name: str, sections: Iterable[str], env: str | None = None) -> list[Given]:
    """Read a preset's values.

    Args:
        name: the preset, or the path of a file such as `hgpo config show` prints.
        sections: the command's top-level keys; what the preset says of others is left out.
        env: the name of the environment that was chosen, in lower case; None takes the preset's.

    Raises:
        ConfigError: no such preset.
    """
    import yaml

    wanted = set(sections)
    values: dict[str, object] = read_file(name) if is_file(name) else yaml.safe_load(_text(name))
    elsewhere: Mapping[str, Mapping[str, object]] = values.pop(ELSEWHERE, {})  # type: ignore[assignment]
    chosen = [part for family, part in elsewhere.items() if (env or "").startswith(family)]
    parts = [values, *chosen]
    return [Given.of(key, value) for part in parts for key, value in part.items() if key in wanted]


@cache
def _text(name: str) -> str:
    if name not in preset_names():
        from hgpo_envs.suggest import unknown_name  # --help lists presets without the envs

        raise ConfigError(unknown_name("preset", name, preset_names()))
    return (_FOLDER / f"{name}.yaml").read_text(encoding="utf-8")
