"""Every rule bites: a sound world keeps all, and each broken one breaks just its own."""

import pytest
from own_registry import own_registries
from worlds.broken import acting, anchoring, listing, repeating, starting, telling
from worlds.hall import HALL

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


def test_an_environment_that_takes_no_render_mode_is_told_what_to_take() -> None:
    (breach,) = check("worlds.corner_shop:CornerShop", only=["gymnasium"]).findings[0].breaches
    assert breach.seen == (
        "metadata names the render modes ['ansi'], and worlds.corner_shop:CornerShop takes no "
        "render_mode."
    )
