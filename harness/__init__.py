"""The comparison: budgets, rollouts, training, evaluation, runs.

What the commands do, Python does: `train`, `evaluate`, `compare` and `resume` take the same
settings and return what the commands print. They are loaded when they are first used.

Example:
    >>> import harness
    >>> answer = harness.evaluate(env="alfworld", agent="expert", tasks=2)
    >>> print(answer)
    100.0% of 2 episodes won (95 % interval 34.2% to 100.0%)
    >>> answer.to_json()["success"]
    1.0
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harness.python_api import compare, evaluate, resume, train

__all__ = ["compare", "evaluate", "resume", "train"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'harness' has no attribute {name!r}")
    from harness import python_api

    return getattr(python_api, name)
