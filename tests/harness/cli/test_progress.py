"""What is shown of the harness's events."""

import io

import pytest
from rich.console import Console

from harness.cli.progress import ProgressBars, ProgressLines, watching
from harness.observer import (
    BatchDone,
    CellDone,
    CellStarted,
    Evaluated,
    EvaluationProgress,
    Note,
    SilentObserver,
    WorkPlanned,
    part_spent,
)

CAPS = {"env_steps": 100, "flops": 1000}
EVENTS = (
    WorkPlanned(cells=["a/seed-0", "b/seed-0"], kept=["b/seed-0"]),
    CellStarted(cell="a/seed-0", caps=CAPS),
    BatchDone(cell="a/seed-0", batch=9, success=0.2, spent={"env_steps": 50, "flops": 10}),
    BatchDone(cell="a/seed-0", batch=10, success=0.5, spent={"env_steps": 60, "flops": 750}),
    EvaluationProgress(cell="a/seed-0", done=3, total=4, won=1),
    Evaluated(cell="a/seed-0", what="final", success=0.25, episodes=4),
    CellDone(cell="a/seed-0", success=0.25, spent={"env_steps": 60}),
    Note(text="A [worker] was lost."),
)


def console(*, terminal: bool) -> Console:
    return Console(file=io.StringIO(), force_terminal=terminal, width=100, highlight=False)


def test_lines_are_plain_and_few():
    plain = console(terminal=False)
    lines = ProgressLines(plain)
    for event in EVENTS:
        lines.notify(event)
    # 750 of 1000 flops are the tightest cap's share, so a quarter is left
    assert plain.file.getvalue().splitlines() == [
        "1 of 2 cells are finished already and kept.",
        "a/seed-0: started",
        "a/seed-0: batch 10, 50.0% won, 25% of the budget left",
        "a/seed-0: final: 25.0% of 4 episodes won",
        "a/seed-0: done, 25.0% won",
        "A [worker] was lost.",
    ]


def test_a_cell_that_was_begun_before_goes_on():
    plain = console(terminal=False)
    ProgressLines(plain).notify(CellStarted(cell="a", caps=CAPS, spent={"env_steps": 50}))
    assert plain.file.getvalue() == "a: goes on\n"


def test_bars_show_cells_and_leave_lines():
    screen = console(terminal=True)
    with ProgressBars(screen) as bars:
        for event in EVENTS:
            bars.notify(event)
            bars._progress.refresh()
    shown = screen.file.getvalue()
    for text in ("cells", "batch 10, 50% won", "evaluating 3/4, 33% won", "A [worker] was lost."):
        assert text in shown


def test_a_bar_appears_for_an_evaluation_alone():
    screen = console(terminal=True)
    with ProgressBars(screen) as bars:
        bars.notify(EvaluationProgress(cell="random", done=1, total=4, won=0))
        assert [task.completed for task in bars._progress.tasks] == [0.25]


@pytest.mark.parametrize(
    ("quiet", "terminal", "kind"),
    [
        (True, True, SilentObserver),
        (False, True, ProgressBars),
        (False, False, ProgressLines),
    ],
)
def test_bars_are_for_terminals_and_quiet_is_quiet(quiet, terminal, kind):
    screen = console(terminal=terminal)
    with watching(quiet=quiet, console=screen) as observer:
        assert type(observer) is kind
    if quiet:
        for event in EVENTS:
            observer.notify(event)
        assert screen.file.getvalue() == ""


def test_the_tightest_cap_says_how_much_is_spent():
    assert part_spent({"env_steps": 200, "flops": 10}, {"env_steps": 50, "flops": 5}) == 0.5
    assert part_spent({}, {"env_steps": 50}) == 0.0
    assert part_spent({"env_steps": 200}, {}) == 0.0
