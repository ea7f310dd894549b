"""The knobs of a generated shop do what they say."""

import pytest

from hgpo_envs.errors import EnvInputError, UnknownNameError
from hgpo_envs.webshop import generate


def members(**knobs):
    shop = generate.series(knobs, products=400)
    return [shop.member(shop.asins.number(goal.asin)) for goal in generate.goals(shop)]


def test_as_many_attributes_and_options_are_asked_for_as_the_knobs_say():
    for member in members(attributes=[4, 5], options=3):
        assert len(member.wanted_attributes) in {4, 5}
        assert len(member.wanted_options) == 3
        assert set(member.wanted_attributes) <= set(member.attributes)


def test_the_price_limit_is_as_tight_as_the_knob_says():
    for member in members(price_slack_percent=[10, 20], distractors=0):
        top = member.price[1] if member.price else 10_000
        # rounded up to whole dollars
        assert top * 110 // 100 <= member.limit <= top * 120 // 100 + 100


@pytest.mark.parametrize("distractors", [0, 1, 7])
def test_a_family_has_one_product_more_than_distractors(distractors):
    shop = generate.series({"distractors": distractors}, products=50)
    assert len(shop.family(0)) == distractors + 1
    assert {member.kind.category.name for member in shop.family(0)} == {
        shop.member(0).kind.category.name
    }
    assert len({member.brand for member in shop.family(0)}) == distractors + 1


def test_equal_knobs_are_one_shop_however_they_are_given():
    named = generate.series("hard")
    assert generate.series(generate.LEVELS["hard"]) == named
    assert generate.series({"level": "hard"}) == named
    assert named.version == "generated 1/hard/products 5000/seed 0"
    custom = generate.series({"level": "hard", "options": 1})
    assert custom.difficulty.options == (1, 1)
    assert custom.version.startswith("generated 1/custom-")


def test_unknown_names_are_answered_with_the_nearest():
    with pytest.raises(UnknownNameError) as caught:
        generate.series("hrad")
    assert str(caught.value) == (
        "unknown difficulty 'hrad'. Did you mean 'hard'? Known: easy, hard, standard."
    )
    with pytest.raises(UnknownNameError) as caught:
        generate.series({"attribute": 3})
    assert str(caught.value).startswith(
        "unknown knob 'attribute'. Did you mean 'attributes'? Known: attributes, distractors, "
    )


@pytest.mark.parametrize(
    ("knobs", "said"),
    [
        (
            {"options": 4},
            "options is (4, 4); expected a range (lowest, highest) of whole numbers from 0 to 3.",
        ),
        ({"paraphrase": True}, "paraphrase is True; expected a whole number from 0 to 3."),
        ({"distractors": 21}, "distractors is 21; expected a whole number from 0 to 20."),
    ],
)
def test_values_that_make_no_sense_are_refused(knobs, said):
    with pytest.raises(EnvInputError) as caught:
        generate.series(knobs)
    assert str(caught.value) == said


def test_what_is_no_difficulty_is_refused():
    with pytest.raises(EnvInputError, match="difficulty is 3; expected a level"):
        generate.series(3)
