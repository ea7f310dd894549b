"""Rules of the entry in the registry: is all told that a stranger has to know?"""

import inspect
import math
from collections.abc import Iterator
from typing import cast

from hgpo_envs.check.lab import Lab
from hgpo_envs.check.recipe import Recipe, load_target
from hgpo_envs.check.rule import Breach, NotTried, Rule
from hgpo_envs.context import ContextWrapper, WindowMemory, template_of
from hgpo_envs.errors import DataError, EnvInputError, MissingPackageError
from hgpo_envs.spec import EnvSpec
from hgpo_envs.text_env import TextEnv

OF_ALL = frozenset(("spec", "split", "max_steps", "extras", "render_mode"))
"""Arguments that every environment takes and no entry explains."""


def entry_of(lab: Lab) -> EnvSpec:
    """Return the entry.

    Raises:
        NotTried: there is none.
    """
    if lab.subject.spec is None:
        raise NotTried(
            "no EnvSpec names it. Write one, with entry_point='module:Class', and register it "
            "(hgpo_envs.register, or an entry point in the group 'hgpo_envs')."
        )
    return lab.subject.spec


def texts(lab: Lab) -> Iterator[Breach]:
    """Look for what is left empty."""
    entry = entry_of(lab)
    for name in ("description", "licence", "data_version"):
        if not getattr(entry, name).strip():
            yield Breach(f"{entry.id} has no {name}.", f"Write EnvSpec({name}=...).")


def options(lab: Lab) -> Iterator[Breach]:
    """Compare the options that the class takes with those that the entry explains."""
    entry = entry_of(lab)
    taken = set(inspect.signature(load_target(entry.entry_point)).parameters) - OF_ALL
    for name in sorted(taken - set(entry.options)):
        yield Breach(
            f"{entry.entry_point} takes {name!r}, which {entry.id} does not explain.",
            f"Write EnvSpec(options={{{name!r}: 'what it does (default: ...)'}}).",
        )
    for name in sorted(set(entry.options) - taken):
        yield Breach(
            f"{entry.id} explains {name!r}, which {entry.entry_point} does not take.",
            "Remove it from EnvSpec(options=...), or take it in the class's __init__.",
        )
    for name in sorted(taken & set(entry.options)):
        if not entry.options[name].strip():
            yield Breach(f"{entry.id} says nothing of {name!r}.", "Write what the option does.")


def splits(lab: Lab) -> Iterator[Breach]:
    """Open every split; one whose data is missing says so with a DataError."""
    entry = entry_of(lab)
    recipe = cast("Recipe", lab.subject.recipe)
    for split in entry.splits:
        try:
            env = recipe.at(split).make()
        except (DataError, MissingPackageError):
            continue
        except Exception as error:  # noqa: BLE001  (an environment's error is filed under env)
            yield Breach(
                f"split {split!r} raised {type(error).__name__}: {error}",
                "Raise hgpo_envs.errors.DataError where data is missing: say what is missing and "
                "how to get it. Remove splits that can't be opened.",
            )
            continue
        if isinstance(env, TextEnv):
            env.close()


def limits(lab: Lab) -> Iterator[Breach]:
    """Compare cap and rewards with what can be."""
    entry = entry_of(lab)
    cap, options = lab.env.max_steps, cast("Recipe", lab.subject.recipe).options
    if "max_steps" not in options and cap != entry.max_steps:
        yield Breach(
            f"{entry.id} says max_steps={entry.max_steps}, and the environment has {cap}.",
            "Hand the max_steps that __init__ is given on to TextEnv.__init__.",
        )
    low, high = entry.reward_range
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        yield Breach(
            f"reward_range is {entry.reward_range}.",
            "Give the least and the greatest return of an episode: two numbers, least first.",
        )


def template(lab: Lab) -> Iterator[Breach]:
    """Read the template that the entry names, and write prompts with it."""
    entry, walk = entry_of(lab), lab.walks[0]
    fix = (
        "Name a template of the suite in EnvSpec(template=), or 'package:file.j2' of your own, "
        "and write it so that it fits every context."
    )
    try:
        env = ContextWrapper(lab.env, WindowMemory(2), template_of(entry))
        env.reset(seed=walk.seed, options={"task": walk.task})
        for action in walk.actions:
            env.step(action)
    except EnvInputError as error:
        yield Breach(f"with EnvSpec(template={entry.template!r}): {error}", fix)


RULES = (
    Rule(
        name="entry-texts",
        says="The entry has a description, a licence and a version of its data.",
        look=texts,
    ),
    Rule(
        name="entry-options",
        says="The entry explains exactly the options that the class takes.",
        look=options,
    ),
    Rule(
        name="entry-splits",
        says="Every split can be opened, or says with a DataError what is missing.",
        look=splits,
    ),
    Rule(
        name="entry-limits",
        says="Step cap and reward range of the entry are the environment's.",
        look=limits,
    ),
    Rule(
        name="entry-template",
        says="The entry's prompt template is there and fits every context.",
        look=template,
    ),
)
