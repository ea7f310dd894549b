"""Compare generated games with the official ones: a table and plots in docs/.

``make generator-stats`` runs it. The official side is what was measured on the training games and
ships with the package, so no official data is needed.
"""

import argparse
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path

from benchmarks.generator_plots import draw_plots
from hgpo_envs.alfworld.generate.measured.compare import Rooms, average, compare
from hgpo_envs.alfworld.generate.measured.figures import figures
from hgpo_envs.alfworld.generate.measured.games import VERSION, Maker
from hgpo_envs.alfworld.generate.measured.knobs import LEVELS
from hgpo_envs.alfworld.generate.measured.measure import rounded
from hgpo_envs.alfworld.generate.measured.reading import read_scene
from hgpo_envs.alfworld.generate.measured.scene import Scene
from hgpo_envs.alfworld.generate.measured.tally import RoomCounts, tally

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "alfworld-generator.md"
PLOTS = ROOT / "docs" / "alfworld-generator"
BEGIN, END = "<!-- statistics: begin -->", "<!-- statistics: end -->"
_COLUMNS = ("receptacles", "things", "placements", "groups", "openable", "sizes")


def generated_scenes(split: str, games: int) -> Iterator[Scene]:
    """Make games of the level ``official-like`` and read each back from its PDDL text."""
    maker = Maker(family="household", difficulty=LEVELS["official-like"])
    for index in range(games):
        scene = maker.make(split, index).scene
        text = str(maker.game(split, index, "newer")["pddl_problem"])
        yield read_scene(text, kind=scene.home.kinds[0], goal=scene.goal)


def measure(games: int, unseen: int) -> dict[str, Rooms]:
    """Count what is in generated games, by split."""
    sizes = {"gen_train": games, "gen_unseen": unseen}
    return {split: tally(generated_scenes(split, size)) for split, size in sizes.items()}


def summary(generated: Mapping[str, Rooms]) -> dict[str, object]:
    """Return the distances of generated games from the official ones, and averages of both."""
    official = figures().observed
    distances = {
        split: rounded(asdict(compare(official, rooms))) for split, rooms in generated.items()
    }
    return {
        "generator_version": VERSION,
        "official_games": figures().games,
        "games": {
            s: sum(room["games"] for room in rooms.values()) for s, rooms in generated.items()
        },
        "distances": {**distances, "official_halves": figures().halves},
        "averages": {
            kind: {"official": averages(official[kind])}
            | {split: averages(rooms[kind]) for split, rooms in generated.items()}
            for kind in official
        },
    }


def averages(counts: RoomCounts) -> dict[str, float]:
    """Return averages per game in one kind of room."""
    games = counts["games"]
    placed = [
        (place, number)
        for histogram in counts["placements"].values()
        for place, number in histogram.items()
    ]
    totals = {
        "places with several receptacles": sum(counts["groups"].values()),
        "things in two receptacles or more": sum(n for place, n in placed if "+" in place),
        "things in other things": sum(sum(h.values()) for h in counts["nested"].values()),
        "things that start cool": counts["cool"].get("1", 0),
    }
    sizes = {name.replace("_", " "): average(h) for name, h in counts["sizes"].items()}
    return {
        name: round(value, 2)
        for name, value in {**sizes, **{k: v / games for k, v in totals.items()}}.items()
    }


def table(found: Mapping[str, object]) -> str:
    """Write the summary as Markdown."""
    distances: dict[str, dict[str, dict[str, dict[str, float]]]] = found["distances"]  # type: ignore[assignment]
    return "\n\n".join(
        (
            _distance_table(distances),
            _plan_table(found["distances"]),  # type: ignore[arg-type]
            _average_table(found["averages"]),  # type: ignore[arg-type]
        )
    )


def _distance_table(
    distances: Mapping[str, Mapping[str, Mapping[str, Mapping[str, float]]]],
) -> str:
    rows = [
        [room, _SIDES[side], *(f"{distances[side]['rooms'][room][name]:.3f}" for name in _COLUMNS)]
        for room in sorted(distances["gen_train"]["rooms"])
        for side in _SIDES
    ]
    return _markdown(["room", "games", *_COLUMNS], rows)


_SIDES = {
    "gen_train": "generated, `gen_train`",
    "gen_unseen": "generated, `gen_unseen`",
    "official_halves": "official, even against odd floor plans",
}


def _plan_table(distances: Mapping[str, Mapping[str, Mapping[str, float]]]) -> str:
    rows = [
        [f"`{task}`", *(f"{distances[side]['plans'][task]:.3f}" for side in _SIDES)]
        for task in distances["gen_train"]["plans"]
    ]
    rows.append(
        [
            "shares of task types and rooms",
            *(f"{distances[side]['tasks']:.3f}" for side in _SIDES),
        ]
    )
    return _markdown(["lengths of shortest plans", *_SIDES.values()], rows)


def _average_table(averages: Mapping[str, Mapping[str, Mapping[str, float]]]) -> str:
    sides = ("official", "gen_train")
    rows = [
        [name, *(f"{averages[room][side][name]:.2f}" for room in averages for side in sides)]
        for name in sorted(averages["kitchen"]["official"])
    ]
    heads = [
        f"{room}, {'official' if side == 'official' else 'ours'}"
        for room in averages
        for side in sides
    ]
    return _markdown(["average per game", *heads], rows)


def _markdown(heads: list[str], rows: list[list[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def insert(page: str, text: str) -> str:
    """Return a page with a text between its two marks."""
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}\n\n{text}\n\n{END}{rest.partition(END)[2]}"


def main() -> None:
    """Generate, count, compare, and write the table, the plots and the numbers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000, help="games of gen_train (2000)")
    parser.add_argument("--unseen", type=int, default=1000, help="games of gen_unseen (1000)")
    arguments = parser.parse_args()
    generated = measure(arguments.games, arguments.unseen)
    found = summary(generated)
    PLOTS.mkdir(parents=True, exist_ok=True)
    numbers = json.dumps(found, indent=1, sort_keys=True) + "\n"
    (PLOTS / "statistics.json").write_text(numbers, encoding="utf-8")
    draw_plots(figures().observed, generated["gen_train"], PLOTS)
    PAGE.write_text(insert(PAGE.read_text(encoding="utf-8"), table(found)), encoding="utf-8")


if __name__ == "__main__":
    main()
