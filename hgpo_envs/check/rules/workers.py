"""Rules of other processes: an environment is made there from plain data."""

from collections.abc import Iterator

from hgpo_envs.check.lab import Lab
from hgpo_envs.check.rule import Breach, Rule


def worker(lab: Lab) -> Iterator[Breach]:
    """Look whether the other processes could make and play it."""
    for answer in lab.others:
        if answer.failure:
            yield Breach(
                f"in a process of its own it could not be made and played: {answer.failure}.",
                "Let the entry point import on its own and __init__ take plain values: nothing "
                "that only this session has registered, set or opened.",
            )


RULES = (
    Rule(
        name="worker",
        says="Another process makes and plays it from plain data: entry, split and options.",
        look=worker,
    ),
)
