"""The sizes of a decoder-only transformer, read from its Hugging Face configuration."""

from collections.abc import Mapping
from dataclasses import dataclass

from harness.errors import HarnessInputError
from hgpo_envs.suggest import unknown_name

FAMILIES = ("llama", "mistral", "qwen2", "qwen3")
"""Values of ``model_type`` whose layers are counted here: grouped-query attention, and a
multilayer perceptron with a gate."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TransformerShape:
    """What the number of operations depends on; biases, norms and rotations add no product.

    Attributes:
        layers: L.
        width: of the residual stream, D.
        heads: query heads, H.
        kv_heads: key and value heads, G; H is a multiple of it.
        head_size: of a head, E; H · E need not be D.
        inner: width of the perceptron, F; it has three products, for its gate.
        outputs: of the head: the vocabulary's size, or 1 for a critic or a reward model.
    """

    layers: int
    width: int
    heads: int
    kv_heads: int
    head_size: int
    inner: int
    outputs: int

    @property
    def weights_of_layer(self) -> int:
        """Weights of a layer that multiply every token: 2DHE + 2DGE + 3DF."""
        attention = 2 * self.width * self.head_size * (self.heads + self.kv_heads)
        return attention + 3 * self.width * self.inner

    def scoring(self) -> "TransformerShape":
        """Return the same body under a head of one output: a critic, or a reward model."""
        return TransformerShape(
            layers=self.layers,
            width=self.width,
            heads=self.heads,
            kv_heads=self.kv_heads,
            head_size=self.head_size,
            inner=self.inner,
            outputs=1,
        )


def transformer_shape(config: Mapping[str, object]) -> TransformerShape:
    """Read the shape from a configuration, as ``config.json`` or ``config.to_dict()`` has it.

    Args:
        config: of a causal language model.

    Raises:
        HarnessInputError: a model of another family, or a size that is missing or no positive
            whole number.

    Example:
        >>> sizes = {"num_hidden_layers": 2, "hidden_size": 64, "intermediate_size": 128}
        >>> heads = {"num_attention_heads": 4, "num_key_value_heads": 2, "vocab_size": 100}
        >>> transformer_shape({"model_type": "qwen2", **sizes, **heads}).head_size
        16
    """
    family = str(config.get("model_type"))
    if family not in FAMILIES:
        raise HarnessInputError(
            f"{unknown_name('model family', family, FAMILIES)} Operations of others can't be "
            "counted from their configuration."
        )
    heads, width = _size(config, "num_attention_heads"), _size(config, "hidden_size")
    has_kv = config.get("num_key_value_heads") is not None
    kv_heads = _size(config, "num_key_value_heads") if has_kv else heads
    if heads % kv_heads:
        raise HarnessInputError(
            f"the model has {heads} query heads and {kv_heads} key heads; expected a multiple."
        )
    has_size = config.get("head_dim") is not None
    return TransformerShape(
        layers=_size(config, "num_hidden_layers"),
        width=width,
        heads=heads,
        kv_heads=kv_heads,
        head_size=_size(config, "head_dim") if has_size else width // heads,
        inner=_size(config, "intermediate_size"),
        outputs=_size(config, "vocab_size"),
    )


def _size(config: Mapping[str, object], name: str) -> int:
    given = config.get(name)
    if isinstance(given, bool) or not isinstance(given, int) or given < 1:
        raise HarnessInputError(
            f"the model's configuration says {name}={given!r}; expected a whole number of at "
            "least 1."
        )
    return given
