import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from test_compare import comparison

from harness.cli.main import main
from harness.entries import drafts_of
from harness.errors import RunError
from harness.run.folder import RunFolder
from harness.run_comparison import compare
from hgpo_envs import spec
from hgpo_envs.context import template_of
from leaderboards.board import add_entry, read_board
from leaderboards.errors import EntryError

pytestmark = pytest.mark.slow  # one small comparison is trained: some ten seconds


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a finished comparison: two algorithms, two seeds, six tasks."""
    folder = tmp_path_factory.mktemp("entries") / "two"
    compare(comparison(folder))
    return folder


@pytest.fixture
def copied(trained: Path, tmp_path: Path) -> Path:
    """A copy that a test may damage."""
    return Path(shutil.copytree(trained, tmp_path / "copy"))


def test_a_comparison_gives_an_entry_an_algorithm_over_its_seeds(
    trained: Path, tmp_path: Path
) -> None:
    drafts = drafts_of(trained)
    assert [(draft.entry.algorithm, draft.entry.seeds) for draft in drafts] == [
        ("grpo", (0, 1)),
        ("ppo", (0, 1)),
    ]
    told = json.loads((trained / "comparison.json").read_text())
    for draft in drafts:
        read = add_entry(tmp_path / "board", draft.entry, draft.seeds).entry
        cells = [cell for cell in told["cells"] if cell["algorithm"] == draft.entry.algorithm]
        assert read.won.tolist() == [cell["success"] for cell in cells]
        assert read.returns.tolist() == [cell["returns"] for cell in cells]
        for unit, amount in read.spent.items():
            assert amount == sum(cell["spent"][unit] for cell in cells) / 2
        assert draft.entry.eval.hash == told["eval"]["hash"]
        assert draft.entry.caps == told["caps"]


def test_an_edited_cell_makes_its_comparison_one_that_no_board_takes(copied: Path) -> None:
    config = copied / "cells" / "ppo-seed-1" / "config.yaml"
    text = config.read_text()
    rate = next(line for line in text.splitlines() if line.strip().startswith("max_grad_norm:"))
    config.write_text(text.replace(rate, rate.split(":")[0] + ": 7.5"))
    made = compare(comparison(copied))
    assert len(made.faults) == 1
    assert made.faults[0].startswith("ppo/seed-1 has trainer.max_grad_norm=7.5 in its folder")
    with pytest.raises(RunError) as refused:
        drafts_of(copied)
    assert str(refused.value) == (
        f"{str(copied)!r} is not comparable, and a leaderboard takes no entry of it: "
        f"{made.faults[0]} Make the comparison again in another folder."
    )


def test_a_run_gives_one_entry(trained: Path) -> None:
    (draft,) = drafts_of(trained / "cells" / "ppo-seed-1")
    assert (draft.entry.algorithm, draft.entry.seeds) == ("ppo", (1,))


def test_an_entry_says_nothing_of_where_it_was_made(trained: Path) -> None:
    text = drafts_of(trained)[0].entry.to_json()
    assert str(trained.parent) not in text
    assert "run.dir" not in text


def test_equal_runs_in_other_folders_give_the_same_entries(copied: Path, trained: Path) -> None:
    assert drafts_of(copied) == drafts_of(trained)


def test_a_result_that_its_episodes_contradict_is_refused(copied: Path) -> None:
    path = copied / "cells" / "grpo-seed-1" / "evaluation.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    won = '"won":true' in lines[0]
    lines[0] = lines[0].replace(f'"won":{str(won).lower()}', f'"won":{str(not won).lower()}')
    path.write_text("".join(lines))
    with pytest.raises(RunError, match=r"contradicts itself: by its episodes the success is "):
        drafts_of(copied)


def test_a_run_that_is_not_finished_says_how_to_go_on(copied: Path) -> None:
    cell = copied / "cells" / "grpo-seed-1"
    (cell / "result.json").unlink()
    with pytest.raises(RunError) as error:
        drafts_of(copied)
    assert str(error.value) == (
        f"the run in {str(cell)!r} is not finished: it has no result.json. "
        f"Go on with it: hgpo resume {cell}"
    )


def test_the_command_adds_shows_and_builds(
    trained: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = str(tmp_path / "board")
    added = str(tmp_path / "added.json")
    assert main(["leaderboard", "add", str(trained), "--board", board, "--json", added]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(", success")[0] for line in lines] == [
        "added: grpo, 2 seeds",
        "added: ppo, 2 seeds",
    ]
    names = [read.name for read in read_board(tmp_path / "board")]
    assert sorted(one["name"] for one in json.loads(Path(added).read_text())) == names
    assert main(["leaderboard", "add", str(trained), "--board", board]) == 0
    assert capsys.readouterr().out.count("there already: ") == 2
    assert main(["leaderboard", "show", board]) == 0
    shown = capsys.readouterr().out
    assert "6 tasks of" in " ".join(shown.split())
    assert shown.count("grpo") == shown.count("ppo ") == 1
    assert main(["leaderboard", "build", board]) == 0
    assert capsys.readouterr().out == (
        f"2 entries in 1 rankings: {board}/index.html, {board}/board.json\n"
    )
    table = json.loads((tmp_path / "board" / "board.json").read_text())
    assert len(table["classes"][0]["rows"]) == 2


def test_the_command_says_what_is_no_board(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = str(tmp_path / "none")
    assert main(["leaderboard", "show", board]) == 1
    assert capsys.readouterr().err == (
        f"hgpo: there is no leaderboard {board!r}. `hgpo leaderboard add RUN --board {board}` "
        "makes one.\n"
    )
    assert main(["leaderboard", "add", str(tmp_path), "--board", board]) == 1
    assert capsys.readouterr().err.startswith(f"hgpo: {str(tmp_path)!r} holds no run: ")
    assert main(["leaderboard", "rank", board]) == 2
    assert capsys.readouterr().err == (
        "hgpo: unknown action of `hgpo leaderboard` 'rank'. Known: add, build, show.\n"
    )


def edited(**changes: object) -> Callable[[Path], object]:
    """Return what writes other values into a cell's result."""

    def edit(cell: Path) -> None:
        told = json.loads((cell / "result.json").read_text())
        (cell / "result.json").write_text(json.dumps({**told, **changes}))

    return edit


DAMAGES = [
    (lambda cell: (cell / "ledger.jsonl").unlink(), "has a result and no ledger.jsonl, which it"),
    (lambda cell: (cell / "evaluation.jsonl").unlink(), "has a result and no evaluation.jsonl, wh"),
    (lambda cell: (cell / "result.json").write_text("[" * 100_000), "the file is nested too deep"),
    (lambda cell: (cell / "config.yaml").write_bytes(b"\xff\xfe"), "holds no configuration: 'utf"),
    (lambda cell: (cell / "versions.json").write_text("[1]"), "holds no JSON object."),
    (
        edited(caps={"env_steps": "many"}),
        "the result.caps.env_steps must be a finite number; it is",
    ),
    (edited(caps={"env_steps": float("inf")}), "the file holds Infinity, which is no number."),
    (edited(template=5), "the result.template must be a string; it is 5."),
    (edited(final=None), "the result.final must be an object; it is None."),
]


@pytest.mark.parametrize(("damage", "why"), DAMAGES)
def test_a_damaged_run_is_one_line(
    damage: Callable[[Path], object],
    why: str,
    copied: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    cell = copied / "cells" / "ppo-seed-1"
    damage(cell)
    board = tmp_path / "board"
    assert main(["leaderboard", "add", str(cell), "--board", str(board)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert str(cell) in line
    assert why in line
    assert not board.exists()


def test_a_deleted_episode_is_missed(copied: Path) -> None:
    path = copied / "cells" / "ppo-seed-1" / "evaluation.jsonl"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[1:]))
    with pytest.raises(RunError, match=r"does not hold: there are 5 episodes; 1 repeats of 6 task"):
        drafts_of(copied)


def test_a_cell_is_not_put_beside_its_comparison(trained: Path, tmp_path: Path) -> None:
    for draft in drafts_of(trained):
        add_entry(tmp_path, draft.entry, draft.seeds)
    (picked,) = drafts_of(trained / "cells" / "ppo-seed-1")
    with pytest.raises(EntryError, match=r"^the training of ppo with seed 1 is on the board alrea"):
        add_entry(tmp_path, picked.entry, picked.seeds)


def test_an_entry_tells_memory_and_template_by_what_they_are(trained: Path) -> None:
    (entry, *_) = (draft.entry for draft in drafts_of(trained))
    assert entry.memory == "window(2)"
    assert entry.template == template_of(spec("ALFWorld-v0")).hash
    assert not [name for name in entry.settings if name.startswith(("run.", "seed"))]


def test_a_run_still_going_says_so(copied: Path) -> None:
    cell = copied / "cells" / "ppo-seed-1"
    (cell / "result.json").unlink()
    run = RunFolder.open(cell)
    with pytest.raises(RunError) as error:
        drafts_of(cell)
    run.close()
    assert str(error.value) == (
        f"the run in {str(cell)!r} is still being trained. Add it when it has finished."
    )
    with pytest.raises(RunError, match=r"is not finished: it has no result\.json"):
        drafts_of(cell)
