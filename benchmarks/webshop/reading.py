"""Read what a run found."""

import json
from pathlib import Path
from typing import Any

from benchmarks.clock import Spread
from benchmarks.webshop.measures import Found, Row, Shops


def load(path: Path) -> Found:
    """Read the file that a run wrote."""
    read: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return Found(**{**read, "shops": read["shops"] and _shops(read["shops"])})


def _shops(shops: dict[str, Any]) -> Shops:
    return Shops(**{**shops, "rows": tuple([_row(row) for row in shops["rows"]])})


def _row(row: dict[str, Any]) -> Row:
    fields: dict[str, Any] = {
        name: Spread(**value) if isinstance(value, dict) else value for name, value in row.items()
    }
    return Row(**fields)
