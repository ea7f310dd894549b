"""Take conditions apart: what binds variables, what only tests, and which variables they need."""

from hgpo_envs.alfworld.engine.formulas import And, Exists, Formula, Literal, Or
from hgpo_envs.alfworld.engine.unplayable import UnplayableError

_MOST_PARTS = 400


def flatten(formula: Formula, free: dict[str, str]) -> tuple[list[Literal], list[Formula]]:
    """Split a conjunction into atoms that bind and parts that test; add variables to `free`."""
    atoms: list[Literal] = []
    filters: list[Formula] = []
    parts = [formula]
    for count, part in enumerate(parts):
        if count > _MOST_PARTS:
            raise UnplayableError(f"a condition has more than {_MOST_PARTS} parts")
        if isinstance(part, And):
            parts += part.parts
        elif isinstance(part, Exists) and not part.negated:
            free.update(part.variables)
            parts.append(part.body)
        elif isinstance(part, Literal) and not part.negated and part.symbol != "=/2":
            atoms.append(part)
        elif isinstance(part, Or) and len(part.parts) == 1:
            parts.append(part.parts[0])
        else:
            filters.append(part)
    return atoms, filters


def variables_of(atom: Literal) -> set[str]:
    """Return the variables among an atom's arguments."""
    return {arg for arg in atom.args if arg.startswith("?")}


def outer(formula: Formula) -> set[str]:
    """Return the variables that a formula takes from outside."""
    if isinstance(formula, Literal):
        return variables_of(formula)
    if isinstance(formula, Exists):
        return outer(formula.body) - {name for name, _ in formula.variables}
    return set().union(*[outer(part) for part in formula.parts])
