import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import fine
from worlds.official_files import SAID, TASK, annotation_text, as_folder, data_set, game_text

import hgpo_envs
from hgpo_envs.alfworld.data.human_goals import as_goal, human_goal, with_goal
from hgpo_envs.alfworld.engine import read_game
from hgpo_envs.errors import DataError, EnvInputError, GameFileError, UnknownNameError

FOLDER = f"json_2.1.1/valid_seen/{TASK}"
GOALS = ("Look at the hall", "See the hall", "Have a look at the hall")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a data root of one game with three annotations."""
    return as_folder(tmp_path, data_set(TASK))


def play(root: Path, **options: object) -> tuple[str, str]:
    env = hgpo_envs.make("ALFWorld-v0", split="valid_seen", data=root, goal="human", **options)
    text, info = env.reset(options={"task": TASK})
    return text, str(info["instruction"])


def test_the_goal_is_told_in_an_annotators_words(root: Path) -> None:
    # int(sha256(f"human goal\0{TASK}\0{seed}")) modulo 3, worked out apart
    drawn = (2, 1, 1, 0, 0)
    chosen = [play(root, goal_seed=seed)[1] for seed in range(5)]
    assert chosen == [f"Your task is to: {GOALS[n]}." for n in drawn]


def test_the_opening_text_has_the_same_words(root: Path) -> None:
    text, instruction = play(root, goal_seed=1)
    assert text == f"Hello. {instruction}"


def test_without_a_seed_it_is_zero(root: Path) -> None:
    assert play(root) == play(root, goal_seed=0)


def test_every_annotation_has_its_share_of_the_seeds(root: Path) -> None:
    path = root / FOLDER / "traj_data.json"
    drawn = Counter(human_goal(path, TASK, seed) for seed in range(3000))
    # 1,000 each, standard deviation √(3000 · 1/3 · 2/3) ≈ 26: within four of them
    assert set(drawn) == set(GOALS)
    assert all(abs(count - 1000) < 104 for count in drawn.values())


def test_the_panel_says_so_and_has_a_hash_of_its_own(root: Path) -> None:
    def panel(**options: object) -> hgpo_envs.TaskPanel:
        return hgpo_envs.make("ALFWorld-v0", split="valid_seen", data=root, **options).panel

    templated, first, second = panel(), panel(goal="human"), panel(goal="human", goal_seed=7)
    assert templated.version == "json_2.1.1"
    assert first.version == "json_2.1.1/goal=human,seed=0"
    assert second.version == "json_2.1.1/goal=human,seed=7"
    assert len({templated.hash, first.hash, second.hash}) == 3
    assert templated.ids == first.ids == second.ids


def test_given_games_have_human_goals_too(root: Path) -> None:
    env = hgpo_envs.make("ALFWorld-v0", games=[root / FOLDER], goal="human")
    assert env.reset()[1]["instruction"] in {f"Your task is to: {goal}." for goal in GOALS}


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Put two sets of keys on the couch.", "Put two sets of keys on the couch"),
        ("\nPlace two soap dispenser's in the garbage can. ", "Place two soap dispenser's in the"),
        (";Put the cleaner by the sink.", "Put the cleaner by the sink"),
        ("Take it;  then leave\x08.", "Take it, then leave"),
        ('the "red" [big] {old} <b>mug</b> #1 | a\\b', "the 'red' (big) (old) bmug/b 1 ab"),
        ("Where is it?", "Where is it?"),
        ("Put 2.5 mugs away...", "Put 2.5 mugs away"),
        (" . ; ", ""),
    ],
)
def test_what_a_grammar_can_not_hold_is_put_differently(said: str, told: str) -> None:
    assert as_goal(said).startswith(told)
    assert as_goal(as_goal(said)) == as_goal(said)


@settings(deadline=None, derandomize=True, max_examples=200)
@given(st.text(st.characters(codec="utf-8"), max_size=60))
def test_whatever_was_said_arrives_whole(said: str) -> None:
    goal = as_goal(said)
    game = read_game(with_goal(fine(), goal, name="g"), name="g")
    end = "" if goal.endswith(("!", "?")) else "."
    assert game.task_text == f"Your task is to: {goal}{end}"
    assert game.start().text == f"Hello. {game.task_text}"


def test_nothing_but_the_goal_changes() -> None:
    data = {**fine(), "walkthrough": ["look"]}
    changed = with_goal(data, "go", name="g")
    rule = '"task": [{"rhs": "Your task is to: go."}]'
    assert changed == {**data, "grammar": data["grammar"].replace(TASK_RULE, rule)}
    assert changed["grammar"] != data["grammar"]


TASK_RULE = '"task": [{"rhs": "Your task is to: win."}]'


@pytest.mark.parametrize(
    "rule",
    [
        '"task": [{"rhs": "Do: win."}]',
        '"task": [{"rhs": "Your task is to: a."}, {"rhs": "Your task is to: b."}]',
        '"task": [{"rhs": "Your task is to: a.", "condition": "at(a:thing, b:room)"}]',
        '"task": []',
        '"task": [',
        '"quest": [{"rhs": "Your task is to: win."}]',
        f"{TASK_RULE}, {TASK_RULE}",
    ],
)
def test_a_grammar_without_one_plain_task_is_refused(rule: str) -> None:
    data = fine()
    data["grammar"] = data["grammar"].replace(TASK_RULE, rule)
    with pytest.raises(GameFileError) as error:
        with_goal(data, "go", name="FILE")
    assert str(error.value) == (
        "FILE can't take a human-written goal: its grammar has no rule 'task' with the one text "
        "'Your task is to: ...'. Use goal=\"template\"."
    )


def test_a_split_with_a_game_without_annotations_is_refused(root: Path) -> None:
    as_folder(root, data_set("b/trial_T2", annotated=False))
    with pytest.raises(DataError) as error:
        play(root)
    missing = root / "json_2.1.1" / "valid_seen" / "b" / "trial_T2" / "traj_data.json"
    assert str(error.value) == (
        "1 of 2 games have no human-written goal, 'b/trial_T2' among them: there is no "
        f'{str(missing)!r}. Import the archive of traj_data.json files, or use goal="template".'
    )


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (annotation_text(), "has no annotation with a text"),
        (annotation_text(" ", "."), "has no annotation with a text"),
        (json.dumps({"turk_annotations": {"anns": [{"task_desc": 3}]}}).encode(), "has no annot"),
        (b"{}", "is no readable annotation file (KeyError: 'turk_annotations')"),
        (b"[]", "is no readable annotation file (TypeError: "),
        (b"\xff", "is no readable annotation file (UnicodeDecodeError: "),
        (b'{"turk', "is no readable annotation file (JSONDecodeError: "),
    ],
)
def test_a_damaged_annotation_names_the_game_and_the_file(
    root: Path, content: bytes, reason: str
) -> None:
    path = root / FOLDER / "traj_data.json"
    path.write_bytes(content)
    with pytest.raises(DataError) as error:
        play(root)
    said = f"task {TASK!r} has no human-written goal: {str(path)!r} {reason}"
    assert str(error.value).startswith(said)
    assert str(error.value).endswith('or use goal="template".')


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"goal": "humna"}, "unknown goal 'humna'. Did you mean 'human'? Known: human, template."),
        (
            {"goal": "template", "goal_seed": 3},
            "goal=\"template\" takes no option 'goal_seed', but 3 was given.",
        ),
        (
            {"goal": "human", "goal_seed": "x"},
            "goal_seed is 'x'; expected a whole number.",
        ),
        (
            {"goal": "human", "split": "gen_train", "data": None},
            "the generated split 'gen_train' takes no option 'goal', but 'human' was given.",
        ),
    ],
)
def test_options_without_a_meaning_are_refused(
    root: Path, options: dict[str, object], message: str
) -> None:
    with pytest.raises((EnvInputError, UnknownNameError)) as error:
        hgpo_envs.make("ALFWorld-v0", **{"split": "valid_seen", "data": root, **options})
    assert str(error.value) == message


@pytest.mark.official
def test_real_annotations_reach_the_agent(official_games: Path) -> None:
    env = hgpo_envs.make("ALFWorld-v0", split="valid_seen", data=official_games, goal="human")
    for task in env.panel.ids:
        path = official_games / "json_2.1.1" / "valid_seen" / task / "traj_data.json"
        said = json.loads(path.read_text())["turk_annotations"]["anns"]
        text, info = env.reset(options={"task": task})
        told = str(info["instruction"]).removeprefix("Your task is to: ").removesuffix(".")
        # but for blanks at the ends these 140 games' annotations need no repair
        assert told in {" ".join(one["task_desc"].split()).strip(".; ") for one in said}
        assert text.endswith(f"\n\n{info['instruction']}")


def test_the_same_words_come_from_the_content_and_from_the_game(root: Path) -> None:
    from hgpo_envs.alfworld.library import open_library

    library = open_library("ALFWorld-v0", "valid_seen", data=root, goal="human", goal_seed=4)
    assert library.file(TASK) is None
    game = read_game(library.read(TASK), name="x")
    assert game.task_text == library.load(TASK).task_text == f"Your task is to: {SAID[0][:-1]}."
    assert json.loads(game_text())["grammar"] != library.read(TASK)["grammar"]


@pytest.mark.slow
@pytest.mark.official
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    "task",
    [
        "pick_two_obj_and_place-SprayBottle-None-CounterTop-410/trial_T20190908_161608_081694",
        "look_at_obj_in_light-AlarmClock-None-DeskLamp-314/trial_T20190908_042454_725701",
    ],
)
def test_the_original_engine_tells_the_same_goal(
    official_games: Path, task: str, seed: int
) -> None:
    told = []
    for engine in ("fast", "textworld"):
        env = hgpo_envs.make(
            "ALFWorld-v0",
            split="train",
            data=official_games,
            goal="human",
            goal_seed=seed,
            engine=engine,
        )
        text, info = env.reset(options={"task": task})
        told.append((text, info["instruction"], info["admissible_actions"]))
    assert told[0] == told[1]
