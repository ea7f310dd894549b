"""The official data set as its authors publish it: names, splits and how many games they hold."""

from collections.abc import Mapping
from types import MappingProxyType

VARIABLE = "ALFWORLD_DATA"
VERSION = "json_2.1.1"
GAME = "game.tw-pddl"
TRAJECTORY = "traj_data.json"

WHOLE: Mapping[str, int] = MappingProxyType(
    {"train": 3554, "valid_train": 200, "valid_seen": 140, "valid_unseen": 134}
)
"""Playable games of each official split: solvable, without sliced and movable objects."""

WHOLE_IDS: Mapping[str, str] = MappingProxyType(
    {
        "train": "f15886e92b5fe91379abc7c5f79330f4b58bde6479d533502d624798166c451f",
        "valid_seen": "ef35bea9156a6c9bc173a60a3753b93df39adfd1b6bbe322e4f085a710ac2358",
    }
)
"""SHA-256 of the sorted task ids, one a line, of the splits that were at hand to be read."""

CONTENT: Mapping[str, str] = MappingProxyType(
    {
        "train": "f9c2ddc8edd83c306ee933d03d5b2e1d60689cb8939ec08f049706adaae12218",
        "valid_seen": "b53e08fc0f33d1831b8b0b6d6d58c4f39a6629e98237492fe4d6ccc3ba7c0679",
    }
)
"""SHA-256 over the playable games' ids and files, of the same splits: games of another version of
the data set can bear the same ids."""
