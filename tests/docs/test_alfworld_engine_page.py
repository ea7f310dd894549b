"""Run the code of docs/alfworld-engine.md."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "alfworld-engine.md").read_text(encoding="utf-8")


def test_the_code_on_the_page_runs():
    (block,) = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
    exec(compile(block, "docs/alfworld-engine.md", "exec"), {})  # noqa: S102


def test_the_page_names_every_file_of_the_engine():
    files = {path.name for path in (ROOT / "hgpo_envs" / "alfworld" / "engine").glob("*.py")}
    # what only gathers names, reads a file or says no needs no line of its own
    files -= {"__init__.py", "loading.py", "unplayable.py"}
    assert set(re.findall(r"`(\w+\.py)`", PAGE)) == files
