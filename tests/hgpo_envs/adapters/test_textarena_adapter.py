"""Games of the real TextArena: the contract, what is read of them, and what is refused."""

import random

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from hgpo_envs import make
from hgpo_envs.check import check
from hgpo_envs.errors import DataError, EnvInputError, UnknownNameError

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game", ["FrozenLake-v0-random", "GuessTheNumber-v0", "Countdown-v0"])
def test_the_contract_is_kept(game):
    report = check("TextArena-v0", options={"games": [game]}, steps=8, tasks=2)
    assert [finding for finding in report.findings if finding.status == "broken"] == []
    assert len([finding for finding in report.findings if finding.status == "kept"]) > 30


def test_gymnasiums_own_checker_finds_nothing_to_say():
    check_env(make("TextArena-v0"), skip_render_check=True)
    check_env(gymnasium.make("hgpo_envs/TextArena-v0").unwrapped, skip_render_check=True)


def test_a_lake_is_crossed():
    env = make("TextArena-v0", games=["FrozenLake-v0"])
    text, info = env.reset(options={"task": "FrozenLake-v0/3"})
    assert info["instruction"].startswith("Welcome to Frozen Lake!")
    assert text.startswith("Current Board:")
    # the player stands in a corner, so that two ways are walls
    assert info["admissible_actions"] == ("[down]", "[right]")
    assert info["anchor"] == text
    # seed 3 leaves the right edge free of holes
    for action in ("[right]", "[right]", "[right]", "[down]", "[down]"):
        assert env.step(action)[1:4] == (0.0, False, False)
    _, reward, terminated, _, info = env.step("[down]")
    assert (reward, terminated, info["won"]) == (1.0, True, True)
    assert info["admissible_actions"] == ()


def test_a_second_refused_action_in_a_row_loses():
    env = make("TextArena-v0", games=["GuessTheNumber-v0"])
    env.reset(options={"task": "GuessTheNumber-v0/0"})
    text, reward, terminated, _, info = env.step("seven")
    assert "invalid move" in text
    assert (reward, terminated, info["inadmissible"]) == (0.0, False, True)
    text, _, terminated, _, info = env.step("eight")
    assert "Invalid Move" in text
    assert (terminated, info["inadmissible"], info["won"]) == (True, True, False)


def test_what_was_guessed_is_not_listed_again():
    env = make("TextArena-v0", games=["GuessTheNumber-v0"])
    _, info = env.reset(options={"task": "GuessTheNumber-v0/0"})
    assert set(info["admissible_actions"]) == {f"[{number}]" for number in range(1, 21)}
    wrong = "[1]" if env.step("[1]")[1] == 0 else "[2]"
    *_, info = env.step("[3]")
    assert wrong not in info["admissible_actions"]
    assert len(info["admissible_actions"]) == 18


def test_the_actions_to_choose_from_can_be_given():
    env = make("TextArena-v0", games=["LightsOut-v0"], actions=["[0 0]", "[9 9]", "press"])
    _, info = env.reset()
    assert info["admissible_actions"] == ("[0 0]",)


def test_a_game_without_a_list_takes_any_text():
    env = make("TextArena-v0", games=["Mastermind-v0"])
    assert env.reset()[1]["admissible_actions"] is None


def test_the_global_generators_stay_untouched():
    random.seed(7)
    np.random.seed(7)  # noqa: NPY002
    states = random.getstate(), np.random.get_state()[1].tolist()  # noqa: NPY002
    env = make("TextArena-v0", games=["2048-v0-3x3"])
    env.reset()
    env.step("[Up]")
    assert (random.getstate(), np.random.get_state()[1].tolist()) == states  # noqa: NPY002


def test_two_games_at_once_do_not_disturb_each_other():
    def scores(*, beside):
        env, other = make("TextArena-v0", games=["2048-v0"]), make("TextArena-v0")
        told = [env.reset(options={"task": "2048-v0/5"})[0]]
        for action in ("[Up]", "[Left]", "[Up]", "[Left]"):
            if beside:
                other.reset(seed=1)
            told.append(env.step(action)[0])
        return told

    assert scores(beside=True) == scores(beside=False)


def test_a_game_of_several_players_is_refused():
    env = make("TextArena-v0", games=["TicTacToe-v0"])
    with pytest.raises(EnvInputError, match="TicTacToe-v0 can't be played alone"):
        env.reset()


def test_an_unknown_game_is_told_its_neighbour():
    with pytest.raises(UnknownNameError, match=r"'Sokban-v0'.*'Sokoban-v0'"):
        make("TextArena-v0", games=["Sokban-v0"])


def test_a_game_without_its_words_says_what_is_missing(monkeypatch, tmp_path):
    import nltk

    monkeypatch.setattr(nltk.data, "path", [str(tmp_path)])
    monkeypatch.setattr(nltk, "download", lambda *_, **__: False)
    with pytest.raises(DataError, match="Wordle-v0 needs data that is missing: Resource"):
        make("TextArena-v0", games=["Wordle-v0"])
