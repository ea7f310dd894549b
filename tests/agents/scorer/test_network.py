from dataclasses import replace

import numpy as np
import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode
from worlds.contexts import context

import agents.scorer.network as net
from agents.scorer.encoding import Decisions, encode
from agents.scorer.evidence import WIDTH
from agents.scorer.network import Actor, Critic, ScorerShape, score, value
from agents.scorer.strings import StringTable
from hgpo_envs.context import Context
from hgpo_envs.errors import EnvInputError

SHAPE = ScorerShape(buckets=512, width=16, hidden=24, slots=2)
TURNS = (("you see a cup 1", "go to desk 1"), ("a desk", "take cup 1"), ("a cup", "look"))
CONTEXTS = (
    context("look", "go to bed 1", "take cup 1", observation="a desk", turns=TURNS),
    context("go to bed 1", observation="start", instruction="put a cup in bed"),
    context("open safe 1", "look", "go to desk 1", "inventory", "help", turns=TURNS[:1]),
)


def actor(seed: int = 0) -> Actor:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return Actor(SHAPE)


def critic(seed: int = 0) -> Critic:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        made = Critic(SHAPE)
        torch.nn.init.normal_(made.value.weight)  # it starts at zero, which would hide everything
        return made


def logp(contexts: tuple[Context, ...], table: StringTable | None = None) -> np.ndarray:
    table = table or StringTable(SHAPE.buckets)
    with torch.no_grad():
        return score(actor(), table, encode(contexts, table, SHAPE.slots)).numpy()


def values(contexts: tuple[Context, ...], table: StringTable | None = None) -> np.ndarray:
    table = table or StringTable(SHAPE.buckets)
    with torch.no_grad():
        return value(critic(), table, encode(contexts, table, SHAPE.slots)).numpy()


def test_each_decision_has_a_distribution_over_its_own_candidates() -> None:
    rows = logp(CONTEXTS)
    assert rows.shape == (3, 5)
    assert np.isneginf(rows[0, 3:]).all()
    assert np.isneginf(rows[1, 1:]).all()
    assert np.isfinite(rows[2]).all()
    np.testing.assert_allclose(np.exp(rows).sum(axis=1), 1.0, atol=1e-6)
    assert rows[1, 0] == 0.0
    assert np.ptp(rows[2]) > 0.01


def test_a_decision_is_the_same_alone_and_among_others() -> None:
    together, apart = logp(CONTEXTS), [logp((one,)) for one in CONTEXTS]
    for row, alone in enumerate(apart):
        np.testing.assert_allclose(together[row, : alone.shape[1]], alone[0], atol=1e-5)
    np.testing.assert_allclose(logp(CONTEXTS[::-1])[::-1], together, atol=1e-5)
    single = [values((one,))[0] for one in CONTEXTS]
    np.testing.assert_allclose(values(CONTEXTS), single, atol=1e-5)
    assert np.ptp(single) > 0.01


def test_the_order_of_the_candidates_changes_nothing_but_their_order() -> None:
    actions = CONTEXTS[2].admissible_actions
    assert actions is not None
    order = [3, 0, 4, 2, 1]
    turned = context(*(actions[i] for i in order), turns=TURNS[:1])
    np.testing.assert_allclose(logp((turned,))[0], logp((CONTEXTS[2],))[0][order], atol=1e-5)


def test_text_ids_decide_nothing_to_the_last_byte() -> None:
    other = StringTable(SHAPE.buckets)
    for text in ("zebra", "take cup 1", "a desk", "put a cup in bed", "look", "help"):
        other.id(text)
    assert logp(CONTEXTS, other).tobytes() == logp(CONTEXTS).tobytes()
    assert values(CONTEXTS, other).tobytes() == values(CONTEXTS).tobytes()


@pytest.mark.parametrize(
    "other",
    [
        context("look", "go to bed 1", "take cup 1", observation="a bed", turns=TURNS),
        context(
            "look", "go to bed 1", "take cup 1", observation="a desk", turns=TURNS, instruction="x"
        ),
        context("look", "go to bed 1", "take cup 1", observation="a desk", turns=TURNS[:2]),
        context("look", "go to bed 2", "take cup 1", observation="a desk", turns=TURNS),
    ],
)
def test_each_part_of_a_context_counts(other: Context) -> None:
    assert np.abs(logp((other,)) - logp((CONTEXTS[0],))).max() > 1e-3


def test_turns_beyond_the_slots_do_not_count() -> None:
    older = context(
        "look", "go to bed 1", "take cup 1", observation="a desk", turns=(("x", "y"), *TURNS)
    )
    assert logp((older,)).tobytes() == logp((CONTEXTS[0],)).tobytes()


def test_a_bag_of_words_is_their_sum_over_the_root_of_their_number() -> None:
    table, bags = StringTable(SHAPE.buckets), actor().bags
    ids = table.ids(("cup", "desk", "cup desk"))
    cup, desk, both = bags(table, ids).detach()
    torch.testing.assert_close(both, (cup + desk) / 2**0.5)


def test_gradients_reach_every_weight() -> None:
    table = StringTable(SHAPE.buckets)
    decisions = encode(CONTEXTS, table, SHAPE.slots)
    net_actor, net_critic = actor(), critic()
    score(net_actor, table, decisions)[:, 0].sum().backward()
    value(net_critic, table, decisions).sum().backward()
    for module in (net_actor, net_critic):
        for name, weight in module.named_parameters():
            # A constant added to all logits of a decision changes no probability.
            reached = weight.grad is not None and bool(weight.grad.abs().max() > 1e-7)
            assert reached or name == "score.bias", name


def test_the_critic_starts_at_zero_and_has_words_of_its_own() -> None:
    made, table = Critic(SHAPE), StringTable(SHAPE.buckets)
    assert value(made, table, encode(CONTEXTS, table, SHAPE.slots)).tolist() == [0.0, 0.0, 0.0]


@pytest.mark.parametrize("contexts", [CONTEXTS, CONTEXTS[:1], CONTEXTS * 20])
def test_the_operations_charged_are_the_operations_done(contexts: tuple[Context, ...]) -> None:
    table = StringTable(SHAPE.buckets)
    decisions = encode(contexts, table, SHAPE.slots)
    with FlopCounterMode(display=False) as counted:
        score(actor(), table, decisions)
    charged = net.actor_flops(
        SHAPE,
        decisions=len(contexts),
        candidates=len(decisions.candidates),
        widest=int(decisions.counts.max()),
    )
    assert charged == pytest.approx(counted.get_total_flops(), rel=0.02)
    with FlopCounterMode(display=False) as counted:
        value(critic(), table, decisions)
    charged = net.critic_flops(SHAPE, len(contexts))
    assert charged == pytest.approx(counted.get_total_flops(), rel=0.02)


def test_a_backward_pass_costs_two_forward_passes() -> None:
    table = StringTable(SHAPE.buckets)
    decisions = encode(CONTEXTS, table, SHAPE.slots)
    counts = []
    for passes in (1, 2):
        with FlopCounterMode(display=False) as counted:
            out = score(actor(), table, decisions)[:, 0].sum()
            if passes == 2:
                out.backward()
        counts.append(counted.get_total_flops())
    assert counts[1] == pytest.approx(3 * counts[0], rel=0.02)


WEIGHING = replace(SHAPE, evidence=WIDTH)
PAGES = (
    context("click[buy]", "click[red]", "search[...]", instruction="a red desk", observation="x"),
    context("click[red]", instruction="a blue desk", observation="y"),
)


def weighing(contexts: tuple[Context, ...]) -> tuple[Actor, Critic, StringTable, Decisions]:
    table = StringTable(SHAPE.buckets)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        made = Actor(WEIGHING), Critic(WEIGHING)
    torch.nn.init.constant_(made[1].value.weight, 0.1)
    return *made, table, encode(contexts, table, SHAPE.slots, evidence=True)


def test_evidence_counts_where_it_is_read() -> None:
    net_actor, net_critic, table, decisions = weighing(PAGES)
    other = replace(decisions, evidence=decisions.evidence * 0)
    assert not torch.equal(score(net_actor, table, decisions), score(net_actor, table, other))
    assert not torch.equal(value(net_critic, table, decisions), value(net_critic, table, other))


def test_the_critic_reads_mean_and_maximum_of_the_evidence() -> None:
    weighed = torch.tensor([[1.0, -2.0], [3.0, -4.0], [-5.0, 0.0]])
    found = net.mean_and_most(weighed, torch.tensor([0, 0, 1]), torch.tensor([0, 1, 0]), 2)
    assert found.tolist() == [[2.0, -3.0, 3.0, -2.0], [-5.0, 0.0, -5.0, 0.0]]


def test_a_network_that_reads_no_evidence_starts_with_the_weights_it_always_had() -> None:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        weighing_actor = Actor(WEIGHING)
    plain, more = actor().state_dict(), weighing_actor.state_dict()
    assert set(more) - set(plain) == {"of_evidence.weight"}
    assert all(torch.equal(plain[name], more[name]) for name in plain)


def test_the_operations_on_evidence_are_charged() -> None:
    net_actor, net_critic, table, decisions = weighing(PAGES * 30)
    with FlopCounterMode(display=False) as counted:
        score(net_actor, table, decisions)
    charged = net.actor_flops(
        WEIGHING,
        decisions=len(decisions.counts),
        candidates=len(decisions.candidates),
        widest=int(decisions.counts.max()),
    )
    assert charged == pytest.approx(counted.get_total_flops(), rel=0.02)
    with FlopCounterMode(display=False) as counted:
        value(net_critic, table, decisions)
    charged = net.critic_flops(WEIGHING, len(decisions.counts))
    assert charged == pytest.approx(counted.get_total_flops(), rel=0.02)


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ({"evidence": -1}, "the scorer's evidence is -1; expected a whole number of at least 0."),
        ({"width": 0}, "the scorer's width is 0; expected a whole number of at least 1."),
        ({"slots": True}, "the scorer's slots is True; expected a whole number of at least 1."),
        ({"hidden": 6.5}, "the scorer's hidden is 6.5; expected a whole number of at least 1."),
    ],
)
def test_a_shape_of_no_size_is_refused(sizes: dict[str, int], message: str) -> None:
    with pytest.raises(EnvInputError) as error:
        ScorerShape(**sizes)
    assert str(error.value) == message
