"""docs/losses.md names every option of the shared loss, and its example says what it prints."""

from dataclasses import fields

from doc_page import check_prints, printed_blocks, read_page

from algorithms import surrogate

PAGE = read_page("losses.md")


def test_every_option_of_the_loss_is_on_the_page() -> None:
    options = [option.name for option in fields(surrogate.ClippedSurrogate)]
    prose = {"kl_coefficient": "β", "entropy_coefficient": "c Σ weight · entropy"}
    missing = [
        name for name in options if f"`{name}" not in PAGE and prose.get(name, name) not in PAGE
    ]
    assert missing == []


def test_every_choice_is_on_the_page() -> None:
    choices = (
        *surrogate.RATIO_LEVELS,
        *surrogate.AGGREGATES,
        *surrogate.KL_ESTIMATORS,
        *(f"kl_place: {place}" for place in surrogate.KL_PLACES),
        "ratio_pooling: mean",
        "ratio_gradient: token",
        "rollout_beyond: drop",
    )
    assert [choice for choice in choices if f"`{choice}`" not in PAGE] == []


def test_the_example_prints_what_the_page_says() -> None:
    blocks = [(code, said) for _, code, said in printed_blocks(PAGE)]
    assert len(blocks) == 1
    check_prints("losses.md", blocks)
