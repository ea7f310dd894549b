"""Give everything its id in the game file and its name in the text.

The engine names an entity after the part of its id before ``_bar_`` and numbers those of one name
downwards along the sorted ids: of three apples ``apple_bar_001`` is "apple 3".
"""

from dataclasses import dataclass

from hgpo_envs.alfworld.generate.measured.scene import Scene
from hgpo_envs.alfworld.generate.numbering import identifier, numbered


@dataclass(frozen=True, slots=True, kw_only=True)
class Naming:
    """Ids and names, by index into the scene's rooms, doors, receptacles and things."""

    rooms: tuple[str, ...]
    doors: tuple[str, ...]
    receptacles: tuple[str, ...]
    things: tuple[str, ...]
    door_names: tuple[str, ...]
    receptacle_names: tuple[str, ...]
    thing_names: tuple[str, ...]
    middles: tuple[str, ...]
    """The place in the middle of each room, where nothing stands."""
    receptacle_places: tuple[str, ...]
    thing_places: tuple[str, ...]
    """The place of each thing; one that lies in no receptacle has a place of its own."""


def name_all(scene: Scene) -> Naming:
    """Name everything in a scene."""
    home = scene.home
    rooms = numbered([f"{kind}room" if kind == "living" else kind for kind in home.kinds])
    doors = numbered(["door"] * len(home.doors))
    receptacles = numbered(home.types)
    things = numbered([thing.kind for thing in scene.things])
    places = tuple(_place(len(rooms) + place) for place in home.places)
    first_free = len(rooms) + len(set(home.places))
    return Naming(
        rooms=_ids(rooms),
        doors=_ids(doors),
        receptacles=_ids(receptacles),
        things=_ids(things),
        door_names=_names(doors),
        receptacle_names=_names(receptacles),
        thing_names=_names(things),
        middles=tuple(_place(at) for at in range(len(rooms))),
        receptacle_places=places,
        thing_places=tuple(
            places[thing.receptacles[0]] if thing.receptacles else _place(first_free + at)
            for at, thing in enumerate(scene.things)
        ),
    )


_Numbered = list[tuple[str, int, int]]


def _ids(numbered: _Numbered) -> tuple[str, ...]:
    return tuple(identifier(kind, rank, digits=3) for kind, rank, _ in numbered)


def _names(numbered: _Numbered) -> tuple[str, ...]:
    return tuple(f"{kind} {number}" for kind, _, number in numbered)


def _place(at: int) -> str:
    return f"loc_bar_{at:03d}"
