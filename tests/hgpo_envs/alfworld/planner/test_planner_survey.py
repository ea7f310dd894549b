"""The command that plans all games of a split and carries the plans out."""

import pytest

from hgpo_envs.alfworld.planner.__main__ import main
from hgpo_envs.alfworld.planner.survey import Games, Survey, report, survey

GENERATED = Games(env="ALFWorld-v0", split="gen_unseen")


def test_games_are_spread_over_the_split_and_all_solved():
    results = list(survey(GENERATED, most=6))
    ids = GENERATED.open().panel.ids
    step = len(ids) // 6
    assert [result.task for result in results] == [ids[step * place] for place in range(6)]
    assert all(result.won and result.length for result in results)


def test_two_processes_give_the_same_results_as_one():
    def facts(workers):
        return [(r.task, r.length, r.won) for r in survey(GENERATED, most=25, workers=workers)]

    assert facts(2) == facts(1)


def test_the_table_counts_lengths_by_type_and_names_what_was_not_solved():
    def result(task, kind, length, plan_s):
        won = length is not None
        return Survey(task=task, kind=kind, length=length, won=won, model_s=0.01, plan_s=plan_s)

    lines = report(
        [result("a", "look", 3, 0.002), result("b", "put", 4, 0.004), result("c", "put", None, 0.0)]
    )
    assert lines == [
        "2 of 3 games solved",
        "",
        "commands      3      4",
        "look          1",
        "put                  1",
        "all           1      1",
        "",
        "to ground the game       median    10.0 ms   99 %    10.0 ms   worst    10.0 ms",
        "to plan from the start   median     2.0 ms   99 %     4.0 ms   worst     4.0 ms",
        "both                     median    12.0 ms   99 %    14.0 ms   worst    14.0 ms",
        "slowest to plan: b",
        "no plan that wins: c",
    ]


def test_the_command_says_how_it_went(capsys):
    assert main(["--split", "gen_seen", "--games", "3"]) == 0
    assert capsys.readouterr().out.startswith("ALFWorld-v0 gen_seen\n3 of 3 games solved\n")
    assert main(["--split", "gen_sen"]) == 1
    assert "gen_seen" in capsys.readouterr().err
    with pytest.raises(SystemExit) as stop:
        main(["--games", "0"])
    assert stop.value.code == 2


@pytest.mark.official
def test_a_few_official_training_games_are_solved(official_games):
    games = Games(env="ALFWorld-v0", split="train", data=official_games)
    results = list(survey(games, most=24))
    assert all(result.won for result in results)
    # The shortest plans of all training games have 3 to 10 commands.
    assert {result.length for result in results} <= set(range(3, 11))


@pytest.mark.official
@pytest.mark.slow
def test_all_games_of_valid_seen_are_solved(official_games):
    results = list(survey(Games(env="ALFWorld-v0", split="valid_seen", data=official_games)))
    assert (len(results), sum(result.won for result in results)) == (140, 140)
    counts = [sum(result.length == length for result in results) for length in range(3, 10)]
    assert counts == [6, 40, 7, 38, 26, 18, 5]
