"""Answers of ``hgpo evaluate`` on a board: beside the ranking, computed from their episodes."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from test_training import small

from harness.cli.main import main
from harness.config.load import load_evaluate
from harness.entries import drafts_of
from harness.errors import RunError
from harness.run_evaluation import evaluate
from harness.run_training import train
from leaderboards.board import add_entry, build_board

WORDS = (
    *("env=alfworld", "env.difficulty=easy", "env.split=gen_unseen", "env.max_steps=15"),
    *("env.memory.size=2", "tasks=6"),
)


def answered(file: Path, *words: str) -> dict[str, object]:
    """Evaluate, write the answer as ``--json`` does, and return it."""
    told = evaluate(load_evaluate([*WORDS, *words])).to_json()
    file.write_text(json.dumps(told))
    return told


def test_a_baseline_is_what_its_episodes_say(tmp_path: Path) -> None:
    file = tmp_path / "random.json"
    told = answered(file, "agent=random", "evaluation.repeats=2", "evaluation.seed=5")
    (draft,) = drafts_of(file)
    read = add_entry(tmp_path / "board", draft.entry, draft.seeds).entry
    assert (draft.entry.kind, draft.entry.algorithm) == ("baseline", "random")
    assert (draft.entry.seeds, draft.entry.repeats, draft.entry.caps) == ((5,), 2, {})
    assert draft.entry.memory == "window(2)"
    tasks = told["tasks"]
    assert isinstance(tasks, list)
    assert read.won.tolist() == [[task["success"] for task in tasks]]
    assert read.returns.tolist() == [[sum(task["return"]) / 2 for task in tasks]]
    assert read.refused == told["inadmissible"]
    lines = draft.seeds[5].episodes.decode().splitlines()
    assert [len(json.loads(line)["actions"]) for line in lines] == [
        task["length"][repeat] for repeat in (0, 1) for task in tasks
    ]


@pytest.mark.slow
def test_evaluations_stand_in_the_table_of_the_trained_without_a_rank(tmp_path: Path) -> None:
    run, board = tmp_path / "run", tmp_path / "board"
    train(small(run))
    answered(tmp_path / "expert.json", "agent=expert")
    for checkpoint in ("start", "final"):
        answered(
            tmp_path / f"{checkpoint}.json", f"agent.run={run}", f"agent.checkpoint={checkpoint}"
        )
    for name in ("run", "expert.json", "start.json", "final.json"):
        assert main(["leaderboard", "add", str(tmp_path / name), "--board", str(board)]) == 0
    (only,) = build_board(board)
    assert {(row.rank, row.entry.kind, row.entry.algorithm) for row in only.rows} == {
        (1, "trained", "hgpo"),
        (None, "baseline", "expert"),
        (None, "baseline", "scorer of hgpo, seed 0, checkpoint start"),
        (None, "evaluation", "scorer of hgpo, seed 0, checkpoint final"),
    }
    # a policy that is evaluated again as its training evaluated it scores the same
    by_kind = {row.entry.kind: row.success for row in only.rows}
    assert by_kind["evaluation"] == by_kind["trained"]
    assert len({row.entry.template for row in only.rows}) == 1
    for file in (*tmp_path.glob("*.json"), *board.rglob("*.json*"), run / "result.json"):
        assert str(tmp_path) not in file.read_text()


def drop_an_episode(told: dict[str, object]) -> None:
    told["tasks"][1]["won"].pop()  # type: ignore[index]


def drop_a_task(told: dict[str, object]) -> None:
    told["tasks"].pop()  # type: ignore[attr-defined]


def win(told: dict[str, object]) -> None:
    told["tasks"][0]["won"] = [True]  # type: ignore[index]


DAMAGES = [
    (drop_an_episode, "has not 1 episodes, one a repeat. Name the file that"),
    (drop_a_task, "can't go on a board: there are 5 episodes; 1 repeats of 6 tasks are 6. Name"),
    (win, "contradicts itself: by its episodes the success is 0.1667, and it says 0.0000. It was"),
    (lambda told: told.pop("prompting"), "it was written by an earlier version, without every"),
    (
        lambda told: told.pop("agent"),
        "can't go on a board: the file is no answer of an evaluation.",
    ),
    (lambda told: told.update(tasks=3), "the evaluation.tasks must be a list; it is 3. Name"),
    (lambda told: told.update(repeats=10**9), "has not 1000000000 episodes, one a repeat. Name"),
    (lambda told: told.update(seed=-1), "the seeds are [-1]; expected at least one, each once"),
    (lambda told: told.update(success=float("nan")), "the file holds NaN, which is no number."),
]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """An answer of an agent that wins nothing in one repeat of six tasks."""
    return answered(tmp_path_factory.mktemp("kept") / "random.json", "agent=random")


@pytest.mark.parametrize(("damage", "why"), DAMAGES)
def test_a_damaged_answer_is_refused(
    damage: Callable[[dict[str, object]], object],
    why: str,
    kept: dict[str, object],
    tmp_path: Path,
) -> None:
    told = json.loads(json.dumps(kept))
    damage(told)
    file = tmp_path / "damaged.json"
    file.write_text(json.dumps(told))
    with pytest.raises(RunError) as error:
        drafts_of(file)
    assert str(error.value).startswith(f"{str(file)!r} ")
    assert why in str(error.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"tasks": 1}', "[" * 100_000, "\x00"])
def test_what_is_no_answer_says_what_is_taken(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "x.json"
    file.write_text(text)
    assert main(["leaderboard", "add", str(file), "--board", str(tmp_path / "board")]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"hgpo: {str(file)!r} can't go on a board: ")
    assert line.endswith(
        "Name the file that `hgpo evaluate --json FILE` wrote, or the folder of a run or "
        "comparison."
    )
    assert not (tmp_path / "board").exists()
