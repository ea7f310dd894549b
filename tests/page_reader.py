"""Do what a tutorial says, from top to bottom, as a reader who has installed us."""

import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

from doc_page import all_blocks, read_page

Block = tuple[str, str]
"""The language and the text of a block of code."""


def reader_variables(home: Path) -> dict[str, str]:
    """Make a virtual environment above the one that the tests run in; return its variables.

    What is installed in it leaves the other one alone. Nothing is fetched.
    """
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
    below = sysconfig.get_paths()["purelib"]
    (site,) = home.glob("lib/python*/site-packages")
    (site / "below.pth").write_text(f"import site; site.addsitedir({below!r})\n")
    for name, code in {
        "pip": "from pip._internal.cli.main import main",
        "hgpo": "from harness.cli.main import main",
    }.items():
        script = home / "bin" / name
        start = 'if __name__ == "__main__":\n    sys.exit(main())\n'
        script.write_text(f"#!{home}/bin/python\nimport sys\n{code}\n{start}")
        script.chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return {
        **kept,
        "PATH": f"{home / 'bin'}:{os.environ['PATH']}",
        "PIP_NO_BUILD_ISOLATION": "0",  # pip's way to say that there is to be no isolation
        "PIP_NO_DEPS": "1",
        "PIP_NO_INDEX": "1",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "COLUMNS": "80",
    }


def do_page(name: str, folder: Path, variables: dict[str, str]) -> str:
    """Do what ``docs/NAME`` says in a new folder; return everything that was said."""
    folder.mkdir()
    blocks = all_blocks(read_page(name))
    return "\n".join(do_block(block, folder, variables) for block in blocks)


def require_said(said: str, *expected: str) -> None:
    """Require that each of these was said."""
    for told in expected:
        assert told in said, f"{told!r} was not said in:\n{said}"


def do_block(block: Block, folder: Path, variables: dict[str, str]) -> str:
    """Do what a block says: write the file that its first line names, or run it."""
    language, text = block
    if named := re.match(r"# (\S+\.py)\n", text):
        path = folder / named[1]
        assert path.is_file(), f"{named[1]} is not a file of the skeleton"
        path.write_text(text.partition("\n")[2], encoding="utf-8")
        return ""
    command = ["bash", "-e", "-c", text] if language == "sh" else ["python", "-c", text]
    done = subprocess.run(
        command, cwd=folder, env=variables, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, f"{text}\n{done.stdout}\n{done.stderr}"
    return done.stdout
