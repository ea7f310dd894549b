"""What `hgpo runs` lists, counts and removes, and what it leaves alone."""

import json
import os
import shutil
from pathlib import Path

import pytest
from test_comparison_growth import large, tiny, tree
from test_training import small

from harness.cli.main import main
from harness.config.load import to_yaml
from harness.inventory.entry import entry_of
from harness.inventory.find import find
from harness.inventory.sizes import sizes_of
from harness.run.folder import RunFolder, lock
from harness.run_comparison import compare


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a finished comparison of one cell."""
    folder = tmp_path_factory.mktemp("inventory") / "bench"
    compare(tiny(folder))
    return folder


@pytest.fixture
def place(trained: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder ``runs`` with one of each, worked in from above."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "220")
    runs = Path("runs")
    shutil.copytree(trained, runs / "a-bench")
    shutil.copytree(trained / "cells" / "grpo-seed-0", runs / "b-run")
    begun = RunFolder.create(runs / "sub" / "c-begun", small(Path("x"), seed=3))
    begun.close()
    (runs / "d-more").mkdir()
    (runs / "d-more" / "compare.yaml").write_text(to_yaml(large(Path("x"))))
    shutil.copytree(trained / "cells", runs / "d-more" / "cells")
    (runs / "e-merged").mkdir()
    shutil.copy(trained / "comparison.json", runs / "e-merged")
    (runs / "e-merged" / "report.html").touch()
    (runs / "notes").mkdir()
    (runs / "notes" / "config.yaml").write_text("title: mine\n")
    return runs


def listing(place: Path) -> dict[str, dict[str, object]]:
    """Return what the command lists, by the folder's name."""
    assert main(["runs", "list", str(place), "--json", "list.json"]) == 0
    told = json.loads(Path("list.json").read_text())
    return {Path(entry["path"]).name: entry for entry in told}


def test_everything_is_listed_with_its_state(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = listing(place)
    assert list(found) == ["a-bench", "b-run", "d-more", "e-merged", "c-begun"]
    result = json.loads((place / "b-run" / "result.json").read_text())
    spent = max(result["spent"][unit] / cap for unit, cap in result["caps"].items())
    run = found["b-run"]
    assert (run["kind"], run["what"], run["env"], run["seeds"]) == (
        "run", "grpo", "ALFWorld-v0", "0",
    )  # fmt: skip
    assert (run["state"], run["done"]) == ("finished", f"{result['batches']} batches")
    assert (run["spent"], run["success"]) == (spent, result["final"]["success"])
    assert run["size"] == sum(len(told) for told in tree(place / "b-run").values())
    bench, more = found["a-bench"], found["d-more"]
    assert (bench["state"], bench["done"], bench["success"]) == (
        "finished", "1 of 1 cells", run["success"],
    )  # fmt: skip
    # one of four cells has spent what the run has, the others nothing
    assert (more["state"], more["done"], more["spent"]) == (
        "interrupted", "1 of 4 cells", spent / 4,
    )  # fmt: skip
    assert (more["what"], more["seeds"]) == ("ppo, grpo", "0 to 1")
    begun = found["c-begun"]
    assert (begun["what"], begun["seeds"], begun["state"], begun["spent"]) == (
        "hgpo", "3", "interrupted", 0.0,
    )  # fmt: skip
    assert found["e-merged"]["kind"] == "merged"
    shown = capsys.readouterr().out
    assert "runs/sub/c-begun" in shown
    assert "5 in all" in shown


def test_a_training_that_goes_on_is_told_by_its_last_batch(place: Path) -> None:
    (place / "b-run" / "result.json").unlink()
    (place / "b-run" / "metrics.jsonl").write_text(
        '{"batch":0,"spent":{"env_steps":1}}\n' * 2000
        + '{"batch":6,"spent":{"env_steps":450,"flops":10}}\n{"batch":7,"sp'
    )
    run = listing(place)["b-run"]
    assert (run["state"], run["done"], run["spent"]) == ("interrupted", "7 batches", 0.5)


def test_what_a_process_is_at_work_in_is_running(place: Path) -> None:
    handles = [lock(place / "b-run"), lock(place / "d-more" / "cells" / "grpo-seed-0")]
    found = listing(place)
    for handle in handles:
        os.close(handle)
    assert {name for name, entry in found.items() if entry["state"] == "running"} == {
        "b-run",
        "d-more",
    }


@pytest.mark.parametrize(
    ("file", "text", "damage"),
    [
        ("result.json", b"{", "result.json is no JSON"),
        ("result.json", b"[]", "result.json holds no names and values"),
        ("result.json", b'{"batches": 3}', "a file holds something else"),
        ("config.yaml", b"{", "config.yaml is no YAML"),
        ("config.yaml", b"algorithm: 3", "a file holds something else"),
        ("checkpoints/start.safetensors", b"\x02", "checkpoints/start.safetensors is cut off"),
        ("checkpoints/final.safetensors", None, "checkpoints/final.safetensors is missing"),
    ],
)
def test_damage_is_found(place: Path, file: str, text: bytes | None, damage: str) -> None:
    path = place / "b-run" / file
    path.unlink()
    if text is not None:
        path.write_bytes(text)
    entry = entry_of(place / "b-run", "run")
    assert (entry.state, entry.damage) == ("damaged", damage)


def test_a_checkpoint_that_lacks_its_last_byte_is_cut_off(place: Path) -> None:
    path = place / "b-run" / "checkpoints" / "final.safetensors"
    path.write_bytes(path.read_bytes()[:-1])
    assert entry_of(place / "b-run", "run").damage == "checkpoints/final.safetensors is cut off"


def test_links_are_not_followed(place: Path) -> None:
    (place / "z-link").symlink_to((place / "b-run").resolve())
    (place / "b-run" / "link").symlink_to("/")
    assert [path.name for path, _ in find(place)] == [
        "a-bench", "b-run", "d-more", "e-merged", "c-begun",
    ]  # fmt: skip
    assert sizes_of(place / "b-run").files == len(tree(place / "b-run")) + 1


def test_bytes_are_counted_by_kind(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["runs", "du", str(place), "--json", "du.json"]) == 0
    told = json.loads(Path("du.json").read_text())["runs/b-run"]
    files = tree(place / "b-run")
    assert told["files"] == len(files)
    assert told["bytes"] == sum(told["by_kind"].values()) == sum(map(len, files.values()))
    checkpoints = [len(text) for name, text in files.items() if name.endswith(".safetensors")]
    assert told["by_kind"]["checkpoints"] == sum(checkpoints)
    assert told["by_kind"]["ledger"] == len(files["ledger.jsonl"])
    assert "runs/a-bench" in capsys.readouterr().out


def test_a_run_is_removed_after_yes_alone(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = tree(place / "b-run")
    size = sum(map(len, files.values()))
    amount = f"{len(files)} files, {size:,} bytes ("
    assert main(["runs", "rm", "runs/b-run", "--dry-run"]) == 0
    assert capsys.readouterr().out.startswith(f"would be removed: {amount}")
    assert main(["runs", "rm", "runs/b-run"]) == 2
    assert capsys.readouterr().err == (
        "hgpo: nothing was removed: add --yes, or --dry-run to see what would be.\n"
    )
    assert tree(place / "b-run") == files
    assert main(["runs", "rm", "runs/b-run", "--yes", "--json", "rm.json"]) == 0
    assert capsys.readouterr().out.startswith(f"removed: {amount}")
    assert json.loads(Path("rm.json").read_text()) == {
        "runs/b-run": {"files": len(files), "bytes": size}
    }
    assert not (place / "b-run").exists()
    assert len(listing(place)) == 4


@pytest.mark.parametrize(
    ("answer", "gone"), [("y", True), ("yes", True), ("", False), ("n", False)]
)
def test_a_terminal_is_asked(
    place: Path, answer: str, gone: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda question: answer)
    assert main(["runs", "rm", "runs/b-run"]) == (0 if gone else 1)
    assert (place / "b-run").exists() is not gone


def test_only_checkpoints_that_nothing_needs_are_removed(place: Path) -> None:
    before = tree(place)
    assert main(["runs", "rm", "runs/a-bench", "runs/d-more", "--checkpoints", "--yes"]) == 0
    gone = before.keys() - tree(place).keys()
    assert gone == {
        f"{run}/cells/grpo-seed-0/checkpoints/{name}.safetensors"
        for run in ("a-bench", "d-more")
        for name in ("start", "batch-3")
    }
    index = json.loads((place / "d-more/cells/grpo-seed-0/checkpoints/index.json").read_bytes())
    assert list(index) == ["final"]
    assert listing(place)["a-bench"]["state"] == "finished"


def test_a_training_that_is_not_finished_keeps_its_checkpoints(place: Path) -> None:
    (place / "b-run" / "result.json").unlink()
    before = tree(place)
    assert main(["runs", "rm", "runs/b-run", "--checkpoints", "--yes"]) == 0
    assert tree(place) == before


def refused(words: list[str], place: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Return why a removal is refused; nothing may be gone, the good one beside it included."""
    before = tree(place)
    assert main(["runs", "rm", "runs/a-bench", *words, "--yes"]) in {1, 2}
    after = tree(place)
    assert {name: after[name] for name in before} == before
    return capsys.readouterr().err


def test_what_is_no_run_is_left_alone(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("runs/notes", "runs/sub", "runs", "runs/none"):
        if name == "runs":
            continue
        assert refused([name], place, capsys) == (
            f"hgpo: {name!r} holds no run, comparison or diagnosis, and is left alone. `hgpo runs "
            "list` shows what there is.\n"
        )


def test_a_link_is_left_alone(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (place / "z-link").symlink_to((place / "b-run").resolve())
    assert refused(["runs/z-link"], place, capsys) == (
        "hgpo: 'runs/z-link' is a link, and links are not followed. Name the folder.\n"
    )
    (place / "b-run" / "data").symlink_to((place / "notes").resolve())
    assert main(["runs", "rm", "runs/b-run", "--yes"]) == 0
    assert (place / "notes" / "config.yaml").is_file()


@pytest.mark.parametrize(
    ("at_work", "named"),
    [
        ("b-run", "runs/b-run"),
        ("d-more/cells/grpo-seed-0", "runs/d-more"),
        ("d-more", "runs/d-more/cells/grpo-seed-0"),
    ],
)
def test_what_is_running_is_left_alone(
    at_work: str, named: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    handle = lock(place / at_work)
    said = refused([named], place, capsys)
    os.close(handle)
    assert said.startswith(f"hgpo: another process is at work in 'runs/{at_work}'") or (
        at_work == "d-more" and said.startswith("hgpo: another process is at work in ")
    )


def test_the_folder_that_one_is_in_is_left_alone(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(place / "b-run" / "checkpoints")
    assert main(["runs", "rm", "..", "--yes"]) == 1
    assert capsys.readouterr().err == (
        "hgpo: this command was started in '..'. Go elsewhere to remove it.\n"
    )


def test_a_folder_and_what_is_in_it_are_not_named_together(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = refused(["runs/a-bench/cells/grpo-seed-0"], place, capsys)
    assert said == (
        f"hgpo: runs/a-bench/cells/grpo-seed-0 is in {place.absolute() / 'a-bench'}, which is "
        "named, too. Name one of them.\n"
    )


def test_a_removal_that_was_interrupted_is_done_again(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(path: Path) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(shutil, "rmtree", broken)
        assert main(["runs", "rm", "runs/b-run", "--yes"]) == 1
    assert entry_of(place / "b-run", "run").kind == "run"
    assert main(["runs", "rm", "runs/b-run", "--yes"]) == 0
    assert not (place / "b-run").exists()


@pytest.mark.parametrize(
    ("words", "code", "line"),
    [
        (["runs"], 2, "an action is missing: list, du, rm. `hgpo runs --help` shows them."),
        (
            ["runs", "lst"],
            2,
            "unknown action of `hgpo runs` 'lst'. Did you mean 'list'? Known: du, list, rm.",
        ),
        (
            ["runs", "list", "none"],
            1,
            "there is no folder 'none'. Name the one that runs are kept in.",
        ),
        (
            ["runs", "rm", "--ys", "a"],
            2,
            "unknown flag of `hgpo runs rm` '--ys'. Did you mean '--yes'? Known: --checkpoints, "
            "--dry-run, --help, --json, --yes.",
        ),
    ],
)
def test_a_mistake_is_one_line(
    words: list[str], code: int, line: str, capsys: pytest.CaptureFixture[str],
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert main(words) == code
    assert capsys.readouterr() == ("", f"hgpo: {line}\n")
