"""One run from its configuration to its result, with everything kept on the way."""

import time
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import cast

import algorithms
from harness.backends.making import make_backend
from harness.charging import charged, totals
from harness.config.schema import TrainConfig
from harness.errors import HarnessInputError
from harness.evaluation import Scores, score_policy
from harness.interrupt import Interrupted
from harness.ledger import INTERIM_EVALUATION, Ledger, LedgerMark, purposes_apart
from harness.loop import BatchReport, Loop, episode_records
from harness.lost_workers import LostWorkers
from harness.metering import metering_for
from harness.observer import BatchDone, CellDone, CellStarted, Evaluated, Note, Observer
from harness.past import pack, unpack
from harness.prompting import check_sources, prompting_of
from harness.result import PanelFacts, RunResult, ScoreFacts
from harness.run.checkpoint import weights_hash
from harness.run.checkpoints import Checkpoints, Keep
from harness.run.folder import RunFolder
from harness.run.journal import Journal
from harness.warm_start import warm_start
from harness.worlds import open_world
from hgpo_envs.context import stores_of


class Training:
    """The work of one run folder; ``run`` does what of it is not done yet."""

    def __init__(self, folder: RunFolder, observer: Observer) -> None:
        config = folder.config
        self._folder = folder
        self._observer = observer
        self._config = config
        self.cell = f"{config.algorithm.label}/seed-{config.seed}"
        self._algorithm = algorithms.make(config.algorithm.name, **config.algorithm.options)
        self._world = open_world(folder.env, config.env.split, play=config.run)
        self._eval_world = open_world(
            folder.env, config.env.eval_split, memory=self._world.memory, play=config.run
        )
        self._prompting = prompting_of(folder.env, self._world)
        self._backend = make_backend(config)
        self._metering = metering_for(config.budget, config.prices.table())
        self._checkpoints = Checkpoints(folder.path / "checkpoints", Keep.of(config.run))
        self._warm: dict[str, float] = {}
        self._start: ScoreFacts | None = None
        self._start_weights = ""

    @classmethod
    def prepare(cls, config: TrainConfig, observer: Observer) -> "Training":
        """Check everything that can be checked, then take the folder.

        Raises:
            HarnessInputError: the agent can't be trained, or no run.dir was named.
            RunError: the folder is taken.
        """
        if config.agent.kind != "scorer":
            raise HarnessInputError(
                f"the agent {config.agent.kind!r} can't be trained; only 'scorer' can. "
                "Leave agent out, or use hgpo evaluate."
            )
        if config.run.dir is None:
            raise HarnessInputError("the run has no folder. Name one: run.dir=DIR.")
        metering_for(config.budget, config.prices.table())
        open_world(config.env, config.env.split, play=config.run)
        open_world(config.env, config.env.eval_split, play=config.run)
        return cls(RunFolder.create(Path(config.run.dir), config), observer)

    def run(self) -> RunResult:
        """Train to the end of the budget and evaluate.

        Raises:
            Interrupted: Ctrl-C or SIGTERM.
        """
        finished = self._folder.read_json("result.json")
        if finished is not None:
            return RunResult.from_json(finished, source=str(self._folder.path / "result.json"))
        try:
            ledger, batch = self._go_on() or self._begin()
            loop = self._loop(ledger)
            while (report := self._timed_batch(loop, batch)) is not None:
                batch += 1
                success = self._record(report, ledger)
                every = self._config.trainer.checkpoint_every
                if batch % every == 0 or self._checkpoints.is_best(success):
                    self._checkpoint(ledger, batch, success=success)
            return self._finish(loop, batch)
        except KeyboardInterrupt:
            kept = self._kept()
            raise Interrupted(kept=kept, continue_with=f"hgpo resume {self._folder.path}") from None
        finally:
            self._folder.close()

    def _begin(self) -> tuple[Ledger, int]:
        for journal in (self._folder.metrics, self._folder.episodes):
            journal.truncate(0)
        self._folder.ledger.unlink(missing_ok=True)
        ledger = Ledger.create(
            self._folder.ledger,
            self._config.budget,
            apart=purposes_apart(self._config.trainer.eval_every),
        )
        ledger.metering = self._metering
        self._observer.notify(CellStarted(cell=self.cell, caps=ledger.budget.caps()))
        self._warm = warm_start(
            self._backend,
            self._world.vector(group_size=1),
            self._world.env,
            self._config.warm_start,
            seed=self._config.seed,
            ledger=ledger,
        )
        self._backend.freeze_reference()
        scores = self._evaluate(ledger, "start")
        self._start = ScoreFacts.of(scores)
        self._start_weights = weights_hash(self._backend.state())
        self._checkpoint(ledger, 0, name="start")
        return ledger, 0

    def _go_on(self) -> tuple[Ledger, int] | None:
        found = self._checkpoints.newest()
        if found is None:
            return None
        (arrays, place), damaged = found
        for what in damaged:
            batch = place["batch"]
            self._observer.notify(
                Note(text=f"{what} The run goes on from the checkpoint before, at batch {batch}.")
            )
        check_sources(place.get("sources"), self._prompting)
        journals = {"metrics": self._folder.metrics, "episodes": self._folder.episodes}
        for name, journal in journals.items():  # all are looked at before one is touched
            journal.check(cast(int, place[name]))
        mark = LedgerMark(**cast("dict[str, int | str]", place["ledger"]))  # type: ignore[arg-type]
        ledger = Ledger.open(self._folder.ledger, mark=mark)
        ledger.metering = self._metering
        for name, journal in journals.items():
            journal.truncate(cast(int, place[name]))
        self._warm = cast("dict[str, float]", place["warm_start"])
        self._start = ScoreFacts.from_json(cast("Mapping[str, object]", place["start"]))
        self._start_weights = cast(str, place["start_weights"])
        self._backend.load_state(unpack(arrays, self._world.memory))
        self._observer.notify(
            CellStarted(cell=self.cell, caps=ledger.budget.caps(), spent=ledger.spent())
        )
        return ledger, cast(int, place["batch"])

    def _loop(self, ledger: Ledger) -> Loop:
        settings = self._config.trainer
        greedy = self._algorithm.needs_greedy_return
        return Loop(
            backend=self._backend,
            algorithm=self._algorithm,
            vector=self._world.vector(group_size=settings.group_size),
            panel=self._world.panel,
            max_steps=self._world.env.max_steps,
            settings=settings,
            seed=self._config.seed,
            ledger=ledger,
            past=stores_of(self._world.memory),
            greedy_vector=self._world.vector(group_size=1) if greedy else None,
        )

    def _timed_batch(self, loop: Loop, batch: int) -> BatchReport | None:
        lost = LostWorkers(loop.vector)
        began = time.perf_counter()
        report = loop.run_batch(batch)
        if report is not None:
            timing: dict[str, object] = {"batch": batch, "seconds": time.perf_counter() - began}
            if workers := lost.tell(self.cell, self._observer):
                timing["lost_workers"] = workers
            if self._metering.overrun:
                timing["overrun"] = dict(self._metering.overrun)
            self._folder.timing.append(timing)
        return report

    def _record(self, report: BatchReport, ledger: Ledger) -> float | None:
        """Write a batch down; return the success of the evaluation that is due after it, if any."""
        spent = ledger.spent()
        record: dict[str, object] = {"batch": report.batch, "spent": spent, **report.metrics}
        every, success = self._config.trainer.eval_every, None
        if every and (report.batch + 1) % every == 0:
            purpose = INTERIM_EVALUATION if INTERIM_EVALUATION in ledger.apart else "evaluation"
            success = self._evaluate(ledger, f"batch {report.batch + 1}", purpose).success
            record["eval_success"] = success
        self._folder.metrics.append(record)
        self._folder.episodes.append(*episode_records(report))
        self._observer.notify(
            BatchDone(
                cell=self.cell,
                batch=report.batch + 1,
                success=report.metrics["success"],
                spent=spent,
            )
        )
        return success

    def _evaluate(self, ledger: Ledger, what: str, purpose: str = "evaluation") -> Scores:
        panel = self._eval_world.panel
        tasks = self._config.evaluation.tasks or len(panel)
        episodes = tasks * self._config.evaluation.repeats
        steps = episodes * self._eval_world.env.max_steps
        most = dict(self._backend.plan(steps, self._algorithm).get("rollout", {}))
        most.update(episodes=episodes, env_steps=steps)
        with charged(ledger, {purpose: most}) as charges:
            scores = score_policy(
                self._backend.policy,
                self._eval_world,
                self._config.evaluation,
                spender=charges[purpose],
                observer=self._observer,
                cell=self.cell,
            )
        self._observer.notify(
            Evaluated(cell=self.cell, what=what, success=scores.success, episodes=scores.won.size)
        )
        return scores

    def _checkpoint(
        self,
        ledger: Ledger,
        batch: int,
        *,
        name: str | None = None,
        success: float | None = None,
    ) -> None:
        """Write a checkpoint; what it counts on is on the disk before."""
        start = self._start
        for journal in (self._folder.metrics, self._folder.episodes, ledger):
            journal.sync()
        self._folder.sync()  # their names, too, where they are new
        self._checkpoints.save(
            {**self._backend.state(), **pack(self._world.memory)},
            {
                "batch": batch,
                "ledger": asdict(ledger.mark()),
                "metrics": self._folder.metrics.length(),
                "episodes": self._folder.episodes.length(),
                "warm_start": self._warm,
                "start": asdict(start) if start is not None else {},
                "start_weights": self._start_weights,
                "sources": dict(self._prompting.sources),
            },
            batch=batch,
            success=success,
            name=name,
        )

    def _finish(self, loop: Loop, batches: int) -> RunResult:
        ledger = loop.ledger
        left, needed = ledger.left(), totals(loop.plan())
        scores = self._evaluate(ledger, "final")
        self._checkpoint(ledger, batches, name="final")
        evaluation = Journal(self._folder.path / "evaluation.jsonl")
        evaluation.truncate(0)
        evaluation.append(*scores.episodes())
        result = RunResult(
            algorithm=self._config.algorithm.name,
            options=asdict(self._algorithm),  # type: ignore[call-overload]
            seed=self._config.seed,
            batches=batches,
            warm_start=self._warm,
            caps=ledger.budget.caps(),
            spent=ledger.spent(),
            by_purpose=ledger.spent_by_purpose(),
            left=left,
            next_batch=needed,
            train_panel=PanelFacts.of(self._world.panel),
            eval_panel=PanelFacts.of(scores.panel),
            start=cast(ScoreFacts, self._start),
            final=ScoreFacts.of(scores),
            start_weights=self._start_weights,
            weights=weights_hash(self._backend.state()),
            **asdict(self._prompting),
        )
        ledger.close()
        self._folder.write_json("result.json", result.to_json())
        self._observer.notify(CellDone(cell=self.cell, success=scores.success, spent=result.spent))
        return result

    def _kept(self) -> str:
        kept = list(self._checkpoints.kept().values())
        if not kept:
            return f"{self._folder.path} has the configuration; the warm start begins again."
        return f"{self._folder.path} has {kept[-1].batch} batches, checkpoint and ledger."
