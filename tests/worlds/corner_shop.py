"""A third world, with open actions: a shop of two hundred things, searched by common words.

Its pages and actions have the form of WebShop's, on a hundred lines.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import NamedTuple, cast

import numpy as np

from hgpo_envs import EnvSpec, Scene, TaskPanel, TextEnv

KINDS = ("lamp", "desk", "rug", "mug", "scarf", "kettle", "basket", "mirror", "candle", "stool")
TRAITS = ("wooden", "steel", "woven", "painted")
COLOURS = ("red", "blue", "dark red", "ivory", "moss")
SIZES = ("small", "large", "x-large")
SPLITS = {"train": range(60), "test": range(60, 100)}


class Thing(NamedTuple):
    asin: str
    title: str
    price: float


def things() -> dict[str, Thing]:
    rng = np.random.default_rng(5)
    made = [
        Thing(f"T{number:03d}", f"Fine {trait} {kind} no {copy}", float(rng.integers(5, 60)))
        for number, (trait, kind, copy) in enumerate(product(TRAITS, KINDS, range(5)))
    ]
    return {thing.asin: thing for thing in made}


THINGS = things()


class State(NamedTuple):
    page: str = "search"
    query: str = ""
    asin: str = ""
    chosen: tuple[tuple[str, str], ...] = ()


class CornerShop(TextEnv):
    """Buy what is asked for, in the colour and size asked for, within the price."""

    def __init__(
        self,
        *,
        spec: EnvSpec,
        split: str,
        max_steps: int,
        extras: Sequence[str] = (),
        render_mode: str | None = None,
    ) -> None:
        ids = tuple(f"{split}-{number}" for number in SPLITS[split])
        panel = TaskPanel(env_id=spec.id, split=split, version="1", ids=ids)
        super().__init__(panel=panel, max_steps=max_steps, extras=extras, render_mode=render_mode)
        self._state = State()
        self._wish: tuple[str, ...] = ()
        self._most = 0.0
        self._told = ""

    def begin(self, task: str) -> tuple[str, Scene]:
        rng = np.random.default_rng(int(task.rpartition("-")[2]))
        thing = THINGS[f"T{rng.integers(200):03d}"]
        colour, size = str(rng.choice(COLOURS)), str(rng.choice(SIZES))
        _, trait, kind, *_ = thing.title.split()
        self._wish, self._most = (trait, kind, colour, size), thing.price + 5
        self._told = (
            f"Find me a {trait} {kind} with color {colour}, and size {size}, "
            f"and price lower than {self._most:.2f} dollars"
        )
        self._state = State()
        return self._told, self._scene()

    def act(self, action: str) -> Scene:
        if action.startswith("search[") and self._state.page == "search":
            self._state = State("results", action[7:-1])
        elif action not in self._links():
            return self._scene()._replace(inadmissible=True)
        elif (label := action[6:-1]) == "buy now":
            return self._buy()
        elif label == "back to search":
            self._state = State()
        elif label.upper() in THINGS:
            self._state = State("item", self._state.query, label.upper())
        else:
            group = "size" if label in SIZES else "color"
            chosen = {**dict(self._state.chosen), group: label}
            self._state = self._state._replace(chosen=tuple(chosen.items()))
        return self._scene()

    def save(self) -> object:
        return (self._state, self._wish, self._most, self._told)

    def load(self, state: object) -> None:
        self._state, self._wish, self._most, self._told = cast(
            "tuple[State, tuple[str, ...], float, str]", state
        )

    @staticmethod
    def make_expert() -> "Customer":
        return Customer()

    def _buy(self) -> Scene:
        trait, kind, colour, size = self._wish
        thing, chosen = THINGS[self._state.asin], dict(self._state.chosen)
        right = [
            trait in thing.title,
            chosen.get("color") == colour,
            chosen.get("size") == size,
            thing.price <= self._most,
        ]
        reward = sum(right) / 4 if kind in thing.title else 0.0
        return Scene("Thank you", ("click[buy now]",), reward == 1.0, reward, terminated=True)

    def _results(self) -> list[Thing]:
        asked = set(self._state.query.lower().split())
        score = {a: len(asked.intersection(t.title.lower().split())) for a, t in THINGS.items()}
        return [THINGS[a] for a in sorted(THINGS, key=lambda a: (-score[a], a))[:6]]

    def _links(self) -> Mapping[str, str]:
        """Return what can be clicked, in the page's order, with the text beside it."""
        if self._state.page == "search":
            return {"search[...]": ""}
        links = {"click[back to search]": ""}
        if self._state.page == "results":
            return links | {
                f"click[{t.asin.lower()}]": f"{t.title} ${t.price:.2f}" for t in self._results()
            }
        links |= {f"click[{colour}]": "color" for colour in COLOURS}
        return links | {f"click[{size}]": "size" for size in SIZES} | {"click[buy now]": ""}

    def _scene(self) -> Scene:
        parts = ["Instruction:", self._told]
        links = self._links()
        if self._state.page == "item":
            thing = THINGS[self._state.asin]
            parts += [thing.title, f"Price: ${thing.price:.2f}"]
        for action, beside in links.items():
            parts += [action[6:-1], *([beside] if self._state.page == "results" else [])]
        hints = {action: beside for action, beside in links.items() if beside}
        text = " [SEP] ".join(part for part in parts if part)
        return Scene(text, tuple(sorted(links)), facts={"action_hints": hints})


class Customer:
    """Searches for trait and kind, takes the first that it can pay, chooses and buys."""

    def reset(self, opening_text: str) -> None:
        words = opening_text.split(" [SEP] ")[1].removeprefix("Find me a ")
        self._thing, _, rest = words.partition(" with color ")
        colour, _, rest = rest.partition(", and size ")
        size, _, rest = rest.partition(", and price lower than ")
        self._todo = [f"click[{colour}]", f"click[{size}]", "click[buy now]"]
        self._most = float(rest.split()[0])

    def act(self, observation: str, admissible: tuple[str, ...]) -> str:
        if "search[...]" in admissible:
            return f"search[{self._thing}]"
        if "click[buy now]" in admissible:
            return self._todo.pop(0)
        parts = observation.split(" [SEP] ")
        for title, asin in zip(parts[2:], parts[1:], strict=False):
            words = title.split()
            if words[0] == "Fine" and float(words[-1][1:]) <= self._most:
                return f"click[{asin.lower()}]"
        return "click[back to search]"


CORNER_SHOP = EnvSpec(
    id="CornerShop-v0",
    entry_point="worlds.corner_shop:CornerShop",
    splits=("train", "test"),
    default_split="train",
    max_steps=8,
    open_actions=True,
    description="Buy a thing in a small shop.",
    licence="Apache-2.0",
    data_version="1",
)
