"""Games that the real TextWorld makes and plays."""

import subprocess
import sys
from pathlib import Path

import pytest

from hgpo_envs import make
from hgpo_envs.check import check
from hgpo_envs.errors import DataError, EnvInputError, GameFileError

TWO_KINDS = {
    "simple": ["tw-simple", "--rewards", "dense", "--goal", "detailed", "--seed", "18"],
    "coins": ["tw-coin_collector", "--level", "3", "--seed", "4"],
}


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """Return a folder with a game of ten points and one of one."""
    folder = tmp_path_factory.mktemp("textworld")
    program = Path(sys.executable).parent / "tw-make"
    for name, kind in TWO_KINDS.items():
        command = [str(program), *kind, "--output", str(folder / f"{name}.z8"), "--silent"]
        subprocess.run(command, check=True, capture_output=True)
    return folder


@pytest.mark.slow
def test_the_contract_is_kept(games):
    report = check("TextWorld-v0", options={"games": [str(games)]}, steps=10)
    assert [finding for finding in report.findings if finding.status == "broken"] == []
    assert len([finding for finding in report.findings if finding.status == "kept"]) > 30


@pytest.mark.slow
def test_the_games_own_plan_wins_and_returns_one(games):
    env = make("TextWorld-v0", games=[games / "simple.z8"], extras=("expert_action", "facts"))
    text, info = env.reset()
    assert info["task"] == "simple"
    assert "$$" not in text
    assert "pick up the old key" in info["instruction"]
    assert len(info["facts"]) > 10
    earned, steps, terminated = 0.0, 0, False
    while not terminated:
        action = info["expert_action"]
        assert action in info["admissible_actions"]
        _, reward, terminated, truncated, info = env.step(action)
        assert not truncated
        earned, steps = earned + reward, steps + 1
    assert earned == pytest.approx(1.0, abs=1e-12)
    # open drawer, take key, unlock, open, east, open, east, south, take pepper, north, west, put
    assert (steps, info["won"], info["expert_action"]) == (12, True, None)
    text, reward, terminated, _, info = env.step("look")
    assert (reward, terminated, info["inadmissible"]) == (0.0, True, True)


@pytest.mark.slow
def test_a_folder_gives_its_games_by_name_and_the_files_are_the_version(games):
    panel = make("TextWorld-v0", games=[games]).panel
    assert panel.ids == ("coins", "simple")
    assert panel.version == make("TextWorld-v0", games=[str(games)]).panel.version
    assert panel.version.startswith("files/")


@pytest.mark.slow
@pytest.mark.parametrize("action", ["quit", "restart", "RESTORE", "\\x", "é", "", "go north" * 50])
def test_what_is_for_the_machine_does_not_reach_it(games, action):
    env = make("TextWorld-v0", games=[games / "coins.z8"])
    first, info = env.reset()
    text, reward, terminated, _, told = env.step(action)
    assert (text, reward, terminated) == ("That's not a command of the game.", 0.0, False)
    assert told["inadmissible"]
    assert told["admissible_actions"] == info["admissible_actions"]
    assert "look" in info["admissible_actions"]
    assert env.step("look")[0] in first


@pytest.mark.slow
def test_a_snapshot_goes_on_in_another_environment(games):
    env, other = (make("TextWorld-v0", games=[games]) for _ in range(2))
    env.reset(options={"task": "simple"})
    env.step("open chest drawer")
    kept = env.snapshot()
    expected = env.step("take old key from chest drawer")
    assert expected[1] == pytest.approx(0.1)
    other.reset(options={"task": "coins"})
    other.restore(kept)
    assert other.step("take old key from chest drawer") == expected


@pytest.mark.slow
def test_a_file_that_is_no_game_is_named(games, tmp_path):
    (tmp_path / "bad.z8").write_bytes(b"no game")
    (tmp_path / "bad.json").write_text("{}")
    env = make("TextWorld-v0", games=[tmp_path])
    with pytest.raises(GameFileError, match=r"TextWorld can't play '.*bad\.z8'"):
        env.reset()


def test_without_games_it_says_what_to_give():
    with pytest.raises(DataError, match=r"no games were given\. Give games=\[PATH, \.\.\.\]; `tw-"):
        make("TextWorld-v0")


def test_games_that_are_not_there_are_named(tmp_path):
    with pytest.raises(DataError, match=r"there is no file '.*none\.z8'"):
        make("TextWorld-v0", games=[tmp_path / "none.z8"])
    with pytest.raises(DataError, match=r"no game of TextWorld; expected a file such as game\.z8"):
        make("TextWorld-v0", games=[tmp_path / "none.ulx"])
    with pytest.raises(DataError, match=r"there is no file that ends in \.z8"):
        make("TextWorld-v0", games=[tmp_path])


def test_one_path_is_no_list():
    with pytest.raises(EnvInputError, match="expected a list of files or folders"):
        make("TextWorld-v0", games="game.z8")
