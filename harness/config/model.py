"""Which model is trained, and what trains it; with nothing set, the embedded scorer."""

from dataclasses import dataclass
from typing import Protocol

from harness.config.limits import whole
from harness.errors import ConfigError
from hgpo_envs.suggest import unknown_name

BACKENDS = ("embedded", "local", "openrlhf")
TRAINABLE = ("embedded",)
"""The backends that this version can train with."""
DTYPES = ("bfloat16", "float16", "float32")
DEVICES = ("auto", "cpu", "cuda")


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelConfig:
    """A language model; all null: none.

    Attributes:
        name: a name at Hugging Face, or a folder.
        dtype: ``bfloat16``, ``float16`` or ``float32``.
        lora_rank: rank of the adapters that are trained; null or 0 trains all weights.
        max_prompt_tokens: longest prompt of a step.
        max_response_tokens: longest response of a step.
    """

    name: str | None = None
    dtype: str | None = None
    lora_rank: int | None = whole(None, least=0)
    max_prompt_tokens: int | None = whole(None, least=1)
    max_response_tokens: int | None = whole(None, least=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class BackendConfig:
    """What trains.

    Attributes:
        name: ``embedded``, ``local`` or ``openrlhf``; null: embedded.
        device: ``auto``, ``cpu`` or ``cuda``.
        gpus: GPUs to train on.
    """

    name: str | None = None
    device: str | None = None
    gpus: int | None = whole(None, least=0)


class Trained(Protocol):
    """A configuration that names a backend."""

    @property
    def backend(self) -> BackendConfig:
        """What trains."""


def check_model(model: ModelConfig, backend: BackendConfig) -> None:
    """Check the names, and that a backend has the model that it trains.

    Raises:
        ConfigError: an unknown name, or parts that don't go together.
    """
    _check_choice("backend", backend.name, BACKENDS)
    _check_choice("backend.device", backend.device, DEVICES)
    _check_choice("model.dtype", model.dtype, DTYPES)
    embedded = backend.name in {None, "embedded"}
    if embedded and model != ModelConfig():
        raise ConfigError(
            "the embedded backend trains a small scorer of its own and takes no model. "
            "Add backend=local or backend=openrlhf, or leave model out."
        )
    if not embedded and model.name is None:
        raise ConfigError(f"backend={backend.name} trains a language model. Name it: model=NAME.")


def require_backend(config: Trained) -> None:
    """Refuse a training that this version has no backend for, before anything is written.

    Raises:
        ConfigError: the backend is not there yet.
    """
    name = config.backend.name
    if name is not None and name not in TRAINABLE:
        raise ConfigError(
            f"this version can't train with backend={name}; it trains with: "
            f"{', '.join(TRAINABLE)}. Leave backend and model out, or look at the plan with "
            "--dry-run."
        )


def _check_choice(kind: str, given: str | None, known: tuple[str, ...]) -> None:
    if given is not None and given not in known:
        raise ConfigError(unknown_name(kind, given, known))
