"""What a purchase is worth: the original's formula, and ours that every goal can fulfil."""

from hgpo_envs.webshop.reward.purchase import KINDS, Components, score

__all__ = ["KINDS", "Components", "score"]
