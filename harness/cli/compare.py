"""``hgpo compare``."""

import re
import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

from harness.cli.begin import begin, playing_parser
from harness.cli.key_help import (
    COMPARISON_KEYS,
    ENV_KEYS,
    EVALUATION_KEYS,
    LEARN_KEYS,
    RUN_KEYS,
    after_help,
)
from harness.cli.parser import Parser

if TYPE_CHECKING:
    from harness.config.schema import CompareConfig

_FOLDERS = re.compile(r"""([=,:\[{'"]\s*)(?:~[^/,]*)?/(?!/)(?:[^/,\]}'"]+/)*""")
"""The folders of a path that begins at a root or a home, in a value or a list of them."""

_LAUNCH = {f"run.{key}" for key in ("launcher", "ray", "cpus", "gpus", "memory_gb")}
_UNTOLD = {"run.dir", "workers", "launcher", *_LAUNCH}


def parser() -> Parser:
    """Describe the command."""
    return playing_parser(
        "compare",
        "Train algorithms × seeds on the same tasks under equal caps, score them beside the "
        "baselines, and write a table, a page and JSON.\n"
        "The same command with the same run.dir goes on where it was stopped; with further "
        "algorithms, seeds or baselines it adds them.",
        after_help(
            (*COMPARISON_KEYS, *ENV_KEYS, *LEARN_KEYS, *EVALUATION_KEYS, *RUN_KEYS),
            [
                "hgpo compare +preset=quick run.dir=runs/bench --json bench.json",
                "hgpo compare env=alfworld env.split=gen_train 'algorithms=[grpo,gigpo,ppo,hgpo]' "
                "seeds=3 budget.env_steps=200000 run.dir=runs/four",
            ],
        ),
    )


def run(words: Sequence[str]) -> None:
    """Run the command."""
    begun = begin(parser(), words, _load)
    if begun is None:
        return
    from harness.cli.output import place_run
    from harness.cli.progress import watching
    from harness.cli.results import give_comparison
    from harness.interrupt import Interrupted
    from harness.run_comparison import compare

    config = place_run(begun.config, "compare")
    again = f"hgpo resume {config.run.dir}, or the same command with run.dir={config.run.dir}"
    try:
        with watching(quiet=begun.quiet) as observer:
            comparison = compare(config, observer=observer, command=repeatable(begun.words))
    except Interrupted as stop:
        raise Interrupted(kept=stop.kept, continue_with=again) from None
    give_comparison(comparison, begun.target, str(config.run.dir))


def repeatable(words: Sequence[str]) -> str:
    """Return the command without what changes no result: where it writes, how many workers.

    Paths of this machine lose their folders: the command stands in the report, for others.

    Example:
        >>> repeatable(["env.template=/mnt/prompts/mine.j2", "seeds=2", "run.dir=runs/a"])
        'hgpo compare env.template=mine.j2 seeds=2'
    """
    kept = [word for word in words if word.partition("=")[0] not in _UNTOLD]
    return shlex.join(["hgpo", "compare", *(_FOLDERS.sub(r"\1", word) for word in kept)])


def _load(words: Sequence[str]) -> "CompareConfig":
    from harness.config.load import load_compare  # after the words, so that help comes at once

    return load_compare(words)
