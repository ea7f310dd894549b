"""Who acts: policies that turn contexts into actions."""

from agents.policy import Actions, Policy
from agents.registry import AGENTS, make_agent, needed_extras

__all__ = ["AGENTS", "Actions", "Policy", "make_agent", "needed_extras"]
