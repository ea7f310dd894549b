from types import ModuleType

import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    seed_test,
)

from hgpo_envs.teams import alfworld_v0, webshop_v0

BOTH = pytest.mark.parametrize(
    "team", [alfworld_v0, webshop_v0], ids=["household", "shop"]
)  # warnings are errors here, as everywhere in these tests


@BOTH
def test_one_after_the_other_keeps_to_pettingzoo(team: ModuleType):
    api_test(team.env(), num_cycles=60)


@BOTH
def test_one_after_the_other_keeps_to_pettingzoo_without_the_wrapper(team: ModuleType):
    api_test(team.raw_env(), num_cycles=10)


@BOTH
def test_all_at_once_keeps_to_pettingzoo(team: ModuleType):
    parallel_api_test(team.parallel_env(), num_cycles=60)


@BOTH
def test_equal_seeds_give_equal_episodes(team: ModuleType):
    seed_test(team.env, num_cycles=20)
    parallel_seed_test(team.parallel_env, num_cycles=20)


@BOTH
def test_episodes_are_cut_after_their_cycles(team: ModuleType):
    max_cycles_test(team)
