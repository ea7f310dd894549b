"""The house keeps its floors: who may import whom, and what a file may look like."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FLOORS = ("hgpo_envs", "algorithms", "agents", "leaderboards", "harness")
MAY_IMPORT = {
    "hgpo_envs": set(),
    "algorithms": set(),
    "agents": {"hgpo_envs"},
    "leaderboards": {"hgpo_envs"},
    "harness": {"hgpo_envs", "algorithms", "agents", "leaderboards"},
}
TORCH_IN = ("algorithms/losses/", "agents/scorer/", "harness/")
TRAINING_STACK = {"openrlhf", "ray", "vllm"}
TRAINING_STACK_IN = "harness/backends/openrlhf/"
# Environments in Ray actors, and whole cells in Ray tasks: what trains them knows nothing of Ray.
ACTORS_IN = (
    *("hgpo_envs/vector/ray_actors.py", "hgpo_envs/vector/ray_placement.py"),
    *("harness/launch/ray_cells.py", "harness/launch/ray_cluster.py"),
)
GRAB_BAGS = {"utils", "util", "helpers", "helper", "common", "misc"}
MAX_LINES = 300


def modules() -> list[Path]:
    """Return every module of the product, in order."""
    return [path for floor in FLOORS for path in sorted((ROOT / floor).rglob("*.py"))]


def place(path: Path) -> str:
    """Return a path as it is written in these rules."""
    return path.relative_to(ROOT).as_posix()


def imports(path: Path, *, at_type_checking: bool = True) -> Iterator[tuple[str, int]]:
    """Yield the top-level package of every import of a module, wherever in it it stands, with
    the number of dots of a relative one."""
    tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
    skipped = set() if at_type_checking else set(map(id, type_checking_nodes(tree)))
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.Import):
            yield from ((alias.name.split(".")[0], 0) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").split(".")[0], node.level


def type_checking_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that only a type checker reads."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            for inner in node.body:
                yield from ast.walk(inner)


def test_there_is_something_to_check():
    assert {place(path).split("/")[0] for path in modules()} == set(FLOORS)


@pytest.mark.parametrize("floor", FLOORS)
def test_a_floor_imports_only_what_is_below_it(floor):
    forbidden = set(FLOORS) - {floor} - MAY_IMPORT[floor]
    upwards = [
        f"{place(path)} imports {name}"
        for path in modules()
        if place(path).startswith(f"{floor}/")
        for name, _ in imports(path)
        if name in forbidden
    ]
    assert upwards == []


def test_the_product_does_not_import_its_measurements():
    strangers = [
        place(path)
        for path in modules()
        for name, _ in imports(path)
        if name in {"benchmarks", "tests"}
    ]
    assert strangers == []


def test_imports_are_absolute():
    relative = [place(path) for path in modules() for _, dots in imports(path) if dots]
    assert relative == []


def test_torch_is_imported_only_where_something_is_learned():
    strangers = [
        place(path)
        for path in modules()
        for name, _ in imports(path, at_type_checking=False)
        if name == "torch" and not place(path).startswith(TORCH_IN)
    ]
    assert strangers == []


def test_the_training_stack_stays_in_its_backend():
    strangers = [
        f"{place(path)} imports {name}"
        for path in modules()
        for name, _ in imports(path)
        if name in TRAINING_STACK and not place(path).startswith(TRAINING_STACK_IN)
        if not (name == "ray" and place(path) in ACTORS_IN)
    ]
    assert strangers == []


def test_no_module_is_longer_than_three_hundred_lines():
    long = {
        place(path): count
        for path in modules()
        if (count := len(path.read_text(encoding="utf-8").splitlines())) > MAX_LINES
    }
    assert long == {}


def test_no_module_is_a_grab_bag():
    bags = [
        place(path)
        for path in modules()
        if GRAB_BAGS & {part.removesuffix(".py") for part in path.relative_to(ROOT).parts}
    ]
    assert bags == []


@pytest.mark.parametrize(
    "module",
    ["hgpo_envs", "algorithms", "leaderboards", "harness.cli.main", "harness.run_comparison"],
)
def test_importing_a_floor_pulls_no_tensor_library(module):
    program = (
        f"import sys, {module}; print(*sorted({{'torch', 'transformers'}} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.strip() == ""
