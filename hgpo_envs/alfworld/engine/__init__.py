"""The rules of text ALFWorld: reads a game file and plays it exactly as the original does.

A game file brings its own actions (PDDL), objects and facts, and its own text grammar; nothing
of them is built in. `load_game` compiles them once, for all games that share them.
"""

from hgpo_envs.alfworld.engine.game import Game
from hgpo_envs.alfworld.engine.loading import load_content, load_game, read_game
from hgpo_envs.alfworld.engine.play import NOT_UNDERSTOOD, Play, Snapshot

__all__ = ["NOT_UNDERSTOOD", "Game", "Play", "Snapshot", "load_content", "load_game", "read_game"]
