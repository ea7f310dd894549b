"""An environment of a package that pip installed, found by processes that import nothing of it."""

import os
import subprocess
import sys

import pytest

from harness.skeleton.names import EnvName
from harness.skeleton.writing import write_skeleton

pytestmark = pytest.mark.slow

PLAY = """
import sys
import gymnasium
env = gymnasium.make("hgpo_envs:hgpo_envs/WordLadder-v0", split="test")
assert "word_ladder" in sys.modules
text, info = env.reset(options={"task": "lamps-200"})
for mode in ("sync", "async"):
    options = {"shared_memory": False} if mode == "async" else {}
    vector = gymnasium.make_vec(
        "hgpo_envs:hgpo_envs/WordLadder-v0",
        num_envs=2,
        vectorization_mode=mode,
        vector_kwargs=options,
    )
    texts, _ = vector.reset(seed=3)
    assert all("lamp is" in text for text in texts)
    vector.close()
import hgpo_envs
assert hgpo_envs.spec("wordladder") is hgpo_envs.specs()["WordLadder-v0"]
print(info["task"])
"""


@pytest.fixture(scope="module")
def variables(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the variables of a process that has the package on its path."""
    home = tmp_path_factory.mktemp("installed")
    write_skeleton(EnvName.read("word-ladder"), home / "source")
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation"),
            *("--no-index", "--disable-pip-version-check", "--target", home / "lib"),
            home / "source",
        ],
        check=True,
    )
    return {**os.environ, "PYTHONPATH": str(home / "lib")}


def python(code: str, variables: dict[str, str]) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], env=variables, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_gymnasium_makes_it_one_by_one_and_as_vectors(variables: dict[str, str]) -> None:
    assert python(PLAY, variables) == "lamps-200\n"


def test_importing_the_suite_imports_nothing_of_it(variables: dict[str, str]) -> None:
    code = (
        "import sys, gymnasium, hgpo_envs; hgpo_envs.make('ALFWorld-v0'); "
        "print('word_ladder' in sys.modules, 'hgpo_envs/WordLadder-v0' in gymnasium.registry)"
    )
    assert python(code, variables) == "False True\n"


def test_the_command_line_lists_it(variables: dict[str, str]) -> None:
    code = "import sys; from harness.cli.main import main; sys.exit(main(['envs']))"
    assert "\nWordLadder-v0 " in python(code, variables)
