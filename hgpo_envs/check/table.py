"""The rules, in the order in which they are tried and told."""

from hgpo_envs.check.rule import Rule
from hgpo_envs.check.rules import (
    actions,
    anchors,
    endings,
    entry,
    infos,
    panels,
    repeats,
    snapshots,
    starts,
    workers,
)

RULES: tuple[Rule, ...] = (
    *starts.RULES,
    *entry.RULES,
    *panels.RULES,
    *infos.RULES,
    *actions.RULES,
    *endings.RULES,
    *repeats.RULES,
    *snapshots.RULES,
    *anchors.RULES,
    *workers.RULES,
)
