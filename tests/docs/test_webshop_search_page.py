"""Run the code of docs/webshop-search.md."""

import re
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "webshop-search.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_code_of_the_page_runs():
    (code,) = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    exec(compile(code, str(PAGE), "exec"), {})
