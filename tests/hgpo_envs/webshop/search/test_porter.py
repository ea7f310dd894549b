"""Porter's stemmer."""

import pytest

from hgpo_envs.webshop.search.porter import stem


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        # words of the paper, step by step
        ("caresses", "caress"), ("ponies", "poni"), ("ties", "ti"), ("cats", "cat"),  # 1a
        ("feed", "feed"), ("agreed", "agre"), ("plastered", "plaster"), ("bled", "bled"),  # 1b
        ("motoring", "motor"), ("sing", "sing"), ("conflated", "conflat"), ("sized", "size"),
        ("hopping", "hop"), ("falling", "fall"), ("hissing", "hiss"), ("filing", "file"),
        ("happy", "happi"), ("sky", "sky"),  # 1c
        ("relational", "relat"), ("conditional", "condit"), ("rational", "ration"),  # 2
        ("vietnamization", "vietnam"), ("sensibiliti", "sensibl"), ("radicalli", "radic"),
        ("triplicate", "triplic"), ("formative", "form"), ("hopeful", "hope"),  # 3
        ("revival", "reviv"), ("allowance", "allow"), ("adoption", "adopt"),  # 4
        ("replacement", "replac"), ("irritant", "irrit"), ("communism", "commun"),
        ("probate", "probat"), ("rate", "rate"), ("cease", "ceas"),  # 5a
        ("controll", "control"), ("roll", "roll"),  # 5b
        # where Lucene leaves the paper: logi, bli
        ("technology", "technolog"), ("possibly", "possibl"),
        # short words, digits and other scripts
        ("as", "as"), ("s", "s"), ("ion", "ion"), ("eed", "eed"), ("ed", "ed"), ("ing", "ing"),
        ("yyy", "yyi"), ("1990s", "1990"), ("5'2s", "5'2"), ("décors", "décor"),
    ],
)  # fmt: skip
def test_a_word_has_this_stem(word: str, expected: str) -> None:
    assert stem(word) == expected
