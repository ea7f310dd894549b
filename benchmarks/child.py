"""Run a measurement in a process of its own.

A fresh process has never seen the games that it is given, so nothing that an engine remembers
from earlier play can answer; and one engine's garbage is not the other one's.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

#: Names the disk cache of compiled games; spelt here so that the original's processes load
#: nothing of ours.
CACHE_VARIABLE = "HGPO_GAME_CACHE"

Payload = Mapping[str, object]


class ChildError(RuntimeError):
    """A measurement's process failed."""


class Child:
    """A measurement that runs beside this process.

    Args:
        probe: ``module:function``, which takes a payload and returns what JSON can hold.
        payload: its argument.
        python: the interpreter to run it in.
        cache: folder of the games' disk cache; None gives the process an empty one of its own.
    """

    def __init__(
        self,
        probe: str,
        payload: Payload,
        *,
        python: str = sys.executable,
        cache: str | None = None,
    ) -> None:
        self._probe = probe
        self._folder = tempfile.TemporaryDirectory(prefix="benchmark-")
        home = Path(self._folder.name)
        self._answer = home / "answer.json"
        question = home / "question.json"
        question.write_text(json.dumps({"probe": probe, "payload": payload}), encoding="utf-8")
        # Engines print while they work: that goes to a file and is shown only if they fail.
        with (home / "log").open("wb") as log:
            self._process = subprocess.Popen(
                [python, "-m", "benchmarks.child", str(question), str(self._answer)],
                cwd=ROOT,
                env={
                    **os.environ,
                    "PYTHONHASHSEED": "0",
                    CACHE_VARIABLE: cache or str(home / "cache"),
                },
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def result(self) -> dict[str, object]:
        """Wait for the measurement and return its answer.

        Raises:
            ChildError: the process failed; its last words are in the message.
        """
        code = self._process.wait()
        with self._folder as folder:
            if code != 0:
                log = Path(folder, "log").read_text(encoding="utf-8", errors="replace")
                raise ChildError(f"{self._probe} ended with exit status {code}:\n{log[-2000:]}")
            answer: dict[str, object] = json.loads(self._answer.read_text(encoding="utf-8"))
            return answer


def run(
    probe: str, payload: Payload, *, python: str = sys.executable, cache: str | None = None
) -> dict[str, object]:
    """Run a measurement in a fresh process, wait for it and return its answer."""
    return Child(probe, payload, python=python, cache=cache).result()


def main() -> None:
    """Answer the question in the file that the first argument names, into the second."""
    asked, answered = map(Path, sys.argv[1:])  # at once: the original engine overwrites sys.argv
    question = json.loads(asked.read_text(encoding="utf-8"))
    module, _, function = question["probe"].partition(":")
    answer = getattr(import_module(module), function)(question["payload"])
    answered.write_text(json.dumps(answer), encoding="utf-8")


if __name__ == "__main__":
    main()
