"""The map that the expert draws of rooms joined by doors."""

from hgpo_envs.alfworld.expert.rooms import Rooms

HALL = "You are in the middle of the hall 1. Looking quickly around you, you see a desk 1."


def through(door, room, *receptacles):
    seen = ", and ".join(f"a {name}" for name in receptacles)
    return (
        f"You go through the {door} into the {room}. Looking quickly around you, you see {seen}. "
        f"Besides the {door}, you see a door 9."
    )


def doors(*numbers):
    return tuple(f"go through door {number}" for number in numbers)


def test_one_room_without_doors_has_nothing_to_explore():
    rooms = Rooms("You are in the middle of a room.", ("desk 1",))
    assert rooms.read("", ("go to desk 1", "look")) == ()
    assert (rooms.unexplored(), rooms.towards("desk 1"), rooms.is_here("desk 1")) == ("", "", True)


def test_the_way_leads_through_the_fewest_doors_that_are_known():
    # hall -1- den -2- loft -3- hall: from the hall the loft is nearer by door 3, once known.
    rooms = Rooms(HALL, ("desk 1",))
    rooms.read("", doors(1, 3))
    assert rooms.unexplored() == "go through door 1"
    assert rooms.read(through("door 1", "den 1", "sofa 1"), doors(1, 2)) == ("sofa 1",)
    assert rooms.read(through("door 2", "loft 1", "bed 1", "desk 2"), doors(2)) == (
        "bed 1",
        "desk 2",
    )
    assert rooms.is_here("bed 1")
    assert not rooms.is_here("desk 1")
    # Door 3 of the hall was never gone through: back through door 2, then door 1.
    assert (rooms.towards("desk 1"), rooms.unexplored()) == (*doors(2), *doors(2))
    rooms.read(through("door 2", "den 1", "sofa 1"), doors(1, 2))
    rooms.read(through("door 1", "hall 1", "desk 1"), doors(1, 3))
    assert rooms.towards("bed 1") == "go through door 1"
    rooms.read(through("door 3", "loft 1", "bed 1", "desk 2"), doors(2, 3))
    assert rooms.towards("desk 1") == "go through door 3"
    assert rooms.unexplored() == ""
