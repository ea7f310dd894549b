"""Make the backend that a configuration asks for."""

from agents.scorer.evidence import WIDTH as EVIDENCE
from agents.scorer.network import ScorerShape
from harness.backends.contract import Backend
from harness.backends.embedded.backend import ScorerBackend
from harness.config.schema import TrainConfig
from harness.seeding import Stream, generator
from hgpo_envs import spec


def make_backend(config: TrainConfig) -> Backend:
    """Make the policy and its optimiser; equal seeds give equal first weights."""
    agent = config.agent
    shape = ScorerShape(
        buckets=agent.buckets,
        width=agent.width,
        hidden=agent.hidden,
        slots=agent.slots,
        evidence=EVIDENCE if spec(config.env.id).open_actions else 0,
    )
    seed = int(generator(config.seed, Stream.WEIGHTS).integers(2**62))
    return ScorerBackend(shape, config.trainer, weights_seed=seed)
