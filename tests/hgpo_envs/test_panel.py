import pickle

import pytest

from hgpo_envs import TaskPanel
from hgpo_envs.errors import EnvInputError, UnknownNameError


def panel(ids: tuple[str, ...] = ("a", "b", "c"), **changes: object) -> TaskPanel:
    options: dict[str, object] = {"env_id": "E-v0", "split": "s", "version": "1", "ids": ids}
    return TaskPanel(**{**options, **changes})  # type: ignore[arg-type]


def test_the_hash_is_a_literal_that_every_machine_computes() -> None:
    # printf 'E-v0\0s\0001\0whole\0a\0b\0c\0' | sha256sum
    assert panel().hash == "daf29741d3fafb828788aec2a46d795a946e559805b9483a24ea3543ce767ae1"


@pytest.mark.parametrize(
    "other",
    [
        panel(env_id="F-v0"),
        panel(split="t"),
        panel(version="2"),
        panel(("a", "c", "b")),
        panel(("a", "b")),
        panel(partial=True),
    ],
)
def test_whatever_makes_other_tasks_makes_another_hash(other: TaskPanel) -> None:
    assert other.hash != panel().hash


def test_a_panel_is_frozen_counted_and_searched() -> None:
    tasks = panel(["a", "b"])  # type: ignore[arg-type]
    assert tasks.ids == ("a", "b")
    assert len(tasks) == 2
    assert "a" in tasks
    assert "x" not in tasks
    with pytest.raises(AttributeError):
        tasks.split = "t"  # type: ignore[misc]


def test_a_panel_survives_being_sent_to_a_worker() -> None:
    there = pickle.loads(pickle.dumps(panel(kinds=("x", "y", "x"))))
    assert there == panel(kinds=("x", "y", "x"))
    assert there.hash == panel().hash
    assert there.require("b") == "b"


def test_the_head_of_a_panel_is_another_panel_with_its_own_hash() -> None:
    head = panel(kinds=("x", "y", "x")).head(2)
    assert head.ids == ("a", "b")
    assert head.kinds == ("x", "y")
    assert head.version == "1/first-2"
    assert head.hash != panel(("a", "b")).hash
    assert panel().head(3) == panel()


@pytest.mark.parametrize("n", [0, -1, 4])
def test_a_head_that_is_not_there_is_refused(n: int) -> None:
    with pytest.raises(EnvInputError) as error:
        panel().head(n)
    assert str(error.value) == (
        f"{n} tasks were asked of E-v0 split 's', which has 3. Ask for 1 to 3."
    )


def test_an_unknown_task_of_a_small_panel_is_answered_with_all_tasks() -> None:
    with pytest.raises(UnknownNameError) as error:
        panel(("kitchen-1", "kitchen-2")).require("kitchn-1")
    assert str(error.value) == (
        "unknown task in E-v0 split 's' 'kitchn-1'. Did you mean 'kitchen-1'? "
        "Known: kitchen-1, kitchen-2."
    )


def test_an_unknown_task_of_a_large_panel_is_answered_with_the_nearest_ones() -> None:
    ids = tuple(f"{room}-{n}" for room in ("bath", "kitchen") for n in range(10))
    with pytest.raises(UnknownNameError) as error:
        panel(ids).require("kitchen-77")
    # The longest common beginning is kitchen-7; the others share kitchen- and come by name.
    assert str(error.value) == (
        "unknown task in E-v0 split 's' 'kitchen-77'. Did you mean 'kitchen-7'? Known: "
        "kitchen-0, kitchen-1, kitchen-2, kitchen-3, kitchen-4, kitchen-5, kitchen-6, kitchen-7. "
        "(20 tasks in all)"
    )


@pytest.mark.parametrize("task", [3, None, ["a"]])
def test_a_task_that_is_no_string_is_refused(task: object) -> None:
    with pytest.raises(EnvInputError) as error:
        panel().require(task)  # type: ignore[arg-type]
    assert str(error.value) == f"the task is {task!r}; expected the id of a task such as 'a'."


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"ids": ()},
            "the panel E-v0/s has no task. A split needs at least one; "
            "check the data that it was read from.",
        ),
        (
            {"ids": ("a", "b", "a")},
            "the panel E-v0/s has task 'a' twice. Every task may stand in a panel once.",
        ),
        (
            {"kinds": ("x",)},
            "the panel E-v0/s has 3 tasks and 1 kinds. Give one kind a task, or none at all.",
        ),
    ],
)
def test_a_panel_that_is_none_is_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(EnvInputError) as error:
        panel(**changes)  # type: ignore[arg-type]
    assert str(error.value) == message
