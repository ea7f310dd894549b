"""Run the code of docs/webshop-training.md; of its commands, which train for long, the plans."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hgpo_envs.open_actions import is_open

PAGE = Path(__file__).resolve().parents[2] / "docs" / "webshop-training.md"
BLOCKS = re.findall(
    r"^```(sh|python)\n(.*?)^```$",
    PAGE.read_text(encoding="utf-8"),
    flags=re.MULTILINE | re.DOTALL,
)
COMMANDS = [
    command
    for language, text in BLOCKS
    if language == "sh"
    for command in text.replace("\\\n", " ").strip().splitlines()
]


def test_the_code_of_the_page_names_what_is_searched_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    (code,) = [text for language, text in BLOCKS if language == "python"]
    exec(compile(code, str(PAGE), "exec"), {})
    said = capsys.readouterr().out.splitlines()
    assert 1 < len(said) <= 8
    assert said[0].startswith("Find me a slim fit women's dress")
    assert not any("40.00" in query or is_open(query) for query in said)


@pytest.fixture(scope="module")
def official(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with both catalogues of the page: here each is the one of 1,000 products."""
    folder = tmp_path_factory.mktemp("official")
    names = {
        "items_shuffle_1000": ("items_shuffle_1000", "items_shuffle"),
        "items_ins_v2_1000": ("items_ins_v2_1000", "items_ins_v2"),
        "items_human_ins": ("items_human_ins",),
    }
    for there, here in names.items():
        for name in here:
            (folder / f"{name}.json.gz").symlink_to(shared_data / "webshop" / f"{there}.json.gz")
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_of_the_page_can_be_begun(
    command: str, official: Path, tmp_path: Path
) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [*command.replace("env.data=DIR", f"env.data={official}").split(), "--dry-run"],
        cwd=tmp_path,
        env={**os.environ, "PATH": path, "WEBSHOP_DATA": str(official)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "tasks of WebShop" in done.stdout
    assert not list(tmp_path.iterdir())
