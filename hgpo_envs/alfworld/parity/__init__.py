"""Compare our engine with the original one, state by state, on any games.

``python -m hgpo_envs.alfworld.parity --help`` tells how; ``make parity`` calls it.
"""

from hgpo_envs.alfworld.parity.compare import Difference, first_difference
from hgpo_envs.alfworld.parity.transcript import Said, Transcript, record

__all__ = ["Difference", "Said", "Transcript", "first_difference", "record"]
