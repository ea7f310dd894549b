import json
import os
from pathlib import Path

import pytest
from worlds.soapbottle import TASK, UNDO, WIN

import hgpo_envs
from hgpo_envs import TextEnv
from hgpo_envs.alfworld import generate, kept_games
from hgpo_envs.errors import DataError, EnvInputError, GameFileError, UnknownNameError


@pytest.fixture
def env() -> TextEnv:
    return hgpo_envs.make("ALFWorld-v0", split="gen_train")


def write(path: Path, **changes: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({**generate.game(TASK), **changes}))
    return path


def test_the_first_observation_is_the_whole_opening_text(env: TextEnv) -> None:
    observation, info = env.reset(options={"task": TASK})
    assert observation == (
        "-= Welcome to TextWorld, ALFRED! =-\n\n"
        "You are in the middle of a room. Looking quickly around you, you see a bathtubbasin 1, "
        "a cabinet 2, a cabinet 1, a countertop 1, a drawer 1, a garbagecan 1, "
        "a handtowelholder 1, a shelf 1, a sinkbasin 1, a toilet 1, a toiletpaperhanger 1, and a "
        "towelholder 1.\n\nYour task is to: put some soapbottle on toilet."
    )
    assert info["instruction"] == "Your task is to: put some soapbottle on toilet."


def test_the_goal_earns_one_and_ends_the_episode(env: TextEnv) -> None:
    env.reset(options={"task": TASK})
    ends = [env.step(action)[1:4] for action in WIN]
    assert ends == [(0.0, False, False)] * 3 + [(1.0, True, False)]


def test_play_after_the_end_tells_the_state_and_earns_nothing_more(env: TextEnv) -> None:
    env.reset(options={"task": TASK})
    for action in WIN:
        env.step(action)
    observation, reward, terminated, _, info = env.step(UNDO)
    assert observation == "You pick up the soapbottle 4 from the toilet 1."
    assert (reward, terminated, info["won"]) == (0.0, True, False)
    assert "move soapbottle 4 to toilet 1" in info["admissible_actions"]  # type: ignore[operator]
    _, reward, terminated, _, info = env.step(WIN[-1])
    assert (reward, terminated, info["won"]) == (0.0, True, True)


def test_a_win_at_the_last_step_terminates_and_is_not_truncated() -> None:
    env = hgpo_envs.make("ALFWorld-v0", max_steps=4)
    env.reset(options={"task": TASK})
    assert [env.step(action)[2:4] for action in WIN][-1] == (True, False)


@pytest.mark.parametrize("action", ["", "LOOK", "go to cabinet 9", "look around", "\x00", "№"])
def test_a_command_that_is_not_understood_is_an_ordinary_step(env: TextEnv, action: str) -> None:
    _, before = env.reset(options={"task": TASK})
    observation, reward, terminated, truncated, info = env.step(action)
    assert observation == "Nothing happens."
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert info["inadmissible"] is True
    assert info["admissible_actions"] == before["admissible_actions"]
    assert env.step("look")[4]["inadmissible"] is False


def test_facts_are_told_only_where_they_were_asked_for(env: TextEnv) -> None:
    assert "facts" not in env.reset(options={"task": TASK})[1]
    told = hgpo_envs.make("ALFWorld-v0", extras=("facts",))
    _, info = told.reset(options={"task": TASK})
    assert ("atlocation", "agent1", "loc_bar_00") in info["facts"]  # type: ignore[operator]
    with pytest.raises(UnknownNameError) as error:
        hgpo_envs.make("ALFWorld-v0", extras=("fact",))
    assert (
        str(error.value)
        == "unknown extra 'fact'. Did you mean 'facts'? Known: expert_action, facts, progress."
    )


def test_a_snapshot_outlives_the_games_that_a_process_keeps(env: TextEnv) -> None:
    env.reset(options={"task": TASK})
    env.step(WIN[0])
    moment = env.snapshot()
    kept_games.load_generated.cache_clear()
    env.reset(options={"task": env.panel.ids[1]})
    env.restore(moment)
    assert [env.step(action)[2] for action in WIN[1:]] == [False, False, True]


def test_a_snapshot_keeps_that_the_reward_was_paid(env: TextEnv) -> None:
    env.reset(options={"task": TASK})
    for action in WIN:
        env.step(action)
    env.step(UNDO)
    moment = env.snapshot()
    env.reset(options={"task": TASK})
    env.restore(moment)
    _, reward, terminated, _, info = env.step(WIN[-1])
    assert (reward, terminated, info["won"]) == (0.0, True, True)


def test_two_environments_on_one_game_do_not_disturb_each_other() -> None:
    one, two = hgpo_envs.make("ALFWorld-v0"), hgpo_envs.make("ALFWorld-v0")
    one.reset(options={"task": TASK})
    two.reset(options={"task": TASK})
    for action in WIN[:3]:
        one.step(action)
    assert two.step("inventory")[0] == "You are not carrying anything."
    assert one.step(WIN[3])[2] is True


def test_an_unknown_difficulty_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UnknownNameError) as error:
        hgpo_envs.make("ALFWorld-v0", difficulty="eazy")
    assert "Did you mean 'easy'?" in str(error.value)


def test_given_files_and_folders_are_played_in_their_order(tmp_path: Path) -> None:
    file = write(tmp_path / "zebra.json")
    folder = write(tmp_path / "task" / "trial_9" / "game.tw-pddl").parent
    named = write(tmp_path / "trial_3" / "game.tw-pddl")
    panel = hgpo_envs.make("ALFWorld-v0", games=[file, str(folder), named]).panel
    assert panel.ids == ("zebra.json", "trial_9", "trial_3")
    assert (panel.split, panel.partial) == ("given", False)
    env = hgpo_envs.make("ALFWorld-v0", games=(file, folder, named))
    for task in panel.ids:
        _, info = env.reset(options={"task": task})
        assert (info["task"], env.step(WIN[0])[4]["inadmissible"]) == (task, False)


def test_given_games_of_other_content_are_other_tasks(tmp_path: Path) -> None:
    one, two = write(tmp_path / "1" / "a"), write(tmp_path / "2" / "a")
    same = write(tmp_path / "3" / "a", walkthrough=[])
    panels = [hgpo_envs.make("ALFWorld-v0", games=[path]).panel for path in (one, two, same)]
    assert panels[0].hash == panels[1].hash
    assert panels[0].hash != panels[2].hash


def test_a_given_game_that_was_written_again_is_read_again(tmp_path: Path) -> None:
    path = write(tmp_path / "a")
    first = hgpo_envs.make("ALFWorld-v0", games=[path])
    other = generate.game("gen_train/easy/look_at_obj_in_light-000001")
    path.write_text(json.dumps(other))
    os.utime(path, ns=(1, 1))
    second = hgpo_envs.make("ALFWorld-v0", games=[path])
    assert first.panel.hash != second.panel.hash
    assert first.reset()[0] != second.reset()[0]


def test_given_games_with_one_name_are_refused(tmp_path: Path) -> None:
    one, two = write(tmp_path / "1" / "a"), write(tmp_path / "2" / "a")
    with pytest.raises(EnvInputError) as error:
        hgpo_envs.make("ALFWorld-v0", games=[one, two])
    assert str(error.value) == (
        f"two of the given games would have the task id 'a': {str(one)!r} and {str(two)!r}. "
        "Give files or folders with different names."
    )


def test_a_given_game_that_is_missing_is_named(tmp_path: Path) -> None:
    for given, path in [
        (tmp_path / "nothing", tmp_path / "nothing"),
        (tmp_path, tmp_path / "game.tw-pddl"),
    ]:
        with pytest.raises(DataError) as error:
            hgpo_envs.make("ALFWorld-v0", games=[given])
        assert str(error.value) == f"there is no game file {str(path)!r}."


@pytest.mark.parametrize("games", [[], (), "a.tw-pddl", Path("a.tw-pddl")])
def test_games_that_are_no_list_are_refused(games: object) -> None:
    with pytest.raises(EnvInputError) as error:
        hgpo_envs.make("ALFWorld-v0", games=games)
    assert str(error.value) == (f"games is {games!r}; expected a list of game files or folders.")


def test_a_game_that_is_no_path_is_refused() -> None:
    with pytest.raises(EnvInputError) as error:
        hgpo_envs.make("ALFWorld-v0", games=[3])
    assert str(error.value) == "a game is 3; expected the path of a file or folder."


def test_a_given_game_that_is_broken_is_refused_when_the_environment_is_made(
    tmp_path: Path,
) -> None:
    whole, broken = write(tmp_path / "whole"), tmp_path / "broken"
    for text, why in [
        ('{"pddl_domain": "x', f"can't read the game {broken}: it is not JSON ("),
        ("[]", f"can't read the game {broken}: expected a JSON object, found list."),
        ("{}", f"can't read the game {broken}: it has no 'pddl_domain'."),
    ]:
        broken.write_text(text)
        with pytest.raises(GameFileError) as error:
            hgpo_envs.make("ALFWorld-v0", games=[whole, broken])
        assert str(error.value).startswith(why)


def test_a_goal_that_holds_from_the_start_is_paid_at_the_first_step(tmp_path: Path) -> None:
    problem = str(generate.game(TASK)["pddl_problem"])
    goal = "(:goal (atLocation agent1 loc_bar_00)))"
    path = write(tmp_path / "won", pddl_problem=problem[: problem.index("(:goal")] + goal)
    env = hgpo_envs.make("ALFWorld-v0", games=[path])
    assert env.reset()[1]["won"] is True
    assert env.step("look")[1:4] == (1.0, True, False)
    assert env.step("look")[1:4] == (0.0, True, False)
    assert env.reset()[1]["won"] is True
    # Going away first loses what was given.
    assert env.step("go to toilet 1")[1:4] == (0.0, False, False)


def test_a_broken_game_leaves_the_episode_as_it_was(
    env: TextEnv, monkeypatch: pytest.MonkeyPatch
) -> None:
    env.reset(options={"task": TASK})
    env.step(WIN[0])

    def broken(task: str) -> None:
        raise GameFileError(f"can't read the game {task}")

    monkeypatch.setattr(env, "_load_game", broken)
    with pytest.raises(GameFileError):
        env.reset(options={"task": env.panel.ids[1]})
    assert [env.step(action)[2] for action in WIN[1:]] == [False, False, True]
