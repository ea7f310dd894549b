import multiprocessing
import os
import tempfile
import threading

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule

from harness.budget import Budget, BudgetError
from harness.ledger import BudgetExceeded, Ledger, LedgerError, LedgerMark
from leaderboards.ledger_file import read_ledger, verify_ledger
from leaderboards.ledger_record import LedgerFileError


@pytest.fixture
def path(tmp_path):
    return tmp_path / "ledger.jsonl"


@pytest.fixture
def ledger(path):
    return Ledger.create(path, Budget(env_steps=100, flops=1000))


def test_what_is_not_used_of_a_reservation_comes_back(ledger):
    held = ledger.reserve("rollout", env_steps=60, flops=600, episodes=2)
    assert ledger.left() == {"env_steps": 40, "flops": 400}
    held.commit(env_steps=50, flops=100, episodes=2, generated_tokens=7)
    assert ledger.left() == {"env_steps": 50, "flops": 900}
    assert ledger.spent() == {"env_steps": 50, "episodes": 2, "generated_tokens": 7, "flops": 100}


def test_a_charge_that_does_not_fit_names_the_unit_and_writes_nothing(ledger, path):
    ledger.reserve("rollout", env_steps=70)
    before = path.read_bytes()
    assert not ledger.fits(env_steps=31)
    assert ledger.fits(env_steps=30)
    with pytest.raises(BudgetExceeded) as caught:
        ledger.reserve("update", flops=1, env_steps=31)
    assert str(caught.value) == (
        "the budget refuses 31 env_steps for update: 30 of 100 are left. Nothing was charged."
    )
    assert (caught.value.unit, caught.value.asked, caught.value.left) == ("env_steps", 31, 30)
    assert path.read_bytes() == before


def test_evaluation_is_recorded_and_counts_against_no_cap(ledger):
    with ledger.reserve("evaluation", env_steps=5000) as held:
        held.commit(env_steps=6000)
    assert ledger.spent() == {"env_steps": 0, "flops": 0}
    assert ledger.spent_by_purpose() == {"evaluation": {"env_steps": 6000}}
    assert ledger.left() == {"env_steps": 100, "flops": 1000}


def test_a_commit_above_the_reservation_is_refused_until_it_is_extended(ledger):
    held = ledger.reserve("rollout", env_steps=10)
    with pytest.raises(LedgerError) as caught:
        held.commit(env_steps=11)
    assert str(caught.value) == (
        "the commit of reservation 1 (rollout) charges 11 env_steps, and 10 are reserved. "
        "Call extend before the work goes on."
    )
    with pytest.raises(BudgetExceeded):
        held.extend(env_steps=91)
    held.extend(env_steps=1)
    held.commit(env_steps=11)
    assert ledger.spent()["env_steps"] == 11


def test_a_commit_must_name_every_reserved_unit(ledger):
    held = ledger.reserve("rollout", env_steps=10, flops=5)
    with pytest.raises(LedgerError) as caught:
        held.commit(env_steps=3)
    assert str(caught.value) == (
        "the commit of reservation 1 (rollout) leaves out flops. "
        "Name every reserved unit (0 if none was used), or none to charge all."
    )


def test_an_exception_releases_and_a_forgotten_commit_charges_in_full(ledger):
    with pytest.raises(KeyError), ledger.reserve("rollout", env_steps=60):
        raise KeyError
    assert ledger.left()["env_steps"] == 100
    with ledger.reserve("rollout", env_steps=60):
        pass
    assert ledger.spent()["env_steps"] == 60


def test_a_reservation_is_settled_once(ledger):
    held = ledger.reserve("rollout", env_steps=1)
    held.release()
    with pytest.raises(LedgerError) as caught:
        held.commit()
    assert str(caught.value) == (
        "reservation 1 is no longer open: it was committed or released. Reserve again."
    )


def test_seconds_are_in_the_file_only_under_a_cap(path, tmp_path):
    without = Ledger.create(path, Budget(env_steps=9))
    with without.reserve("rollout", env_steps=1, device_seconds=3.5) as held:
        held.commit(env_steps=1, device_seconds=3.25)
    assert b"device_seconds" not in path.read_bytes()
    capped = Ledger.create(tmp_path / "capped", Budget(device_seconds=9))
    capped.reserve("rollout", device_seconds=3.5).commit(device_seconds=3.25)
    assert capped.left() == {"device_seconds": 5.75}


def test_a_closed_ledger_takes_nothing_more(ledger):
    held = ledger.reserve("rollout", env_steps=1)
    with pytest.raises(LedgerError) as caught:
        ledger.close()
    assert str(caught.value) == (
        "the ledger has open reservations (seq 1). Commit or release them before closing it."
    )
    held.commit()
    ledger.close()
    with pytest.raises(LedgerError) as caught:
        ledger.reserve("rollout", env_steps=1)
    assert str(caught.value) == "the ledger is closed. Start a new run to spend more."


def test_a_ledger_is_never_overwritten(ledger, path):
    with pytest.raises(FileExistsError) as caught:
        Ledger.create(path, Budget(env_steps=1))
    assert str(caught.value) == (
        f"there is a ledger at {path} already, and a ledger is never overwritten. "
        "Continue it with Ledger.open, or choose another run directory."
    )


def test_unknown_units_and_purposes_are_refused(ledger):
    with pytest.raises(BudgetError, match=r"^unknown budget unit 'env_step'\. Did you mean"):
        ledger.reserve("rollout", env_step=1)
    with pytest.raises(LedgerError) as caught:
        ledger.reserve("Roll out", env_steps=1)
    assert str(caught.value) == (
        "the purpose 'Roll out' must be lower-case letters, digits and underscores, "
        "64 at most, starting with a letter."
    )


def test_equal_calls_write_equal_bytes(tmp_path):
    def run(name):
        ledger = Ledger.create(tmp_path / name, Budget(env_steps=10**6, flops=1e12))
        for step in range(20):
            with ledger.reserve("rollout", env_steps=100, flops=1000) as held:
                held.commit(flops=step, env_steps=step)
        ledger.close()
        return (tmp_path / name).read_bytes()

    assert run("one") == run("two")


def test_an_opened_ledger_goes_on_where_it_was(ledger, path):
    ledger.reserve("rollout", env_steps=30).commit(env_steps=20)
    again = Ledger.open(path)
    assert again.budget == Budget(env_steps=100, flops=1000)
    assert again.left() == ledger.left() == {"env_steps": 80, "flops": 1000}
    again.reserve("update", flops=400).commit()
    assert ledger.spent() == {"env_steps": 20, "flops": 400}


def test_a_cut_off_last_line_is_dropped_on_opening(ledger, path):
    whole = path.read_bytes()
    ledger.reserve("rollout", env_steps=30)
    path.write_bytes(path.read_bytes()[:-5])
    assert Ledger.open(path).left() == {"env_steps": 100, "flops": 1000}
    assert path.read_bytes() == whole


def test_reservations_of_a_dead_process_can_be_released(ledger, path):
    ledger.reserve("rollout", env_steps=30)
    again = Ledger.open(path)
    assert again.left()["env_steps"] == 70
    assert again.release_pending() == 1
    assert again.left()["env_steps"] == 100


def test_a_rolled_back_ledger_repeats_the_same_bytes(ledger, path):
    ledger.reserve("rollout", env_steps=30).commit(env_steps=20)
    mark = LedgerMark(**ledger.mark().to_json())
    ledger.reserve("rollout", env_steps=30).commit(env_steps=25)
    whole = path.read_bytes()
    path.write_bytes(whole[:-40] + b"torn")
    resumed = Ledger.open(path, mark=mark)
    assert resumed.left()["env_steps"] == 80
    resumed.reserve("rollout", env_steps=30).commit(env_steps=25)
    assert path.read_bytes() == whole
    resumed.rollback(mark)
    assert path.read_bytes() == whole[: mark.offset]


def test_a_mark_of_another_ledger_is_refused_and_changes_nothing(ledger, path, tmp_path):
    other = Ledger.create(tmp_path / "other", Budget(env_steps=101, flops=1000))
    before = path.read_bytes()
    with pytest.raises(LedgerFileError) as caught:
        ledger.rollback(other.mark())
    assert str(caught.value) == (
        f"{path}: the ledger does not pass through the position asked for "
        f"(line 1, byte {len(before)}): it holds up to line 1, byte {len(before)}, and its hashes "
        "there differ or it ends before. "
        "It is not the ledger of this checkpoint, or it was changed."
    )
    assert path.read_bytes() == before
    assert ledger.left() == {"env_steps": 100, "flops": 1000}


def test_a_changed_ledger_is_not_opened(ledger, path):
    ledger.reserve("rollout", env_steps=30)
    path.write_bytes(path.read_bytes().replace(b'"env_steps":30', b'"env_steps":29'))
    with pytest.raises(LedgerFileError) as caught:
        Ledger.open(path)
    assert str(caught.value) == f"{path}: line 2: the line does not match its own hash."


def test_a_full_disk_leaves_the_ledger_as_it_was(ledger, path, monkeypatch):
    before = path.read_bytes()
    write = os.write
    monkeypatch.setattr(os, "write", lambda fd, line: write(fd, line[:10]))
    with pytest.raises(OSError, match="the ledger could not be written, and is as it was"):
        ledger.reserve("rollout", env_steps=30)
    monkeypatch.undo()
    assert path.read_bytes() == before
    assert ledger.left() == {"env_steps": 100, "flops": 1000}


def _spend_all(ledger, done):
    while True:
        try:
            held = ledger.reserve("rollout", env_steps=7)
        except BudgetExceeded:
            return
        held.commit(env_steps=5)
        done.append(5)


def test_threads_cannot_pass_a_cap_together(path):
    ledger, done = Ledger.create(path, Budget(env_steps=700)), []
    threads = [threading.Thread(target=_spend_all, args=(ledger, done)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # A thread ends once fewer than 7 are left; others may hold up to 7 each just then, no more.
    assert sum(done) == ledger.spent()["env_steps"] <= 700
    assert ledger.left()["env_steps"] < 7
    assert verify_ledger(path).ok


def _hammer(path, method, queue):
    ledger, done = Ledger.open(path), []
    _spend_all(ledger, done)
    queue.put(sum(done))


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes_cannot_pass_a_cap_together(path, method):
    ledger = Ledger.create(path, Budget(env_steps=700))
    context = multiprocessing.get_context(method)
    queue = context.Queue()
    workers = [context.Process(target=_hammer, args=(path, method, queue)) for _ in range(3)]
    for worker in workers:
        worker.start()
    total = sum(queue.get(timeout=60) for _ in workers)
    for worker in workers:
        worker.join()
    assert total == ledger.spent()["env_steps"] <= 700
    assert ledger.left()["env_steps"] < 7
    assert verify_ledger(path).ok


def test_a_forked_child_shares_the_ledger_it_inherits(path):
    ledger = Ledger.create(path, Budget(env_steps=700))
    context = multiprocessing.get_context("fork")
    children = [context.Process(target=_spend_all, args=(ledger, [])) for _ in range(2)]
    for child in children:
        child.start()
    _spend_all(ledger, [])
    for child in children:
        child.join()
        assert child.exitcode == 0
    assert 693 < ledger.spent()["env_steps"] <= 700
    assert verify_ledger(path).ok


AMOUNTS = st.integers(0, 40)


class LedgerMachine(RuleBasedStateMachine):
    """Two ledgers on one file against sums kept by hand."""

    held = Bundle("held")

    def __init__(self):
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.path = f"{self.folder.name}/ledger.jsonl"
        first = Ledger.create(self.path, Budget(env_steps=100))
        self.ledgers = [first, Ledger.open(self.path)]
        self.spent, self.open, self.apart = 0, {}, 0

    @rule(
        target=held,
        who=st.integers(0, 1),
        purpose=st.sampled_from(["rollout", "evaluation"]),
        amount=AMOUNTS,
    )
    def reserve(self, who, purpose, amount):
        fits = purpose == "evaluation" or self.spent + sum(self.open.values()) + amount <= 100
        try:
            got = self.ledgers[who].reserve(purpose, env_steps=amount)
        except BudgetExceeded:
            assert not fits
            return None
        assert fits
        if purpose == "rollout":
            self.open[got.seq] = amount
        return got

    @rule(got=held, amount=AMOUNTS)
    def extend(self, got, amount):
        if got is None or not got._open:
            return
        capped = got.seq in self.open
        fits = not capped or self.spent + sum(self.open.values()) + amount <= 100
        try:
            got.extend(env_steps=amount)
        except BudgetExceeded:
            assert not fits
            return
        assert fits
        if capped:
            self.open[got.seq] += amount

    @rule(got=consumes(held), amount=AMOUNTS, keep=st.booleans())
    def settle(self, got, amount, keep):
        if got is None:
            return
        if not keep:
            got.release()
            self.open.pop(got.seq, None)
        elif got.seq in self.open:
            amount = min(amount, self.open.pop(got.seq))
            got.commit(env_steps=amount)
            self.spent += amount
        else:
            got.commit(env_steps=amount)
            self.apart += amount

    @rule(who=st.integers(0, 1))
    def reopen(self, who):
        self.ledgers[who] = Ledger.open(self.path)

    @invariant()
    def the_sums_agree_and_no_cap_is_passed(self):
        for ledger in self.ledgers:
            assert ledger.spent()["env_steps"] == self.spent <= 100
            assert ledger.left()["env_steps"] == 100 - self.spent - sum(self.open.values())
            apart = ledger.spent_by_purpose().get("evaluation", {}).get("env_steps", 0)
            assert apart == self.apart

    def teardown(self):
        assert verify_ledger(self.path).ok
        assert sum(1 for _ in read_ledger(self.path)) >= 1
        self.folder.cleanup()


LedgerMachine.TestCase.settings = settings(
    deadline=None, derandomize=True, max_examples=40, stateful_step_count=25
)
test_any_interleaving_keeps_the_cap = LedgerMachine.TestCase
