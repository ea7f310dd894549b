"""A small sound world on which every rule of the conformance check can be tried: a dark hall.

The broken worlds beside it change one thing each.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple, cast

from hgpo_envs import EnvSpec, Scene, TaskPanel, TextEnv

ROOMS = ("porch", "cloakroom", "gallery", "pantry", "library")
TASKS = 24


class State(NamedTuple):
    task: str = ""
    lamp: int = 0
    room: int = 0
    has_lamp: bool = False
    is_lit: bool = False


class Expert:
    """Goes right until it sees the lamp, and lights it on the porch."""

    def reset(self, opening_text: str) -> None:
        self._has_lamp = False

    def act(self, observation: str, admissible: tuple[str, ...]) -> str:
        if "take lamp" in admissible:
            self._has_lamp = True
            return "take lamp"
        if not self._has_lamp:
            return "go right"
        return "light lamp" if "light lamp" in admissible else "go left"


class Hall(TextEnv):
    """Find the lamp in a row of rooms, bring it to the porch and light it."""

    known_extras = ("lamp",)

    def __init__(
        self,
        *,
        spec: EnvSpec,
        split: str,
        max_steps: int,
        extras: Sequence[str] = (),
        render_mode: str | None = None,
        rooms: int = len(ROOMS),
    ) -> None:
        panel = TaskPanel(env_id=spec.id, split=split, version="1", ids=self.ids(split))
        super().__init__(panel=panel, max_steps=max_steps, extras=extras, render_mode=render_mode)
        self.rooms = rooms
        self.state = State()
        self.furnish()

    def furnish(self) -> None:
        """Do what a broken hall adds to its making."""

    def ids(self, split: str) -> tuple[str, ...]:
        return tuple(f"{split}-{number:02d}" for number in range(TASKS))

    def begin(self, task: str) -> tuple[str, Scene]:
        self.state = State(task, self.place_of_lamp(task))
        return "Light the lamp on the porch.", self.scene(self.look())

    def place_of_lamp(self, task: str) -> int:
        return 1 + int(task[-2:]) % (self.rooms - 1)

    def act(self, action: str) -> Scene:
        if action not in self.listed():
            return self.refuse(action)
        state = self.state
        if action in {"go left", "go right"}:
            self.state = state._replace(room=state.room + (1 if action == "go right" else -1))
        elif action == "take lamp":
            self.state = state._replace(has_lamp=True)
        elif action == "light lamp":
            self.state = state._replace(is_lit=True)
            return self.win()
        return self.scene(self.look())

    def refuse(self, action: str) -> Scene:
        return self.scene("That can't be done.")._replace(inadmissible=True)

    def win(self) -> Scene:
        return self.scene("There is light!")._replace(reward=1.0, terminated=True)

    def look(self) -> str:
        seen = " A lamp is here." if "take lamp" in self.listed() else ""
        return f"You are in the {ROOMS[self.state.room]}.{seen}"

    def listed(self) -> tuple[str, ...]:
        _, lamp, room, has_lamp, is_lit = self.state
        can = {
            "go left": room > 0,
            "go right": room < self.rooms - 1,
            "light lamp": has_lamp and room == 0 and not is_lit,
            "look": True,
            "take lamp": room == lamp and not has_lamp,
        }
        return tuple(action for action, is_possible in can.items() if is_possible)

    def scene(self, text: str) -> Scene:
        return Scene(
            text, self.listed(), self.state.is_lit, extras={"lamp": ROOMS[self.state.lamp]}
        )

    def save(self) -> object:
        return self.state

    def load(self, state: object) -> None:
        self.state = cast(State, state)

    def make_expert(self) -> Expert:
        return Expert()


HALL = EnvSpec(
    id="Hall-v0",
    entry_point="worlds.hall:Hall",
    splits=("train", "test"),
    default_split="train",
    max_steps=20,
    licence="Apache-2.0",
    data_version="1",
    description="Bring light to a dark hall.",
    options={"rooms": "how many there are, up to 5 (default: 5)"},
)


def broken(entry: type[TextEnv], **changes: object) -> EnvSpec:
    """Return the hall's entry, made for a world that breaks a rule."""
    made: dict[str, object] = {
        "id": f"{entry.__name__}-v0",
        "entry_point": f"{entry.__module__}:{entry.__name__}",
        **changes,
    }
    return replace(HALL, **made)  # type: ignore[arg-type]
