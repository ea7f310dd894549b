import json

import pytest

from hgpo_envs.context.named import load_named, name_of
from hgpo_envs.errors import EnvInputError


def local() -> object:
    def inner() -> None:
        return None

    return inner


def test_a_name_is_imported() -> None:
    assert load_named("json:dumps", what="thing") is json.dumps
    assert load_named("json:JSONDecoder.decode", what="thing") is json.JSONDecoder.decode


@pytest.mark.parametrize("name", ["json", "json:", ":dumps", ".json:dumps", ""])
def test_a_name_of_another_form_is_refused(name: str) -> None:
    with pytest.raises(EnvInputError) as error:
        load_named(name, what="thing")
    assert str(error.value) == f"the thing is {name!r}; expected 'package.module:name'."


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("nowhere:thing", "No module named 'nowhere'"),
        ("json:dumsp", "module 'json' has no attribute 'dumsp'"),
    ],
)
def test_what_is_not_there_is_refused(name: str, why: str) -> None:
    with pytest.raises(EnvInputError) as error:
        load_named(name, what="thing")
    assert str(error.value) == (
        f"the thing {name!r} can't be imported: {why}. Expected 'package.module:name' of an "
        "installed package, or of a folder in PYTHONPATH."
    )


def test_a_thing_has_a_name_if_importing_it_gives_the_same_thing() -> None:
    assert name_of(json.dumps) == "json:dumps"
    assert name_of(json.JSONDecoder.decode) == "json.decoder:JSONDecoder.decode"
    assert name_of(local) == f"{__name__}:local"
    for nameless in (local(), lambda: None, json.JSONDecoder().decode, 3, None, json.JSONDecoder()):
        assert name_of(nameless) is None


def test_what_stands_in_the_started_script_has_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "__module__", "__main__")
    assert name_of(local) is None
