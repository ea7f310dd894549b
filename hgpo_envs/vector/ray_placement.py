"""Which machine of a Ray cluster a worker starts on.

Ray spreads actors that reserve CPUs. Those that reserve none are told where to go, and reserve one
byte of memory, the least there is: who reserves nothing at all is put on a machine drawn by lot,
whatever was asked (Ray 2.60).
"""

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ray.util.scheduling_strategies import SchedulingStrategyT

#: Bytes that an actor reserves.
CLAIM = 1


def placement(ray: ModuleType, number: int, cpus: float) -> "SchedulingStrategyT":
    """Say where worker ``number`` starts: Ray's own scheduling strategy.

    Args:
        ray: the package, connected to a cluster.
        number: of the worker, from 0.
        cpus: that it reserves.
    """
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    if cpus:
        return "SPREAD"
    node = machine(number, {node["NodeID"]: cpus_of(node) for node in ray.nodes() if node["Alive"]})
    return NodeAffinitySchedulingStrategy(node, soft=True)  # elsewhere, should it be gone by then


def cpus_of(node: Mapping[str, Mapping[str, float]]) -> float:
    """Return how many CPUs a machine lends to Ray; 0 where it lends none."""
    return node["Resources"].get("CPU", 0.0)


def machine(number: int, cpus: Mapping[str, float]) -> str:
    """Return the machine of worker ``number`` where workers fill machines in step with their CPUs.

    Args:
        number: of the worker, from 0.
        cpus: of each machine, by its id; those without any get workers only if all are.

    Example:
        >>> [machine(number, {"a": 2.0, "b": 4.0, "head": 0.0}) for number in range(6)]
        ['b', 'a', 'b', 'b', 'a', 'b']
    """
    lent = {node: count for node, count in sorted(cpus.items()) if count > 0}
    shares: Mapping[str, float] = lent or dict.fromkeys(sorted(cpus), 1.0)
    return _turns(number, shares)[number]


def _turns(number: int, shares: Mapping[str, float]) -> Sequence[str]:
    """Return the machines of workers 0 to ``number``: each goes where its share is smallest."""
    seated = dict.fromkeys(shares, 0)
    turns = []
    for _ in range(number + 1):
        turns.append(min(shares, key=lambda node: (seated[node] + 1) / shares[node]))
        seated[turns[-1]] += 1
    return turns
