"""Where each value of a configuration came from."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from harness.config.compose import COMMANDS
from harness.config.draft import Draft
from harness.config.flat import flat
from harness.config.keys import slots
from harness.config.load import gather, load
from harness.config.schema import PlayConfig

DEFAULT, SPEC, BEFORE, WORD = "default", "environment's spec", "preset", "word"
FILLED = ("env.id", "env.split", "env.eval_split", "env.max_steps", "env.memory.size", "baselines")
"""What is filled in where nobody gave it."""


def sources(command: str, words: Sequence[str]) -> Mapping[str, tuple[object, str]]:
    """Return each setting's value and its source: default, preset, run, word, environment's spec.

    Raises:
        ConfigError: the words can't be used.
    """
    schema: type[PlayConfig] = COMMANDS[command]
    config = load(schema, words)
    parts = gather(schema, words)
    draft, source = Draft(command, slots(schema)), dict[str, str]()
    for name, given in zip((BEFORE, "run", WORD), parts, strict=True):
        for one in given:
            alone = dict(draft.values)
            draft.values = dict(alone)
            draft.take([one])
            changed = {
                key
                for key, value in draft.values.items()
                if key not in alone or alone[key] != value or key == one.key
            }
            source.update(dict.fromkeys(changed, name))
    return {
        key: (value, _source(key, value, source)) for key, value in flat(asdict(config)).items()
    }


def _source(key: str, value: object, source: Mapping[str, str]) -> str:
    parts = key.split(".")
    for length in range(len(parts), 0, -1):
        if (found := source.get(".".join(parts[:length]))) is not None:
            return found
    return SPEC if key in FILLED and value is not None else DEFAULT
