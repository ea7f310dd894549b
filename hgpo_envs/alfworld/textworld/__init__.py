"""The original engine (packages alfworld and textworld) behind the interface of our own.

It is some thousand times slower and needs the extra ``textworld``; it is there as the reference
that our engine is compared with, and to play what ours can't read. The packages are imported
when the first game is loaded.
"""

from hgpo_envs.alfworld.textworld.game import TextWorldGame, load_game, read_game
from hgpo_envs.alfworld.textworld.play import TextWorldPlay, TextWorldSnapshot

__all__ = ["TextWorldGame", "TextWorldPlay", "TextWorldSnapshot", "load_game", "read_game"]
