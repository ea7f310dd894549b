"""Compare many games in parallel; what is done is kept, so that a run can be taken up again."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from hgpo_envs.alfworld.parity.cases import Case
from hgpo_envs.alfworld.parity.work import Plan, Result, compare

#: Games that a process plays before another takes its place: the original engine leaks.
GAMES_A_PROCESS = 40


def run(
    cases: Sequence[Case], plan: Plan, *, workers: int, tell: Callable[[Result, int], None]
) -> tuple[list[Result], bool]:
    """Compare the games.

    Args:
        cases: the games.
        plan: how they are walked through.
        workers: how many processes.
        tell: called after each game with its result and the number of games that are done.

    Returns:
        The results that are there, and whether the run was interrupted before all were.

    Raises:
        GameFileError: a game file can't be read.
    """
    results: list[Result] = []
    size = workers * GAMES_A_PROCESS
    try:
        for start in range(0, len(cases), size):
            for result in _batch(cases[start : start + size], plan, workers):
                results.append(result)
                tell(result, len(results))
    except KeyboardInterrupt:
        return results, True
    return results, False


def _batch(cases: Sequence[Case], plan: Plan, workers: int) -> Iterator[Result]:
    """Compare some games in processes that end with them."""
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    try:
        futures = [pool.submit(compare, case, plan) for case in cases]
        for future in as_completed(futures):
            yield future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
