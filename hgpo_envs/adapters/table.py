"""The entries of environments of other packages: literal, as the suite's own."""

from types import MappingProxyType

from hgpo_envs.spec import EnvSpec

_CHECKOUT = "(in a checkout: `make setup-adapters`)"

ADAPTED: tuple[EnvSpec, ...] = (
    EnvSpec(
        id="TextWorld-v0",
        entry_point="hgpo_envs.adapters.textworld:TextWorldEnv",
        splits=("given",),
        default_split="given",
        max_steps=100,
        licence="as the games that are given",
        data_version="the games' files",
        description="Any games of TextWorld, by their files: games=[PATH, ...].",
        needs="games of TextWorld: games=[PATH, ...] (`tw-make` makes some), and "
        "pip install 'hgpo-bench[textworld]' (in a checkout: `make setup-textworld`)",
        homepage="https://github.com/microsoft/TextWorld",
        baselines=("random",),
        options=MappingProxyType(
            {"games": "files that end in .z8, each beside its .json, or folders of such"}
        ),
    ),
    EnvSpec(
        id="TextArena-v0",
        entry_point="hgpo_envs.adapters.textarena:TextArenaEnv",
        splits=("train", "valid", "test"),
        default_split="train",
        max_steps=50,
        reward_range=(-1.0, 1.0),
        licence="MIT",
        data_version="textarena 0.7.4",
        description="Games of TextArena for one player; tasks are their seeds.",
        needs=f"pip install 'hgpo-bench[textarena]' {_CHECKOUT}",
        homepage="https://github.com/LeonGuertler/TextArena",
        baselines=("random",),
        options=MappingProxyType(
            {
                "games": "names of TextArena's games (default: FrozenLake-v0-random)",
                "actions": "texts to choose from; a state lists those that its game takes "
                "(default: known for 2048, FifteenPuzzle, FrozenLake, GuessTheNumber, Sokoban "
                "and TowerOfHanoi; other games take any text)",
            }
        ),
    ),
)
"""What ``hgpo_envs.table`` has beside the suite's own environments."""
