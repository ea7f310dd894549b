"""Fixtures that the pages' tests share."""

from pathlib import Path

import pytest
from page_reader import reader_variables


@pytest.fixture
def reader(tmp_path: Path) -> dict[str, str]:
    """Return the variables of a reader's own virtual environment."""
    return reader_variables(tmp_path / "venv")
