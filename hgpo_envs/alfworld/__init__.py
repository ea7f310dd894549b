"""Text ALFWorld: engine, generated games, official games, expert."""
