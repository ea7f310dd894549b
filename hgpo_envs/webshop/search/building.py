"""Building an index from a stream of documents, in bounded memory."""

import hashlib
import shutil
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import cache
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hgpo_envs.errors import EnvInputError
from hgpo_envs.webshop.search import parts
from hgpo_envs.webshop.search.merging import merge
from hgpo_envs.webshop.search.runs import Analyst
from hgpo_envs.webshop.workers import worker_processes

_DOCUMENTS_OF_RUN = 8192

Progress = Callable[[int], None]
"""Called with the number of documents done so far."""

_Submit = Callable[[list[str], Path], "Future[int]"]


def build_index(
    documents: Iterable[tuple[str, str]],
    folder: Path,
    *,
    workers: int = 1,
    progress: Progress | None = None,
) -> None:
    """Build the search index of a catalogue.

    The same documents give the same bytes, whatever the number of workers.

    Args:
        documents: (ASIN, text) of each product in catalogue order; read once, as a stream.
        folder: where to put the index; made if it isn't there. An index in it is replaced.
        workers: processes that analyse text; with 1, this process does it.
        progress: called now and then with the number of documents analysed so far.

    Raises:
        EnvInputError: ``workers`` is below 1.
        DataError: a worker was ended from outside.
    """
    if workers < 1:
        raise EnvInputError(f"workers is {workers}; it must be at least 1.")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / parts.MANIFEST).unlink(missing_ok=True)
    room = folder / "runs"
    shutil.rmtree(room, ignore_errors=True)
    room.mkdir()
    try:
        with _analysts(workers) as submit:
            asins, version, runs = _analyse(documents, room, submit, 2 * workers, progress)
        parts.save(folder, parts.Part.ORDER, _order_of(asins))
        del asins
        counts = merge(runs, folder)
    finally:
        shutil.rmtree(room)
    parts.seal(folder, counts, version)


def _analyse(
    documents: Iterable[tuple[str, str]],
    room: Path,
    submit: _Submit,
    at_once: int,
    progress: Progress | None,
) -> tuple[list[str], str, list[Path]]:
    """Write the runs of all documents, with so many of them in the making at once.

    Returns:
        The ASINs, a hash of all that was read, and the files of the runs in order.
    """
    asins: list[str] = []
    content = hashlib.sha256(f"form {parts.FORM}\n".encode())
    runs: list[Path] = []
    waiting: deque[Future[int]] = deque()
    done = 0
    stream = iter(documents)
    while True:
        batch = list(islice(stream, _DOCUMENTS_OF_RUN))
        for pair in batch:
            for text in pair:
                content.update(text.encode("utf-8", "surrogatepass") + b"\xff")
        asins.extend(asin for asin, _ in batch)
        if batch:
            runs.append(room / f"{len(runs):06}.npz")
            waiting.append(submit([text for _, text in batch], runs[-1]))
        while waiting and (len(waiting) >= at_once or not batch):
            done += waiting.popleft().result()
            if progress:
                progress(done)
        if not batch:
            return asins, content.hexdigest()[:32], runs


@contextmanager
def _analysts(workers: int) -> Iterator[_Submit]:
    """Offer what makes runs: this process, or processes of their own."""
    if workers == 1:
        analyst = Analyst()

        def make_here(texts: list[str], path: Path) -> "Future[int]":
            future: Future[int] = Future()
            future.set_result(analyst.write(texts, path))
            return future

        yield make_here
        return
    with worker_processes(workers) as pool:
        yield lambda texts, path: pool.submit(_write_run, texts, path)


@cache
def _analyst() -> Analyst:
    """Return the analyst of this worker process."""
    return Analyst()


def _write_run(texts: list[str], path: Path) -> int:
    return _analyst().write(texts, path)


def _order_of(asins: list[str]) -> NDArray[np.uint32]:
    """Return each row's place among all rows sorted by ASIN; equal ones keep their order."""
    rows = sorted(range(len(asins)), key=asins.__getitem__)
    order = np.empty(len(asins), np.uint32)
    order[rows] = np.arange(len(asins), dtype=np.uint32)
    return order
