"""The conformance check: does an environment keep the contract, and if not, where."""

from hgpo_envs.check.report import Finding, NonConformanceError, Report
from hgpo_envs.check.rule import Breach, Rule
from hgpo_envs.check.running import check
from hgpo_envs.check.table import RULES

__all__ = ["RULES", "Breach", "Finding", "NonConformanceError", "Report", "Rule", "check"]
