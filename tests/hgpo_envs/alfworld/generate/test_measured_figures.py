"""The figures that games are drawn from are those of the official training games."""

import json
from collections import Counter

import pytest

from hgpo_envs.alfworld.generate.measured import measure
from hgpo_envs.alfworld.generate.measured.compare import average, plans
from hgpo_envs.alfworld.generate.measured.figures import CONTAINERS, figures
from hgpo_envs.alfworld.generate.measured.fitting import fit_odds, fit_weights


@pytest.fixture(scope="module")
def stats(shared_data):
    return json.loads((shared_data / "alfworld" / "stats.json").read_text())


def test_the_source_is_named():
    assert figures().source == (
        "measured from the ALFWorld/ALFRED training games (json_2.1.1), MIT"
    )
    assert figures().games == 3554


@pytest.mark.official
@pytest.mark.slow
def test_measuring_the_official_games_again_gives_the_figures_that_ship(official_games):
    found = json.loads(json.dumps(measure.measure(official_games)))
    shipped = figures()
    for name in ("source", "games", "properties", "observed", "fitted", "halves"):
        assert found[name] == getattr(shipped, name)
    assert {k: tuple(v) for k, v in found["holds"].items()} == shipped.holds


def test_rooms_and_task_types_are_as_often_as_an_independent_count_says(stats):
    for room, counts in figures().observed.items():
        assert counts["games"] == stats["rooms"][room]["games"]
        assert counts["tasks"] == stats["rooms"][room]["tasks"]


def test_receptacles_are_those_of_an_independent_count(stats):
    for room, counts in figures().observed.items():
        known = stats["rooms"][room]["receptacle_types"]
        assert counts["receptacles"].keys() == known.keys()
        for name, histogram in counts["receptacles"].items():
            present = {value: n for value, n in histogram.items() if value != "0"}
            assert sum(present.values()) / counts["games"] == pytest.approx(
                known[name]["share"], abs=6e-4
            )
            assert average(present) == pytest.approx(known[name]["mean"], abs=6e-3)


def by_type(placements):
    """Return how many things of each kind lie in each receptacle type."""
    return {
        kind: Counter(
            {
                name: sum(n * place.split("+").count(name) for place, n in histogram.items())
                for name in "+".join(histogram).split("+")
                if name
            }
        )
        for kind, histogram in placements.items()
    }


def test_placements_are_those_of_an_independent_count(stats):
    for room, counts in figures().observed.items():
        found = by_type(counts["placements"])
        for kind, places in stats["rooms"][room]["object_in_receptacle_counts"].items():
            assert {name: found[kind][name] for name in places} == places, (room, kind)


def test_what_holds_what_and_what_opens_are_those_of_an_independent_count(stats):
    more = {
        name: set(kinds) - set(stats["can_contain"][name])
        for name, kinds in figures().holds.items()
    }
    # The independent count leaves out three pairs that come up in at most 12 games each, and is
    # otherwise the same.
    assert {name: kinds for name, kinds in more.items() if kinds} == {
        "desk": {"wateringcan"},
        "safe": {"statue", "vase"},
    }
    assert all(
        set(kinds) <= set(figures().holds[name]) for name, kinds in stats["can_contain"].items()
    )
    for room, counts in figures().observed.items():
        opening = {name for name, histogram in counts["openable"].items() if "1" in histogram}
        assert opening == set(stats["rooms"][room]["openable"])
        assert opening <= set(CONTAINERS)


def test_plan_lengths_are_those_of_an_independent_count(stats):
    found = {task: dict(histogram) for task, histogram in plans(figures().observed).items()}
    known = stats["shortest_plan_lengths"]
    assert found == {task: known[task] for task in known if task != "all"}


def test_fitted_weights_make_expected_counts_those_observed():
    # Two rooms in three have a desk alone; in the third half of the things lie on the shelf.
    choices = [("desk", ("desk",))] * 20 + [("desk", ("desk", "shelf"))] * 5
    choices += [("shelf", ("desk", "shelf"))] * 5
    assert fit_weights(choices) == {"desk": 100_000, "shelf": 100_000}
    # Thrice as often as the desk where both are: three times its weight.
    choices += [("shelf", ("desk", "shelf"))] * 10
    assert fit_weights(choices) == {"desk": 33_333, "shelf": 100_000}


def test_alternatives_that_are_never_taken_have_no_weight():
    assert fit_weights([("desk", ("bed", "desk"))] * 3) == {"desk": 100_000}


def test_fitted_odds_make_the_sum_of_chances_what_was_seen():
    # Odds 1 and 3 become 1/3 and 1: chances 1/4 and 1/2.
    assert fit_odds([0.5, 0.75] * 4, 3) == pytest.approx(1 / 3, rel=1e-6)
