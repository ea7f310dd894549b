"""Draws that no Python and no machine changes."""

from hgpo_envs.draws import Draws, digest


def test_a_key_decides_the_stream_for_ever():
    draws = Draws("a key", 7)
    assert [draws.below(1000) for _ in range(5)] == [352, 640, 864, 650, 102]
    assert digest("a key", 7) == 0x1E02DBB7AAB02E16


def test_some_are_different_items_and_all_where_there_are_fewer():
    draws = Draws("some")
    for count in range(8):
        drawn = draws.some("abcde", count)
        assert len(drawn) == len(set(drawn)) == min(count, 5)
        assert set(drawn) <= set("abcde")
    assert {tuple(Draws("some", key).some("abc", 2)) for key in range(100)} == {
        ("a", "b"),
        ("a", "c"),
        ("b", "a"),
        ("b", "c"),
        ("c", "a"),
        ("c", "b"),
    }
