"""Runs merged into an index: each term's documents of all runs, one after the other."""

from itertools import accumulate
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hgpo_envs.webshop.search import bm25
from hgpo_envs.webshop.search.parts import Counts, Part, create, save
from hgpo_envs.webshop.search.runs import Run

CODES = 255
"""How many steps a posting's share of its term's weight is rounded up to."""

DENSE_SHARE = 16
"""A term that at least one in so many documents has is kept for every document, too."""

Int64s = NDArray[np.int64]
Rows = NDArray[np.uint32]


def merge(runs: list[Path], folder: Path) -> Counts:
    """Write the parts of an index but for the order of the ASINs.

    Memory: the different terms of all documents, one run, and the parts that are being written,
    which are mapped files.
    """
    numbers, count = _merge_terms(runs, folder)
    lengths = _all_lengths(runs)
    save(folder, Part.LENGTHS, bm25.bytes_of_lengths(lengths))
    total, documents = int(lengths.sum()), int(np.count_nonzero(lengths))
    inverse = bm25.inverse_norms(total, documents)
    matching = np.zeros(count, np.int64)
    for of_run, path in zip(numbers, runs, strict=True):
        matching[of_run] += Run.read(path).sizes
    writer = _Writer(folder, matching, bm25.bytes_of_lengths(lengths), inverse)
    for of_run, path in zip(numbers, runs, strict=True):
        writer.add(Run.read(path), of_run)
    writer.close()
    dense = _write_dense(folder, matching, len(lengths))
    return Counts(
        rows=len(lengths),
        documents=documents,
        total=total,
        terms=count,
        postings=int(matching.sum()),
        dense=dense,
    )


def _merge_terms(runs: list[Path], folder: Path) -> tuple[list[Rows], int]:
    """Write the dictionary.

    Returns:
        The numbers of each run's terms, which are their places when all are sorted, and how many
        different terms there are.
    """
    found: set[bytes] = set()
    for path in runs:
        found.update(Run.read_words(path))
    words = sorted(found)
    ends = np.fromiter(accumulate(map(len, words)), np.uint64, len(words))
    save(folder, Part.WORDS, np.frombuffer(b"".join(words), np.uint8))
    save(folder, Part.WORD_ENDS, ends)
    number_of = {word: number for number, word in enumerate(words)}.__getitem__
    numbers = [np.fromiter(map(number_of, Run.read_words(path)), np.uint32) for path in runs]
    return numbers, len(words)


def _all_lengths(runs: list[Path]) -> Int64s:
    lengths = [Run.read(path).lengths for path in runs]
    return np.concatenate([np.zeros(0, np.int64), *lengths])


class _Writer:
    """Writes the postings, run after run, each to its place behind those of earlier runs."""

    def __init__(
        self, folder: Path, matching: Int64s, lengths: bm25.Bytes, inverse: bm25.Float32s
    ) -> None:
        """Make room.

        Args:
            folder: where the parts go.
            matching: how many documents have each term.
            lengths: bytes of the documents' lengths.
            inverse: the inverse norm of each byte.
        """
        ends = np.cumsum(matching)
        save(folder, Part.POSTING_ENDS, ends)
        count = int(matching.sum())
        self._folder = folder
        self._free = ends - matching
        self._rows = create(folder, Part.ROWS, count)
        self._frequencies = create(folder, Part.FREQUENCIES, count)
        self._codes = create(folder, Part.CODES, count)
        self._lengths = lengths
        self._inverse = inverse
        self._table = _codes(np.arange(256)[:, None], inverse[None, :])
        self._many: list[tuple[Int64s, Rows]] = []
        self._first = 0

    def add(self, run: Run, numbers: Rows) -> None:
        """Write the next run."""
        starts = self._free[numbers] - (np.cumsum(run.sizes) - run.sizes)
        places = np.arange(len(run.documents)) + np.repeat(starts, run.sizes)
        self._free[numbers] += run.sizes
        few = np.minimum(run.frequencies, 255).astype(np.uint8)
        lengths = self._lengths[self._first :][run.documents]
        self._rows[places] = run.documents + np.uint32(self._first)
        self._frequencies[places] = few
        self._codes[places] = self._table[few, lengths]
        often = np.flatnonzero(few == 255)
        self._codes[places[often]] = _codes(run.frequencies[often], self._inverse[lengths[often]])
        self._many.append((places[often], run.frequencies[often]))
        self._first += len(run.lengths)

    def close(self) -> None:
        """Write the frequencies that a byte can't hold, and where they belong, in order."""
        at = np.concatenate([np.zeros(0, np.int64), *(places for places, _ in self._many)])
        frequencies = np.concatenate([np.zeros(0, np.uint32), *(often for _, often in self._many)])
        order = np.argsort(at)
        save(self._folder, Part.MANY_AT, at[order])
        save(self._folder, Part.MANY, frequencies[order])


def _codes(frequencies: NDArray[np.integer], inverse: bm25.Float32s) -> bm25.Bytes:
    """Return the saturation in steps of 1/255, rounded up, and at least 1."""
    part = bm25.saturation(frequencies.astype(np.float64), inverse.astype(np.float64))
    return np.clip(np.ceil(part * CODES), 1, CODES).astype(np.uint8)


def _write_dense(folder: Path, matching: Int64s, count: int) -> int:
    """Write the codes of frequent terms for every document; return how many terms they are."""
    frequent = np.flatnonzero(matching * DENSE_SHARE >= count) if count else np.zeros(0, int)
    save(folder, Part.DENSE_TERMS, frequent)
    dense = create(folder, Part.DENSE, len(frequent), count)
    rows = np.load(folder / f"{Part.ROWS}.npy", mmap_mode="r")
    codes = np.load(folder / f"{Part.CODES}.npy", mmap_mode="r")
    ends = np.cumsum(matching)
    for place, term in enumerate(frequent.tolist()):
        span = slice(int(ends[term] - matching[term]), int(ends[term]))
        dense[place, rows[span]] = codes[span]
    return len(frequent)
