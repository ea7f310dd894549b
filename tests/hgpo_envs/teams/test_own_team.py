"""A team of an author's own: any world, in all three forms."""

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace

import pytest
from own_registry import own_registries
from worlds.hall import HALL, Hall

import hgpo_envs
from hgpo_envs import EnvSpec
from hgpo_envs.errors import EnvInputError
from hgpo_envs.teams.aec import TeamAECEnv
from hgpo_envs.teams.env import TeamEnv
from hgpo_envs.teams.household import HouseholdTeam
from hgpo_envs.teams.stage import Stage


class HallTeam(TeamEnv):
    """One knows what is to be done in the dark hall, the other feels its way."""

    known_extras = Hall.known_extras

    def __init__(
        self,
        *,
        spec: EnvSpec,
        split: str,
        max_steps: int,
        extras: Sequence[str] = (),
        render_mode: str | None = None,
    ) -> None:
        env = Hall(spec=spec, split=split, max_steps=max_steps, extras=extras)
        super().__init__(
            HouseholdTeam(env),
            panel=env.panel,
            max_steps=max_steps,
            extras=extras,
            render_mode=render_mode,
        )


@pytest.fixture
def registered(monkeypatch):
    own_registries(monkeypatch)
    entry = replace(HALL, id="HallTeam-v0", entry_point=f"{__name__}:HallTeam", max_steps=80)
    hgpo_envs.register(entry)


@pytest.mark.usefixtures("registered")
def test_any_world_can_be_shared_by_a_team():
    env = hgpo_envs.make("HallTeam-v0")
    _, info = env.reset(options={"task": env.panel.ids[0]})
    listed = info["admissible_actions"]
    _, _, _, _, heard = env.step(listed[0])
    assert heard["member"] == "executor"
    assert heard["admissible_actions"] == listed
    assert heard["instruction"] == f"The planner says: {listed[0]}"


@pytest.mark.usefixtures("registered")
def test_any_registered_team_can_be_played_in_pettingzoo():
    game = TeamAECEnv(Stage("HallTeam-v0", None, {}), name="hall_v0", max_cycles=3)
    game.reset(seed=1)
    turns = []
    for agent in game.agent_iter():
        _, _, terminated, truncated, info = game.last()
        turns.append(agent)
        game.step(None if terminated or truncated else info["admissible_actions"][0])
    assert turns[:6] == ["planner_0", "executor_0"] * 3


def test_what_is_played_by_one_is_no_team():
    with pytest.raises(EnvInputError) as caught:
        Stage("ALFWorld-v0", None, {})
    assert str(caught.value) == ("ALFWorld-v0 is played by one; expected an environment of a team.")


def test_without_pettingzoo_one_is_told_how_to_get_it_and_can_play_as_one():
    code = """
import sys
sys.modules["pettingzoo"] = None
import hgpo_envs
hgpo_envs.make("ALFWorldTeam-v0", split="gen_unseen").reset(seed=0)
try:
    import hgpo_envs.teams.alfworld_v0
except hgpo_envs.errors.MissingPackageError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == (
        "teams with several agents need PettingZoo, which is not installed. Get it with "
        "pip install 'hgpo-bench[teams]', or make the environment by its id, which plays a team "
        "as one player and needs nothing.\n"
    )


def test_official_games_and_their_words_are_kept_from_the_executor(official_games):
    env = hgpo_envs.make("ALFWorldTeam-v0", split="valid_seen", data=official_games)
    for task in env.panel.ids[:3]:
        _, info = env.reset(options={"task": task})
        goal = info["instruction"].partition("Your task is to: ")[2]
        text, _, _, _, info = env.step("look")
        assert goal
        assert goal not in text + info["instruction"]
