"""What each kind of error means: its line, its exit code, or its traceback."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import harness.run_evaluation
from algorithms.errors import AlgorithmInputError
from harness.budget import BudgetError
from harness.cli.main import main
from harness.errors import ConfigError, HarnessInputError, RunError
from harness.interrupt import Interrupted
from harness.ledger import LedgerError
from hgpo_envs.errors import DataError, EnvInputError, GameFileError, UnknownNameError
from leaderboards.ledger_file import LedgerFileError

ROOT = Path(__file__).resolve().parents[3]
WORDS = ["evaluate", "agent=random", "tasks=2", "--quiet"]


@pytest.fixture
def fails_with(monkeypatch):
    """Let ``hgpo evaluate`` fail with an error of the test's choice."""

    def set_error(error: BaseException) -> None:
        def evaluate(config, *, observer):
            raise error

        monkeypatch.setattr(harness.run_evaluation, "evaluate", evaluate)

    return set_error


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (ConfigError("a key"), 2, "a key"),
        (HarnessInputError("an input"), 2, "an input"),
        (EnvInputError("an option"), 2, "an option"),
        (UnknownNameError("a name"), 2, "a name"),
        (AlgorithmInputError("a number"), 2, "a number"),
        (BudgetError("a cap"), 2, "a cap"),
        (RunError("a run"), 1, "a run"),
        (DataError("no data"), 1, "no data"),
        (GameFileError("a game"), 1, "a game"),
        (LedgerError("a ledger"), 1, "a ledger"),
        (LedgerFileError("a line"), 1, "a line"),
        (
            FileNotFoundError(2, "No such file or directory", "a/b"),
            1,
            "a/b: No such file or directory.",
        ),
        (OSError(28, "No space left on device"), 1, "No space left on device."),
        (
            ModuleNotFoundError("No module named 'torch'", name="torch"),
            1,
            "this command needs the package 'torch', which is not installed. "
            "Install it with: pip install 'hgpo-bench[train]'",
        ),
        (
            Interrupted(kept="a has 3 batches.", continue_with="hgpo resume a"),
            130,
            "interrupted. a has 3 batches. Go on with: hgpo resume a",
        ),
        (
            KeyboardInterrupt(),
            130,
            "interrupted before anything was kept. Run the same command again.",
        ),
        (DataError("two\n  lines"), 1, "two lines"),
    ],
)
def test_a_declared_error_is_one_line(error, code, line, fails_with, capsys):
    fails_with(error)
    assert main(WORDS) == code
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", f"hgpo: {line}\n")


@pytest.mark.parametrize(
    "error",
    [
        ValueError("operands could not be broadcast"),
        KeyError("x"),
        AttributeError("x"),
        ModuleNotFoundError("No module named 'harness.nothing'", name="harness.nothing"),
        ImportError("cannot import name 'x'", name="torch"),
    ],
)
def test_any_other_error_is_a_bug_and_shows_its_traceback(error, fails_with):
    fails_with(error)
    with pytest.raises(type(error)) as raised:
        main(WORDS)
    assert raised.value is error


def test_who_closes_the_pipe_hears_nothing(fails_with, capsys):
    fails_with(BrokenPipeError(32, "Broken pipe"))
    assert main(WORDS) == 1
    assert capsys.readouterr() == ("", "")


def test_the_handler_of_sigterm_is_put_back(fails_with):
    before = signal.getsignal(signal.SIGTERM)
    fails_with(RunError("x"))
    main(WORDS)
    assert signal.getsignal(signal.SIGTERM) is before


def test_an_interruption_survives_pickling():
    import pickle

    stop = pickle.loads(pickle.dumps(Interrupted(kept="k.", continue_with="c")))
    assert (stop.kept, stop.continue_with) == ("k.", "c")


PROGRAM = """
import signal, sys, time
import harness.run_evaluation
from harness.interrupt import Interrupted

# A process that was started in the background of a script ignores Ctrl-C, and so do its children.
signal.signal(signal.SIGINT, signal.default_int_handler)

def evaluate(config, *, observer):
    print("working", flush=True)
    try:
        time.sleep(60)
    except KeyboardInterrupt:
        raise Interrupted(kept="Nothing.", continue_with="the same") from None

harness.run_evaluation.evaluate = evaluate
from harness.cli.main import main
sys.exit(main(["evaluate", "agent=random", "--quiet"]))
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_says_what_was_kept_and_how_to_go_on(number):
    work = subprocess.Popen(
        [sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    )
    with work:
        try:
            assert work.stdout.readline() == b"working\n"
            time.sleep(0.1)
            os.kill(work.pid, number)
            _, said = work.communicate(timeout=30)
        finally:
            work.kill()  # nothing of it is left to the tests that follow
    assert said == b"hgpo: interrupted. Nothing. Go on with: the same\n"
    assert work.returncode == 130


def test_help_and_wrong_usage_need_no_tensor_library_and_no_training_stack():
    program = (
        "import sys; from harness.cli.main import main; "
        "main(['train', '--help']); main(['trian']); main(['train', 'sede=3']); "
        "print('loaded:', *sorted({'torch', 'rich.progress', 'transformers'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.splitlines()[-1] == "loaded:"


def test_hydra_leaves_no_folder_and_no_word_of_its_own(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["train", "budget.env_steps=5", "trainer={", "--dry-run"]) == 2
    assert capsys.readouterr().err == (
        "hgpo: trainer takes no value itself. Set a key of it: trainer.tasks, trainer.group_size, "
        "trainer.epochs, trainer.minibatches, trainer.learning_rate, "
        "trainer.critic_learning_rate, trainer.max_grad_norm, trainer.invalid_penalty, "
        "trainer.temperature, trainer.eval_every, trainer.checkpoint_every.\n"
    )
    assert list(tmp_path.iterdir()) == []
