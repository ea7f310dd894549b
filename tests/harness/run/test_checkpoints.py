"""Which checkpoints are kept, and what becomes of damaged ones."""

from pathlib import Path

import numpy as np
import pytest

from harness.errors import RunError
from harness.run.checkpoints import Checkpoints, Keep

SIZE = 400


def save(
    kept: Checkpoints, batch: int, success: float | None = None, name: str | None = None
) -> None:
    kept.save(
        {"w": np.full(SIZE // 8, float(batch))},
        {"batch": batch},
        batch=batch,
        success=success,
        name=name,
    )


def files(folder: Path) -> set[str]:
    return {path.stem for path in folder.glob("*.safetensors")}


@pytest.mark.parametrize(
    ("keep", "left"),
    [
        (Keep(), {"start", "batch-5", "batch-6", "batch-2"}),
        (Keep(last=1, best=False), {"start", "batch-6"}),
        (Keep(last=3, best=False), {"start", "batch-4", "batch-5", "batch-6"}),
        (Keep(last=1, every=3), {"start", "batch-2", "batch-3", "batch-6"}),
        (Keep(last=1, best=False, every=2), {"start", "batch-2", "batch-4", "batch-6"}),
    ],
)
def test_the_newest_the_best_and_some_of_the_others_stay(
    tmp_path: Path, keep: Keep, left: set[str]
) -> None:
    kept = Checkpoints(tmp_path, keep)
    save(kept, 0, name="start")
    for batch, success in enumerate((0.2, 0.7, 0.7, None, 0.1, None), start=1):
        save(kept, batch, success)
    assert files(tmp_path) == set(kept.kept()) == left


def test_a_limit_takes_the_oldest_first_and_never_the_newest(tmp_path: Path) -> None:
    plain = Checkpoints(tmp_path / "plain", Keep(last=2, every=1))
    tight = Checkpoints(tmp_path / "tight", Keep(last=2, every=1, limit=10))
    for kept, folder in ((plain, "plain"), (tight, "tight")):
        (tmp_path / folder).mkdir()
        save(kept, 0, name="start")
        for batch in (1, 2, 3):
            save(kept, batch, 0.5 if batch == 1 else None)
    one = plain.kept()["start"].bytes
    assert files(tmp_path / "plain") == {"start", "batch-1", "batch-2", "batch-3"}
    assert files(tmp_path / "tight") == {"start", "batch-3"}
    # room for four: of the fifth, the oldest that is kept for `every` alone goes; batch 1 is best
    roomy = Checkpoints(tmp_path / "plain", Keep(last=2, every=1, limit=4.5 * one))
    save(roomy, 4)
    assert files(tmp_path / "plain") == {"start", "batch-1", "batch-3", "batch-4"}


def test_names_stand_for_checkpoints(tmp_path: Path) -> None:
    kept = Checkpoints(tmp_path, Keep(last=5))
    assert kept.newest() is None
    with pytest.raises(RunError) as error:
        kept.path("final")
    assert str(error.value) == (
        f"there is no checkpoint in {str(tmp_path)!r}. Train the run first, or name another run."
    )
    save(kept, 0, name="start")
    for batch, success in ((2, 0.5), (4, 0.9), (6, 0.9), (8, 0.1)):
        save(kept, batch, success)
    assert kept.path("best").stem == "batch-4"
    assert kept.path("latest").stem == "batch-8"
    assert kept.load("batch-6")[1] == {"batch": 6}
    save(kept, 9, name="final")
    assert kept.path("latest").stem == "final"
    with pytest.raises(RunError) as error:
        kept.path("batch-3")
    assert "Did you mean 'batch-" in str(error.value)


def test_is_best_asks_for_more_than_what_is_kept(tmp_path: Path) -> None:
    kept = Checkpoints(tmp_path)
    assert not kept.is_best(None)
    assert kept.is_best(0.1)
    save(kept, 3, 0.4)
    assert [kept.is_best(success) for success in (0.3, 0.4, 0.5)] == [False, False, True]
    assert not Checkpoints(tmp_path, Keep(best=False)).is_best(0.5)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)


@pytest.mark.parametrize(
    ("damage", "words"),
    [(cut, " bytes, and had "), (flip, " was changed: its SHA-256"), (Path.unlink, " is missing.")],
)
def test_the_one_before_a_damaged_checkpoint_is_used_and_it_is_said(
    tmp_path: Path, damage: object, words: str
) -> None:
    kept = Checkpoints(tmp_path, Keep(last=3))
    for batch in (2, 4, 6):
        save(kept, batch)
    damage(tmp_path / "batch-6.safetensors")  # type: ignore[operator]
    found = kept.newest()
    assert found is not None
    (arrays, place), wrong = found
    assert place == {"batch": 4}
    assert arrays["w"][0] == 4.0
    assert len(wrong) == 1
    assert words in wrong[0]
    # what came after it is forgotten, and written anew when the run comes there again
    assert list(kept.kept()) == ["batch-2", "batch-4"]
    save(kept, 6)
    assert kept.load("latest")[1] == {"batch": 6}


def test_no_whole_checkpoint_is_an_error_that_names_each(tmp_path: Path) -> None:
    kept = Checkpoints(tmp_path)
    for batch in (1, 2):
        save(kept, batch)
        cut(tmp_path / f"batch-{batch}.safetensors")
    with pytest.raises(RunError) as error:
        kept.newest()
    assert str(error.value).startswith(f"no checkpoint in {str(tmp_path)!r} is whole: the ")
    assert "batch-1.safetensors" in str(error.value)
    assert "batch-2.safetensors" in str(error.value)


def test_a_file_that_the_index_does_not_name_is_not_used(tmp_path: Path) -> None:
    kept = Checkpoints(tmp_path)
    save(kept, 1)
    (tmp_path / "batch-2.safetensors").write_bytes(b"half of one")
    found = kept.newest()
    assert found is not None
    assert found[0][1] == {"batch": 1}


def test_what_a_killed_process_did_not_remove_goes_with_the_next_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = Checkpoints(tmp_path, Keep(last=1, best=False))
    save(kept, 1)
    with monkeypatch.context() as killed:
        killed.setattr(Path, "unlink", lambda *_, **__: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            save(kept, 2)
    assert files(tmp_path) == {"batch-1", "batch-2"}
    assert set(kept.kept()) == {"batch-2"}
    save(kept, 3)
    assert files(tmp_path) == {"batch-3"}


def test_a_damaged_index_is_an_error(tmp_path: Path) -> None:
    kept = Checkpoints(tmp_path)
    save(kept, 1)
    (tmp_path / "index.json").write_text('{"batch-1": {"batch": 1}}')
    with pytest.raises(RunError, match="is no index of checkpoints"):
        kept.newest()
