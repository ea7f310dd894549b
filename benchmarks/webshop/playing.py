"""Play episodes and take the time; the shop is passed in, so that both are timed alike."""

import hashlib
import time
from collections.abc import Callable, Sequence

from benchmarks.rss import resident_mb
from benchmarks.webshop.kinds import KINDS, kind_of
from benchmarks.webshop.work import Episode, Played

#: Starts the episode of a goal, gives its first observation.
Reset = Callable[[int], str]
#: Does an action, gives observation, reward and whether that was the end.
Step = Callable[[str], tuple[str, float, bool]]


def play(reset: Reset, step: Step, episodes: Sequence[Episode], start: float) -> Played:
    """Play the episodes one after the other."""
    resets: list[float] = []
    steps: dict[str, list[float]] = {kind: [] for kind in KINDS}
    digests = []
    for episode in episodes:
        began = time.perf_counter()
        text = reset(episode["goal"])
        resets.append(time.perf_counter() - began)
        digest = hashlib.sha256(text.encode())
        for action in episode["actions"]:
            began = time.perf_counter()
            text, reward, done = step(action)
            steps[kind_of(action)].append(time.perf_counter() - began)
            digest.update(f"\x00{text}\x00{float(reward)!r}{bool(done)}".encode())
        digests.append(digest.hexdigest())
    return Played(
        start=start, resets=resets, steps=steps, digests=digests, resident_mb=resident_mb()
    )
