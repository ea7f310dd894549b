"""PettingZoo environments: a planner and an executor in a household."""

from hgpo_envs.teams.makers import Makers

_MAKERS = Makers(id="ALFWorldTeam-v0", name="hgpo_alfworld_team_v0", max_cycles=50)

env, raw_env, parallel_env = _MAKERS.env, _MAKERS.raw_env, _MAKERS.parallel_env
