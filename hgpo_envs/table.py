"""The table of environments: literal, so that every process sees the same one."""

from dataclasses import replace
from types import MappingProxyType

from hgpo_envs.adapters.table import ADAPTED
from hgpo_envs.spec import EnvSpec

_ALFWORLD = EnvSpec(
    id="ALFWorld-v0",
    entry_point="hgpo_envs.alfworld.env:ALFWorldEnv",
    splits=(
        "gen_train",
        "gen_seen",
        "gen_unseen",
        "train",
        "valid_train",
        "valid_seen",
        "valid_unseen",
    ),
    default_split="gen_train",
    max_steps=50,
    licence="MIT (official games), Apache-2.0 (generated games)",
    data_version="json_2.1.1",
    description="Household tasks in text: official games, or generated ones without data.",
    data_variable="ALFWORLD_DATA",
    homepage="https://github.com/alfworld/alfworld",
    template="alfworld",
    options=MappingProxyType(
        {
            "data": "folder that holds json_2.1.1 (default: ALFWORLD_DATA, then what "
            "`hgpo data import` brought in)",
            "games": "game files or folders to play instead of a split",
            "difficulty": "of generated games: easy, standard, official-like, small or rooms, "
            "or knobs and their values, such as {receptacles: 12, depth: [6, 9]}",
            "task_types": "types of task to play, by name or by ALFWorld's numbers: "
            "1 pick_and_place_simple, 2 look_at_obj_in_light, "
            "3 pick_clean_then_place_in_recep, 4 pick_heat_then_place_in_recep, "
            "5 pick_cool_then_place_in_recep, 6 pick_two_obj_and_place",
            "filters": "what keeps official games out: unsolvable, sliced, movable "
            "(default: all three; none: no filter)",
            "goal": "template, or human: official goals in the annotators' words",
            "goal_seed": "chooses among a game's human-written goals (default: 0)",
            "engine": "fast (ours), textworld (the original), or auto: ours, and the "
            "original for games that ours can't play (default: auto)",
        }
    ),
)

_HARDER = replace(
    _ALFWORLD,
    entry_point="hgpo_envs.alfworld.harder_env:ALFWorldHarderEnv",
    splits=("gen_train", "gen_seen", "gen_unseen"),
    max_steps=100,
    licence="Apache-2.0",
    data_version="generator 2",
    data_variable="",
    options=MappingProxyType(
        {
            "difficulty": "official-like, small or rooms, or knobs and their values, such as "
            "{receptacles: 12, depth: [9, 14]}",
            "task_types": "types of task to play, by name",
            "games": "game files or folders to play instead of a split",
            "engine": "fast, textworld or auto, as in ALFWorld-v0",
        }
    ),
)

_SHOP_OPTIONS = {
    "observation": "text, text_rich, html or url (default: text)",
    "reward": "fixed, or upstream: the original's, with which some synthetic goals can't be "
    "reached (default: fixed)",
    "draw_seed": "fixes prices that are ranges, and price limits (default: 7)",
    "compat": "upstream: what misleads the original misleads here too, and tasks that aren't "
    "named are drawn as it draws them (default: none)",
    "show_attrs": "whether products have a page of their attributes (default: false)",
    "num_prev_obs": "how many earlier observations stand before each (default: 0)",
    "num_prev_actions": "how many earlier actions stand there too (default: 0)",
}

_WEBSHOP = EnvSpec(
    id="WebShop-v0",
    entry_point="hgpo_envs.webshop.env:WebShopEnv",
    splits=("train", "dev", "test"),
    default_split="train",
    max_steps=15,
    licence="MIT (the official goals and code; the products' texts are their sellers')",
    data_version="items_shuffle.json",
    description="Shopping by instruction: the full catalogue, human-written goals.",
    data_variable="WEBSHOP_DATA",
    needs="official products and goals: `hgpo data import PATH`, or WEBSHOP_DATA",
    homepage="https://github.com/princeton-nlp/WebShop",
    open_actions=True,
    template="webshop",
    baselines=("random", "first-hit", "expert"),
    options=MappingProxyType(
        {
            "data": "folder of the official files, or of an imported store (default: "
            "WEBSHOP_DATA, then what `hgpo data import` brought in)",
            "products": "file name of another catalogue than the id's own",
            "goals": "human or synthetic (default: the id's own)",
            **_SHOP_OPTIONS,
        }
    ),
)

_WEBSHOP_BROWSER = replace(
    _WEBSHOP,
    id="WebShopBrowser-v0",
    entry_point="hgpo_envs.webshop.browser.env:WebShopBrowserEnv",
    licence="as the shop that is played",
    data_version="as the shop that is played",
    needs="Chromium and its driver: `make setup-browser`; pip install 'hgpo-bench[browser]'",
    description="Any of the shops as a site in headless Chromium (`make setup-browser`).",
    options=MappingProxyType(
        {
            "shop": "WebShop-v0, WebShopSmall-v0 or WebShopGen-v0 (default: the first where data "
            "is given, else the last)",
            **dict.fromkeys(
                ("data", "products", "goals", "shop_seed", "difficulty", "reward", "draw_seed"),
                "as that environment says",
            ),
            "show_attrs": "whether products have a page of their attributes (default: false)",
            "width": "of the page and of screenshots, in pixels (default: 1100)",
            "height": "of the page and of screenshots, in pixels (default: 800)",
        }
    ),
)

_ALFWORLD_TEAM = replace(
    _ALFWORLD,
    id="ALFWorldTeam-v0",
    entry_point="hgpo_envs.teams.alfworld_env:ALFWorldTeamEnv",
    max_steps=100,
    description="Household tasks for two: a planner remembers, an executor acts on what it hears.",
    template="hgpo_envs.teams:prompts/team.j2",
    options=MappingProxyType(
        {
            name: meaning
            for name, meaning in _ALFWORLD.options.items()
            if name in {"data", "games", "difficulty", "task_types", "engine"}
        }
    ),
)

_WEBSHOP_TEAM = replace(
    _WEBSHOP,
    id="WebShopTeam-v0",
    entry_point="hgpo_envs.teams.webshop_env:WebShopTeamEnv",
    licence="as the shop that is played",
    data_version="as the shop that is played",
    data_variable="",
    needs="",
    description="Shopping for two: one searches and opens products, the other decides.",
    template="hgpo_envs.teams:prompts/team.j2",
    baselines=("random", "expert"),
    options=MappingProxyType(
        {
            name: meaning
            for name, meaning in _WEBSHOP_BROWSER.options.items()
            if name not in {"show_attrs", "width", "height"}
        }
    ),
)

ENVS: tuple[EnvSpec, ...] = (
    _ALFWORLD,
    replace(
        _ALFWORLD,
        id="ALFWorldTextWorld-v0",
        entry_point="hgpo_envs.alfworld.env:ALFWorldTextWorldEnv",
        description="The same tasks on the original engine (needs the extra textworld).",
        needs="ALFWorld's packages: `make setup-textworld`, or pip install 'hgpo-bench[textworld]'",
    ),
    replace(
        _HARDER,
        id="ALFWorldThree-v0",
        description="Household tasks with three things to put away.",
    ),
    replace(
        _HARDER,
        id="ALFWorldTwoStage-v0",
        description="Household tasks in two stages: two treatments, or two errands.",
    ),
    replace(
        _HARDER,
        id="ALFWorldRooms-v0",
        description="Household tasks in several rooms, joined by doors.",
    ),
    _WEBSHOP,
    replace(
        _WEBSHOP,
        id="WebShopSmall-v0",
        entry_point="hgpo_envs.webshop.env:WebShopSmallEnv",
        data_version="items_shuffle_1000.json",
        description="The same shop with 1,000 products and synthetic goals.",
    ),
    replace(
        _WEBSHOP,
        id="WebShopGen-v0",
        entry_point="hgpo_envs.webshop.gen_env:WebShopGenEnv",
        licence="Apache-2.0",
        data_version="generated 1",
        description="Shopping by instruction in a generated shop; no data needed.",
        data_variable="",
        needs="",
        options=MappingProxyType(
            {
                "products": "how many there are (default: 5000)",
                "shop_seed": "what products and goals are drawn from (default: 0)",
                "difficulty": "easy, standard or hard, or knobs and their values, such as "
                "{distractors: 8, options: [1, 3]}",
                **_SHOP_OPTIONS,
            }
        ),
    ),
    _WEBSHOP_BROWSER,
    _ALFWORLD_TEAM,
    _WEBSHOP_TEAM,
    *ADAPTED,
)
