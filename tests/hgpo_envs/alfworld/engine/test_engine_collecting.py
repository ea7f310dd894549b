"""Loading runs no cycle collection, and leaves the collector as it found it."""

import gc

import pytest
from small_games import fine

from hgpo_envs.alfworld.engine import read_game
from hgpo_envs.errors import GameFileError


@pytest.fixture
def enabled():
    """Give the collector back as it was before the test."""
    before = gc.isenabled()
    yield
    (gc.enable if before else gc.disable)()


@pytest.mark.parametrize("at_first", [True, False])
@pytest.mark.parametrize("sound", [True, False])
def test_the_collector_is_left_as_it_was(enabled, at_first, sound):
    (gc.enable if at_first else gc.disable)()
    if sound:
        read_game(fine(), name="small")
    else:
        with pytest.raises(GameFileError):
            read_game({}, name="small")
    assert gc.isenabled() is at_first


def test_no_collection_runs_while_a_game_is_read(enabled):
    gc.enable()
    content = fine()
    held_back = _collections_during(lambda: read_game(content, name="small"))
    as_usual = _collections_during(lambda: read_game.__wrapped__(content, name="small"))
    assert 10 * held_back < as_usual


def _collections_during(do):
    """Count the collections where one is due at almost every object that is made."""
    phases, threshold = [], gc.get_threshold()
    gc.callbacks.append(count := lambda phase, info: phases.append(phase))
    try:
        gc.set_threshold(1)
        do()
    finally:
        gc.set_threshold(*threshold)
        gc.callbacks.remove(count)
    return len(phases)
