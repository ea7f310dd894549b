import numpy as np
import pytest
from hash_seeds import printed
from hypothesis import given, settings
from hypothesis import strategies as st
from worlds.contexts import context
from worlds.corner_shop import CORNER_SHOP, CornerShop

from agents.candidates import candidates
from agents.scorer.evidence import OF_ACTION, OF_STATE, WIDTH, read_evidence
from hgpo_envs.context import Context, ContextWrapper, make_memory

#: Words that say something: oak, desk, color, dark, red, size, x-large.
WISH = "Find me an oak desk, color: dark red, size: x-large, and price lower than 80.00 dollars"
PRODUCT = ("click[buy now]", "click[dark red]", "click[large]", "click[red]", "click[x-large]")
GROUPS = {
    "click[red]": "color",
    "click[dark red]": "color",
    "click[large]": "size",
    "click[x-large]": "size",
}
RESULTS = {
    "click[b2]": "Oak desk $79.00",
    "click[b1]": "Pine desks $90.00 to $95.00",
    "click[b3]": "Oak desk $70 to $90",
}


def column(seen: Context, name: str) -> dict[str, float]:
    """Return one number of each candidate, by what stands in its brackets."""
    offered = candidates(seen)
    table = read_evidence(seen, offered)
    assert table.shape == (len(offered), WIDTH)
    values = table[:, (*OF_ACTION, *OF_STATE).index(name)]
    labels = (action.partition("[")[2].removesuffix("]") or action for action in offered)
    return dict(zip(labels, values.tolist(), strict=True))


def shared(seen: Context, name: str) -> float:
    """Return a number that all candidates share."""
    (value,) = set(column(seen, name).values())
    return value


def product(*done: str, observation: str = "Oak desk [SEP] Price: $79.00") -> Context:
    turns = [(observation, action) for action in done]
    return context(*PRODUCT, observation=observation, instruction=WISH, hints=GROUPS, turns=turns)


def results() -> Context:
    actions = ("click[back]", *sorted(RESULTS))
    return context(*actions, observation="a list", instruction=WISH, hints=RESULTS)


def test_an_option_that_the_instruction_names_is_told_from_its_like() -> None:
    # "red" stands within "dark red"; "large" is no word of the instruction, "x-large" is.
    assert column(product(), "verbatim") == {
        "buy now": 0, "dark red": 1, "large": 0, "red": 0, "x-large": 1,
    }  # fmt: skip
    assert column(product(), "asked") == {
        "buy now": 0, "dark red": 1, "large": 0, "red": 1, "x-large": 1,
    }  # fmt: skip
    # 2 of the 7 words.
    assert column(product(), "answers")["dark red"] == pytest.approx(2 / 7)
    assert column(product(), "hint_named")["large"] == 1
    assert column(product(), "hinted")["buy now"] == 0


def test_what_is_named_is_due_until_it_is_done_on_this_page() -> None:
    assert column(product(), "due") == {
        "buy now": 0, "dark red": 1, "large": 0, "red": 0, "x-large": 1,
    }  # fmt: skip
    assert shared(product(), "still_due") == 2 / 4
    once = product("click[dark red]")
    assert column(once, "due")["dark red"] == 0
    assert column(once, "done_here")["dark red"] == 1
    assert shared(once, "still_due") == 1 / 4
    both = product("click[dark red]", "click[x-large]")
    assert shared(both, "still_due") == 0


def test_what_was_done_on_another_page_is_due_again() -> None:
    seen = context(
        *PRODUCT, instruction=WISH, turns=[("another page", "click[dark red]"), ("a room", "look")]
    )
    assert column(seen, "done")["dark red"] == 1
    assert column(seen, "done_here")["dark red"] == 0
    assert column(seen, "due")["dark red"] == 1


def test_a_link_is_weighed_by_the_text_beside_it() -> None:
    # Oak and desk of 7 words; of Pine desks one.
    answers = column(results(), "hint_answers")
    assert answers == pytest.approx({"back": 0, "b1": 1 / 7, "b2": 2 / 7, "b3": 2 / 7})
    assert column(results(), "hint_best") == {"back": 0, "b1": 0, "b2": 1, "b3": 1}
    assert shared(results(), "best_hint") == pytest.approx(2 / 7)
    # "79.00" is a word of the title's text, too: 2 of 3.
    assert column(results(), "hint_asked")["b2"] == pytest.approx(2 / 3)


def test_a_price_is_within_the_limit_above_it_or_neither() -> None:
    assert column(results(), "priced") == {"back": 0, "b1": 1, "b2": 1, "b3": 1}
    assert column(results(), "affordable") == {"back": 0, "b1": 0, "b2": 1, "b3": 0}
    assert column(results(), "dear") == {"back": 0, "b1": 1, "b2": 0, "b3": 0}
    assert shared(product(), "page_affordable") == 1
    assert shared(product(observation="$81"), "page_dear") == 1
    unlimited = context("a", observation="$81", instruction="Find me a desk")
    assert column(unlimited, "page_dear") == column(unlimited, "page_affordable") == {"a": 0}


def test_the_rank_is_that_of_the_page_not_of_the_alphabet() -> None:
    assert column(results(), "rank") == {
        "back": 1,
        "b2": 1,
        "b1": 1 / 2,
        "b3": pytest.approx(1 / 3),
    }


def test_fills_are_ranked_from_the_whole_to_the_least() -> None:
    seen = context("click[help]", "search[...]", instruction=WISH)
    ranks = list(column(seen, "rank").values())
    assert ranks[0] == 1
    assert ranks[1:] == pytest.approx([1 / place for place in range(1, len(ranks))])


def test_the_instruction_on_the_page_does_not_agree_with_itself() -> None:
    page = f"Instruction: [SEP] {WISH} [SEP] "
    assert shared(product(observation=page), "page_answers") == 0
    # Oak, of 7 words.
    found = shared(product(observation=f"{page}An oak tree"), "page_answers")
    assert found == pytest.approx(1 / 7)


def test_what_is_known_of_a_product_is_gathered_from_its_pages() -> None:
    env = ContextWrapper(
        CornerShop(spec=CORNER_SHOP, split="test", max_steps=8), make_memory("window", size=8)
    )
    env.begin(options={"task": "test-60"})
    # "a wooden basket with color blue, and size large": six words; the page of results has two
    # of them in each of its titles, the page of a product has those of its title and options.
    assert env.context.instruction.startswith("Find me a wooden basket with color blue, and size l")
    known = []
    for action in ("search[wooden basket]", "click[t000]", "click[red]", "click[buy now]"):
        env.advance(action)
        known.append(shared(env.context, "known_answers"))
    # T000 is a wooden lamp, and its options have blue and large; then one is thanked.
    assert known == pytest.approx([2 / 6, 3 / 6, 3 / 6, 3 / 6])
    assert shared(env.context, "page_answers") == 0


def test_time_runs_out() -> None:
    assert shared(product(), "early") == 1
    assert shared(product(*["look"] * 4), "early") == 0.5


def test_reading_twice_gives_the_same_and_shares_nothing() -> None:
    seen = product()
    first = read_evidence(seen, candidates(seen))
    first += 1
    assert np.array_equal(read_evidence(seen, candidates(seen)) + 1, first)


@settings(deadline=None, derandomize=True)
@given(st.text(max_size=80), st.text(max_size=80), st.lists(st.text(max_size=20), min_size=1))
def test_whatever_the_texts_every_number_is_between_0_and_1(
    instruction: str, page: str, actions: list[str]
) -> None:
    hints = dict.fromkeys(actions[::2], page)
    seen = context(*actions, observation=page, instruction=instruction, hints=hints)
    table = read_evidence(seen, candidates(seen))
    assert ((table >= 0) & (table <= 1)).all()


def test_no_hash_seed_changes_a_number() -> None:
    code = (
        "from hgpo_envs.context import Context, default_template\n"
        "from agents.candidates import candidates\n"
        "from agents.scorer.evidence import read_evidence\n"
        f"seen = Context(instruction={WISH!r}, turns=(), notes=(), observation='Oak desk $79.00',\n"
        "    admissible_actions=('click[dark red]', 'click[red]', 'search[...]'), step=1,\n"
        "    template=default_template(), hints={'click[red]': 'oak'})\n"
        "print(candidates(seen), read_evidence(seen, candidates(seen)).tobytes().hex())\n"
    )
    assert len(printed(code)) == 1
