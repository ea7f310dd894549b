"""The wishes of a store, in the order of its products, decoded as they are asked for."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import overload

from hgpo_envs.errors import DataError
from hgpo_envs.webshop.catalogue.instructions import decode_synthetic
from hgpo_envs.webshop.catalogue.records import Records
from hgpo_envs.webshop.catalogue.store import Catalogue
from hgpo_envs.webshop.goals.wish import GoalKind, Wish, decode_wish, synthetic_wishes
from hgpo_envs.webshop.layout import AGAIN, HUMAN_WISHES, SYNTHETIC_WISHES

KINDS: tuple[GoalKind, ...] = ("human", "synthetic")


class Wishes(Sequence[Wish]):
    """Wishes in a file that is mapped into memory.

    Args:
        records: the file's.
        decode: makes a wish of a record.
    """

    def __init__(self, records: Records, decode: Callable[[bytes], Wish]) -> None:
        self._records = records
        self._decode = decode

    def __len__(self) -> int:
        return len(self._records)

    @overload
    def __getitem__(self, place: int) -> Wish: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Wish]: ...
    def __getitem__(self, place: int | slice) -> Wish | Sequence[Wish]:
        """Return a wish, or those of some places.

        Raises:
            IndexError: there is no such place.
            DataError: the file is damaged there.
        """
        if isinstance(place, slice):
            return [self[one] for one in range(*place.indices(len(self)))]
        return self._decode(self._records[range(len(self))[place]])

    def __iter__(self) -> Iterator[Wish]:
        return map(self.__getitem__, range(len(self)))


def open_wishes(folder: Path, kind: GoalKind, catalogue: Catalogue) -> Wishes:
    """Map the wishes of a store.

    Raises:
        DataError: the file is missing, or damaged.
    """
    if kind == "human":
        return Wishes(Records(folder, HUMAN_WISHES), decode_wish)

    def decode(record: bytes) -> Wish:
        try:
            row, instruction = decode_synthetic(record)
            (wish,) = synthetic_wishes(catalogue.decode_at(row), instruction)
        except (ValueError, TypeError, IndexError) as error:
            raise DataError(
                f"the wishes of {str(folder)!r} are damaged: {error}. {AGAIN}"
            ) from error
        return wish

    return Wishes(Records(folder, SYNTHETIC_WISHES), decode)
