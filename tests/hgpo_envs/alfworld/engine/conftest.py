"""Fixtures of the engine's tests."""

import pytest
from engine_traces import Traces

from hgpo_envs.alfworld.engine import read_game


@pytest.fixture(scope="session")
def traces(shared_data):
    return Traces(shared_data / "alfworld")


@pytest.fixture(scope="session")
def varied(traces):
    """Return a few games of every kind, as (parsed file, game played a lot already)."""
    names = [("changed_games", f"changed_games/{name}.tw-pddl") for name in CHANGED]
    for file in ("newer_dialect", "valid_seen"):
        names += [(file, episode.game) for episode in traces.episodes(file)[::25]]
    files = [traces.game(file, name) for file, name in names]
    return [(file, read_game(file, name="varied")) for file in files]


CHANGED = ("a_comma", "b_forall", "c_full", "d_ison", "e_not", "f_forallpre", "twoloc", "opened")
