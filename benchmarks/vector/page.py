"""The page docs/performance-vector.md, from what was found."""

from collections.abc import Iterator, Sequence

from benchmarks.heading import heading
from benchmarks.page import time_text
from benchmarks.vector.found import Found, Layers, Scaling

WHAT = {
    "engine": "engine alone: `Play.command`, `Play.admissible`",
    "environment": "environment around it: `env.step`",
    "vector": "`GroupVectorEnv` over `ContextWrapper` with `window(4)`: contexts, anchors, step",
    "prompts": "the same, every prompt rendered",
}


def page(found: Found) -> str:
    """Return the page."""
    return "\n".join(_lines(found)) + "\n"


def _lines(found: Found) -> Iterator[str]:
    yield from heading(
        "Performance of group rollouts",
        command=found.command,
        record="performance-vector.json",
        about={**found.machine, **found.versions},
    )
    yield ""
    yield from _layers(found.layers)
    yield ""
    yield from _scaling(found.scaling)
    yield ""
    yield (
        "`make soak-workers` plays 10,000 episodes while a worker is killed every few seconds and "
        "compares every observation, prompt and reward with a run that nothing disturbs."
    )


def _layers(layers: Layers) -> Iterator[str]:
    members = layers.games * layers.group_size
    processes = len(layers.rounds["engine"])
    yield "## In one process"
    yield ""
    yield (
        f"{members} members: {layers.games} {layers.source} games, {layers.group_size} members "
        f"each, {layers.steps} random commands a member, the same on every layer and played for "
        "the first time. The layers take turns at every step in one process, each on its own "
        f"copies of the games; {processes} processes, one after the other. Times are CPU time, "
        "the median of the processes; shares are taken within a process, and their mean is given "
        "with its standard error."
    )
    yield ""
    yield "| layer | a step of one member | against the engine |"
    yield "|---|--:|--:|"
    for layer, what in WHAT.items():
        against = 1 + layers.share(layer, "engine")[0]
        yield f"| {what} | {time_text(layers.typical(layer))} | {against:.2f} |"
    yield ""
    yield (
        f"Wrapper, memory and vectoriser add **{_percent(layers.overhead)}** of the engine's step "
        f"to that of the environment; with the environment it is {_percent(layers.all_overhead)}."
    )


def _percent(share: tuple[float, float]) -> str:
    mean, error = share
    return f"{mean:.1%} ± {error:.1%}"


def _scaling(rows: Sequence[Scaling]) -> Iterator[str]:
    yield "## In workers"
    yield ""
    yield (
        "Whole rollouts, resets included, of a policy that reads every prompt and every list of "
        f"actions and chooses at random; {rows[0].members} members side by side, `window(8)`, "
        "which a run has where nothing else is configured. Steps a second, of each rollout the "
        f"fastest of {len(rows[0].rounds['1'])} rounds. *Two processes* are two of the first "
        "column at once, which have nothing to do with each other: what two cores of this machine "
        "can give."
    )
    yield ""
    yield (
        "| environment | characters a prompt | no workers | 1 worker | 2 workers | 2 against 1 "
        "| two processes against one | own part |"
    )
    yield "|---|--:|--:|--:|--:|--:|--:|--:|"
    for row in rows:
        cells = [f"{row.best(workers):,.0f}" for workers in ("0", "1", "2")]
        yield (
            f"| {row.env} | {row.characters:,} | {' | '.join(cells)} | **{row.gain:.2f}** "
            f"| {row.ceiling:.2f} | {row.own:.0%} |"
        )
    yield ""
    yield (
        "With workers the environments, memories and prompts are worked on elsewhere; the process "
        "that acts reads of an answer only what it is asked for. On a machine of two cores it "
        "shares them with its workers. What can't be split is its *own part* of a step's CPU time, "
        "against a step without workers: the policy, and taking the answers in."
    )
