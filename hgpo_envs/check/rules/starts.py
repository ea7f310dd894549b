"""Rules without which nothing else can be tried: it starts, it plays, Gymnasium takes it."""

import inspect
import re
import warnings
from collections.abc import Iterator

from gymnasium.error import Error
from gymnasium.utils.env_checker import check_env

from hgpo_envs.check.lab import Lab
from hgpo_envs.check.recipe import load_target
from hgpo_envs.check.rule import Breach, Rule
from hgpo_envs.check.told import shown
from hgpo_envs.errors import EnvInputError
from hgpo_envs.text_env import TextEnv

_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def starts(lab: Lab) -> Iterator[Breach]:
    """Make one and reset it."""
    found = lab.started
    if isinstance(found, AttributeError) and found.name == "panel":
        yield Breach(
            f"reset raised AttributeError: {found}.",
            "Call super().__init__(panel=TaskPanel(...), max_steps=max_steps, extras=extras) in "
            "__init__, with the tasks of the split.",
        )
    elif isinstance(found, BaseException):
        raise found
    elif found is None:
        yield Breach("it made None.", "Return the environment that was made.")
    elif not isinstance(found, TextEnv):
        yield Breach(
            f"it is a {type(found).__module__}.{type(found).__qualname__}.",
            "Derive the class from hgpo_envs.TextEnv and write begin, act, save and load; an "
            "existing Gymnasium environment becomes one by hgpo_envs.adapters.gymnasium.adapt.",
        )


def plays(lab: Lab) -> Iterator[Breach]:
    """Play episodes with the actions that it lists."""
    lab.env  # noqa: B018  (it starts)
    if lab.play_failure is not None:
        raise lab.play_failure
    yield from ()


def gymnasium_takes_it(lab: Lab) -> Iterator[Breach]:
    """Run Gymnasium's own checker, and take its warnings for breaches."""
    env = lab.fresh() if lab.subject.can_make else lab.env
    entry, can_render = lab.subject.spec, env.spec is not None
    if entry is not None and env.metadata.get("render_modes"):
        can_render = "render_mode" in inspect.signature(load_target(entry.entry_point)).parameters
        if not can_render:
            yield Breach(
                f"metadata names the render modes {env.metadata['render_modes']}, and "
                f"{entry.entry_point} takes no render_mode.",
                "Take render_mode=None in __init__ and hand it on to TextEnv.__init__.",
            )
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("ignore")
        warnings.simplefilter("always", UserWarning)
        try:
            check_env(env, skip_render_check=not can_render)
        except (AssertionError, Error) as error:
            yield Breach(f"Gymnasium's check_env says: {error}", "Do as the message says.")
    for warning in caught:
        told = _COLOURS.sub("", str(warning.message)).removeprefix("WARN: ")
        yield Breach(f"Gymnasium warns: {told}", "Do as the warning says.")


def misuse(lab: Lab) -> Iterator[Breach]:
    """Step before reset, and step with what is no text."""
    env = lab.fresh()
    yield from _refused(env, "step('look') before reset", "look")
    env.reset(seed=lab.seed)
    yield from _refused(env, "step(None)", None)
    yield from _refused(env, "step(3)", 3)


def _refused(env: TextEnv, said: str, action: object) -> Iterator[Breach]:
    fix = "Let TextEnv.step take the action: it refuses what can't be one with an EnvInputError."
    try:
        answer = env.step(action)  # type: ignore[arg-type]
    except EnvInputError:
        return
    except Exception as error:  # noqa: BLE001  (which one it is, is what is looked at)
        yield Breach(f"{said} raised {type(error).__name__}: {error}.", fix)
    else:
        yield Breach(f"{said} was answered with {shown(answer[0])}.", fix)


def spaces(lab: Lab) -> Iterator[Breach]:
    """Look for texts that lie outside of the spaces."""
    env = lab.env
    for place, moment in lab.places():
        if moment.observation not in env.observation_space:
            yield Breach(
                f"{place} the observation is {shown(moment.observation)}, which is not in "
                f"{env.observation_space}.",
                "Return a str, and set observation_space = UnicodeText(N) with room for it.",
            )
        for action in moment.listed:
            if action not in env.action_space:
                yield Breach(
                    f"{place} the listed action {shown(action)} is not in {env.action_space}.",
                    "Set action_space = UnicodeText(N) with room for every action.",
                )


RULES = (
    Rule(name="starts", says="It is a TextEnv that can be made and reset.", look=starts),
    Rule(name="plays", says="It answers every action that it lists.", look=plays),
    Rule(
        name="gymnasium",
        says="Gymnasium's check_env passes without a warning.",
        look=gymnasium_takes_it,
    ),
    Rule(
        name="misuse",
        says="A step before reset, or with what is no text, raises EnvInputError.",
        look=misuse,
    ),
    Rule(
        name="spaces",
        says="Observations and listed actions lie in the environment's spaces.",
        look=spaces,
    ),
)
