import shlex

import pytest

from hgpo_envs.context import EncodeTokenizer, Tokenizer, WordTokenizer, make_tokenizer
from hgpo_envs.context.tokenizer import tokenizer_name
from hgpo_envs.errors import EnvInputError


class Letters:
    def count(self, text: str) -> int:
        return len(text)


def whole(text: str) -> list[str]:
    return [text]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("look", 1),
        # you, see, a, mug, 1, comma, and, a, pen, full stop
        ("You see a mug 1, and a pen.", 10),
        ("Größe 42 — ok", 4),
        (" \n\t", 0),
    ],
)
def test_words_and_marks_are_counted(text: str, count: int) -> None:
    assert WordTokenizer().count(text) == count


@pytest.mark.parametrize(
    ("given", "count"),
    [
        (None, 4),  # a, b, c, full stop
        ("words", 4),
        (Letters(), 6),
        (Letters, 6),
        (list, 6),
        (whole, 1),
        ("shlex:split", 3),  # a, b, c.
        (EncodeTokenizer(whole), 1),
    ],
    ids=["none", "words", "made", "class", "list", "function", "named", "encode"],
)
def test_a_tokenizer_is_taken_in_many_forms(given: object, count: int) -> None:
    made = make_tokenizer(given)
    assert isinstance(made, Tokenizer)
    assert made.count("a b c.") == count


@pytest.mark.parametrize(("given", "kind"), [(3, "int"), ([3], "list")])
def test_what_is_no_tokenizer_is_refused(given: object, kind: str) -> None:
    with pytest.raises(EnvInputError) as error:
        make_tokenizer(given)
    assert str(error.value) == (
        f"the tokenizer is a {kind}; expected an object with count(text) -> int, a callable from a "
        "text to its tokens, or the name 'module:name' of one."
    )


def test_a_mapping_of_tokens_is_refused_because_its_length_is_no_count() -> None:
    with pytest.raises(EnvInputError) as error:
        EncodeTokenizer(lambda text: {"input_ids": [1], "attention_mask": [1]}).count("a")
    assert str(error.value) == (
        "the tokenizer's encode returned a mapping; expected the tokens alone. Give the "
        "tokenizer's encode method, not the tokenizer."
    )


def test_a_tokenizer_is_named_if_another_process_finds_it() -> None:
    assert tokenizer_name(None) == "words"
    assert tokenizer_name(shlex.split) == "shlex:split"
    assert tokenizer_name("shlex:split") == "shlex:split"
    assert tokenizer_name(Letters()) is None
