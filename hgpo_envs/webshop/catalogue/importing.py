"""Turn official records into the files of a catalogue, one record at a time."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from hgpo_envs.webshop.catalogue.cleaning import Attributes, Cleaner, Skipped
from hgpo_envs.webshop.catalogue.instructions import (
    SyntheticInstruction,
    encode_synthetic,
    human_instructions,
    synthetic_instruction,
)
from hgpo_envs.webshop.catalogue.product import Product
from hgpo_envs.webshop.catalogue.reading import Position
from hgpo_envs.webshop.catalogue.records import RecordWriter
from hgpo_envs.webshop.catalogue.writing import CatalogueWriter
from hgpo_envs.webshop.goals.wish import Wish, encode_wish, human_wishes, synthetic_wishes
from hgpo_envs.webshop.layout import HUMAN_WISHES, SYNTHETIC_WISHES

Told: TypeAlias = Callable[[Position], None]

_EXAMPLES = 5
_OFTEN = 1000


@dataclass(slots=True, kw_only=True)
class Skips:
    """The records that are no product, of one reason.

    Attributes:
        count: how many.
        examples: position, ASIN and detail of the first few.
    """

    count: int = 0
    examples: list[tuple[Position, str, str]] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Intake:
    """What came in.

    Attributes:
        products: how many.
        skipped: what did not, by reason.
        human: goals that people wrote.
        synthetic: goals that were made of products' attributes and options.
    """

    products: int = 0
    skipped: dict[str, Skips] = field(default_factory=dict)
    human: int = 0
    synthetic: int = 0

    def skip(self, skipped: Skipped, position: Position) -> None:
        """Count a record that is no product."""
        skips = self.skipped.setdefault(skipped.reason, Skips())
        skips.count += 1
        if len(skips.examples) < _EXAMPLES:
            skips.examples.append((position, skipped.asin, skipped.detail))


def import_catalogue(
    records: Iterable[tuple[Position, object]],
    attributes: Attributes,
    human: Mapping[str, object],
    folder: Path,
    *,
    told: Told = lambda position: None,
) -> Intake:
    """Write the catalogue that records make.

    Args:
        records: of the official catalogue, with their positions.
        attributes: the official attribute file's content, by ASIN.
        human: the human-written instructions, by ASIN.
        folder: an empty folder.
        told: is told where it is, now and then.

    Raises:
        DataError: the records or instructions are damaged.
        OSError: there is no room, or no permission.
    """
    with ExitStack() as stack:
        into = _Files(folder, stack)
        intake = _take_in(records, attributes, human, into, told)
        into.finish()
    return intake


def check_catalogue(
    records: Iterable[tuple[Position, object]],
    attributes: Attributes,
    human: Mapping[str, object],
    *,
    told: Told = lambda position: None,
) -> Intake:
    """Look at all that would come in, and write nothing.

    Raises:
        DataError: the records or instructions are damaged.
    """
    return _take_in(records, attributes, human, None, told)


def _take_in(
    records: Iterable[tuple[Position, object]],
    attributes: Attributes,
    human: Mapping[str, object],
    into: "_Files | None",
    told: Told,
) -> Intake:
    intake = Intake()
    cleaner = Cleaner(attributes)
    for position, record in records:
        if position.record % _OFTEN == 0:
            told(position)
        cleaned = cleaner.clean(record)
        if isinstance(cleaned, Skipped):
            intake.skip(cleaned, position)
            continue
        asin = cleaned.asin
        wishes = tuple(human_wishes(cleaned, human_instructions(human.get(asin), asin)))
        made = synthetic_instruction(attributes.get(asin), asin)
        intake.products += 1
        intake.human += len(wishes)
        intake.synthetic += sum(wish.size for wish in synthetic_wishes(cleaned, made))
        if into is not None:
            into.keep(cleaned, wishes, made)
    return intake


class _Files:
    """The files of a catalogue that is being written.

    Args:
        folder: where they are.
        stack: closes them, whole or not.
    """

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._catalogue = stack.enter_context(closing(CatalogueWriter(folder)))
        self._human = stack.enter_context(closing(RecordWriter(folder, HUMAN_WISHES)))
        self._synthetic = stack.enter_context(closing(RecordWriter(folder, SYNTHETIC_WISHES)))

    def keep(
        self, product: Product, wishes: Iterable[Wish], made: SyntheticInstruction | None
    ) -> None:
        """Write a product, and what is asked for with it in mind."""
        self._catalogue.add(product)
        for wish in wishes:
            self._human.add(encode_wish(wish))
        if made is not None and made.attributes:
            self._synthetic.add(encode_synthetic(product.row, made))

    def finish(self) -> None:
        """Write what is left."""
        self._catalogue.finish()
        self._human.finish()
        self._synthetic.finish()
