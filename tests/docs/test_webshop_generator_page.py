"""Run the code and the commands of docs/webshop-generator.md, and measure its scores anew."""

import re
from pathlib import Path

import pytest
from doc_page import ROOT, blocks_of, read_page, run_command

import hgpo_envs
from hgpo_envs.webshop import generate
from hgpo_envs.webshop.generate.words import categories

PAGE = read_page("webshop-generator.md")


def test_the_code_on_the_generator_page_runs_top_to_bottom():
    code = "\n".join(blocks_of(PAGE, "python"))
    exec(compile(code, "docs/webshop-generator.md", "exec"), {})


@pytest.mark.slow
@pytest.mark.parametrize("command", blocks_of(PAGE, "sh"))
def test_the_commands_on_the_generator_page_work(command, tmp_path):
    run_command(command, tmp_path, more={"PYTHONPATH": str(ROOT)})


def test_the_generator_page_counts_what_there_is():
    kinds = [kind for one in categories() for there in one.departments.values() for kind in there]
    attributes = {
        (kind.category.name, attribute) for kind in kinds for attribute in kind.attributes
    }
    departments = sum(len(one.departments) for one in categories())
    sizes = sorted(len(values) for one in categories() for values in one.options.values())
    assert f"{departments} departments, {len(kinds)}\nkinds of product" in PAGE
    assert f"{len(attributes)} attributes" in PAGE
    assert (sizes[0], sizes[-1]) == (5, 26)
    assert {len(one.options) for one in categories()} == {3}
    for level, count in (("standard", "4,000 goals"), ("easy", "`easy` 4,373"), ("hard", "3,880)")):
        assert count in PAGE
        assert f"{len(generate.goals(generate.series(level))):,}" in count


def test_the_table_of_knobs_is_right():
    rows = re.findall(
        r"^\| `(\w+)` \|.*?\| ([\w ]+) \| ([\w ]+) \| ([\w ]+) \|$", PAGE, re.MULTILINE
    )
    assert [name for name, *_ in rows] == list(generate.Difficulty.__dataclass_fields__)
    for name, *values in rows:
        for level, shown in zip(("easy", "standard", "hard"), values, strict=True):
            value = getattr(generate.LEVELS[level], name)
            assert shown == (
                f"{value[0]} to {value[1]}" if isinstance(value, tuple) else str(value)
            )


def play(env, agent, task):
    observation, info = env.reset(options={"task": task})
    agent.reset(observation)
    while True:
        action = agent.act(observation, info["admissible_actions"])
        observation, reward, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            return reward


def row(shown, env_id, **options):
    env = hgpo_envs.make(env_id, split="test", **options)
    ids = env.unwrapped.panel.ids
    cells = [shown]
    for make in (env.unwrapped.make_expert, env.unwrapped.make_first_hit):
        rewards = [play(env, make(), task) for task in ids]
        won = sum(reward == 1.0 for reward in rewards)
        cells += [f"{sum(rewards) / len(ids):.3f}", f"{100 * won / len(ids):.1f} %"]
    assert len(ids) == 500
    return f"| {' | '.join(cells)} |"


def table(data):
    official = {"data": data, "products": "items_shuffle_1000.json"}
    return "\n".join(
        (
            "| shop | expert: mean reward | success | first-hit: mean reward | success |",
            "|---|---|---|---|---|",
            *(
                row(f"generated, {level}", "WebShopGen-v0", difficulty=level)
                for level in generate.LEVELS
            ),
            *(
                row(f"parity catalogue, {goals} goals", "WebShop-v0", goals=goals, **official)
                for goals in ("human", "synthetic")
            ),
        )
    )


def cells(line):
    name, *numbers = line.strip("| ").split(" | ")
    return name, [float(number.removesuffix(" %")) for number in numbers]


@pytest.mark.slow
def test_the_scores_on_the_generator_page_are_those_that_are_played(shared_data):
    shown = PAGE.partition("<!-- scores: begin -->")[2].partition("<!-- scores: end -->")[0]
    for said, played in zip(
        shown.strip().splitlines(), table(shared_data / "webshop").splitlines(), strict=True
    ):
        if not said.startswith("| parity"):
            assert said == played
            continue
        # there, what finds the nouns of titles, rule or spaCy, decides a few tasks: 2 %
        (name, means), (same, again) = cells(said), cells(played)
        assert name == same
        assert means[::2] == pytest.approx(again[::2], abs=0.02)
        assert means[1::2] == pytest.approx(again[1::2], abs=2.0)
