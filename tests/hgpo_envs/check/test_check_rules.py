"""Every rule bites: a sound world keeps all, and each broken one breaks just its own."""

import random

import pytest
from own_registry import own_registries
from worlds.broken import acting, anchoring, listing, repeating, starting, telling
from worlds.broken.everyday import EVERYDAY
from worlds.corner_shop import CORNER_SHOP
from worlds.hall import HALL
from worlds.number_guess import NUMBER_GUESS

from hgpo_envs import EnvSpec
from hgpo_envs.check import RULES, check

NAMES = tuple(rule.name for rule in RULES)
FAMILIES = (starting, listing, telling, acting, repeating, anchoring)
BROKEN: dict[str, EnvSpec] = {
    rule: spec for family in FAMILIES for rule, spec in family.BROKEN.items()
}
LIMITS = {"replay": {"tasks": 1, "steps": 3}}
"""How far to look, where a broken world would break other rules on the way."""


@pytest.fixture(autouse=True)
def own_session(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what a check registers be forgotten, and the private hall be open here alone."""
    own_registries(monkeypatch)
    monkeypatch.setattr(anchoring, "IS_OPEN", [True])


def test_there_is_a_broken_world_for_every_rule() -> None:
    assert sorted(BROKEN) == sorted(NAMES)
    assert len(NAMES) == len(set(NAMES))


def test_a_sound_world_keeps_every_rule_and_every_rule_is_tried() -> None:
    report = check(HALL)
    assert (report.broken, report.not_tried) == ((), ()), str(report)
    assert len(report.findings) == len(RULES)


@pytest.mark.parametrize("rule", NAMES)
def test_a_broken_world_breaks_its_rule(rule: str) -> None:
    report = check(BROKEN[rule], **LIMITS.get(rule, {"tasks": 2}), only=[rule])
    assert report.broken == (rule,), str(report)


@pytest.mark.slow
@pytest.mark.parametrize("rule", NAMES)
def test_a_broken_world_breaks_no_other_rule(rule: str) -> None:
    report = check(BROKEN[rule], **LIMITS.get(rule, {"tasks": 2}))
    assert report.broken == (rule,), str(report)


@pytest.mark.parametrize(
    ("world", "rules"),
    [
        ("Hoarding-v0", ["same-episode", "replay", "side-by-side"]),
        ("Dated-v0", ["same-elsewhere"]),
        ("Chatting-v0", ["same-episode", "replay", "same-elsewhere", "own-randomness"]),
        ("Reseeding-v0", ["own-randomness"]),
        ("Refilling-v0", ["info-contract", "info-kept"]),
        ("Updating-v0", ["info-kept"]),
        ("Rolling-v0", ["same-episode", "snapshot-restores", "snapshot-travels"]),
        ("Unrendered-v0", ["gymnasium"]),
    ],
)
def test_mistakes_of_every_day_are_found_out(world: str, rules: list[str]) -> None:
    report = check(EVERYDAY[world], tasks=2, only=rules)
    assert report.broken == tuple(rules), str(report)


@pytest.mark.slow
@pytest.mark.parametrize("world", ["Dated-v0", "Reseeding-v0", "Unrendered-v0"])
def test_mistakes_that_break_one_rule_break_no_other(world: str) -> None:
    assert len(check(EVERYDAY[world], tasks=2).broken) == 1


def test_the_checks_own_draws_leave_the_global_generators_alone() -> None:
    before = random.getstate()
    assert check(EVERYDAY["Reseeding-v0"], only=["own-randomness"]).broken
    random.setstate(before)
    assert check(HALL, only=["own-randomness"]).passed
    assert random.getstate() == before


@pytest.mark.parametrize("entry", [NUMBER_GUESS, CORNER_SHOP], ids=lambda entry: entry.id)
def test_the_other_worlds_of_these_tests_keep_the_contract(entry: EnvSpec) -> None:
    check(entry, tasks=2).require()


def test_an_environment_that_takes_no_render_mode_is_told_what_to_take() -> None:
    (breach,) = check(EVERYDAY["Unrendered-v0"], only=["gymnasium"]).findings[0].breaches
    assert breach.seen == (
        "metadata names the render modes ['ansi'], and worlds.broken.everyday:Unrendered takes no "
        "render_mode."
    )
