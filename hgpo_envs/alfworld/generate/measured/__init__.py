"""The second generation of games: drawn from figures measured on the official training games."""
