"""The splits of generated games."""

from collections.abc import Mapping

from hgpo_envs.errors import UnknownNameError
from hgpo_envs.suggest import unknown_name

SIZES: Mapping[str, int] = {"gen_train": 2000, "gen_seen": 200, "gen_unseen": 200}
"""Games that a split lists; unseen ones ask for pairs, in rooms, that no other split has."""


def check_split(split: str) -> None:
    """Refuse a split that there isn't.

    Raises:
        UnknownNameError: there is no such split; the nearest one is named.
    """
    if split not in SIZES:
        raise UnknownNameError(unknown_name("generated split", split, SIZES))
