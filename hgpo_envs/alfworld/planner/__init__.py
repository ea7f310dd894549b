"""Shortest plans for any game that the engine plays."""

from hgpo_envs.alfworld.planner.limits import PlanningError
from hgpo_envs.alfworld.planner.planner import Plan, Planner

__all__ = ["Plan", "Planner", "PlanningError"]
