"""Draw generated games beside the official ones, the same bytes for the same numbers."""

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from hgpo_envs.alfworld.generate.measured.compare import Rooms, average, placements, plans
from hgpo_envs.alfworld.generate.measured.tally import Histogram, RoomCounts

OFFICIAL, OURS = "#4c566a", "#d08770"
_MOST_BARS = 16
_STYLE: Mapping[str, object] = {
    "svg.hashsalt": "hgpo-bench",
    "svg.fonttype": "none",
    "font.size": 8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
}


def draw_plots(official: Rooms, ours: Rooms, folder: Path) -> None:
    """Write the plots as SVG files without a date."""
    with mpl.rc_context(dict(_STYLE)):  # type: ignore[arg-type]  # a literal for every key there is
        _by_room(official, ours, _receptacles, folder / "receptacles.svg")
        _by_room(official, ours, _things, folder / "things.svg")
        _by_room(official, ours, _placements, folder / "placements.svg")
        _by_room(official, ours, _sizes, folder / "sizes.svg")
        _plan_lengths(official, ours, folder / "plans.svg")


Panel = Callable[[Axes, RoomCounts, RoomCounts], None]


def _by_room(official: Rooms, ours: Rooms, panel: Panel, path: Path) -> None:
    figure = Figure(figsize=(9, 7), layout="constrained")
    FigureCanvasSVG(figure)
    for axes, room in zip(figure.subplots(2, 2).flat, sorted(official), strict=True):
        axes.set_title(room)
        panel(axes, official[room], ours[room])
    _save(figure, path)


def _receptacles(axes: Axes, official: RoomCounts, ours: RoomCounts) -> None:
    _mean_bars(axes, official["receptacles"], ours["receptacles"], "receptacles a room")


def _things(axes: Axes, official: RoomCounts, ours: RoomCounts) -> None:
    _mean_bars(axes, official["things"], ours["things"], "objects a room")


def _mean_bars(
    axes: Axes, official: Mapping[str, Histogram], ours: Mapping[str, Histogram], label: str
) -> None:
    means = {name: average(histogram) for name, histogram in official.items()}
    names = sorted(means, key=lambda name: (-means[name], name))[:_MOST_BARS]
    others = [average(ours[name]) if name in ours else 0.0 for name in names]
    _pairs(axes, names, [means[name] for name in names], others)
    axes.set_ylabel(label)
    axes.tick_params("x", rotation=60)


def _placements(axes: Axes, official: RoomCounts, ours: RoomCounts) -> None:
    mine, others = placements(official), placements(ours)
    names = sorted({*mine, *others})
    axes.scatter(
        [mine[name] / mine.total() for name in names],
        [others[name] / others.total() for name in names],
        s=8,
        color=OURS,
        linewidths=0,
    )
    most = 1.2 * max(mine.values()) / mine.total()
    axes.plot([1e-4, most], [1e-4, most], color=OFFICIAL, linewidth=0.8)
    axes.set(xscale="log", yscale="log", xlim=(1e-4, most), ylim=(1e-4, most))
    axes.set(xlabel="share of placements, official", ylabel="share of placements, generated")


def _sizes(axes: Axes, official: RoomCounts, ours: RoomCounts) -> None:
    for counts, color, name in ((official, OFFICIAL, "official"), (ours, OURS, "generated")):
        for size, line in (("receptacles", "-"), ("things_in_receptacles", "--")):
            values, shares = _cumulated(counts["sizes"][size])
            label = f"{size.replace('_', ' ')}, {name}"
            axes.step(values, shares, where="post", color=color, linestyle=line, label=label)
    axes.set(xlabel="number in a room", ylabel="share of games with at most so many")
    axes.legend(fontsize=6, loc="lower right")


def _cumulated(histogram: Histogram) -> tuple[list[int], list[float]]:
    total, below = sum(histogram.values()), 0
    values, shares = [], []
    for value in sorted(histogram, key=int):
        below += histogram[value]
        values.append(int(value))
        shares.append(below / total)
    return values, shares


def _plan_lengths(official: Rooms, ours: Rooms, path: Path) -> None:
    mine, others = plans(official), plans(ours)
    figure = Figure(figsize=(9, 5), layout="constrained")
    FigureCanvasSVG(figure)
    for axes, task in zip(figure.subplots(2, 3).flat, sorted(mine), strict=True):
        lengths = sorted({*mine[task], *others[task]}, key=int)
        _pairs(axes, lengths, _shares(mine[task], lengths), _shares(others[task], lengths))
        axes.set(title=task, xlabel="commands in a shortest plan", ylabel="share of games")
    _save(figure, path)


def _shares(counter: Counter[str], names: list[str]) -> list[float]:
    return [counter[name] / counter.total() for name in names]


def _pairs(axes: Axes, names: list[str], official: list[float], ours: list[float]) -> None:
    at = range(len(names))
    axes.bar([x - 0.2 for x in at], official, width=0.4, color=OFFICIAL, label="official")
    axes.bar([x + 0.2 for x in at], ours, width=0.4, color=OURS, label="generated")
    axes.set_xticks(list(at), names)
    axes.legend(fontsize=7)


def _save(figure: Figure, path: Path) -> None:
    figure.savefig(path, metadata={"Date": None, "Creator": None})
