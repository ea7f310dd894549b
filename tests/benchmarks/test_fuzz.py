"""Hostile texts never crash, hang or change the state; and the oracle would notice."""

from pathlib import Path
from random import Random

import pytest

from benchmarks.fuzz import BATCH, FuzzError, fuzz
from benchmarks.games import open_source
from benchmarks.hostile import LONGEST, MAKERS, hostile, huge
from hgpo_envs.alfworld import Play

#: A text is answered within this time, however long it is and however busy the machine.
SLOWEST_S = 5.0


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    return list(open_source(None, tmp_path_factory.mktemp("games")).choose(10))


def test_twenty_thousand_texts_change_nothing(generated: list[str]) -> None:
    findings = fuzz(generated, actions=20_000, seed=1)
    assert findings.said.total() == 20_000
    assert set(findings.said) == {maker.__name__ for maker in (*MAKERS, huge)}
    # One maker of thirteen puts blanks around a command; some of its texts are other makers'.
    assert 1_000 < findings.understood < 3_000
    assert findings.slowest_s < SLOWEST_S


@pytest.mark.slow
@pytest.mark.official
def test_two_hundred_thousand_texts_change_nothing_in_official_games(official_games: Path) -> None:
    paths = open_source(str(official_games), official_games).choose(40)
    findings = fuzz(paths, actions=200_000, seed=2)
    assert findings.said.total() == 200_000
    assert findings.slowest_s < SLOWEST_S


def test_the_same_seed_says_the_same_texts() -> None:
    def said(seed: int) -> list[tuple[str, str]]:
        chance = Random(seed)
        return [hostile(chance, ("look", "go to bed 1")) for _ in range(300)]

    assert said(3) == said(3)
    assert said(3) != said(4)


def test_texts_of_a_million_characters_are_among_them() -> None:
    chance = Random(0)
    lengths = [len(huge(chance, "go to bed 1")) for _ in range(50)]
    assert max(lengths) >= LONGEST - len("go to bed 1")


def careless_case(play: Play, text: str) -> str:
    return COMMAND(play, text.lower())


def careless_blanks(play: Play, text: str) -> str:
    return COMMAND(play, " ".join(text.split()))


def careless_count(play: Play, text: str) -> str:
    answer = COMMAND(play, text)
    play.moves += not play.understood and "\ud800" in text
    return answer


def careless_answer(play: Play, text: str) -> str:
    return "Nothing happens!" if len(text) > LONGEST // 2 else COMMAND(play, text)


COMMAND = Play.command


@pytest.mark.parametrize(
    "careless", [careless_case, careless_blanks, careless_count, careless_answer]
)
def test_an_engine_that_takes_texts_carelessly_is_found_out(
    careless: object, generated: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Play, "command", careless)
    with pytest.raises(FuzzError, match=r"after the text .* found .*, expected "):
        fuzz(generated[:1], actions=200 * BATCH, seed=5)
