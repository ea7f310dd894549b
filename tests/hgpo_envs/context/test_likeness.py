import math

import numpy as np
import pytest
from worlds.own_memory import letters

from hgpo_envs.context.likeness import EmbeddedLikeness, lexical_likeness
from hgpo_envs.errors import EnvInputError


def test_a_shared_word_counts_by_how_rare_it_is() -> None:
    # "mug" is in 1 of 2 texts: ln(1 + 1.5/1.5) = ln 2; once in a text of mean length: factor 1.
    # "put" is in both: ln(1 + 0.5/2.5) = ln 1.2.
    likeness = lexical_likeness("Put MUG!", ["put mug", "put pen"])
    assert likeness == pytest.approx([math.log(2) + math.log(1.2), math.log(1.2)], rel=1e-12)


def test_more_of_a_word_and_a_shorter_text_count_for_more() -> None:
    # Lengths 2, 4, 2, mean 8/3; "mug" in all three: ln(1 + 0.5/3.5) = ln(8/7), k1 = 1.5, b = 0.75.
    # f=1, |d|=2: 2.5 / (1 + 1.5 (0.25 + 0.75·0.75)) = 2.5 / 2.21875
    # f=1, |d|=4: 2.5 / (1 + 1.5 (0.25 + 0.75·1.5)) = 2.5 / 3.0625
    # f=2, |d|=2: 5.0 / (2 + 1.21875) = 5 / 3.21875
    likeness = lexical_likeness("mug", ["a mug", "a mug or two", "mug mug"])
    expected = np.array([2.5 / 2.21875, 2.5 / 3.0625, 5 / 3.21875]) * math.log(8 / 7)
    assert likeness == pytest.approx(expected, rel=1e-12)


def test_nothing_in_common_is_no_likeness() -> None:
    assert lexical_likeness("mug", ["pen", ""]).tolist() == [0.0, 0.0]
    assert lexical_likeness("mug", []).tolist() == []
    assert lexical_likeness("", ["pen"]).tolist() == [0.0]


def test_embedded_texts_are_compared_by_the_cosine() -> None:
    # (1,1,0) with (2,2,0), (0,1,0), (0,0,1), (0,0,0): 1, 1/√2, 0, 0.
    likeness = EmbeddedLikeness(letters)("ab", ["aabb", "b", "c", "x"])
    assert likeness == pytest.approx([1.0, 1 / math.sqrt(2), 0.0, 0.0], abs=1e-12)


def test_a_text_is_embedded_once() -> None:
    asked: list[str] = []

    def counting(texts: list[str]) -> np.ndarray:
        asked.extend(texts)
        return letters(texts)

    likeness = EmbeddedLikeness(counting)
    likeness("ab", ["a", "b", "a"])
    likeness("b", ["ab", "c"])
    assert asked == ["ab", "a", "b", "c"]


@pytest.mark.parametrize(
    ("embed", "message"),
    [
        (
            lambda texts: [1.0, 2.0],
            "embed returned numbers of shape [2] for 2 texts; expected one vector a text.",
        ),
        (
            lambda texts: [[1.0], [1.0, 2.0]],
            "embed returned no numbers of one shape for 2 texts; expected one vector a text.",
        ),
    ],
)
def test_what_is_no_vector_a_text_is_refused(embed: object, message: str) -> None:
    with pytest.raises(EnvInputError) as error:
        EmbeddedLikeness(embed)("a", ["b"])  # type: ignore[arg-type]
    assert str(error.value) == message


def test_vectors_whose_length_changes_are_refused() -> None:
    lengths = iter([1, 2])

    def growing(texts: list[str]) -> np.ndarray:
        return np.ones((len(texts), next(lengths)))

    likeness = EmbeddedLikeness(growing)
    likeness("a", ["b"])
    with pytest.raises(EnvInputError) as error:
        likeness("a", ["c"])
    assert str(error.value) == (
        "embed returned vectors of another length than before. Give one that always returns the "
        "same."
    )
