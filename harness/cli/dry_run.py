"""What ``--dry-run`` prints."""

from harness.config.load import to_yaml
from harness.config.schema import PlayConfig
from harness.plan import plan


def print_plan(config: PlayConfig) -> None:
    """Print the resolved configuration and the plan; nothing is written."""
    planned = plan(config)
    print(to_yaml(config), end="")  # noqa: T201
    for line in planned.lines():
        print(f"# {line}")  # noqa: T201
