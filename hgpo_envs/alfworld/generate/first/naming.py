"""Give every receptacle, thing and place its id in the game file and its name in the text.

The engine names an entity after the part of its id before ``_bar_`` and numbers those of one name
downwards along the sorted ids: of three apples ``apple_bar_01`` is "apple 3".
"""

from dataclasses import dataclass

from hgpo_envs.alfworld.generate.first.scenes import Scene
from hgpo_envs.alfworld.generate.numbering import identifier, numbered

START = "loc_bar_00"
"""Where the agent starts; nothing stands there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Naming:
    """Ids and names, by index into the scene's receptacles and items."""

    receptacle_ids: tuple[str, ...]
    receptacle_names: tuple[str, ...]
    item_ids: tuple[str, ...]
    item_names: tuple[str, ...]
    places: tuple[str, ...]
    """The id of the place of each receptacle."""


def name_all(scene: Scene) -> Naming:
    """Number the receptacles and the items of a scene."""
    receptacles = numbered(scene.layout.types)
    items = numbered([item.kind for item in scene.items])
    return Naming(
        receptacle_ids=tuple(identifier(kind, rank, digits=2) for kind, rank, _ in receptacles),
        receptacle_names=tuple(f"{kind} {number}" for kind, _, number in receptacles),
        item_ids=tuple(identifier(kind, rank, digits=2) for kind, rank, _ in items),
        item_names=tuple(f"{kind} {number}" for kind, _, number in items),
        places=tuple(f"loc_bar_{place:02d}" for place in scene.layout.places),
    )
