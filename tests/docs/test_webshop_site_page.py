"""Run the command and the code of docs/webshop-site.md."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "webshop-site.md").read_text(
    encoding="utf-8"
)
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)


def blocks(kind: str) -> list[str]:
    return [text for language, text in BLOCKS if language == kind]


def test_every_block_of_the_page_is_of_a_kind_that_is_run() -> None:
    assert [language for language, _ in BLOCKS] == ["sh", "text", "python"]


@pytest.mark.slow
def test_the_command_says_what_the_page_says() -> None:
    (command,), (said,) = blocks("sh"), blocks("text")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    work = subprocess.Popen(
        [*command.split(), "--port", "0"],  # the page's own port may be taken
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with work:
        assert work.stdout is not None
        line = work.stdout.readline()
        work.send_signal(signal.SIGINT)
        rest, errors = work.communicate(timeout=20)
    assert re.sub(r":\d+ ", ":3000 ", line) == said
    assert (work.returncode, rest, errors) == (0, "", "hgpo: the shop is closed.\n")


@pytest.mark.slow
def test_the_code_takes_a_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (code,) = blocks("python")
    exec(compile(code, "docs/webshop-site.md", "exec"), {})
    assert (tmp_path / "results.png").read_bytes().startswith(b"\x89PNG")
