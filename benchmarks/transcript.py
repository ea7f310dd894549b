"""A fingerprint of what an engine said, to show that two of them said the same."""

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import TypeAlias

#: An observation and the admissible commands that go with it.
Said: TypeAlias = tuple[str, Sequence[str]]


def digest(said: Sequence[Said]) -> str:
    """Return the SHA-256 of what an engine said in one play."""
    lines = json.dumps([[text, list(commands)] for text, commands in said])
    return sha256(lines.encode()).hexdigest()
