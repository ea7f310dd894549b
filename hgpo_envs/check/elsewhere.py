"""Make and play the environment in another process, whose strings hash differently.

It lives in another time zone too. The zones are 25 hours apart, so that at any time it is
another day in at least one of them, and another hour in both: a date or a clock is seen.

A job comes on that process's standard input, the answer goes to its standard output, both as
``hgpo_envs.vector.plain`` writes plain values.
"""

import os
import subprocess
import sys
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import hgpo_envs
from hgpo_envs.check.recipe import Recipe
from hgpo_envs.check.told import Told
from hgpo_envs.check.walk import Walk, begin, follow
from hgpo_envs.text_env import TextEnv
from hgpo_envs.vector.plain import dumps, loads

PLACES = (("1", "Pacific/Kiritimati"), ("2", "Pacific/Pago_Pago"))
"""PYTHONHASHSEED and TZ of each process."""

_START = """import sys
sys.path.insert(0, sys.argv[1])
import hgpo_envs
del sys.path[0]
from hgpo_envs.check.elsewhere import main
main()
"""
"""Takes hgpo_envs from where this process has it, and everything else by the same path."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What another process found.

    Attributes:
        place: its ``PYTHONHASHSEED`` and ``TZ``, in words.
        failure: why there is nothing else, or empty.
        panel: the panel's hash.
        plays: what was told in each walk.
    """

    place: str
    failure: str = ""
    panel: str = ""
    plays: Sequence[Sequence[Told]] = ()


def ask_others(recipe: Recipe, walks: Sequence[Walk], *, timeout_s: float) -> list[Answer]:
    """Let other processes make the environment and play the walks.

    Args:
        recipe: what makes it.
        walks: what to play.
        timeout_s: how long they may take.

    Raises:
        EnvInputError: an option of the recipe is no plain value.
    """
    plays = [(walk.task, walk.seed, list(walk.actions)) for walk in walks]
    job = dumps({"recipe": recipe.to_plain(), "plays": plays}, "the job")
    return [_ask(job, seed, zone, timeout_s) for seed, zone in PLACES]


def _ask(job: bytes, hash_seed: str, zone: str, timeout_s: float) -> Answer:
    place = f"PYTHONHASHSEED={hash_seed} and TZ={zone}"
    environment = {
        **os.environ,
        "PYTHONHASHSEED": hash_seed,
        "TZ": zone,
        "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path),
    }
    try:
        done = subprocess.run(
            [sys.executable, "-c", _START, str(Path(hgpo_envs.__file__).parents[1])],
            input=job,
            env=environment,
            capture_output=True,
            timeout=timeout_s,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Answer(place=place, failure=f"it gave no answer within {timeout_s:g} s")
    if done.returncode:
        last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        told = f"it ended with exit code {done.returncode}: {' '.join(last) or 'no word'}"
        return Answer(place=place, failure=told)
    found = cast("dict[str, object]", loads(done.stdout))
    return Answer(place=place, **found)  # type: ignore[arg-type]


def found_of(job: Mapping[str, object]) -> dict[str, object]:
    """Do a job; what goes wrong in the environment is an answer too."""
    recipe = Recipe.from_plain(cast("Mapping[str, object]", job["recipe"]))
    try:
        env = cast(TextEnv, recipe.make())
        plays = []
        for task, seed, actions in cast("list[tuple[str, int, list[str]]]", job["plays"]):
            plays.append([begin(env, task, seed).told, *follow(env, actions)])
        found: dict[str, object] = {"panel": env.panel.hash, "plays": plays}
        env.close()
    except Exception as error:  # noqa: BLE001  (an environment's error is filed under env)
        return {"failure": traceback.format_exception_only(error)[-1].strip()}
    return found


def main() -> None:
    """Do the job of the standard input; what the environment prints goes to standard error."""
    with os.fdopen(os.dup(1), "wb") as answer:
        os.dup2(2, 1)
        job = cast("dict[str, object]", loads(sys.stdin.buffer.read()))
        answer.write(dumps(found_of(job), "the answer"))
