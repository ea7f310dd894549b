"""An expert that explores: it knows what it has read, and where such things usually lie."""

from hgpo_envs.alfworld.expert.explorer import ExploringExpert

__all__ = ["ExploringExpert"]
