"""Wrong usage: one line, exit code 2, nothing written, no traceback."""

import pytest

import algorithms
from harness.cli.main import COMMANDS, main
from hgpo_envs import ENVS

COMMAND_LIST = (
    "check, compare, config, data, diagnose, envs, evaluate, leaderboard, ledger, merge, "
    "new-algorithm, new-env, plan, report, resume, runs, train, webshop"
)
SPLITS = "gen_seen, gen_train, gen_unseen, train, valid_seen, valid_train, valid_unseen"
CAP = "budget.env_steps=1000"
ALGORITHMS = ", ".join(algorithms.names())
ENV_IDS = ", ".join(sorted(entry.id for entry in ENVS))


@pytest.fixture(autouse=True)
def empty_folder(tmp_path, monkeypatch):
    """Work in an empty folder, without official data."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ALFWORLD_DATA", raising=False)
    return tmp_path


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            ["trian"],
            f"unknown command 'trian'. Did you mean 'train'? Known: {COMMAND_LIST}.",
        ),
        (
            ["compare", "--jsn", "x"],
            "unknown flag of `hgpo compare` '--jsn'. Did you mean '--json'? "
            "Known: --dry-run, --help, --json, --multirun, --quiet.",
        ),
        (
            ["train", "--json"],
            "argument --json: expected one argument. `hgpo train --help` shows how it is called.",
        ),
        (
            ["resume"],
            "the following arguments are required: RUN. "
            "`hgpo resume --help` shows how it is called.",
        ),
        (
            ["resume", "a", "b"],
            "'b' is one argument too many. `hgpo resume --help` shows what is taken.",
        ),
        (
            ["ledger", "sum", "a"],
            "argument action: invalid choice: 'sum' (choose from 'show', 'verify'). "
            "`hgpo ledger --help` shows how it is called.",
        ),
        (
            ["compare", "sedes=3"],
            "unknown key 'sedes'. Did you mean 'seeds'? Known: env, agent, evaluation, budget, "
            "prices, run, warm_start, trainer, model, backend, algorithms, seeds, first_seed, "
            "workers, baselines, launcher.",
        ),
        (["train", "hgpo"], "'hgpo' is no KEY=VALUE. Write, for example, env=alfworld."),
        (
            ["train", "env=ALFWorl-v0", CAP],
            f"unknown environment 'ALFWorl-v0'. Did you mean 'ALFWorld-v0'? Known: {ENV_IDS}.",
        ),
        (
            ["envs", "ALFWorld-v1"],
            f"unknown environment 'ALFWorld-v1'. Did you mean 'ALFWorld-v0'? Known: {ENV_IDS}.",
        ),
        (
            ["compare", "algorithms=[grpo,hgop]", CAP],
            f"unknown algorithm 'hgop'. Did you mean 'hgpo'? Known: {ALGORITHMS}. One of your own "
            "is known once its package is installed, with an entry point in the group "
            "'hgpo_algorithms'.",
        ),
        (
            ["evaluate", "agent=random", "env.split=gen_unsen"],
            "unknown split of ALFWorld-v0 'gen_unsen'. Did you mean 'gen_unseen'? "
            f"Known: {SPLITS}.",
        ),
        (
            ["evaluate", "agent=random", "env.memory=windw"],
            "unknown memory 'windw'. Did you mean 'window'? "
            "Known: combined, full, none, retrieval, summary, window.",
        ),
        (
            ["evaluate", "agent=exprt"],
            "unknown agent 'exprt'. Did you mean 'expert'? "
            "Known: expert, first-hit, planner, random, scorer.",
        ),
        (
            ["train", "budget.env_steps=0"],
            "the cap on env_steps must be more than 0; it is 0. "
            "Leave it out to count the unit without a cap.",
        ),
        (["train", CAP, "seed=x"], "seed is 'x'; expected a whole number of at least 0."),
        (
            ["train", CAP, "--json", "no/such/x.json"],
            "--json no/such/x.json: there is no folder 'no/such'. Make it first.",
        ),
        (
            ["train", CAP, "--json", "."],
            "--json .: it is a folder. Name a file, such as ./result.json.",
        ),
        (
            ["evaluate", "agent=random", "env.difficulty=esy"],
            "unknown difficulty 'esy'. Did you mean 'easy'? Known: easy, official-like, rooms, "
            "small, standard.",
        ),
        (
            ["evaluate", "agent=random", "tasks=201", "env.split=gen_unseen"],
            "201 tasks were asked of ALFWorld-v0 split 'gen_unseen', which has 200. "
            "Ask for 1 to 200.",
        ),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(words, line, capsys, empty_folder):
    assert main(words) == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", f"hgpo: {line}\n")
    assert list(empty_folder.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            ["resume", "nowhere"],
            "'nowhere' holds no run: there is no config.yaml in it. "
            "Name the folder that hgpo train or hgpo compare wrote.",
        ),
        (
            ["ledger", "verify", "nowhere"],
            "'nowhere' holds no ledger.jsonl. Name the folder of a run, or the ledger's file.",
        ),
        (
            ["evaluate", "agent=random", "env.split=valid_seen"],
            "official games were asked for, neither data= nor ALFWORLD_DATA names their "
            "folder, and none were imported. Name the folder that holds json_2.1.1, import them "
            "with `hgpo data import PATH`, or use a generated split (gen_train, gen_seen, "
            "gen_unseen).",
        ),
    ],
)
def test_what_is_missing_is_one_line_and_exit_code_1(words, line, capsys, empty_folder):
    assert main(words) == 1
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", f"hgpo: {line}\n")
    assert list(empty_folder.iterdir()) == []


def test_a_json_file_in_a_file_is_refused_before_the_work(capsys, tmp_path):
    (tmp_path / "file").touch()
    assert main(["evaluate", "agent=random", "--json", "file/x.json"]) == 2
    assert capsys.readouterr().err == (
        "hgpo: --json file/x.json: there is no folder 'file'. Make it first.\n"
    )


def test_without_a_command_the_help_is_shown_and_nothing_was_done(capsys):
    assert main([]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("usage: hgpo COMMAND")


def test_help_lists_every_command(capsys):
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(f"\n  {name} " in shown for name in COMMANDS)


def test_the_version_is_shown(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == "hgpo-bench 0.1.0\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_help_with_an_example(name, capsys):
    assert main([name, "--help"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"usage: hgpo {name} ")
    assert f"  hgpo {name}" in shown.partition("example")[2]
    assert "--json FILE" in shown
