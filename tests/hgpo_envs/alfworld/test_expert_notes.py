"""What the expert keeps in mind of the texts that it has read."""

from hgpo_envs.alfworld.expert.notes import Notes

OPENING = (
    "You are in the middle of a room. Looking quickly around you, you see a desk 2, a desk 1, "
    "a drawer 1, and a fridge 1.\n\nYour task is to: put two pen in drawer."
)


def test_the_receptacles_are_read_from_the_opening_in_the_order_of_their_numbers():
    assert Notes(OPENING).receptacles == ("desk 1", "desk 2", "drawer 1", "fridge 1")


def test_a_thing_is_noted_where_it_was_seen_until_it_is_taken():
    notes = Notes(OPENING)
    notes.read("You arrive at loc 3. On the desk 1, you see a pen 2, and a pen 1.", ())
    assert notes.where("pen") == [("pen 2", "desk 1"), ("pen 1", "desk 1")]
    notes.read("You pick up the pen 2 from the desk 1.", ())
    assert notes.where("pen") == [("pen 1", "desk 1")]
    assert notes.holding == "pen 2"


def test_a_thing_is_noted_where_it_was_put_in_either_dialect():
    for text in ("You move the pen 2 to the drawer 1.", "You put the pen 2 in/on the drawer 1."):
        notes = Notes(OPENING)
        notes.read("You pick up the pen 2 from the desk 1.", ())
        notes.read(text, ())
        assert notes.holding == ""
        assert notes.where("pen") == [("pen 2", "drawer 1")]


def test_a_thing_in_the_hand_is_not_noted_as_lying_though_the_text_still_lists_it():
    # Some official games list a thing in two receptacles; taken from one, it stays in the other.
    notes = Notes(OPENING)
    notes.read("You pick up the pen 2 from the desk 1.", ())
    notes.read("You arrive at loc 4. On the desk 2, you see a pen 2.", ())
    assert notes.where("pen") == []


def test_an_open_container_shows_its_content_and_a_closed_one_does_not():
    notes = Notes(OPENING)
    notes.read("You arrive at drawer 1. The drawer 1 is closed.", ())
    assert "drawer 1" not in notes.contents
    notes.read("You open the drawer 1. The drawer 1 is open. In it, you see nothing.", ())
    assert notes.contents["drawer 1"] == []


def test_what_can_be_taken_is_noted_though_no_text_listed_it():
    # Receptacles that share a place: the text tells of one, the commands of all.
    notes = Notes(OPENING)
    notes.read(
        "You arrive at desk 1.", ("examine desk 1", "examine desk 2", "take pen 3 from desk 2")
    )
    assert notes.where("pen") == [("pen 3", "desk 2")]
    assert notes.here == {"desk 1", "desk 2"}


def test_a_lamp_is_noted_by_its_switch():
    notes = Notes(OPENING)
    notes.read("The drawer 1 is closed.", ("examine drawer 1", "use desklamp 1"))
    assert notes.lamps == {"desklamp 1": "drawer 1"}


def test_cooling_undoes_heating_but_not_cleaning():
    notes = Notes(OPENING)
    notes.read("You clean the egg 1 using the sinkbasin 1.", ())
    notes.read("You heat the egg 1 using the microwave 1.", ())
    notes.read("You cool the egg 1 using the fridge 1.", ())
    assert notes.treated == {("clean", "egg 1"), ("cool", "egg 1")}
