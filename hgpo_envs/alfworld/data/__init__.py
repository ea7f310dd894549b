"""Official games on disk: where they are, which can be played, how they get there."""
