"""Runs merged into an index: each term's documents of all runs, one after the other."""

from collections.abc import Iterator
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


def merge(runs: list[Path], folder: Path) -> Counts:
    """Write the parts of an index but for the order of the ASINs.

    Memory: the different terms of all documents, one run, and the parts that are being written,
    which are mapped files.
    """
    terms = _merge_terms(runs, folder)
    lengths = _all_lengths(runs)
    save(folder, Part.LENGTHS, bm25.bytes_of_lengths(lengths))
    total, documents = int(lengths.sum()), int(np.count_nonzero(lengths))
    inverse = bm25.inverse_norms(total, documents)
    matching = _merge_postings(runs, terms, folder, bm25.bytes_of_lengths(lengths), inverse)
    dense = _write_dense(folder, matching, len(lengths))
    return Counts(
        rows=len(lengths),
        documents=documents,
        total=total,
        terms=len(terms),
        postings=int(matching.sum()),
        dense=dense,
    )


def _merge_terms(runs: list[Path], folder: Path) -> dict[bytes, int]:
    """Write the dictionary; return the number of each term, which is its place when sorted."""
    found: set[bytes] = set()
    for path in runs:
        found.update(Run.read(path).words)
    words = sorted(found)
    ends = np.fromiter(accumulate(map(len, words)), np.uint64, len(words))
    save(folder, Part.WORDS, np.frombuffer(b"".join(words), np.uint8))
    save(folder, Part.WORD_ENDS, ends)
    return {word: number for number, word in enumerate(words)}


def _all_lengths(runs: list[Path]) -> Int64s:
    lengths = [Run.read(path).lengths for path in runs]
    return np.concatenate([np.zeros(0, np.int64), *lengths])


def _numbered(runs: list[Path], terms: dict[bytes, int]) -> Iterator[tuple[Run, Int64s]]:
    """Yield each run with the numbers of its terms."""
    for path in runs:
        run = Run.read(path)
        yield run, np.fromiter(map(terms.__getitem__, run.words), np.int64, len(run.words))


def _merge_postings(
    runs: list[Path],
    terms: dict[bytes, int],
    folder: Path,
    lengths: bm25.Bytes,
    inverse: bm25.Float32s,
) -> Int64s:
    """Write the postings; return how many documents have each term."""
    matching = np.zeros(len(terms), np.int64)
    for run, numbers in _numbered(runs, terms):
        matching[numbers] += run.sizes
    ends = np.cumsum(matching)
    save(folder, Part.POSTING_ENDS, ends)
    free = ends - matching
    count = int(matching.sum())
    rows = create(folder, Part.ROWS, count)
    frequencies = create(folder, Part.FREQUENCIES, count)
    codes = create(folder, Part.CODES, count)
    table = _codes(np.arange(256)[:, None], inverse[None, :])
    many: list[tuple[Int64s, NDArray[np.uint32]]] = []
    first = 0
    for run, numbers in _numbered(runs, terms):
        starts = free[numbers] - (np.cumsum(run.sizes) - run.sizes)
        places = np.arange(len(run.documents)) + np.repeat(starts, run.sizes)
        free[numbers] += run.sizes
        rows[places] = run.documents + np.uint32(first)
        few = np.minimum(run.frequencies, 255).astype(np.uint8)
        frequencies[places] = few
        of_rows = lengths[first : first + len(run.lengths)][run.documents]
        codes[places] = table[few, of_rows]
        often = np.flatnonzero(run.frequencies >= 255)
        codes[places[often]] = _codes(run.frequencies[often], inverse[of_rows[often]])
        many.append((places[often], run.frequencies[often]))
        first += len(run.lengths)
    _write_many(folder, many)
    return matching


def _codes(frequencies: NDArray[np.integer], inverse: bm25.Float32s) -> bm25.Bytes:
    """Return the saturation in steps of 1/255, rounded up, and at least 1."""
    part = bm25.saturation(frequencies.astype(np.float64), inverse.astype(np.float64))
    return np.clip(np.ceil(part * CODES), 1, CODES).astype(np.uint8)


def _write_many(folder: Path, many: list[tuple[Int64s, NDArray[np.uint32]]]) -> None:
    """Write the frequencies that a byte can't hold, and where they belong, in order."""
    at = np.concatenate([np.zeros(0, np.int64), *(places for places, _ in many)])
    frequencies = np.concatenate([np.zeros(0, np.uint32), *(often for _, often in many)])
    order = np.argsort(at)
    save(folder, Part.MANY_AT, at[order])
    save(folder, Part.MANY, frequencies[order])


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
