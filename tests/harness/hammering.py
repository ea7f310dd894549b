"""One process that charges a ledger at random, as other processes do; importable by workers."""

import random
from pathlib import Path

from harness.ledger import BudgetExceeded, Ledger, Reservation

UNITS = ("env_steps", "episodes", "flops")


def hammer(path: Path, seed: int, calls: int) -> tuple[dict[str, int], int]:
    """Reserve, extend, commit, release and read at random.

    Some reservations are kept open for a while and settled late, in any order.

    Returns:
        What was committed in all, and how many reservations were refused.
    """
    chance, ledger = random.Random(seed), Ledger.open(path)
    held: list[tuple[Reservation, dict[str, int]]] = []
    committed, refused = dict.fromkeys(UNITS, 0), 0
    for _ in range(calls):
        if held and chance.random() < 0.6:
            _settle(held, committed, chance)
            continue
        amounts = {unit: chance.randrange(9) for unit in chance.sample(UNITS, 2)}
        try:
            held.append((ledger.reserve("rollout", **amounts), amounts))
        except BudgetExceeded:
            refused += 1
            assert all(left >= 0 for left in ledger.left().values())
    while held:
        _settle(held, committed, chance)
    return committed, refused


def _settle(
    held: list[tuple[Reservation, dict[str, int]]], committed: dict[str, int], chance: random.Random
) -> None:
    reservation, amounts = held.pop(chance.randrange(len(held)))
    if chance.random() < 0.3:
        unit, more = chance.choice(list(amounts)), chance.randrange(5)
        try:
            reservation.extend(**{unit: more})
            amounts[unit] += more
        except BudgetExceeded:
            pass
    if chance.random() < 0.2:
        reservation.release()
        return
    used = {unit: chance.randint(0, amount) for unit, amount in amounts.items()}
    reservation.commit(**used)
    for unit, amount in used.items():
        committed[unit] += amount
