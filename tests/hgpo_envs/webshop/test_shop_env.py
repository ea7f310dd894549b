"""The rules of an episode in the shop."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from recordings import recorded
from small_world import goal, small_env

from hgpo_envs.errors import EnvInputError, UnknownNameError
from hgpo_envs.open_actions import is_open
from hgpo_envs.webshop.draws import UpstreamDraws, sums_of
from hgpo_envs.webshop.pages.observation import RENDERINGS

TO_RED_LAMP = ("search[lamp]", "click[b0]", "click[red]")


def start(*actions: str, task: str = "human-0", **options: object):
    env = small_env(**options)
    env.reset(options={"task": task})
    answers = [env.step(action) for action in actions]
    return env, answers


def test_the_first_page_has_the_instruction_and_an_open_search() -> None:
    observation, info = small_env().reset(options={"task": "human-1"})
    assert observation == "WebShop [SEP] Instruction: [SEP] find lamp 1 [SEP] Search"
    assert info == {
        "task": "human-1",
        "instruction": "find lamp 1",
        "admissible_actions": ("search[...]",),
        "won": False,
        "anchor": observation,
        "inadmissible": False,
        "reward_components": {},
        "action_hints": {},
    }


def test_a_purchase_earns_its_worth_tells_of_what_it_is_made_and_ends() -> None:
    _, answers = start(*TO_RED_LAMP, "click[buy now]")
    assert [(reward, over) for _, reward, over, _, _ in answers] == [(0.0, False)] * 3 + [
        (1.0, True)
    ]
    assert [answer[4]["reward_components"] for answer in answers] == [
        *({}, {}, {}),
        {"r_type": 1.0, "r_option": True},
    ]
    assert [answer[4]["won"] for answer in answers] == [False, False, False, True]
    assert answers[-1][4]["admissible_actions"] == ()


def test_a_purchase_without_options_earns_what_it_is_worth() -> None:
    _, answers = start("search[lamp]", "click[b0]", "click[buy now]")
    assert answers[-1][1:3] == (0.5, True)
    assert answers[-1][4]["won"] is False


def test_what_the_shop_refuses_is_an_ordinary_step() -> None:
    _, answers = start("dance", "search[lamp]", "click[buy now]", "click[b0]", "click[size [xl]]")
    assert [answer[4]["inadmissible"] for answer in answers] == [True, False, True, False, True]
    assert answers[2][0] == answers[1][0]
    assert answers[4][0] == answers[3][0]
    assert {answer[1] for answer in answers} == {0.0}


def test_the_step_cap_counts_refused_steps() -> None:
    _, answers = start(*["dance"] * 15)
    assert [answer[3] for answer in answers] == [False] * 14 + [True]


def test_the_shop_goes_on_after_a_purchase_and_the_episode_stays_over() -> None:
    env, _ = start(*TO_RED_LAMP, "click[buy now]")
    _, reward, over, truncated, info = env.step("search[lamp]")
    assert (reward, over, truncated, info["won"]) == (0.0, True, False, True)
    assert "click[b1]" in info["admissible_actions"]
    env.step("click[b2]")
    _, reward, over, _, info = env.step("click[buy now]")
    assert (reward, over, info["won"]) == (0.0, True, False)


def test_every_admissible_action_is_taken_and_they_are_sorted() -> None:
    for path in ((), TO_RED_LAMP[:1], TO_RED_LAMP[:2], (*TO_RED_LAMP[:2], "click[features]")):
        env, _ = start(*path)
        there = env.snapshot()
        offered = env.step("dance")[4]["admissible_actions"]
        assert offered == tuple(sorted(set(offered)))
        for action in offered:
            env.restore(there)
            assert not env.step(action)[4]["inadmissible"], action


def test_only_the_search_is_open_and_it_is_admissible_as_it_stands() -> None:
    env, _ = start()
    _, _, _, _, info = env.step("search[...]")
    assert info["inadmissible"] is False
    assert not any(map(is_open, info["admissible_actions"]))


def test_options_that_no_action_can_say_are_not_offered() -> None:
    _, answers = start("search[lamp]", "click[b0]")
    assert answers[-1][4]["admissible_actions"] == (
        *("click[< prev]", "click[back to search]", "click[blue]", "click[buy now]"),
        *("click[description]", "click[features]", "click[red]", "click[reviews]"),
    )


def test_hints_tell_title_and_price_of_the_products_on_a_page() -> None:
    _, answers = start("search[lamp]", "click[b2]")
    assert answers[0][4]["action_hints"] == {
        "click[b0]": "Lamp B0 $10.0",
        "click[b1]": "Lamp B1 $10.0",
        "click[b2]": "Lamp b2 $10.0",
    }
    assert answers[1][4]["action_hints"] == {}


def test_hints_name_the_option_that_a_value_is_of() -> None:
    _, answers = start("search[lamp]", "click[b0]")
    assert answers[-1][4]["action_hints"] == {"click[red]": "color", "click[blue]": "color"}


@pytest.mark.parametrize("observation", RENDERINGS)
def test_an_episode_continues_exactly_from_a_snapshot(observation: str) -> None:
    options = {"observation": observation, "num_prev_obs": 2, "num_prev_actions": 1}
    env, _ = start(*TO_RED_LAMP[:2], extras=("progress",), **options)
    there = env.snapshot()
    path = ("click[red]", "click[features]", "click[< prev]", "click[buy now]", "search[lamp]")
    first = [env.step(action) for action in path]
    env.reset(options={"task": "human-2"})
    env.restore(there)
    assert [env.step(action) for action in path] == first
    other = small_env(extras=("progress",), **options)
    other.restore(there)
    assert [other.step(action) for action in path] == first


def test_renderings_differ_and_the_anchor_is_the_page_alone() -> None:
    shown = {}
    for name in RENDERINGS:
        _, answers = start("search[lamp]", "search[lamp]", observation=name, num_prev_actions=1)
        page, _, _, _, info = answers[-1]
        assert page == f"search[lamp] [SEP] {info['anchor']}"
        shown[name] = info["anchor"]
    assert len(set(shown.values())) == 4
    assert shown["html"].startswith("<!DOCTYPE html>")
    assert shown["url"] == "http://127.0.0.1:3000/search_results/0/lamp/1"


def test_earlier_pages_and_actions_stand_before_a_page_oldest_first() -> None:
    env, answers = start("a", "b", "c", observation="url", num_prev_obs=1, num_prev_actions=2)
    first = "http://127.0.0.1:3000/0"
    assert [answer[0] for answer in answers] == [
        f"{first} [SEP] a [SEP] {first}",
        f"a [SEP] {first} [SEP] b [SEP] {first}",
        f"b [SEP] {first} [SEP] c [SEP] {first}",
    ]
    assert env.reset(options={"task": "human-2"})[0] == "http://127.0.0.1:3000/2"


def test_privileged_facts_are_told_only_when_asked_for() -> None:
    _, answers = start(*TO_RED_LAMP, "click[buy now]", extras=("goal", "progress"))
    assert [answer[4]["progress"] for answer in answers] == [0.0, 0.5, 1.0, 1.0]
    assert answers[0][4]["goal"]["asin"] == "B0"
    assert answers[0][4]["goal"]["options"] == ("red",)
    _, answers = start("search[lamp]")
    assert set(answers[0][4]) == {
        *("task", "instruction", "admissible_actions", "won", "anchor", "inadmissible"),
        *("reward_components", "action_hints"),
    }


def test_without_a_name_tasks_are_drawn_by_the_seed() -> None:
    env = small_env()
    tasks = [env.reset(seed=3)[1]["task"] for _ in range(3)]
    assert len(set(tasks)) == 1
    assert {env.reset()[1]["task"] for _ in range(60)} == {"human-0", "human-1", "human-2"}


def test_upstream_draws_by_weight_and_never_the_first() -> None:
    # off by one: the second goal is drawn with the first's weight, the last with both others'
    env = small_env(goal(0, 0.5), goal(1, 0.25), goal(2, 0.25), compat="upstream")
    env.reset(seed=1)
    drawn = [env.reset()[1]["task"] for _ in range(400)]
    assert set(drawn) == {"human-1", "human-2"}
    assert 160 < drawn.count("human-1") < 240
    env.reset(seed=1)
    assert [env.reset()[1]["task"] for _ in range(400)] == drawn
    assert env.reset(options={"task": "human-0"})[1]["task"] == "human-0"


def test_upstream_passes_over_the_goals_of_other_splits() -> None:
    every = small_env(*map(goal, range(6)), compat="upstream")
    some = small_env(*map(goal, range(6)), compat="upstream", split="middle")
    drawn = [every.reset()[1]["task"] for _ in range(200)]
    expected = [task for task in drawn if task in {"human-1", "human-2"}]
    assert [some.reset()[1]["task"] for _ in expected] == expected


def test_draws_are_the_recorded_ones(shared_data: Path) -> None:
    # of 719 human goals, each with weight 1, right after the original has shuffled them
    key = "unseeded_resets_[session,goal_index]"
    recordings = [one for one in recorded(shared_data / "webshop", "goals_1k") if key in one]
    (human,) = [one[key] for one in recordings if one["human_goals"]]
    draws = UpstreamDraws(sums_of([1.0] * 719))
    assert [draws.draw() for _ in human] == [place for _, place in human]


def test_the_global_generator_is_left_alone() -> None:
    random.seed(5)
    state = random.getstate()
    env = small_env(compat="upstream")
    env.reset(seed=1)
    env.reset()
    env.step("search[lamp]")
    assert random.getstate() == state


def test_a_long_query_and_half_characters_are_searched_for() -> None:
    _, answers = start(f"search[{' '.join(f'w{n}' for n in range(3000))}]", "search[\ud800 lamp]")
    assert "(Total results: 0)" in answers[0][0]
    assert "(Total results: 3)" in answers[1][0]


@pytest.mark.parametrize("thing", ["../../etc/passwd", "b" * 1_000_000, "..", "%2e%2e", "b0\x00"])
def test_odd_ids_are_refused(thing: str) -> None:
    _, answers = start("search[lamp]", f"click[{thing}]")
    assert answers[1][4]["inadmissible"] is True
    assert answers[1][0] == answers[0][0]


@pytest.mark.parametrize(
    ("given", "kind", "message"),
    [
        (
            {"observation": "htm"},
            UnknownNameError,
            "unknown observation 'htm'. Did you mean 'html'? Known: html, text, text_rich, url.",
        ),
        (
            {"compat": "upstrem"},
            UnknownNameError,
            "unknown compat 'upstrem'. Did you mean 'upstream'? Known: upstream.",
        ),
        (
            {"num_prev_obs": -1},
            EnvInputError,
            "num_prev_obs is -1; expected a whole number of at least 0.",
        ),
        ({"show_attrs": 1}, EnvInputError, "show_attrs is 1; expected True or False."),
    ],
)
def test_options_without_a_meaning_are_refused(
    given: dict[str, object], kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind) as caught:
        small_env(**given)
    assert str(caught.value) == message


ACTIONS = st.one_of(
    st.text(max_size=8),
    st.text(max_size=8).map(lambda words: f"search[{words} lamp]"),
    st.text(max_size=8).map(lambda thing: f"click[{thing}]"),
    st.sampled_from(["click[next >]", "click[< prev]", "click[b0]", "click[b2]", "click[red]"]),
    st.sampled_from(["click[features]", "click[buy now]", "click[back to search]"]),
)


@given(st.lists(ACTIONS, max_size=20), st.sampled_from([None, "upstream"]))
@settings(deadline=None, derandomize=True, max_examples=150)
def test_whatever_is_written_the_shop_answers(actions: list[str], compat: str | None) -> None:
    env = small_env(compat=compat, show_attrs=True, extras=("goal", "progress"))
    env.reset(options={"task": "human-0"})
    bought = False
    for action in actions:
        there = env.snapshot()
        observation, reward, over, _, info = env.step(action)
        components = info["reward_components"]
        bought = bought or bool(components)
        assert (over, bool(reward) <= bool(components)) == (bought, True)
        assert env.observation_space.contains(observation)
        assert list(info["admissible_actions"]) == sorted(info["admissible_actions"])
        if info["inadmissible"]:
            assert env.snapshot()[1] == there[1]
