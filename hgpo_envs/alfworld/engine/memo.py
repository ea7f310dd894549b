"""A memory for what was computed from a state."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from hgpo_envs.alfworld.engine.facts import Key, Reader, Rows, World

_MOST_REMEMBERED = 512
_T = TypeVar("_T")


class _Branch:
    """The next entry to read, and what follows from each of its values."""

    __slots__ = ("key", "next")

    def __init__(self, key: Key) -> None:
        self.key = key
        self.next: dict[Rows, _Branch | _Leaf] = {}


class _Leaf:
    """A result, and what must still be read, and found so, for it to be the one."""

    __slots__ = ("keys", "result", "values")

    def __init__(self, keys: tuple[Key, ...], values: tuple[Rows, ...], result: object) -> None:
        self.keys = keys
        self.values = values
        self.result = result


class Memo(Generic[_T]):
    """Remembers what a deterministic computation gave for what it read of the state.

    The reads of such a computation are a path in a decision tree: which entry is read next
    depends only on the values read before. The tree branches where known paths part.
    """

    __slots__ = ("_leaves", "_root")

    def __init__(self) -> None:
        self._root: Any = None
        self._leaves = 0

    def __call__(
        self, world: World, get: Callable[[Key], Rows], compute: Callable[[Reader], _T]
    ) -> _T:
        """Return what `compute` gives for the state behind `get`, from memory if possible."""
        node: Any = self._root
        while node.__class__ is _Branch:
            node = node.next.get(get(node.key))
        if node is not None:
            for key, value in zip(node.keys, node.values, strict=True):
                if get(key) != value:
                    break
            else:
                known: _T = node.result
                return known
        reader = Reader(world, get)
        result = compute(reader)
        self._learn(tuple(reader.reads), tuple(reader.reads.values()), result)
        return result

    def _learn(self, keys: tuple[Key, ...], values: tuple[Rows, ...], result: _T) -> None:
        if self._leaves >= _MOST_REMEMBERED:
            self._root, self._leaves = None, 0
        self._leaves += 1
        node: Any = self._root
        if node.__class__ is not _Branch:
            self._root = _join(node, keys, values, result)
            return
        for place, value in enumerate(values, start=1):
            following: Any = node.next.get(value)
            if following.__class__ is not _Branch:
                node.next[value] = _join(following, keys[place:], values[place:], result)
                return
            node = following


def _join(
    leaf: _Leaf | None, keys: tuple[Key, ...], values: tuple[Rows, ...], result: object
) -> _Branch | _Leaf:
    """Return the tree of a leaf, if there is one, and of a result whose reads part from its."""
    if leaf is None:
        return _Leaf(keys, values, result)
    top = branch = _Branch(keys[0])
    for place, (old, new) in enumerate(zip(leaf.values, values, strict=False), start=1):
        if old != new:
            branch.next[old] = _Leaf(leaf.keys[place:], leaf.values[place:], leaf.result)
            branch.next[new] = _Leaf(keys[place:], values[place:], result)
            break
        branch.next[old] = further = _Branch(keys[place])
        branch = further
    return top
