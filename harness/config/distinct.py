"""Check that a list of algorithms names nothing twice."""

from collections.abc import Sequence

from harness.config.schema import AlgorithmConfig
from harness.errors import ConfigError


def check_distinct(entries: Sequence[AlgorithmConfig]) -> None:
    """Check that no algorithm is named twice with the same options."""
    labels = [entry.label for entry in entries]
    for label in labels:
        if labels.count(label) > 1:
            raise ConfigError(f"{label} is in algorithms twice. Name it once, or change an option.")
