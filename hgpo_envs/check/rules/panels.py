"""Rules of the tasks: a frozen list with a hash, and each task under its name."""

from collections.abc import Iterator

from hgpo_envs.check.lab import Lab
from hgpo_envs.check.rule import Breach, Rule
from hgpo_envs.check.told import shown
from hgpo_envs.errors import EnvInputError
from hgpo_envs.panel import TaskPanel

NO_TASK = "no such task, surely"
MANY_TASKS, DRAWS = 20, 10


def panel(lab: Lab) -> Iterator[Breach]:
    """Look at the panel, and at that of another environment."""
    found: object = lab.env.panel
    if not isinstance(found, TaskPanel):
        yield Breach(f"panel is a {type(found).__name__}.", "Hand a TaskPanel to TextEnv.__init__.")
        return
    recipe = lab.subject.recipe
    if recipe is not None and recipe.spec is not None:
        yield from _named(found, recipe.spec.id, None if recipe.options else lab.subject.split)
    if lab.subject.can_make and (other := lab.fresh().panel).hash != found.hash:
        yield Breach(
            f"two environments have panels with different hashes, {found.hash[:12]} and "
            f"{other.hash[:12]}; {_first_change(found, other)}.",
            "List the tasks in a fixed order, from data alone: no clock, no chance, no counter.",
        )


def _named(found: TaskPanel, id: str, split: str | None) -> Iterator[Breach]:
    if found.env_id != id:
        yield Breach(f"the panel's env_id is {found.env_id!r}, not {id!r}.", "Use spec.id.")
    if split is not None and found.split != split:
        yield Breach(f"the panel's split is {found.split!r}, not {split!r}.", "Use split.")
    if not found.version:
        yield Breach("the panel's version is empty.", "Give the data's or generator's version.")


def _first_change(one: TaskPanel, other: TaskPanel) -> str:
    for place, (a, b) in enumerate(zip(one.ids, other.ids, strict=False)):
        if a != b:
            return f"task {place} is {a!r} in one and {b!r} in the other"
    return f"they have {len(one)} and {len(other)} tasks, version {one.version}, {other.version}"


def panel_elsewhere(lab: Lab) -> Iterator[Breach]:
    """Compare with the panel of other processes."""
    for answer in lab.others_that_answered():
        if answer.panel != lab.env.panel.hash:
            yield Breach(
                f"the panel's hash is {lab.env.panel.hash[:12]} here and {answer.panel[:12]} in a "
                f"process with {answer.place}.",
                "Sort what comes from sets and folders; use no hash() of texts, no clock and no "
                "date.",
            )


def task_named(lab: Lab) -> Iterator[Breach]:
    """Name tasks and see which one is played."""
    for task in lab.tasks:
        _, info = lab.env.reset(seed=lab.seed, options={"task": task})
        if info.get("task") != task:
            yield Breach(
                f"reset(options={{'task': {task!r}}}) played {info.get('task')!r}.",
                "Play the task that begin is given.",
            )


def task_unknown(lab: Lab) -> Iterator[Breach]:
    """Name a task that isn't there, in the middle of an episode."""
    env, task = lab.env, lab.tasks[0]
    env.reset(seed=lab.seed, options={"task": task})
    fix = "Let TextEnv.reset look the task up: it names what is unknown and what is known."
    for given in ({"task": NO_TASK}, {"task": 7}, {"tsk": task}):
        try:
            _, info = env.reset(seed=lab.seed, options=given)
        except EnvInputError as error:
            told = str(next(iter(given.values() if "task" in given else given)))
            if told not in str(error):
                yield Breach(f"reset(options={given}) raised {error}, without {told!r}.", fix)
        except Exception as error:  # noqa: BLE001  (which one it is, is what is looked at)
            yield Breach(f"reset(options={given}) raised {type(error).__name__}: {error}", fix)
        else:
            yield Breach(f"reset(options={given}) played {info.get('task')!r}.", fix)
    after = env.step("look")[4].get("task")
    if after != task:
        yield Breach(
            f"after refused resets the episode of {task!r} goes on as one of {after!r}.",
            "Look the task up before anything of the episode is changed.",
        )


def task_drawn(lab: Lab) -> Iterator[Breach]:
    """Let tasks be drawn, by equal seeds and by others."""
    env = lab.env

    def drawn(seed: int) -> list[object]:
        return [env.reset(seed=seed)[1].get("task"), *(env.reset()[1].get("task") for _ in "abc")]

    once, again = drawn(lab.seed), drawn(lab.seed)
    if once != again:
        yield Breach(
            f"resets from seed {lab.seed} played {shown(once)}, and then {shown(again)}.",
            "Draw from self.np_random alone, which reset(seed=) seeds.",
        )
    strangers = [task for task in once if task not in env.panel]
    if strangers:
        yield Breach(
            f"reset drew {strangers[0]!r}, which is not in the panel.", "Draw from panel.ids."
        )
    if len(env.panel) < MANY_TASKS:
        return
    if len({env.reset(seed=seed)[1].get("task") for seed in range(DRAWS)}) == 1:
        yield Breach(
            f"{DRAWS} seeds drew one and the same task of {len(env.panel)}.",
            "Let TextEnv.reset draw the task where none is named.",
        )


RULES = (
    Rule(
        name="panel",
        says="The tasks are a TaskPanel of this id and split, with the same hash each time.",
        look=panel,
    ),
    Rule(
        name="panel-elsewhere",
        says="The panel's hash is the same where texts hash differently and it is another day.",
        look=panel_elsewhere,
    ),
    Rule(
        name="task-named",
        says="reset(options={'task': ID}) plays the task that it names.",
        look=task_named,
    ),
    Rule(
        name="task-unknown",
        says="A task or an option that doesn't exist is refused by name, and nothing changes.",
        look=task_unknown,
    ),
    Rule(
        name="task-drawn",
        says="Where none is named, the seed alone decides which task of the panel is played.",
        look=task_drawn,
    ),
)
