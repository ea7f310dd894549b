"""The templates of the suite, and those that are found elsewhere."""

from dataclasses import replace
from pathlib import Path

import pytest

import hgpo_envs
from hgpo_envs.context import (
    TEMPLATES,
    ContextWrapper,
    Template,
    Turn,
    default_template,
    open_template,
    template_for,
    template_of,
)
from hgpo_envs.errors import EnvInputError, UnknownNameError

TURNS = (
    Turn("A room.", "go to desk 1", 0.0, {}),
    Turn("On the desk 1, you see a mug 1.", "take mug 1 from desk 1", 0.0, {}),
)


def render(template: Template, **changes: object) -> str:
    parts: dict[str, object] = {
        "instruction": "Your task is to: put a mug in shelf.",
        "turns": (),
        "notes": (),
        "observation": "A room.",
        "admissible_actions": ("go to desk 1", "look"),
        "step": 0,
    }
    return template.render(**{**parts, **changes})  # type: ignore[arg-type]


def test_the_household_prompt_of_a_first_step() -> None:
    assert render(open_template("alfworld")) == (
        "You are at home in a house of text, and you get one task done in it by giving commands.\n"
        "Your task is to: put a mug in shelf.\n"
        "\n"
        "This is step 1. What you see now: A room.\n"
        "Commands that the house understands now: [\n"
        "'go to desk 1',\n"
        "'look'\n"
        "]\n"
        "\n"
        "Give one of these commands, word for word, and nothing else.\n"
    )


def test_the_household_prompt_with_a_window_of_two_and_a_note() -> None:
    text = render(
        open_template("alfworld"),
        turns=TURNS,
        notes=("The shelf is empty.",),
        observation="You pick up the mug 1.",
        admissible_actions=None,
        step=3,
    )
    assert text == (
        "You are at home in a house of text, and you get one task done in it by giving commands.\n"
        "Your task is to: put a mug in shelf.\n"
        "\n"
        "The shelf is empty.\n"
        "\n"
        "Commands given so far: 3. The latest 2 are below, oldest first, each after what you saw "
        "before it:\n"
        "[Observation 2: 'A room.', Action 2: 'go to desk 1']\n"
        "[Observation 3: 'On the desk 1, you see a mug 1.', Action 3: 'take mug 1 from desk 1']\n"
        "\n"
        "This is step 4. What you see now: You pick up the mug 1.\n"
        "\n"
        "Give your next command and nothing else.\n"
    )


def test_the_shop_s_prompt_says_that_a_search_is_to_be_filled_in() -> None:
    text = render(
        open_template("webshop"),
        instruction="i need a mug",
        observation="WebShop [SEP] Search",
        admissible_actions=("search[...]",),
    )
    assert text == (
        "You are shopping on a website of text: you search, look at products, choose options and "
        "buy.\n"
        "What to buy: i need a mug\n"
        "\n"
        "This is step 1. The page that you are on: WebShop [SEP] Search\n"
        "Actions that this page allows: [\n"
        "'search[...]'\n"
        "]\n"
        "\n"
        "Give one action and nothing else; in search[...] put the words to search for in the place "
        "of the dots.\n"
    )


def test_the_shop_s_prompt_of_a_later_step() -> None:
    text = render(
        open_template("webshop"),
        instruction="i need a mug",
        turns=TURNS[:1],
        observation="Back to Search",
        admissible_actions=("click[back to search]",),
        step=1,
    )
    assert text.split("\n\n")[1:] == [
        "Actions taken so far: 1. The latest is below, after the page it was taken on:\n"
        "[Observation 1: 'A room.', Action 1: 'go to desk 1']",
        "This is step 2. The page that you are on: Back to Search\n"
        "Actions that this page allows: [\n'click[back to search]'\n]",
        "Give one of these actions, word for word, and nothing else.\n",
    ]


@pytest.mark.parametrize("name", TEMPLATES)
@pytest.mark.parametrize("shown", [0, 1, 2])
@pytest.mark.parametrize("actions", [None, (), ("look",), ("search[...]", "look")])
def test_every_template_tells_all_parts_without_gaps(
    name: str, shown: int, actions: tuple[str, ...] | None
) -> None:
    text = render(
        open_template(name),
        turns=TURNS[2 - shown :],
        notes=("Once upon a time.",),
        observation="The end.",
        admissible_actions=actions,
        step=7,
    )
    told = ["put a mug in shelf.", "Once upon a time.", "The end.", "8", *(actions or ())]
    told += [part for turn in TURNS[2 - shown :] for part in turn[:2]]
    assert [part for part in told if part not in text] == []
    assert "\n\n\n" not in text
    assert [line for line in text.splitlines() if line != line.strip()] == []


def test_an_environment_is_shown_with_the_template_of_its_spec() -> None:
    named = {
        name: template_of(hgpo_envs.spec(name)).hash
        for name in ("ALFWorld-v0", "ALFWorldRooms-v0", "WebShop-v0", "WebShopGen-v0")
    }
    alfworld, webshop = open_template("alfworld").hash, open_template("webshop").hash
    assert list(named.values()) == [alfworld, alfworld, webshop, webshop]
    env = hgpo_envs.make("ALFWorld-v0")
    assert ContextWrapper(env).template is open_template("alfworld")
    assert ContextWrapper(env, template=default_template()).template is default_template()


def test_an_environment_that_is_not_registered_has_the_default() -> None:
    env = hgpo_envs.make("ALFWorld-v0")
    env.panel = replace(env.panel, env_id="Unheard-v0")
    assert template_for(env) is default_template()


def test_a_template_of_a_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "prompt.j2"
    file.write_text("{{ step }} – {{ observation }}", encoding="utf-8")
    assert render(open_template(str(file))) == "0 – A room."
    # A file that was changed is read again.
    file.write_text("{{ step }}", encoding="utf-8")
    assert render(open_template(str(file))) == "0"


def test_a_template_of_a_package_is_read() -> None:
    template = open_template("hgpo_envs.context:prompts/alfworld.j2")
    assert template.hash == open_template("alfworld").hash


def test_a_name_that_is_no_template_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError) as error:
        open_template("webshp")
    assert str(error.value) == (
        "unknown prompt template 'webshp'. Did you mean 'webshop'? Known: alfworld, default, "
        "webshop. A file is named by its path, such as ./prompt.j2."
    )


@pytest.mark.parametrize("name", ["nowhere/prompt.j2", "prompt.j2", "."])
def test_a_file_that_is_not_there_is_refused(name: str) -> None:
    with pytest.raises(EnvInputError, match=r"can't be read|unknown prompt template"):
        open_template(name)


@pytest.mark.parametrize("name", ["nowhere_at_all:prompt.j2", "hgpo_envs.context:nothing.j2"])
def test_a_package_without_the_file_is_refused(name: str) -> None:
    with pytest.raises(EnvInputError) as error:
        open_template(name)
    assert str(error.value).startswith(f"the prompt template {name!r} can't be read: ")
    assert str(error.value).endswith(
        "Expected 'package:file.j2' of an installed package, or the path of a file."
    )


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "prompt.j2"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(EnvInputError) as error:
        open_template(str(file))
    assert str(error.value).startswith(f"the prompt template {str(file)!r} can't be read: ")
