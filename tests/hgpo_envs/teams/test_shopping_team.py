import pytest

import hgpo_envs


@pytest.fixture(scope="module")
def env():
    return hgpo_envs.make("WebShopTeam-v0", split="test", products=200)


def at_a_product(env):
    _, info = env.reset(options={"task": env.panel.ids[0]})
    *_, info = env.step(f"search[{info['instruction']}]")
    product = next(a for a in info["admissible_actions"] if a in info["action_hints"])
    return env.step(product)


def test_the_searcher_has_the_search_page_and_the_results(env):
    _, info = env.reset(options={"task": env.panel.ids[0]})
    assert info["member"] == "searcher"
    assert info["admissible_actions"] == ("search[...]",)
    _, _, _, _, info = env.step("search[shoes]")
    assert info["member"] == "searcher"
    assert "click[back to search]" in info["admissible_actions"]


def test_opening_a_product_hands_it_to_the_decider(env):
    _, _, _, _, info = at_a_product(env)
    assert info["member"] == "decider"
    assert info["recalls"] == ("decider",)
    listed = info["admissible_actions"]
    assert "click[buy now]" in listed
    assert not {"click[< prev]", "click[back to search]"}.intersection(listed)
    assert [action for action in listed if action.startswith("return[")] == [
        "return[feature missing]",
        "return[option missing]",
        "return[too dear]",
        "return[wrong thing]",
    ]


def test_the_searcher_hears_why_a_product_came_back_until_it_acts(env):
    at_a_product(env)
    text, _, _, _, info = env.step("return[not  red enough]")
    assert info["member"] == "searcher"
    assert text.startswith("The decider sent a product back: not red enough\nInstruction: [SEP]")
    text, *_ = env.step("click[next >]")
    assert text.startswith("Instruction: [SEP]")


@pytest.mark.parametrize(
    "refused",
    [
        "click[< prev]",
        "click[back to search]",
        "search[shoes]",
        "return[]",
        "return[",
        f"return[{'x' * 201}]",
        "xyzzy",
    ],
)
def test_the_decider_does_what_is_a_deciders(env, refused):
    before, *_ = at_a_product(env)
    text, reward, done, _, info = env.step(refused)
    assert (text, reward, done) == (before, 0.0, False)
    assert info["inadmissible"] is True
    assert info["member"] == "decider"


def test_a_page_of_details_leads_back_to_the_product_alone(env):
    item, *_ = at_a_product(env)
    _, _, _, _, info = env.step("click[features]")
    assert info["member"] == "decider"
    assert info["admissible_actions"] == ("click[< prev]",)
    _, _, _, _, info = env.step("return[wrong thing]")
    assert info["inadmissible"] is True
    text, *_ = env.step("click[< prev]")
    assert text == item


def test_buying_ends_it_with_the_reward_of_the_shop(env):
    at_a_product(env)
    _, reward, done, _, info = env.step("click[buy now]")
    assert done
    assert 0 <= reward <= 1
    assert set(info["reward_components"]) >= {"r_type", "r_att"}
    assert info["admissible_actions"] == ()


def mean_return(env, tasks):
    score = 0.0
    for task in env.panel.ids[:tasks]:
        text, info = env.reset(options={"task": task})
        expert = env.make_expert()
        expert.reset(text)
        over = False
        while not over:
            action = expert.act(text, info["admissible_actions"])
            text, reward, terminated, truncated, info = env.step(action)
            assert info["inadmissible"] is False
            score += reward
            over = terminated or truncated
    return score / tasks


def test_the_scripts_shop_well():
    # one shopper's expert earns 0.93 on the first hundred of these
    assert mean_return(hgpo_envs.make("WebShopTeam-v0", split="test"), 20) > 0.8


def test_those_who_know_the_goal_never_advise_what_is_refused():
    env = hgpo_envs.make(
        "WebShopTeam-v0", split="test", products=200, extras=("expert_action", "progress")
    )
    _, info = env.reset(options={"task": env.panel.ids[0]})
    *_, info = env.step(f"search[{info['instruction']}]")
    wrong = next(
        a
        for a in info["admissible_actions"]
        if a in info["action_hints"] and a != info["expert_action"]
    )
    *_, info = env.step(wrong)
    assert info["expert_action"] == "return[wrong thing]"
    over = False
    while not over:
        *_, over, truncated, info = env.step(info["expert_action"])
        assert info["inadmissible"] is False
        assert not truncated
    assert info["won"] is True


def test_the_shop_can_be_another_one(env):
    other = hgpo_envs.make("WebShopTeam-v0", split="test", products=300)
    assert other.panel.hash != env.panel.hash
    with pytest.raises(hgpo_envs.errors.EnvInputError, match="is no shop to open"):
        hgpo_envs.make("WebShopTeam-v0", shop="WebShopTeam-v0")


def test_the_decider_can_ask_for_what_it_sent_back_before(env):
    _, info = env.reset(options={"task": env.panel.ids[0]})
    *_, info = env.step(f"search[{info['instruction']}]")
    first, second = [a for a in info["admissible_actions"] if a in info["action_hints"]][:2]
    *_, info = env.step(first)
    assert not [a for a in info["admissible_actions"] if a.startswith("return[bring back ")]
    *_, info = env.step("return[wrong thing]")
    title = info["action_hints"][first].partition(" $")[0]
    *_, info = env.step(second)
    ask = f"return[bring back {title}]"
    assert [a for a in info["admissible_actions"] if a.startswith("return[bring back ")] == [ask]
    text, _, _, _, info = env.step(ask)
    assert text.startswith(f"The decider sent a product back: bring back {title}\n")
    *_, info = env.step(first)
    assert ask not in info["admissible_actions"]


@pytest.mark.slow
def test_the_scripts_shop_well_on_official_products(shared_data):
    env = hgpo_envs.make(
        "WebShopTeam-v0", split="test", shop="WebShopSmall-v0", data=shared_data / "webshop"
    )
    # one shopper's expert earns 0.85 on the first hundred of these
    assert mean_return(env, 40) > 0.75
