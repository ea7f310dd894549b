"""Registries of environments for one test: what is registered in them is forgotten after it."""

import gymnasium
import pytest

import hgpo_envs
from hgpo_envs import registry


def own_registries(patch: pytest.MonkeyPatch, *entries: hgpo_envs.EnvSpec) -> None:
    """Begin a session that knows ``entries`` alone, with a copy of Gymnasium's registry."""
    patch.setattr(registry, "_session", {})
    patch.setattr(gymnasium, "registry", dict(gymnasium.registry))
    patch.setattr(gymnasium.envs.registration, "registry", gymnasium.registry)
    for entry in entries:
        hgpo_envs.register(entry)
