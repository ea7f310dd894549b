"""Run the commands of docs/webshop-data.md, one after the other, on a few products."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from doc_page import all_blocks, read_page
from worlds.official_shop import official_record, options, write_official

HUMAN = {
    "B000000001": [
        {
            "instruction": "i want a red lamp.",
            "instruction_attributes": ["bright"],
            "instruction_options": ["red"],
        }
    ]
}


@pytest.mark.slow
def test_the_commands_of_the_page_run(tmp_path: Path) -> None:
    records = [
        official_record("B000000001", customization_options=options(Color=["Red", "Blue"])),
        official_record("B000000002", pricing="$3 - $5"),
    ]
    write_official(tmp_path / "data", records, human=HUMAN)
    variables = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "XDG_DATA_HOME": str(tmp_path / "share"),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
    }
    for variable in ("WEBSHOP_DATA", "HGPO_STORE_CACHE"):
        variables.pop(variable, None)
    blocks = all_blocks(read_page("webshop-data.md"))
    assert [language for language, _ in blocks] == ["sh", "sh", "sh", "python"]
    for language, text in blocks:
        command = ["sh", "-e", "-c", text] if language == "sh" else [sys.executable, "-c", text]
        done = subprocess.run(
            command, cwd=tmp_path, env=variables, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{text}\n{done.stdout}\n{done.stderr}"
