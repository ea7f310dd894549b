"""Text ALFWorld: engine, generated games, official games, expert."""

from hgpo_envs.alfworld.engine import Game, Play, load_game

__all__ = ["Game", "Play", "load_game"]
