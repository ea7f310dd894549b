"""Operations counted from the architecture are those that torch counts, within 2 %."""

from collections.abc import Iterator

import pytest
import torch
import transformers
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils.flop_counter import FlopCounterMode

from harness.errors import HarnessInputError
from harness.flops import (
    TransformerShape,
    backward_flops,
    decoding_flops,
    forward_flops,
    learning_flops,
    transformer_shape,
)

WITHIN = 0.02
TINY = TransformerShape(layers=2, width=4, heads=2, kv_heads=1, head_size=3, inner=5, outputs=7)
SIZES: dict[str, dict[str, object]] = {
    "qwen2": {"hidden_size": 64, "num_attention_heads": 4, "num_key_value_heads": 2},
    "llama": {"hidden_size": 96, "num_attention_heads": 3, "num_key_value_heads": 3},
    "qwen3": {
        "hidden_size": 64,
        "num_attention_heads": 4,
        "num_key_value_heads": 1,
        "head_dim": 32,
    },
}


@pytest.fixture(params=[(f, a) for f in SIZES for a in ("eager", "sdpa")], ids="-".join)
def model(request: pytest.FixtureRequest) -> Iterator[torch.nn.Module]:
    family, attention = request.param
    config = transformers.AutoConfig.for_model(
        family,
        vocab_size=300,
        num_hidden_layers=3,
        intermediate_size=160,
        max_position_embeddings=256,
        tie_word_embeddings=family == "qwen2",
        **SIZES[family],
    )
    torch.manual_seed(0)
    made = transformers.AutoModelForCausalLM.from_config(config, attn_implementation=attention)
    with sdpa_kernel(SDPBackend.MATH):  # the fused kernel of CPUs is not counted by torch
        yield made


def shape_of(model: torch.nn.Module) -> TransformerShape:
    return transformer_shape(model.config.to_dict())


def tokens(batch: int, length: int) -> torch.Tensor:
    return torch.arange(batch * length).reshape(batch, length) % 300


@pytest.mark.slow
@pytest.mark.parametrize(("batch", "length"), [(1, 5), (3, 40), (2, 200)])
def test_a_forward_pass(model: torch.nn.Module, batch: int, length: int) -> None:
    with FlopCounterMode(display=False) as counted, torch.no_grad():
        model(tokens(batch, length), use_cache=False)
    told = forward_flops(shape_of(model), [length] * batch)
    assert told == pytest.approx(counted.get_total_flops(), rel=WITHIN)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:`gradient_checkpointing_enable` is deprecated:FutureWarning")
@pytest.mark.parametrize("recomputes", [False, True])
@pytest.mark.parametrize(("batch", "length"), [(2, 17), (1, 150)])
def test_learning(model: torch.nn.Module, batch: int, length: int, recomputes: bool) -> None:
    model.train()
    if recomputes:
        model.gradient_checkpointing_enable({"use_reentrant": False})
    ids = tokens(batch, length)
    with FlopCounterMode(display=False) as counted:
        model(ids, use_cache=False).logits.logsumexp(-1).sum().backward()
    told = learning_flops(shape_of(model), [length] * batch, recomputes=recomputes)
    assert told == pytest.approx(counted.get_total_flops(), rel=WITHIN)


@pytest.mark.slow
@pytest.mark.parametrize(("prompt", "generated"), [(1, 1), (30, 12), (100, 2)])
def test_decoding_with_a_cache(model: torch.nn.Module, prompt: int, generated: int) -> None:
    ids = tokens(1, prompt)
    with FlopCounterMode(display=False) as counted:
        out = model.eval().generate(
            ids,
            attention_mask=torch.ones_like(ids),
            min_new_tokens=generated,
            max_new_tokens=generated,
            do_sample=False,
            pad_token_id=0,
        )
    assert out.shape == (1, prompt + generated)
    told = decoding_flops(shape_of(model), prompt, generated)
    assert told == pytest.approx(counted.get_total_flops(), rel=WITHIN)


def test_a_critic_has_one_output() -> None:
    config = transformers.AutoConfig.for_model(
        "qwen2", vocab_size=300, num_hidden_layers=2, intermediate_size=160, **SIZES["qwen2"]
    )
    body = transformers.AutoModel.from_config(config, attn_implementation="eager")
    head = torch.nn.Linear(64, 1)
    with FlopCounterMode(display=False) as counted:
        head(body(tokens(2, 30), use_cache=False).last_hidden_state).sum().backward()
    told = learning_flops(transformer_shape(config.to_dict()).scoring(), [30, 30])
    assert told == pytest.approx(counted.get_total_flops(), rel=WITHIN)


def test_the_count_by_hand() -> None:
    # a layer: query and output 2 · 4·6, key and value 2 · 4·3, perceptron 3 · 4·5 = 132 weights
    assert TINY.weights_of_layer == 132
    # 2 layers, 3 tokens: 2·3·2·132 = 1584; attention 2 · 4·2·3·9 = 432; head 2·3·4·7 = 168
    assert forward_flops(TINY, [3]) == 1584 + 432 + 168
    assert forward_flops(TINY, [3], outputs_at=1) == 1584 + 432 + 56
    assert backward_flops(TINY, [3]) == 2 * 2184
    # once more the layers without 2·3·2 · 4·5 of the perceptron's last product: 2016 - 240
    assert backward_flops(TINY, [3], recomputes=True) == 2 * 2184 + 1776
    assert forward_flops(TINY, []) == forward_flops(TINY, [0]) == 0
    # prompt of 3 as above with one output, then one token: 2·2·132, 2 · 4·2·3·4, 2·4·7
    assert decoding_flops(TINY, 3, 2) == 2072 + 528 + 192 + 56
    assert decoding_flops(TINY, 3, 0) == 0


def test_sequences_add_up_and_attention_grows_with_the_square() -> None:
    assert forward_flops(TINY, [3, 5]) == forward_flops(TINY, [3]) + forward_flops(TINY, [5])
    # only the quadratic term of 2 · 4·2·3 a pair of positions is left of f(2n) − 2 f(n)
    assert forward_flops(TINY, [20]) - 2 * forward_flops(TINY, [10]) == 48 * (400 - 200)


@pytest.mark.parametrize(
    ("config", "message"),
    [
        (
            {"model_type": "gpt2"},
            "unknown model family 'gpt2'. Known: llama, mistral, qwen2, "
            "qwen3. Operations of others can't be counted from their configuration.",
        ),
        (
            {"model_type": "llama", "num_attention_heads": 4, "hidden_size": 0},
            "the model's configuration says hidden_size=0; expected a whole number of at least 1.",
        ),
        (
            {
                "model_type": "llama",
                "num_attention_heads": 4,
                "hidden_size": 8,
                "num_key_value_heads": 3,
            },
            "the model has 4 query heads and 3 key heads; expected a multiple.",
        ),
    ],
)
def test_a_configuration_that_cannot_be_counted(config: dict[str, object], message: str) -> None:
    with pytest.raises(HarnessInputError) as error:
        transformer_shape(config)
    assert str(error.value) == message


def test_lengths_and_prompts_that_make_no_sense() -> None:
    with pytest.raises(HarnessInputError, match=r"^a length is -1; expected 0 or more tokens\.$"):
        forward_flops(TINY, [4, -1])
    with pytest.raises(HarnessInputError, match=r"^a prompt has no token; expected at least 1\.$"):
        decoding_flops(TINY, 0, 3)
