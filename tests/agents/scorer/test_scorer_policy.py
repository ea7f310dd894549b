import numpy as np
import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode
from worlds.contexts import context

import hgpo_envs
from agents import Actions
from agents.scorer.encoding import Sample, collate, encode
from agents.scorer.network import Actor, ScorerShape, score
from agents.scorer.policy import ScorerPolicy, entropies, sample
from agents.scorer.strings import StringTable
from hgpo_envs.context import Context, ContextWrapper, make_memory
from hgpo_envs.errors import EnvInputError

SHAPE = ScorerShape(buckets=512, width=16, hidden=24, slots=2)
CHOICE = context("look", "go to bed 1", "take cup 1", "help", turns=(("a bed", "look"),))


def policy(seed: int = 0, table: StringTable | None = None) -> ScorerPolicy:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return ScorerPolicy(SHAPE, Actor(SHAPE), table or StringTable(SHAPE.buckets))


def act(
    who: ScorerPolicy, contexts: list[Context], draws: list[float], temperature: float = 1.0
) -> Actions:
    return who.act(
        contexts,
        members=range(len(contexts)),
        draws=np.asarray(draws),
        temperature=temperature,
    )


def samples(told: Actions) -> list[Sample]:
    return [made for made in told.samples if isinstance(made, Sample)]


@pytest.fixture(scope="module")
def played() -> list[Context]:
    """Return contexts of random play in three games, as an environment makes them."""
    memory = make_memory("window", size=2)
    env = ContextWrapper(hgpo_envs.make("ALFWorld-v0", split="gen_seen"), memory)
    rng, contexts = np.random.default_rng(2), []
    for task in env.unwrapped.panel.ids[:3]:
        env.begin(options={"task": task})
        for _ in range(15):
            contexts.append(env.context)
            actions = env.context.admissible_actions
            env.advance(actions[rng.integers(len(actions))])
    return contexts


def test_the_draws_on_a_grid_meet_the_distribution() -> None:
    who = policy()
    table = StringTable(SHAPE.buckets)
    exact = np.exp(score(who.actor, table, encode([CHOICE], table, 2)).detach().numpy()[0])
    grid = ((np.arange(4000) + 0.5) / 4000).tolist()
    told = act(who, [CHOICE] * 4000, grid)
    assert CHOICE.admissible_actions is not None
    shares = [told.texts.count(action) / 4000 for action in CHOICE.admissible_actions]
    # A cell of the grid can fall on either side of each edge: 1/4000 at both ends.
    np.testing.assert_allclose(shares, exact, atol=2 / 4000 + 1e-6)
    assert min(shares) > 0.01


def test_a_low_temperature_sharpens_and_0_takes_the_likeliest() -> None:
    logp = np.log(np.array([[0.5, 0.3, 0.2]], np.float32)).repeat(1000, axis=0)
    counts, grid = np.full(1000, 3), (np.arange(1000) + 0.5) / 1000

    def shares(temperature: float) -> list[float]:
        picked = sample(logp, counts, grid, temperature)
        return (np.bincount(picked, minlength=3) / 1000).tolist()

    assert shares(1.0) == pytest.approx([0.5, 0.3, 0.2], abs=0.0015)
    # Squares: 25, 9, 4 of 38.
    assert shares(0.5) == pytest.approx([25 / 38, 9 / 38, 4 / 38], abs=0.0015)
    assert shares(0.0) == [1.0, 0.0, 0.0]
    assert shares(1e-4) == [1.0, 0.0, 0.0]


def test_among_equals_0_takes_the_first() -> None:
    logp = np.log(np.array([[0.2, 0.4, 0.4]], np.float32))
    assert sample(logp, np.array([3]), np.array([0.99]), 0.0).tolist() == [1]


def test_what_is_padded_or_impossible_is_never_drawn() -> None:
    logp = np.array([[0.0, -np.inf, -np.inf], [-np.inf, 0.0, -np.inf]], np.float32)
    for draw in (0.0, 0.5, np.nextafter(1.0, 0.0)):
        picked = sample(logp, np.array([1, 2]), np.full(2, draw), 1.0)
        assert picked.tolist() == [0, 1]


def test_the_recorded_probability_is_at_temperature_1() -> None:
    who = policy()
    table = StringTable(SHAPE.buckets)
    exact = score(who.actor, table, encode([CHOICE], table, 2)).detach().numpy()[0]
    for temperature in (0.0, 0.5, 1.0):
        (made,) = samples(act(who, [CHOICE], [0.6], temperature))
        assert made.logp == pytest.approx(exact[made.choice], abs=1e-6)
        assert CHOICE.admissible_actions is not None
        assert len(made.candidates) == 4


def test_what_was_recorded_scores_the_same_again(played: list[Context]) -> None:
    who = policy()
    draws = np.random.default_rng(0).random(len(played)).tolist()
    told = act(who, played, draws)
    made = samples(told)
    again = score(who.actor, who.table, collate(made)).detach().numpy()
    for row, (one, text, seen) in enumerate(zip(made, told.texts, played, strict=True)):
        assert seen.admissible_actions is not None
        assert seen.admissible_actions[one.choice] == text
        assert again[row, one.choice] == pytest.approx(one.logp, abs=1e-5)


def test_text_ids_decide_nothing_to_the_last_byte(played: list[Context]) -> None:
    used = StringTable(SHAPE.buckets)
    one, two = policy(), policy(table=used)
    for context_ in played[::-1]:
        act(two, [context_], [0.5])
    draws = np.random.default_rng(1).random(len(played)).tolist()
    here, there = act(one, played, draws), act(two, played, draws)
    assert here.texts == there.texts
    assert [made.logp for made in samples(here)] == [made.logp for made in samples(there)]
    assert [m.choice for m in samples(here)] == [m.choice for m in samples(there)]
    assert one.table.id(played[0].observation) != used.id(played[0].observation)


def test_a_decision_is_the_same_alone_and_among_others(played: list[Context]) -> None:
    together = samples(act(policy(), played, [0.3] * len(played)))
    who = policy()
    for seen, among in zip(played, together, strict=True):
        (alone,) = samples(act(who, [seen], [0.3]))
        assert alone.choice == among.choice
        assert alone.logp == pytest.approx(among.logp, abs=1e-5)


def test_members_decide_nothing(played: list[Context]) -> None:
    who, draws = policy(), np.full(len(played), 0.7)
    one = who.act(played, members=range(len(played)), draws=draws)
    two = who.act(played, members=range(len(played))[::-1], draws=draws)
    assert one.texts == two.texts


def test_new_weights_need_a_refresh_and_are_used_after_it(played: list[Context]) -> None:
    who, draws = policy(), [0.4] * len(played)
    before = [made.logp for made in samples(act(who, played, draws))]
    with torch.no_grad():
        who.actor.bags.words.weight.copy_(policy(seed=5).actor.bags.words.weight)
    stale = [made.logp for made in samples(act(who, played, draws))]
    assert stale == before
    who.refresh()
    fresh = act(who, played, draws)
    other = ScorerPolicy(SHAPE, who.actor, StringTable(SHAPE.buckets))
    assert [m.logp for m in samples(fresh)] == [m.logp for m in samples(act(other, played, draws))]
    assert [m.logp for m in samples(fresh)] != before


def test_texts_met_after_a_refresh_are_embedded_as_others_are(played: list[Context]) -> None:
    who = policy()
    act(who, played[:10], [0.4] * 10)
    who.refresh()
    late = act(who, played[20:], [0.4] * len(played[20:]))
    first = act(policy(), played[20:], [0.4] * len(played[20:]))
    assert [m.logp for m in samples(late)] == [m.logp for m in samples(first)]


def test_acting_touches_neither_gradients_nor_global_generators(played: list[Context]) -> None:
    who = policy()
    before = torch.get_rng_state()
    act(who, played, [0.1] * len(played))
    assert torch.equal(torch.get_rng_state(), before)
    assert all(weight.grad is None for weight in who.actor.parameters())
    assert torch.is_grad_enabled()


def test_the_operations_charged_are_the_operations_done(played: list[Context]) -> None:
    who = policy()
    with FlopCounterMode(display=False) as counted:
        act(who, played, [0.1] * len(played))
    assert who.flops(played) == pytest.approx(counted.get_total_flops(), rel=0.02)


def test_a_context_without_actions_is_refused() -> None:
    with pytest.raises(EnvInputError) as error:
        act(policy(), [CHOICE, context()], [0.1, 0.1])
    assert str(error.value) == (
        "the scorer chooses among admissible actions, and this context has none. "
        "Use an agent that writes its own actions."
    )


def test_entropies_are_of_each_rows_own_candidates() -> None:
    # log 2 of two alike, 0 of one, and ¼ log 4 + ¾ log 4/3 of ¼ and ¾.
    half, quarter, rest = np.log([0.5, 0.25, 0.75])
    logp = np.array([[half, half], [0.0, -np.inf], [quarter, rest]], np.float32)
    expected = [np.log(2), 0.0, 0.25 * np.log(4) + 0.75 * np.log(4 / 3)]
    np.testing.assert_allclose(entropies(logp), expected, atol=1e-6)
