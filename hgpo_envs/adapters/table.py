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
    EnvSpec(
        id="ScienceWorld-v0",
        entry_point="hgpo_envs.adapters.scienceworld:ScienceWorldEnv",
        splits=("train", "dev", "test"),
        default_split="train",
        max_steps=100,
        licence="Apache-2.0",
        data_version="scienceworld 1.2.3",
        description="ScienceWorld's thirty tasks in their variations.",
        needs=f"pip install 'hgpo-bench[scienceworld]' {_CHECKOUT}, which has its Java too",
        homepage="https://github.com/allenai/ScienceWorld",
        baselines=(),
        options=MappingProxyType(
            {
                "tasks": "names of tasks, such as boil or find-animal (default: all thirty)",
                "simplifications": "easy, or some of teleportAction, openDoors, openContainers, "
                "selfWateringFlowerPots, noElectricalAction (default: none)",
                "list_actions": "whether to list the hundreds of actions that the simulator takes "
                "(default: false; any text may be an action)",
            }
        ),
    ),
    EnvSpec(
        id="MiniWoB-v0",
        entry_point="hgpo_envs.adapters.miniwob:MiniWoBEnv",
        splits=("train", "valid", "test"),
        default_split="train",
        max_steps=10,
        licence="Apache-2.0 (BrowserGym), MIT (the pages)",
        data_version="browsergym-miniwob 0.14.3 miniwob 1.1.0",
        description="MiniWoB's web pages through BrowserGym, in Chromium.",
        needs=f"pip install 'hgpo-bench[miniwob]' {_CHECKOUT}, and Chromium: `make setup-browser`",
        homepage="https://github.com/ServiceNow/BrowserGym",
        baselines=(),
        options=MappingProxyType(
            {
                "pages": "names of pages (default: click-test-2, click-button, choose-list, "
                "enter-text)",
                "wait_s": "seconds that a page is given to change after an action (default: 0.5)",
            }
        ),
    ),
)
"""What ``hgpo_envs.table`` has beside the suite's own environments."""
