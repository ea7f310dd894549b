import pickle

import gymnasium
import pytest
from gymnasium.spaces import Text, flatdim, flatten, flatten_space, unflatten
from gymnasium.vector.utils import batch_space, create_empty_array
from hypothesis import given, settings
from hypothesis import strategies as st

from hgpo_envs.text_space import UnicodeText

SPACE = UnicodeText(20)
ANY_TEXT = st.text(st.characters(min_codepoint=0, max_codepoint=0x10FFFF), max_size=20)


@settings(deadline=None, derandomize=True)
@given(ANY_TEXT)
def test_every_text_up_to_the_length_is_in_the_space(text: str) -> None:
    assert text in SPACE


@settings(deadline=None, derandomize=True)
@given(ANY_TEXT)
def test_a_text_flattens_into_the_flat_space_and_comes_back(text: str) -> None:
    flat = flatten(SPACE, text)
    assert flat in flatten_space(SPACE)
    assert unflatten(SPACE, flat) == text


def test_a_flat_text_is_its_code_points_and_what_fills_it_up() -> None:
    # U+2116 is №; 0x110000 is no character.
    assert flatten(UnicodeText(3), "№a").tolist() == [0x2116, 97, 0x110000]
    assert flatdim(SPACE) == 20


@pytest.mark.parametrize("other", [3, None, b"a", "x" * 21])
def test_anything_else_is_not_in_the_space(other: object) -> None:
    assert other not in SPACE


def test_samples_are_in_the_space_and_repeat_with_the_seed() -> None:
    first, second = UnicodeText(30, seed=3), UnicodeText(30, seed=3)
    texts = [first.sample() for _ in range(20)]
    assert texts == [second.sample() for _ in range(20)]
    assert len(set(texts)) > 10
    assert all(text in first for text in texts)


def test_spaces_are_equal_by_length_alone_and_differ_from_plain_text() -> None:
    assert UnicodeText(20) == SPACE
    assert UnicodeText(21) != SPACE
    assert Text(20) != SPACE
    assert repr(SPACE) == "UnicodeText(20)"
    assert pickle.loads(pickle.dumps(SPACE)) == SPACE


def test_gymnasium_batches_the_space_as_a_tuple() -> None:
    assert batch_space(SPACE, 2) == gymnasium.spaces.Tuple([SPACE, SPACE])
    assert create_empty_array(SPACE, 2) == ("", "")
