"""What the rules share: fresh environments, sampled tasks, and episodes that were played once."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from typing import cast

import numpy as np

from hgpo_envs.check.elsewhere import Answer, ask_others
from hgpo_envs.check.rule import NotTried
from hgpo_envs.check.subject import Subject
from hgpo_envs.check.walk import Moment, Walk, by_chance, by_expert, play
from hgpo_envs.errors import EnvInputError
from hgpo_envs.text_env import TextEnv


class Lab:
    """One check of one subject.

    Attributes:
        subject: what is checked.
        steps: the longest walk.
        seed: what tasks and actions are drawn from.
        timeout_s: how long another process may take.
    """

    def __init__(
        self, subject: Subject, *, tasks: int, steps: int, seed: int, timeout_s: float
    ) -> None:
        """Prepare; nothing is made before a rule needs it."""
        self.subject = subject
        self.steps = steps
        self.seed = seed
        self.timeout_s = timeout_s
        self._n_tasks = tasks
        self._fresh: list[TextEnv] = []

    def rng(self) -> np.random.Generator:
        """Return the check's generator, each time from its start."""
        return np.random.default_rng(self.seed)

    @cached_property
    def started(self) -> object:
        """What the subject makes, after a ``reset``; or the exception that came instead.

        Raises:
            EnvInputError: it can't be made because of what the caller gave.
        """
        try:
            made = self._make() if self.subject.can_make else self.subject.object
        except EnvInputError:
            raise
        except (Exception, SystemExit) as error:  # noqa: BLE001  (filed under the environment)
            return error
        if isinstance(made, TextEnv):
            try:
                made.reset(seed=self.seed)
            except (Exception, SystemExit) as error:  # noqa: BLE001  (likewise)
                return error
        return made

    @property
    def env(self) -> TextEnv:
        """The environment that plays the walks.

        Raises:
            NotTried: it is none, or doesn't start.
        """
        if not isinstance(self.started, TextEnv):
            raise NotTried("it doesn't start; see the rule 'starts'.")
        return self.started

    def fresh(self, **options: object) -> TextEnv:
        """Return a new environment, made with further options.

        Raises:
            NotTried: no other one can be made, or none with these options.
        """
        self.env  # noqa: B018  (where it doesn't start, nothing is made)
        if not self.subject.can_make:
            raise NotTried(
                "an environment was given, and nothing that makes another one. "
                "Give its id, 'module:Env' or a function that makes it."
            )
        if options and self.subject.recipe is None:
            raise NotTried(
                f"a function was given that takes no options, and this needs {options!r}. "
                "Give the id or 'module:Env'."
            )
        env = self._make(**options)
        if not isinstance(env, TextEnv):
            raise NotTried(f"a {type(env).__name__} was made the second time.")
        self._fresh.append(env)
        return env

    @cached_property
    def tasks(self) -> tuple[str, ...]:
        """The tasks that are played: the first, the last, and others by chance."""
        ids = self.env.panel.ids
        if len(ids) <= self._n_tasks:
            return tuple(ids)
        between = self.rng().permutation(np.arange(1, len(ids) - 1))
        places = [0, len(ids) - 1, *between.tolist()][: self._n_tasks]
        return tuple(ids[place] for place in places)

    @cached_property
    def walks(self) -> tuple[Walk, ...]:
        """One episode a task by chance, and one by the environment's own expert.

        Raises:
            NotTried: an action that the environment listed made it raise.
        """
        if isinstance(self._played, Exception):
            raise NotTried("episodes can't be played; see the rule 'plays'.")
        return self._played

    def places(self) -> Iterator[tuple[str, Moment]]:
        """Yield every moment of the walks with its place in words.

        Raises:
            NotTried: as ``walks`` says.
        """
        for walk in self.walks:
            yield from walk.places()

    @property
    def play_failure(self) -> Exception | None:
        """What went wrong where episodes could not be played."""
        return self._played if isinstance(self._played, Exception) else None

    @cached_property
    def _played(self) -> tuple[Walk, ...] | Exception:
        env, walks = self.env, list[Walk]()
        try:
            for number, task in enumerate(self.tasks):
                seed = self.seed + number
                walks.append(play(env, task, seed, by_chance(self.rng()), steps=self.steps))
        except Exception as error:  # noqa: BLE001  (an environment's error is filed under env)
            return error
        with suppress(Exception):  # the rule 'expert' tells of it
            for number, task in enumerate(self.tasks):
                if (expert := by_expert(env)) is not None:
                    seed, cap = self.seed + number, env.max_steps
                    walks.append(play(env, task, seed, expert, steps=cap, by="the expert"))
        return tuple(walks)

    @cached_property
    def others(self) -> Sequence[Answer]:
        """What other processes found.

        Raises:
            NotTried: no other process can make the environment.
        """
        if self.subject.recipe is None:
            raise NotTried(
                "other processes can't make what was given here as an object or a local function. "
                "Give its id or 'module:Env'."
            )
        try:
            return ask_others(self.subject.recipe, self.walks, timeout_s=self.timeout_s)
        except EnvInputError as error:
            raise NotTried(f"{error}") from error

    def others_that_answered(self) -> list[Answer]:
        """Return the answers that came.

        Raises:
            NotTried: there is none; the rule 'worker' says why.
        """
        answers = [answer for answer in self.others if not answer.failure]
        if not answers:
            raise NotTried("no other process could play it; see the rule 'worker'.")
        return answers

    def release(self) -> None:
        """Close what was made afresh: browsers and engines are not kept beyond their rule."""
        while self._fresh:
            with suppress(Exception):
                self._fresh.pop().close()

    def close(self) -> None:
        """Close every environment that was made for the check."""
        self.release()
        if self.subject.can_make and isinstance(self.__dict__.get("started"), TextEnv):
            with suppress(Exception):
                self.env.close()

    def _make(self, **options: object) -> object:
        if self.subject.recipe is not None:
            return self.subject.recipe.make(**options)
        return cast("Callable[[], object]", self.subject.factory)()
