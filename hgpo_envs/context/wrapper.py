"""The one interface that agents and algorithms see: an env, a memory and a template."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import cast

import gymnasium

from hgpo_envs.context.keys import context_key
from hgpo_envs.context.members import RECALLS, recall_for_member
from hgpo_envs.context.memories.none import NoMemory
from hgpo_envs.context.memory import Memory, Recollection
from hgpo_envs.context.template import Template
from hgpo_envs.context.templates import template_for
from hgpo_envs.context.turn import Turn
from hgpo_envs.errors import EnvInputError
from hgpo_envs.text_env import CONTRACT_FACTS, Info, TextEnv
from hgpo_envs.text_space import UnicodeText

#: Characters that a rendered context may have.
PROMPT_LENGTH = 1 << 20
_NONE: Mapping[str, str] = MappingProxyType({})
_new_tuple, _new_context = tuple.__new__, object.__new__


class Context:
    """What a policy decides on: the parts, and on demand the prompt made of them.

    Attributes:
        instruction: the task in words.
        turns: the earlier turns that the memory shows, oldest first.
        notes: further text of the memory.
        observation: what the environment says now.
        admissible_actions: the actions to choose from; None where any text will do.
        step: how many actions were taken before.
        extras: what the environment shows because it was asked for at construction, by name;
            no prompt has it.
        hints: text that stands beside an action where its own words say little, by action, such
            as a product's title beside the link to it.
    """

    __slots__ = (
        "_template",
        "_text",
        "admissible_actions",
        "extras",
        "hints",
        "instruction",
        "notes",
        "observation",
        "step",
        "turns",
    )

    def __init__(
        self,
        *,
        instruction: str,
        turns: tuple[Turn, ...],
        notes: tuple[str, ...],
        observation: str,
        admissible_actions: tuple[str, ...] | None,
        step: int,
        template: Template,
        extras: Mapping[str, object] | None = None,
        hints: Mapping[str, str] | None = None,
    ) -> None:
        self.instruction = instruction
        self.turns = turns
        self.notes = notes
        self.observation = observation
        self.admissible_actions = admissible_actions
        self.step = step
        self.extras: Mapping[str, object] = extras or {}
        self.hints: Mapping[str, str] = hints or {}
        self._template = template
        self._text: str | None = None

    @property
    def text(self) -> str:
        """The rendered prompt; rendered once, and only if it is asked for."""
        if self._text is None:
            self._text = self._template.render(
                instruction=self.instruction,
                turns=self.turns,
                notes=self.notes,
                observation=self.observation,
                admissible_actions=self.admissible_actions,
                step=self.step,
            )
        return self._text


class ContextWrapper(gymnasium.Wrapper[str, str, str, str]):
    """Wrap a ``TextEnv`` so that its observations are rendered contexts.

    Attributes:
        context: the current context, unrendered: what fast policies read.
        anchor: the current anchor.
    """

    def __init__(
        self, env: TextEnv, memory: Memory | None = None, template: Template | None = None
    ) -> None:
        """Wrap ``env``.

        Args:
            env: the world.
            memory: what of the past is shown; None: nothing.
            template: how a prompt is written; None: as the environment's spec says.
        """
        super().__init__(env)
        self.observation_space = UnicodeText(PROMPT_LENGTH)
        self._env = env
        self.memory: Memory = memory or NoMemory()
        self.template = template or template_for(env)
        self._turns: list[Turn] = []
        self.anchor = ""
        self._observation = ""
        self._info: Info = {}
        self._context: Context | None = None

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[str, Info]:
        """Start an episode; the observation is the rendered context."""
        info = self.begin(seed=seed, options=options)
        return self.context.text, info

    def step(self, action: str) -> tuple[str, float, bool, bool, Info]:
        """Do one action; the observation is the rendered context."""
        reward, terminated, truncated, info = self.advance(action)
        return self.context.text, reward, terminated, truncated, info

    def begin(
        self, *, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> Info:
        """Start an episode without rendering; ``context`` has the result."""
        self._observation, self._info = self._env.reset(seed=seed, options=options)
        self._turns = []
        self.anchor = cast(str, self._info["anchor"])
        self._context = None
        return self._info

    def advance(self, action: str) -> tuple[float, bool, bool, Info]:
        """Do one action without rendering; ``context`` has the result."""
        observation, reward, terminated, truncated, info = self._env.step(action)
        turn = (self._observation, action, reward, self._info)
        self._turns.append(_new_tuple(Turn, turn))  # half the time of Turn(...)
        self._observation, self._info = observation, info
        self.anchor = info["anchor"]  # type: ignore[assignment]  # a cast is a call a step
        self._context = None
        return reward, terminated, truncated, info

    @property
    def context(self) -> Context:
        """What the policy sees now.

        Raises:
            EnvInputError: before the first ``reset``.
        """
        return self.recall()

    def recall(self) -> Context:
        """Return ``context``; the memory is asked once a step."""
        if self._context is not None:
            return self._context
        if not self._info:
            raise EnvInputError("there is no context before reset. Call reset first.")
        # Without __init__, whose keyword arguments take half the time of it all.
        context = _new_context(Context)
        info, past = self._info, self._turns
        instruction: str = info["instruction"]  # type: ignore[assignment]
        context.instruction = instruction
        context.extras = context.hints = _NONE
        if len(info) == CONTRACT_FACTS:
            shown = self.memory.recall(instruction, past)
        else:
            shown = self._recall_more(context, info)
        context.turns = shown[0]  # by place: a named tuple is slow to unpack
        context.notes = shown[1]
        context.observation = self._observation
        context.admissible_actions = info["admissible_actions"]  # type: ignore[assignment]
        context.step = len(past)
        context._template = self.template
        context._text = None
        self._context = context
        return context

    def _recall_more(self, context: Context, info: Info) -> Recollection:
        """Recall where an environment tells more than the contract asks for; tell it too."""
        context.extras = {name: info[name] for name in self._env.extras}
        context.hints = cast("Mapping[str, str]", info.get("action_hints", _NONE))
        if RECALLS in info:
            return recall_for_member(self.memory, info, self._turns)
        return self.memory.recall(context.instruction, self._turns)

    def context_key(self, k: int, *, actions: bool = False) -> int | None:
        """Identify the current anchor with the ``k`` before it; None where there are fewer.

        With ``actions`` also what was done on those ``k``: steps with equal keys then have equal
        histories in every memory that shows the last ``k`` turns, not equal states alone.
        """
        taken = [turn.action for turn in self._turns] if actions else None
        return context_key(self.anchors, k, actions=taken)

    @property
    def anchors(self) -> list[str]:
        """The anchors of the episode so far, the current one last."""
        if not self._info:
            return []
        return [*(cast(str, turn.info["anchor"]) for turn in self._turns), self.anchor]

    @property
    def turns(self) -> tuple[Turn, ...]:
        """All turns of the episode so far, oldest first."""
        return tuple(self._turns)

    def snapshot(self) -> tuple[object, ...]:
        """Return the state of the episode, memory included."""
        return (
            self._env.snapshot(),
            tuple(self._turns),
            self._observation,
            self._info,
        )

    def restore(self, snapshot: tuple[object, ...]) -> None:
        """Continue from a state that ``snapshot`` returned."""
        inner, turns, self._observation, self._info = cast(
            "tuple[tuple[object, ...], tuple[Turn, ...], str, Info]", snapshot
        )
        self._env.restore(inner)
        self._turns = list(turns)
        self.anchor = cast(str, self._info["anchor"])
        self._context = None
