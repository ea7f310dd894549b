"""A scripted shopper: it knows what it has read in the instruction and on the pages."""

from hgpo_envs.webshop.expert.shopper import ShoppingExpert

__all__ = ["ShoppingExpert"]
