"""Every recorded step of the original engine, compared whole."""

import pytest
from engine_traces import FILES

from hgpo_envs.alfworld.engine import read_game

# Episodes of each file that the quick tests play: about ten, of every policy.
STRIDE = {"changed_games": 1, "more_train": 23, "newer_dialect": 4, "train": 4, "valid_seen": 11}


def differences(traces, file, episodes):
    """Play recorded commands; return the steps at which the engine says anything else."""
    games, found = {}, []
    for episode in episodes:
        if episode.game not in games:
            games[episode.game] = read_game(traces.game(file, episode.game), name=episode.game)
        play = games[episode.game].start()
        for number, (command, *expected) in enumerate(episode.steps):
            if command is not None:
                play.command(command)
            if [play.text, play.admissible, play.won] != expected:
                found.append((episode.game, episode.policy, number, command))
    return found


@pytest.mark.parametrize("file", FILES)
def test_some_recorded_episodes_of_every_file_are_played_exactly(traces, file):
    episodes = traces.episodes(file)[:: STRIDE[file]]
    assert len(episodes) >= 8
    assert differences(traces, file, episodes) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "states"),
    [
        ("changed_games", 1472),
        ("more_train", 9304),
        ("newer_dialect", 1164),
        ("train", 1717),
        ("valid_seen", 4115),
    ],
)
def test_every_recorded_step_is_played_exactly(traces, file, states):
    episodes = traces.episodes(file)
    assert sum(len(episode.steps) for episode in episodes) == states
    assert differences(traces, file, episodes) == []


def test_the_traces_go_on_after_a_game_is_won_and_lose_it_again(traces):
    won = [[won for *_, won in episode.steps] for episode in traces.episodes("more_train")]
    assert any(True in each and not each[-1] for each in won)


def test_the_traces_hold_commands_that_are_not_understood(traces):
    steps = [step for episode in traces.episodes("valid_seen") for step in episode.steps]
    assert sum(observation == "Nothing happens." for _, observation, *_ in steps) > 100
