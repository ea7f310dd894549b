"""Run the code of docs/webshop.md."""

import re
from pathlib import Path

import pytest

from hgpo_envs.webshop.shop_env import ShopEnv

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "webshop.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS)
def test_the_code_on_the_page_runs(
    block: str, shared_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WEBSHOP_DATA", str(shared_data / "webshop"))
    exec(compile(block, "docs/webshop.md", "exec"), {})


def test_the_page_names_every_extra() -> None:
    for name in ShopEnv.known_extras:
        assert f'"{name}"' in PAGE
