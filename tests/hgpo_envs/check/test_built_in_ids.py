"""Every environment of the table keeps every rule."""

from pathlib import Path

import pytest

from hgpo_envs import ENVS
from hgpo_envs.check import check
from hgpo_envs.webshop.layout import SMALL

FEW = {"tasks": 1, "steps": 8}
ON_DATA: dict[str, dict[str, object]] = {
    "WebShop-v0": {"products": SMALL},
    "WebShopSmall-v0": {},
}
"""Ids that play nothing without data, and the options to check them with."""

HEAVY = {"ALFWorldTextWorld-v0", "WebShopBrowser-v0"}
FREE = [entry.id for entry in ENVS if not entry.needs and entry.id not in {*ON_DATA, *HEAVY}]
"""Ids of adapters, which need packages of others, are checked in the tests of adapters."""


@pytest.mark.parametrize("id", FREE)
def test_an_id_that_needs_no_data_keeps_every_rule_in_short_episodes(id: str) -> None:
    report = check(id, **FEW)
    assert report.broken == (), str(report)


@pytest.mark.slow
@pytest.mark.parametrize("id", FREE)
def test_an_id_that_needs_no_data_keeps_every_rule(id: str) -> None:
    report = check(id)
    assert report.broken == (), str(report)


@pytest.mark.slow
@pytest.mark.parametrize("id", sorted(HEAVY))
def test_an_id_on_a_foreign_engine_keeps_every_rule(id: str) -> None:
    report = check(id, **FEW)
    assert report.broken == (), str(report)


@pytest.mark.parametrize("id", ON_DATA)
def test_an_id_on_official_data_keeps_every_rule(
    id: str, shared_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WEBSHOP_DATA", str(shared_data / "webshop"))
    report = check(id, split="test", options=ON_DATA[id], **FEW)
    assert report.broken == (), str(report)


@pytest.mark.slow
def test_official_games_keep_every_rule(
    official_games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALFWORLD_DATA", str(official_games))
    report = check("ALFWorld-v0", split="valid_seen")
    assert report.broken == (), str(report)
