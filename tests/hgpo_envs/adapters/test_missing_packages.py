"""Adapters whose packages are not installed say what to install."""

import sys

import pytest

from hgpo_envs import make
from hgpo_envs.adapters import browsergym, scienceworld, textarena, textworld
from hgpo_envs.errors import MissingPackageError

WANTED = {
    "TextArena-v0": (textarena.textarena, "textarena", "TextArena", "textarena"),
    "ScienceWorld-v0": (scienceworld.scienceworld, "scienceworld", "ScienceWorld", "scienceworld"),
    "MiniWoB-v0": (browsergym.browsergym, "browsergym.miniwob", "MiniWoB", "miniwob"),
}


@pytest.mark.parametrize("env_id", WANTED)
def test_an_environment_without_its_package_says_what_to_install(env_id, monkeypatch):
    import_it, module, name, extra = WANTED[env_id]
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setattr(browsergym, "find", lambda *_: "chromium")
    import_it.cache_clear()
    with pytest.raises(
        MissingPackageError,
        match=rf"{name} can't be imported: .*pip install 'hgpo-bench\[{extra}\]' \(in a checkout",
    ):
        make(env_id)
    import_it.cache_clear()


def test_games_of_textworld_without_it_say_what_to_install(monkeypatch, tmp_path):
    for ending in ("z8", "json"):
        (tmp_path / f"game.{ending}").touch()
    monkeypatch.setitem(sys.modules, "textworld", None)
    textworld.textworld.cache_clear()
    with pytest.raises(MissingPackageError, match=r"TextWorld can't be imported: .*\[textworld\]'"):
        make("TextWorld-v0", games=[tmp_path])
    textworld.textworld.cache_clear()
