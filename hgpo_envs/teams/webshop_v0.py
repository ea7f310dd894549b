"""PettingZoo environments: a searcher and a decider in a shop."""

from hgpo_envs.teams.makers import Makers

_MAKERS = Makers(id="WebShopTeam-v0", name="hgpo_webshop_team_v0", max_cycles=15)

env, raw_env, parallel_env = _MAKERS.env, _MAKERS.raw_env, _MAKERS.parallel_env
