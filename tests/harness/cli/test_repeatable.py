"""The command that a report shows names no folder of the machine that it was made on."""

import pytest

from harness.cli.compare import repeatable


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("env.data=/srv/games", "env.data=games"),
        ("env.data=~/games", "env.data=games"),
        ("env.data=~anna/games", "env.data=games"),
        ("env.games=[/a/b/one.pddl,/c/two.pddl]", "'env.games=[one.pddl,two.pddl]'"),
        ("env.options={data: /a/b, n: 3}", "'env.options={data: b, n: 3}'"),
        ("env.template=./here/mine.j2", "env.template=./here/mine.j2"),
        ("env.url=http://localhost/a/b", "env.url=http://localhost/a/b"),
        ("env=alfworld", "env=alfworld"),
    ],
)
def test_paths_lose_their_folders(word: str, told: str) -> None:
    assert repeatable([word, "run.dir=/x/y", "workers=2"]) == f"hgpo compare {told}"
