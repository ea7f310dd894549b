"""How soon a fact could become true or false, if nothing ever got in the way of anything.

Level 0 is a state; level n + 1 adds all that actions could change whose conditions are met one
by one at level n (h_max of Bonet & Geffner, 2001). No plan reaches anything before its level.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from hgpo_envs.alfworld.planner.conditions import Clause, Condition, bits
from hgpo_envs.alfworld.planner.operators import Operator

NEVER = 1 << 30

# What must be true and false (with clauses), what becomes true and false, and whose doing it is.
Rule: TypeAlias = tuple[int, int, tuple[Clause, ...], int, int, int]


def rules_of(operators: Sequence[Operator]) -> list[Rule]:
    """Return one rule for each action and for each of its conditional effects."""
    found: list[Rule] = []
    for number, operator in enumerate(operators):
        needs = operator.needs
        clauses = needs.clauses + (((operator.source, 0),) if operator.source else ())
        found.append((needs.true, needs.false, clauses, operator.add, operator.delete, number))
        for when in operator.whens:
            more = when.condition
            found.append(
                (
                    needs.true | more.true,
                    needs.false | more.false,
                    clauses + more.clauses,
                    when.add,
                    when.delete,
                    number,
                )
            )
    return found


@dataclass(frozen=True, slots=True)
class Levels:
    """The levels from one state.

    Attributes:
        state: level 0.
        true: for each level the atoms that could be true.
        false: for each level the atoms that could be false.
        earliest: for each action the level at which it could first be done, or NEVER.
        makers: for each atom that could change the rule that changes it first.
    """

    state: int
    true: list[int]
    false: list[int]
    earliest: list[int]
    makers: dict[int, Rule]

    def of(self, condition: Condition) -> int:
        """Return the first level at which a condition could hold, or NEVER."""
        for level, (true, false) in enumerate(zip(self.true, self.false, strict=True)):
            if _met(condition.true, condition.false, condition.clauses, true, false):
                return level
        return NEVER


def levels_from(state: int, rules: list[Rule], count: int) -> Levels:
    """Compute the levels from a state.

    Args:
        state: level 0.
        rules: as `rules_of` returns them.
        count: the number of actions.
    """
    true, false = state, ~state
    all_true, all_false = [true], [false]
    found = Levels(state, all_true, all_false, [NEVER] * count, {})
    waiting = rules
    while True:
        waiting, next_true, next_false = _advance(waiting, true, false, found)
        if next_true == true and next_false == false:
            return found
        true, false = next_true, next_false
        all_true.append(true)
        all_false.append(false)


def _advance(
    rules: list[Rule], true: int, false: int, found: Levels
) -> tuple[list[Rule], int, int]:
    """Apply what can be applied; return the rules that wait, and what could be true and false."""
    level = len(found.true) - 1
    earliest, makers = found.earliest, found.makers
    later: list[Rule] = []
    next_true, next_false = true, false
    for rule in rules:
        need_true, need_false, clauses, add, delete, number = rule
        if need_true & ~true or need_false & ~false or (clauses and not _any(clauses, true, false)):
            later.append(rule)
            continue
        earliest[number] = min(earliest[number], level)
        new_true, new_false = add & ~next_true, delete & ~next_false
        if new_true or new_false:
            next_true |= new_true
            next_false |= new_false
            makers.update(dict.fromkeys(bits(new_true | new_false), rule))
    return later, next_true, next_false


def _met(
    need_true: int, need_false: int, clauses: tuple[Clause, ...], true: int, false: int
) -> bool:
    return not need_true & ~true and not need_false & ~false and _any(clauses, true, false)


def _any(clauses: tuple[Clause, ...], true: int, false: int) -> bool:
    """Whether some literal of every clause could hold."""
    return all(some & true or none & false for some, none in clauses)
