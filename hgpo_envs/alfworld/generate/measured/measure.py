"""Measure the official training games: the figures that games of our own are drawn from.

Usage::

    python -m hgpo_envs.alfworld.generate.measured.measure ALFWORLD_DATA FIGURES.json
"""

import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from hgpo_envs.alfworld.data.layout import GAME, VERSION
from hgpo_envs.alfworld.generate.measured.compare import compare
from hgpo_envs.alfworld.generate.measured.fitting import Choice, fit_odds, fit_weights
from hgpo_envs.alfworld.generate.measured.reading import PROPERTIES, read_facts, read_scene
from hgpo_envs.alfworld.generate.measured.scene import Home, Scene
from hgpo_envs.alfworld.generate.measured.tally import Histogram, is_available, join, tally
from hgpo_envs.alfworld.generate.measured.tasks import LOOK, OFFICIAL, goal_of
from hgpo_envs.alfworld.official import official_panel

SOURCE = "measured from the ALFWorld/ALFRED training games (json_2.1.1), MIT"
_TASK_FOLDER = re.compile(r"(\w+)-(\w+)-(\w+)-(\w+)-(\d+)$")
_ROOMS = ("kitchen", "", "living", "bedroom", "bathroom")
_PERCENT = 100


def room_kind(floor_plan: int) -> str:
    """Return the kind of room of an official floor plan's number.

    Example:
        >>> room_kind(7), room_kind(412)
        ('kitchen', 'bathroom')
    """
    return _ROOMS[floor_plan // 100]


def official_scenes(root: Path, split: str = "train") -> Iterator[Scene]:
    """Read the playable one-room games of an official split, in the order of its panel."""
    for task_id, problem in _problems(root, split):
        yield read_official(task_id, problem)


def read_official(task_id: str, problem: str) -> Scene:
    """Read an official game's scene; its id says what it asks for, and in which room."""
    found = _TASK_FOLDER.match(task_id.split("/", maxsplit=1)[0])
    if found is None or found[1] not in OFFICIAL:
        raise ValueError(f"{task_id!r} is no official task; expected TYPE-THING-X-TARGET-NUMBER.")
    task, thing, _, target, number = found.groups()
    goal = goal_of(task, (thing.lower(), target.lower()))
    return read_scene(problem, kind=room_kind(int(number)), goal=goal)


def measure(root: Path) -> dict[str, object]:
    """Return the figures of the training games in the folder that holds ``json_2.1.1``."""
    problems = list(_problems(root, "train"))
    scenes = [read_official(task_id, problem) for task_id, problem in problems]
    return {
        "source": SOURCE,
        "games": len(scenes),
        "properties": _properties(scenes),
        "holds": _holds(problem for _, problem in problems),
        "observed": tally(scenes),
        "fitted": {
            kind: _fit([scene for scene in scenes if scene.home.kinds[0] == kind])
            for kind in sorted({scene.home.kinds[0] for scene in scenes})
        },
        "halves": _halves([task_id for task_id, _ in problems], scenes),
    }


def _halves(task_ids: list[str], scenes: list[Scene]) -> dict[str, object]:
    """Return how far the games in even floor plans are from those in odd ones.

    No generator that has not seen the floor plans can be expected to come nearer.
    """
    parities = [int(task_id.split("/")[0].rpartition("-")[2]) % 2 for task_id in task_ids]
    even, odd = (
        tally(scene for scene, parity in zip(scenes, parities, strict=True) if parity == half)
        for half in (0, 1)
    )
    return rounded(asdict(compare(even, odd)))


def rounded(distances: dict[str, object]) -> dict[str, object]:
    """Return distances to the third place, as they are written down."""
    return {
        name: rounded(value) if isinstance(value, dict) else round(float(str(value)), 3)
        for name, value in distances.items()
    }


def _problems(root: Path, split: str) -> Iterator[tuple[str, str]]:
    for task_id in official_panel("ALFWorld-v0", split, root).ids:
        path = root / VERSION / split / task_id / GAME
        yield task_id, json.loads(path.read_bytes())["pddl_problem"]


def _properties(scenes: list[Scene]) -> dict[str, Histogram]:
    """Return, for each kind of thing, its properties with the share of things that have them."""
    total: Counter[str] = Counter()
    having: dict[str, Counter[str]] = defaultdict(Counter)
    for scene in scenes:
        for thing in scene.things:
            total[thing.kind] += 1
            having[thing.kind].update(thing.properties)
    return {
        kind: {
            word: round(_PERCENT * having[kind][word] / total[kind])
            for word in PROPERTIES
            if having[kind][word]
        }
        for kind in sorted(total)
    }


def _holds(problems: Iterator[str]) -> dict[str, list[str]]:
    pairs = {tuple(pair) for problem in problems for pair in read_facts(problem)["cancontain"]}
    table: dict[str, list[str]] = defaultdict(list)
    for receptacle, thing in sorted(pairs):
        table[receptacle.removesuffix("type")].append(thing.removesuffix("type"))
    return dict(table)


def _fit(scenes: list[Scene]) -> dict[str, object]:
    """Fit what draws things to receptacles, and goals to targets, in one kind of room."""
    combinations: dict[str, set[str]] = defaultdict(set)
    for scene in scenes:
        for kind, place in _placements(scene):
            combinations[kind].add(place)
    places: dict[str, list[Choice]] = defaultdict(list)
    targets: dict[str, list[Choice]] = defaultdict(list)
    for scene in scenes:
        counts = Counter(scene.home.types)
        for kind, place in _placements(scene):
            places[kind].append((place, _available(combinations[kind], counts)))
        if scene.goal.task != LOOK:
            targets[scene.goal.task].append((scene.goal.errands[0].target, tuple(sorted(counts))))
    weights = {kind: fit_weights(places[kind]) for kind in sorted(places)}
    return {
        "places": weights,
        "targets": {task: fit_weights(targets[task]) for task in sorted(targets)},
        "groups": _group_rates(scenes),
        "closed_source_odds": round(_closed_source_odds(scenes, weights), 3),
    }


def _group_rates(scenes: list[Scene]) -> Histogram:
    """Return how many groups of a combination there are in 1,000 rooms that have its types."""
    rooms = Counter(tuple(sorted(scene.home.types)) for scene in scenes)
    seen = tally(scenes)[scenes[0].home.kinds[0]]["groups"]
    out = {}
    for combination, count in seen.items():
        able = sum(n for types, n in rooms.items() if is_available(combination, Counter(types)))
        out[combination] = round(1000 * count / able)
    return out


def _placements(scene: Scene) -> Iterator[tuple[str, str]]:
    for thing in scene.things:
        yield thing.kind, join(scene.home.types[at] for at in thing.receptacles)


def _available(combinations: set[str], counts: Counter[str]) -> tuple[str, ...]:
    return tuple(sorted(name for name in combinations if is_available(name, counts)))


def _closed_source_odds(scenes: list[Scene], weights: dict[str, dict[str, int]]) -> float:
    """Compare how often a thing that must be fetched is shut away with how often others are."""
    chances, seen = [], 0
    for scene in scenes:
        errand = scene.goal.errands[0]
        mine = [t for t in scene.things if t.kind == errand.thing and t.receptacles]
        if len(mine) != errand.count:
            continue
        chance = _closed_share(scene.home, weights[errand.thing], errand.target)
        if not 0 < chance < 1:
            continue
        chances += [chance] * len(mine)
        seen += sum(any(at in scene.closed for at in thing.receptacles) for thing in mine)
    return fit_odds(chances, seen)


def _closed_share(home: Home, weights: dict[str, int], target: str) -> float:
    counts = Counter(home.types)
    closed = {home.types[at] for at in home.openable}
    total = shut = 0
    for place, weight in weights.items():
        types = set(place.split("+")) - {""}
        if not types or target in types or not is_available(place, counts):
            continue
        total += weight
        shut += weight if types & closed else 0
    return shut / total if total else 0.0


def main(root: str, out: str) -> None:
    """Write the figures of the games in a folder to a file."""
    text = json.dumps(measure(Path(root)), separators=(",", ":"), sort_keys=True)
    Path(out).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
