"""``hgpo compare``."""

import re
import shlex
from collections.abc import Sequence

from harness.cli.key_help import (
    COMPARISON_KEYS,
    ENV_KEYS,
    EVALUATION_KEYS,
    LEARN_KEYS,
    RUN_KEYS,
    after_help,
)
from harness.cli.parser import Parser, add_json, add_overrides, add_running, command_parser

_FOLDERS = re.compile(r"""([=,:\[{'"]\s*)(?:~[^/,]*)?/(?!/)(?:[^/,\]}'"]+/)*""")
"""The folders of a path that begins at a root or a home, in a value or a list of them."""


def parser() -> Parser:
    """Describe the command."""
    described = command_parser(
        "compare",
        "Train algorithms × seeds on the same tasks under equal caps, score them beside the "
        "baselines, and write a table, a page and JSON.\n"
        "The same command with the same run.dir goes on where it was stopped.",
        after_help(
            (*COMPARISON_KEYS, *ENV_KEYS, *LEARN_KEYS, *EVALUATION_KEYS, *RUN_KEYS),
            [
                "hgpo compare +preset=quick run.dir=runs/bench --json bench.json",
                "hgpo compare env=alfworld env.split=gen_train 'algorithms=[grpo,gigpo,ppo,hgpo]' "
                "seeds=3 budget.env_steps=200000 run.dir=runs/four",
            ],
        ),
    )
    add_overrides(described)
    add_json(described)
    add_running(described)
    return described


def run(words: Sequence[str]) -> None:
    """Run the command."""
    arguments = parser().parse(words)
    from harness.config.load import load_compare

    config = load_compare(arguments.overrides)
    from harness.cli.output import check_json_target, place_run

    target = check_json_target(arguments.json)
    if arguments.dry_run:
        from harness.cli.dry_run import print_plan

        print_plan(config)
        return
    from harness.cli.progress import watching
    from harness.cli.results import give_comparison
    from harness.compare import compare
    from harness.interrupt import Interrupted

    config = place_run(config, "compare")
    again = f"hgpo resume {config.run.dir}, or the same command with run.dir={config.run.dir}"
    try:
        with watching(quiet=arguments.quiet) as observer:
            comparison = compare(config, observer=observer, command=repeatable(arguments.overrides))
    except Interrupted as stop:
        raise Interrupted(kept=stop.kept, continue_with=again) from None
    give_comparison(comparison, target, str(config.run.dir))


def repeatable(words: Sequence[str]) -> str:
    """Return the command without what changes no result: where it writes, how many workers.

    Paths of this machine lose their folders: the command stands in the report, for others.

    Example:
        >>> repeatable(["env.template=/home/anna/mine.j2", "seeds=2", "run.dir=runs/a"])
        'hgpo compare env.template=mine.j2 seeds=2'
    """
    kept = [word for word in words if word.partition("=")[0] not in {"run.dir", "workers"}]
    return shlex.join(["hgpo", "compare", *(_FOLDERS.sub(r"\1", word) for word in kept)])
