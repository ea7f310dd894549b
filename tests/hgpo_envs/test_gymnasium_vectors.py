"""gymnasium.make and make_vec on every id, as one who knows Gymnasium alone would call them."""

from pathlib import Path

import gymnasium
import pytest

from hgpo_envs import ENVS
from hgpo_envs.adapters.table import ADAPTED
from hgpo_envs.webshop.layout import SMALL

OFFICIAL = {"WebShop-v0": {"products": SMALL, "split": "test"}, "WebShopSmall-v0": {}}
SLOW = {"ALFWorldTextWorld-v0", "WebShopBrowser-v0"}
OWN = [entry.id for entry in ENVS if entry not in ADAPTED]
"""Ids of other packages' environments are made where their adapters are tested."""


def marked(id: str) -> object:
    marks = [pytest.mark.slow] if id in SLOW else []
    return pytest.param(id, marks=marks, id=id)


def options(id: str, request: pytest.FixtureRequest) -> dict[str, object]:
    """Return the options that an id needs, the place of official data among them."""
    if id not in OFFICIAL:
        return {}
    data: Path = request.getfixturevalue("shared_data")
    return {**OFFICIAL[id], "data": str(data / "webshop")}


@pytest.mark.parametrize("id", [marked(id) for id in OWN])
def test_a_vector_tells_what_its_environments_tell_alone(
    id: str, request: pytest.FixtureRequest
) -> None:
    name, chosen = f"hgpo_envs:hgpo_envs/{id}", options(id, request)
    vector = gymnasium.make_vec(name, num_envs=2, vectorization_mode="sync", **chosen)
    texts, infos = vector.reset(seed=7)
    assert len(texts) == 2
    for place, seed in enumerate((7, 8)):
        alone = gymnasium.make(name, **chosen)
        text, info = alone.reset(seed=seed)
        assert (texts[place], infos["task"][place]) == (text, info["task"])
        alone.close()
    texts, rewards, terminated, truncated, infos = vector.step(["look", "no such thing"])
    assert infos["inadmissible"].tolist()[1] is True
    assert rewards.tolist() == [0.0, 0.0]
    assert not terminated.any()
    assert not truncated.any()
    vector.close()
