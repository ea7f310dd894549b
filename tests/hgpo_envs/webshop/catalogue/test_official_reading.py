import gzip
import json
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hgpo_envs.errors import DataError
from hgpo_envs.webshop.catalogue import reading
from hgpo_envs.webshop.catalogue.reading import read_entries, read_records


def written(folder: Path, content: bytes) -> Path:
    path = folder / "items_shuffle.json"
    path.write_bytes(content)
    return path


def refusal(path: Path) -> str:
    with pytest.raises(DataError) as caught:
        list(read_records(path))
    return str(caught.value).removeprefix(f"{str(path)!r} ")


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


@settings(deadline=None, derandomize=True, max_examples=60)
@given(
    records=st.lists(values, max_size=6),
    indent=st.sampled_from([None, 1]),
    ascii_only=st.booleans(),
    chunk=st.sampled_from([1, 3, 17, 1 << 20]),
)
def test_records_and_their_bytes_are_those_of_the_whole_array(
    tmp_path_factory: pytest.TempPathFactory,
    records: list[object],
    indent: int | None,
    ascii_only: bool,
    chunk: int,
) -> None:
    text = json.dumps(records, indent=indent, ensure_ascii=ascii_only).encode()
    path = written(tmp_path_factory.getbasetemp(), text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "_CHUNK", chunk)
        read = list(read_records(path))
    assert [record for _, record in read] == records
    assert [position.record for position, _ in read] == list(range(len(records)))
    for position, record in read:
        rest = text[position.byte :].decode()
        assert json.JSONDecoder().raw_decode(rest)[0] == record


def test_a_gzipped_file_reads_as_a_plain_one(tmp_path: Path) -> None:
    path = written(tmp_path, gzip.compress('[{"a": "é"}, {"b": 2}]'.encode()))
    # `[` is byte 0; `{"a": "é"}` has 11 bytes, then a comma and a space
    assert list(read_records(path)) == [((0, 1), {"a": "é"}), ((1, 14), {"b": 2})]


def test_entries_keep_their_names_and_order(tmp_path: Path) -> None:
    path = written(tmp_path, b'\xef\xbb\xbf {"B2": {"attributes": []},\n "B1": [1, 2]}\n')
    assert [(key, value) for _, key, value in read_entries(path)] == [
        ("B2", {"attributes": []}),
        ("B1", [1, 2]),
    ]


TAIL = "Get the file again."


@pytest.mark.parametrize("chunk", [2, 1 << 20])
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "begins with nothing; expected '[', an array of products. Name the official file."),
        (b'{"a"', "begins with '{"),
        (
            b"[",
            "at record 0 (counted from 0), which begins at byte 1: the file ends in it. " + TAIL,
        ),
        (b'[{"a":1}', "at record 0 (counted from 0), which begins at byte 1: the file ends after"),
        (b'[{"a":1},', "at record 1 (counted from 0), which begins at byte 9: the file ends in it"),
        (b'[{"a":1},{"b":"x', "at record 1 (counted from 0), which begins at byte 9: the file en"),
        (
            b'[{"a":1},{"b": x}]',
            "which begins at byte 9: Expecting value, 6 characters on. " + TAIL,
        ),
        (b'[{"a":1} {"b":2}]', "byte 1: '{' follows it, expected ',' or ']'. " + TAIL),
        (b'[{"a":1}]x', "at record 0 (counted from 0), which begins at byte 1: 'x' follows the e"),
        (b'[{"a":1},]', "at record 1 (counted from 0), which begins at byte 9: Expecting value"),
        (b'[{"a":1},{"b":"\xff"}]', "at record 1 (counted from 0), which begins at byte 9: not UT"),
        (b"[" + b"9" * 5000 + b"]", "at record 0 (counted from 0), which begins at byte 1: Exceed"),
        (b'[0,{"b":' + b"[" * 9999, "at record 1 (counted from 0), which begins at byte 3: maximu"),
    ],
)
def test_a_damage_is_told_by_record_and_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chunk: int, content: bytes, message: str
) -> None:
    monkeypatch.setattr(reading, "_CHUNK", chunk)
    assert message in refusal(written(tmp_path, content))


def test_a_gzipped_file_that_was_cut_off_gives_the_records_before(tmp_path: Path) -> None:
    records = [{"asin": f"B{number:09}", "name": f"{number * 7919}"} for number in range(20_000)]
    packed = gzip.compress(json.dumps(records).encode())
    path = written(tmp_path, packed[: len(packed) // 2])
    read = []

    def keep_all() -> None:
        for _, record in read_records(path):
            read.append(record)

    with pytest.raises(DataError, match="the file can't be read on") as caught:
        keep_all()
    assert len(read) > 5000
    assert read == records[: len(read)]
    assert f"at record {len(read):,} (counted from 0)" in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    message = f"{str(tmp_path / 'no.json')!r} can't be read: No such file or directory."
    with pytest.raises(DataError) as caught:
        list(read_records(tmp_path / "no.json"))
    assert str(caught.value) == message


def test_a_large_file_is_read_in_little_memory(tmp_path: Path) -> None:
    record = json.dumps({"asin": "B000000001", "text": "x" * 2000})
    path = written(tmp_path, f"[{','.join([record] * 20_000)}]".encode())
    assert path.stat().st_size > 40_000_000
    tracemalloc.start()
    try:
        assert sum(1 for _ in read_records(path)) == 20_000
        assert tracemalloc.get_traced_memory()[1] < 12_000_000
    finally:
        tracemalloc.stop()
