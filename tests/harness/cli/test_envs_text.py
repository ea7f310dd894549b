from harness.cli.envs import details, summary
from harness.cli.envs_text import hanging, list_lines, one_lines
from hgpo_envs import ENVS, EnvSpec, spec


def test_no_line_of_the_list_is_longer_than_the_screen_and_no_id_is_cut():
    records = [summary(entry) for entry in ENVS]
    lines = list_lines(records, 80)
    assert max(map(len, lines)) <= 80
    assert [line.split()[0] for line in lines if "-v" in line] == [entry.id for entry in ENVS]


def test_an_id_that_leaves_no_room_has_its_description_beneath():
    long = {"id": "A" * 50 + "-v0", "max_steps": 5, "description": "Long."}
    assert list_lines([long], 60)[1:3] == [f"{long['id']}      5", " " * 39 + "Long."]


def test_a_text_stands_beside_its_head_and_goes_on_beneath_itself():
    assert hanging("a:", "some words that go on", 5, 28) == [
        "a:   some words that go on",
    ]
    assert hanging("a:", "some words that go on, and on", 5, 28) == [
        "a:   some words that go on,",
        "     and on",
    ]


def test_what_is_missing_is_said_once_with_how_to_get_it(monkeypatch):
    monkeypatch.delenv("WEBSHOP_DATA", raising=False)
    lines = one_lines(details(spec("webshop")), 80)
    assert max(map(len, lines)) <= 80
    assert lines.count("  train, dev, test: not there") == 1
    assert any(line.startswith("needs:         official products and goals: ") for line in lines)
    assert "WEBSHOP_DATA:  not set" in lines


def test_one_is_shown_with_the_hash_of_each_split(number_guess: EnvSpec):
    # sha256 over NumberGuess-v0, exam, 1/50, whole and the twenty ids, each ended by a zero byte
    assert one_lines(details(number_guess), 80) == [
        "NumberGuess-v0: Find a number by free text.",
        "env:           numberguess on the command line",
        "step cap:      8",
        "return:        from 0 to 1",
        "default split: practice",
        "licence:       Apache-2.0",
        "data version:  1",
        "baselines:     random, expert",
        "splits:",
        "  practice: 20 tasks, version 1/50",
        "    sha256 bac6afe62542c3135a46c4ec24af467a038c175295d56a93c6df52eaea22319b",
        "  exam: 20 tasks, version 1/50",
        "    sha256 00f2e279e524d2fe04a64364ff64ef47a08e7ac765f0e24a32ef13e5b3a06e76",
        "options:",
        "  env.highest=",
        "      the greatest number that it can be (default: 50)",
    ]
