"""Run what a page of the documentation shows: its code, and its commands in a shell."""

import contextlib
import io
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def read_page(name: str) -> str:
    """Return the text of ``docs/NAME``."""
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def all_blocks(page: str) -> list[tuple[str, str]]:
    """Return the language and the text of each block of code, top to bottom."""
    return re.findall(r"^```(\w+)\n(.*?)^```$", page, flags=re.MULTILINE | re.DOTALL)


def blocks_of(page: str, language: str) -> list[str]:
    """Return the blocks of code in a language, top to bottom."""
    return [text for its, text in all_blocks(page) if its == language]


def printed_blocks(page: str) -> list[tuple[str, str, str]]:
    """Return each block of Python: what stands behind its language, the code, what it prints."""
    return re.findall(
        r"^```python( \w+)?\n(.*?)^```\n(?:```text\n(.*?)^```$)?",
        page,
        flags=re.MULTILINE | re.DOTALL,
    )


def check_prints(name: str, blocks: Iterable[tuple[str, str]]) -> None:
    """Run blocks of a page one after the other; each has to print what stands below it."""
    shared: dict[str, object] = {}
    for code, expected in blocks:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, f"docs/{name}", "exec"), shared)
        assert printed.getvalue() == expected, code


def run_command(
    command: str, folder: Path, *, more: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a block of commands in a folder, as one who has installed us; it has to work."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-euc", command],
        cwd=folder,
        env={**os.environ, "PATH": path, **(more or {})},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done
