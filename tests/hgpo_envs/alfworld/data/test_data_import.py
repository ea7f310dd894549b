import json
from collections.abc import Callable
from pathlib import Path

import pytest
from worlds.official_files import (
    TASK,
    annotation_text,
    as_folder,
    as_tar,
    as_zip,
    data_set,
    files_in,
    game_text,
)

import hgpo_envs
from hgpo_envs.alfworld.data.importing import import_games, members_of
from hgpo_envs.alfworld.data.linking import link_games
from hgpo_envs.alfworld.engine.cache import game_cache
from hgpo_envs.errors import DataError

MUG = "pick_and_place_simple-Mug-None-Desk-308/trial_T1"
FILES = data_set(TASK, MUG) | data_set("b/trial_T9", split="train")
GAME = f"json_2.1.1/valid_seen/{TASK}/game.tw-pddl"
ANNOTATIONS = f"json_2.1.1/valid_seen/{TASK}/traj_data.json"


def below(prefix: str, files: dict[str, bytes]) -> dict[str, bytes]:
    return {prefix + name: content for name, content in files.items()}


def as_zstandard(path: Path, files: dict[str, bytes]) -> Path:
    from zstandard import compress

    path.write_bytes(compress(as_tar(path, files).read_bytes()))
    return path


@pytest.mark.parametrize(
    "pack",
    [
        lambda path: as_folder(path, FILES),
        lambda path: as_folder(path, FILES) / "json_2.1.1",
        lambda path: as_folder(path, below("a/b c/", FILES)),
        lambda path: as_zip(path, FILES),
        lambda path: as_zip(path, below("down/load/", FILES)),
        lambda path: as_tar(path, FILES),
        lambda path: as_tar(path, below("./", FILES), "w:gz"),
        lambda path: as_tar(path, FILES, "w:bz2"),
        lambda path: as_tar(path, below("x/", FILES), "w:xz"),
        lambda path: as_zstandard(path, FILES),
    ],
)
def test_the_data_are_found_in_folders_and_archives_at_any_depth(
    tmp_path: Path, pack: Callable[[Path], Path]
) -> None:
    root = tmp_path / "to" / "root"
    found = import_games([pack(tmp_path / "from")], root)
    assert files_in(root) == FILES
    assert {split: one.new for split, one in found.splits.items()} == {"valid_seen": 4, "train": 2}
    assert {path.name for path in root.iterdir()} == {"json_2.1.1", ".hgpo"}
    panel = hgpo_envs.make("ALFWorld-v0", split="valid_seen", data=root).panel
    assert (panel.ids, panel.partial) == ((TASK, MUG), True)


@pytest.mark.parametrize("levels", [1, 2, 3])
def test_a_folder_within_the_data_brings_what_is_in_it(tmp_path: Path, levels: int) -> None:
    as_folder(tmp_path / "from", FILES)
    task, trial = TASK.split("/")
    within = Path("json_2.1.1", *["valid_seen", task, trial][:levels])
    import_games([tmp_path / "from" / within], tmp_path / "to")
    assert files_in(tmp_path / "to") == {
        name: content for name, content in FILES.items() if Path(name).is_relative_to(within)
    }


def test_the_two_official_archives_are_merged_in_any_order(tmp_path: Path) -> None:
    games = {name: text for name, text in FILES.items() if name.endswith(".tw-pddl")}
    annotations = {name: text for name, text in FILES.items() if name.endswith(".json")}
    first, second = as_zip(tmp_path / "g.zip", games), as_zip(tmp_path / "a.zip", annotations)
    found = import_games([first, second], tmp_path / "together")
    assert found.splits["valid_seen"].report.to_json()["without_annotations"] == 0
    import_games([second], tmp_path / "apart")
    found = import_games([first], tmp_path / "apart")
    assert found.splits["valid_seen"].report.to_json()["without_annotations"] == 2
    assert files_in(tmp_path / "together") == files_in(tmp_path / "apart") == FILES


def test_an_import_that_is_repeated_finds_everything_there(tmp_path: Path) -> None:
    source = as_zip(tmp_path / "x.zip", FILES)
    import_games([source], tmp_path / "to")
    found = import_games([source, tmp_path / "to"], tmp_path / "to")
    assert [(one.new, one.same, one.replaced) for one in found.splits.values()] == [
        (0, 4, 0),
        (0, 2, 0),
    ]
    assert files_in(tmp_path / "to") == FILES


def test_new_games_join_those_that_are_there(tmp_path: Path) -> None:
    root = as_folder(tmp_path / "to", data_set(MUG))
    other = root / "json_2.1.1" / "valid_seen" / MUG / "initial_state.pddl"
    other.write_text("not ours")
    assert hgpo_envs.make("ALFWorld-v0", split="valid_seen", data=root).panel.ids == (MUG,)
    import_games([as_folder(tmp_path / "from", data_set(TASK))], root)
    assert other.read_text() == "not ours"
    assert hgpo_envs.make("ALFWorld-v0", split="valid_seen", data=root).panel.ids == (TASK, MUG)


def test_a_game_that_is_there_with_other_content_is_not_replaced_unasked(tmp_path: Path) -> None:
    root = as_folder(tmp_path / "to", data_set(TASK, MUG))
    before = files_in(root)
    source = as_folder(tmp_path / "from", {GAME: game_text(walkthrough=[])})
    with pytest.raises(DataError) as error:
        import_games([source], root)
    assert str(error.value) == (
        f"1 files are in {str(root)!r} with another content, 'valid_seen/{TASK}/game.tw-pddl' "
        "among them; nothing was imported. They may come from another version of the data set. "
        "Replace them with --replace, or import with --to elsewhere."
    )
    assert files_in(root) == before
    found = import_games([source], root, replace=True)
    assert found.splits["valid_seen"].replaced == 1
    assert files_in(root) == {**before, GAME: game_text(walkthrough=[])}


def test_sources_that_differ_are_refused(tmp_path: Path) -> None:
    first = as_zip(tmp_path / "1.zip", {GAME: game_text()})
    second = as_zip(tmp_path / "2.zip", {GAME: game_text(walkthrough=[])})
    with pytest.raises(DataError) as error:
        import_games([first, first, second], tmp_path / "to")
    assert str(error.value) == (
        f"two of the sources differ in 'valid_seen/{TASK}/game.tw-pddl': {second}:{GAME} is the "
        "second. Import the one that is right."
    )
    assert not (tmp_path / "to" / "json_2.1.1").exists()


def test_what_is_found_is_counted_with_the_reasons(tmp_path: Path) -> None:
    sliced = "pick_and_place_simple-AppleSliced-None-Desk-1/trial_T1"
    files = data_set(TASK, sliced, "pick_two_movable_recep-Cup-Bowl-Desk-1/trial_T1")
    files |= data_set("a/trial_T1", solvable=False) | data_set("a/trial_T2", solvable=None)
    files |= data_set("a/trial_T3", pddl_domain="(define (domain d) (:action a :effect (q)))")
    files |= data_set("a/trial_T6", solvable=False, annotated=False)
    files |= data_set("a/trial_T4") | {"json_2.1.1/valid_seen/a/trial_T4/game.tw-pddl": b"{"}
    files |= {"json_2.1.1/valid_seen/a/trial_T5/traj_data.json": annotation_text("go")}
    source = as_folder(tmp_path / "from", files)
    found = import_games([source], tmp_path / "to")
    report = found.splits["valid_seen"].report
    record = report.to_json()
    assert record["found"] == 8
    assert record["playable"] == 1
    assert record["official"] == 140
    assert record["whole"] is False
    assert record["left_out"] == {
        "unsolvable": 3,
        "sliced": 1,
        "movable": 1,
        "unsupported": 1,
        "damaged": 1,
    }
    assert record["annotations_without_game"] == 1
    assert record["without_annotations"] == 0  # only games that are played count
    assert record["content"] == "other files"
    unsupported, damaged = report.problems
    folder = source / "json_2.1.1" / "valid_seen" / "a"
    assert unsupported.file == str(folder / "trial_T3" / "game.tw-pddl")
    assert (unsupported.state, damaged.state) == ("unsupported", "damaged")
    assert unsupported.reason.startswith("can't play the game a/trial_T3: ")
    assert damaged.file == str(folder / "trial_T4" / "game.tw-pddl")
    assert damaged.reason.startswith("it is not JSON in UTF-8: ")
    kept = files_in(tmp_path / "to")
    assert kept == {name: text for name, text in files.items() if text != b"{"}


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        (GAME, b"", "it is not JSON in UTF-8: Expecting value: line 1 column 1 (char 0)"),
        (GAME, b"\xff\xfe{", "it is not JSON in UTF-8: "),
        (GAME, b"[" * 100_000, "it is not JSON in UTF-8: "),
        (GAME, b"[]", 'it has no "solvable": true or false'),
        (GAME, b'{"solvable": 1}', 'it has no "solvable": true or false'),
        (GAME, b'{"solvable": true}', "it has no text 'pddl_domain'"),
        (GAME, game_text(grammar=None), "it has no text 'grammar'"),
        (ANNOTATIONS, b"{", "it is not JSON in UTF-8: "),
        (ANNOTATIONS, b"{}", "it has no turk_annotations"),
        (ANNOTATIONS, b"3", "it has no turk_annotations"),
        (ANNOTATIONS, annotation_text(" . "), "it has no annotation with a text"),
    ],
)
def test_a_damaged_file_is_named_and_left_out(
    tmp_path: Path, name: str, content: bytes, reason: str
) -> None:
    files = data_set(TASK, MUG)
    source = as_zip(tmp_path / "x.zip", files | {name: content})
    found = import_games([source], tmp_path / "to")
    (problem,) = found.splits["valid_seen"].report.problems
    assert (problem.file, problem.state) == (f"{source}:{name}", "damaged")
    assert problem.reason.startswith(reason)
    del files[name]
    assert files_in(tmp_path / "to") == files


def test_nothing_is_written_in_a_dry_run(tmp_path: Path) -> None:
    source = as_zip(tmp_path / "x.zip", FILES)
    found = import_games([source], tmp_path / "to", dry_run=True)
    assert found.splits["train"].new == 2
    assert [path.name for path in tmp_path.iterdir()] == ["x.zip"]


def test_games_are_compiled_once_by_the_import_and_not_in_a_dry_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HGPO_GAME_CACHE", str(tmp_path / "cache"))
    source = as_zip(tmp_path / "x.zip", FILES)
    import_games([source], tmp_path / "to", dry_run=True)
    assert not (tmp_path / "cache").exists()
    found = import_games([source], tmp_path / "to")
    played = sum(len(split.report.listed) for split in found.splits.values())
    kept = game_cache()
    assert kept is not None
    # games with one content have one entry
    assert 0 < kept.size()[0] <= played


def test_progress_goes_from_nothing_to_almost_all(tmp_path: Path) -> None:
    said: list[tuple[float, str]] = []
    sources = [as_zip(tmp_path / "x.zip", FILES), as_folder(tmp_path / "y", FILES)]
    import_games(sources, tmp_path / "to", progress=lambda done, what: said.append((done, what)))
    done = [one for one, _ in said]
    assert done == sorted(done)
    assert (done[0], len(done)) == (0.0, 12)
    assert 0.9 < done[-1] < 1
    assert said[0][1] == "x.zip: valid_seen"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: path, "there is no file or folder {path!r}. Name what was downloaded."),
        (
            lambda path: path.write_text("text"),
            "{path!r} is no archive: expected a folder, a zip, or a tar (plain, gz, bz2, xz or "
            "zst).",
        ),
        (
            lambda path: as_zip(path, {"game.tw-pddl": b"{}", "tests/a/b/game.tw-pddl": b"{}"}),
            "{path!r} holds no ALFWorld data: expected SPLIT/TASK/TRIAL/game.tw-pddl at any depth, "
            "with SPLIT one of train, valid_train, valid_seen, valid_unseen.",
        ),
        (
            lambda path: path.mkdir(),
            "{path!r} holds no ALFWorld data: expected SPLIT/TASK/TRIAL/game.tw-pddl at any depth, "
            "with SPLIT one of train, valid_train, valid_seen, valid_unseen.",
        ),
    ],
)
def test_what_holds_no_data_is_refused(
    tmp_path: Path, make: Callable[[Path], object], message: str
) -> None:
    path = tmp_path / "given"
    make(path)
    with pytest.raises(DataError) as error:
        import_games([path], tmp_path / "to")
    assert str(error.value) == message.format(path=str(path))
    assert not (tmp_path / "to").exists()


def test_a_linked_folder_is_played_where_it_lies(tmp_path: Path) -> None:
    source = as_folder(tmp_path / "from", FILES)
    found = link_games(source, tmp_path / "to")
    assert found.splits["valid_seen"].report.to_json()["playable"] == 2
    link = tmp_path / "to" / "json_2.1.1" / "valid_seen"
    assert link.readlink() == source / "json_2.1.1" / "valid_seen"
    assert link_games(source, tmp_path / "to").splits["train"].same == 2
    panel = hgpo_envs.make("ALFWorld-v0", split="valid_seen", data=tmp_path / "to").panel
    assert panel.ids == (TASK, MUG)


def test_nothing_is_written_through_a_link(tmp_path: Path) -> None:
    source = as_folder(tmp_path / "from", data_set(TASK))
    link_games(source, tmp_path / "to")
    more = as_folder(tmp_path / "more", data_set(MUG))
    link = tmp_path / "to" / "json_2.1.1" / "valid_seen"
    with pytest.raises(DataError) as error:
        import_games([more], tmp_path / "to")
    assert str(error.value) == (
        f"{str(link)!r} is a link to {str(source / 'json_2.1.1' / 'valid_seen')!r}, and nothing is "
        "written there. Remove the link, or import with --to into another folder."
    )
    assert files_in(source) == data_set(TASK)


def test_nothing_is_written_into_a_data_set_that_is_a_link(tmp_path: Path) -> None:
    source = as_folder(tmp_path / "from", data_set(TASK))
    (tmp_path / "to").mkdir()
    (tmp_path / "to" / "json_2.1.1").symlink_to(source / "json_2.1.1")
    import_games([source], tmp_path / "to")  # what is there already needs no writing
    with pytest.raises(DataError, match=r"json_2\.1\.1' is a link to '.*', and nothing is written"):
        import_games([as_folder(tmp_path / "more", data_set(MUG))], tmp_path / "to")
    assert files_in(source) == data_set(TASK)


def test_a_split_that_is_there_is_not_linked_over(tmp_path: Path) -> None:
    root = as_folder(tmp_path / "to", data_set(MUG))
    with pytest.raises(DataError) as error:
        link_games(as_folder(tmp_path / "from", FILES), root)
    assert str(error.value) == (
        f"{str(root / 'json_2.1.1' / 'valid_seen')!r} is there already. Remove it, or link into "
        "another folder with --to."
    )
    assert not (root / "json_2.1.1" / "train").exists()


def test_a_split_that_is_in_a_folder_twice_can_not_be_linked(tmp_path: Path) -> None:
    source = as_folder(tmp_path / "from", below("a/", FILES) | below("b/", FILES))
    with pytest.raises(DataError, match=r"holds split 'train' twice: '.*a/.*' and '.*b/.*'\."):
        link_games(source, tmp_path / "to")


def test_an_archive_can_not_be_linked(tmp_path: Path) -> None:
    path = as_zip(tmp_path / "x.zip", FILES)
    with pytest.raises(DataError) as error:
        link_games(path, tmp_path / "to")
    assert str(error.value) == f"{str(path)!r} is no folder, and only a folder can be linked."


def test_folders_that_link_to_each_other_are_no_trap(tmp_path: Path) -> None:
    source = as_folder(tmp_path / "from", FILES)
    (source / "again").symlink_to(source)
    import_games([source], tmp_path / "to")
    assert files_in(tmp_path / "to") == FILES


@pytest.mark.slow
@pytest.mark.official
def test_the_archives_of_the_official_games_come_in_whole(
    shared_data: Path, tmp_path: Path
) -> None:
    archive = shared_data / "alfworld" / "valid_seen.tar.xz"
    found = import_games([archive], tmp_path)
    record = found.splits["valid_seen"].report.to_json()
    assert (record["found"], record["playable"], record["whole"]) == (187, 140, True)
    assert record["content"] == "json_2.1.1 as published"
    assert record["left_out"] == dict.fromkeys(
        ("unsolvable", "sliced", "movable", "unsupported", "damaged"), 0
    ) | {"unsolvable": 47}
    assert json.dumps(record["task_types"]) == (
        '{"pick_and_place_simple": 35, "look_at_obj_in_light": 13, '
        '"pick_clean_then_place_in_recep": 27, "pick_heat_then_place_in_recep": 16, '
        '"pick_cool_then_place_in_recep": 25, "pick_two_obj_and_place": 24}'
    )
    panel = hgpo_envs.make("ALFWorld-v0", split="valid_seen", data=tmp_path).panel
    assert panel.hash == "1c0424f5e6fd0e3a00c3d258053c6026fe78bf6d74f9b9a5e298a97a96e13470"
    assert sum(1 for _ in members_of(tmp_path)) == 374
