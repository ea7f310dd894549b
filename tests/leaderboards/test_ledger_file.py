import hashlib
import json

import numpy as np
import pytest

from harness.budget import Budget
from harness.ledger import Ledger
from leaderboards.ledger_file import read_ledger, verify_ledger
from leaderboards.ledger_record import GENESIS, LedgerFileError

GOLDEN = (
    b'{"amounts":{"env_steps":100},"apart":["evaluation"],"format":1,'
    b'"hash":"@0","kind":"open","previous":"' + GENESIS.encode() + b'","seq":0}\n'
    b'{"amounts":{"env_steps":60,"episodes":2},"hash":"@1","kind":"reserve",'
    b'"previous":"@0","purpose":"rollout","seq":1}\n'
    b'{"amounts":{"env_steps":5},"hash":"@2","kind":"extend","of":1,'
    b'"previous":"@1","purpose":"rollout","seq":2}\n'
    b'{"amounts":{"env_steps":65,"episodes":2},"hash":"@3","kind":"commit","of":1,'
    b'"previous":"@2","purpose":"rollout","seq":3}\n'
    b'{"amounts":{"env_steps":900},"hash":"@4","kind":"reserve",'
    b'"previous":"@3","purpose":"evaluation","seq":4}\n'
    b'{"hash":"@5","kind":"release","of":4,"previous":"@4","purpose":"evaluation","seq":5}\n'
    b'{"hash":"@6","kind":"close","previous":"@5","seq":6}\n'
)


def chained(template):
    """Fill in each line's hash by the rule of the format, from the standard library alone."""
    lines = template.splitlines()
    for index in range(len(lines)):
        body = json.loads(lines[index])
        del body["hash"]
        bare = json.dumps(body, sort_keys=True, separators=(",", ":")).encode()
        digest = hashlib.sha256(bare).hexdigest().encode()
        lines = [other.replace(b'"@%d"' % index, b'"%s"' % digest) for other in lines]
    return b"\n".join(lines) + b"\n"


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "ledger.jsonl"
    path.write_bytes(chained(GOLDEN))
    return path


def test_the_bytes_of_a_small_ledger(tmp_path, path):
    ledger = Ledger.create(tmp_path / "made", Budget(env_steps=100))
    held = ledger.reserve("rollout", env_steps=60, episodes=2)
    held.extend(env_steps=5)
    held.commit(env_steps=65, episodes=2)
    ledger.reserve("evaluation", env_steps=900).release()
    ledger.close()
    assert (tmp_path / "made").read_bytes() == path.read_bytes()


def test_a_whole_ledger_adds_up(path):
    report = verify_ledger(path)
    assert (report.ok, report.failure, report.failed_line, report.truncated) == (
        True,
        "",
        None,
        False,
    )
    assert (report.lines, report.pending, report.closed) == (7, 0, True)
    assert report.caps == {"env_steps": 100}
    assert report.apart == ("evaluation",)
    assert report.spent == {"env_steps": 65, "episodes": 2}
    assert report.by_purpose == {"rollout": {"env_steps": 65, "episodes": 2}}
    assert report.head == json.loads(path.read_bytes().splitlines()[-1])["hash"]
    assert [record.kind for record in read_ledger(path)] == [
        "open", "reserve", "extend", "commit", "reserve", "release", "close",
    ]  # fmt: skip


def test_every_changed_byte_is_found_in_its_line(path):
    whole, rng = path.read_bytes(), np.random.default_rng(0)
    for place in range(0, len(whole) - 1, 3):
        other = int(rng.integers(1, 256)) ^ whole[place]
        path.write_bytes(whole[:place] + bytes([other]) + whole[place + 1 :])
        report = verify_ledger(path)
        assert not report.ok
        assert report.failed_line == whole[:place].count(b"\n") + 1
        assert report.failure.startswith(f"line {report.failed_line}: ")
        assert not report.truncated


def test_a_cut_off_last_line_is_told_from_a_changed_one(path):
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    last = len(whole.splitlines()[-1])
    report = verify_ledger(path)
    assert (report.ok, report.truncated, report.lines, report.failed_line) == (False, True, 6, 7)
    assert report.failure == (
        f"line 7: the last line is cut off after {last} bytes "
        "(an interrupted write, or a changed end); the 6 lines before it hold."
    )


def test_a_dropped_line_breaks_the_chain(path):
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:3] + lines[4:]))
    with pytest.raises(LedgerFileError) as caught:
        list(read_ledger(path))
    assert str(caught.value) == (
        "line 4: the line does not follow the line before: its chain is broken."
    )


OPEN = GOLDEN.splitlines(keepends=True)[0]


def line(seq, body):
    frame = f',"previous":"@{seq - 1}","seq":{seq},"hash":"@{seq}"}}\n'
    return (body + frame).encode()


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            [line(1, '{"kind":"reserve","purpose":"rollout","amounts":{"env_steps":101}')],
            "line 2: the line passes the cap on env_steps.",
        ),
        (
            [
                line(1, '{"kind":"reserve","purpose":"rollout","amounts":{"env_steps":9}'),
                line(2, '{"kind":"commit","purpose":"rollout","of":1,"amounts":{"env_steps":10}'),
            ],
            "line 3: more env_steps committed than line 2 reserved.",
        ),
        (
            [
                line(1, '{"kind":"reserve","purpose":"evaluation","amounts":{"env_steps":9}'),
                line(2, '{"kind":"commit","purpose":"rollout","of":1,"amounts":{"env_steps":9}'),
            ],
            "line 3: reservation 1 is for evaluation, not rollout.",
        ),
        (
            [line(1, '{"kind":"release","purpose":"rollout","of":0')],
            "line 2: there is no open reservation 0.",
        ),
        (
            [line(1, '{"kind":"close"'), line(2, '{"kind":"close"')],
            "line 3: the ledger was closed by the line before.",
        ),
        (
            [
                line(1, '{"kind":"reserve","purpose":"rollout","amounts":{}'),
                line(2, '{"kind":"close"'),
            ],
            "line 3: closed with reservations still open: 1.",
        ),
    ],
)
def test_a_ledger_with_a_good_chain_and_broken_rules_fails(path, lines, message):
    ordered = [
        json.dumps(json.loads(text), sort_keys=True, separators=(",", ":")).encode() + b"\n"
        for text in lines
    ]
    path.write_bytes(chained(OPEN + b"".join(ordered)))
    assert verify_ledger(path).failure == message


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "line 1: the file is empty; a ledger starts with a line 'open'."),
        (b"[]\n", "line 1: the line is not a JSON object."),
        (b"\xff\n", "line 1: the line holds bytes that are not ASCII."),
        (b"[" * 9000 + b"\n", "line 1: the line is nested too deeply."),
        (b"1" * 20000 + b"\n", "line 1: the line is longer than 16384 bytes."),
        (
            b"{" * 16384,
            "line 1: the last line is cut off after 16384 bytes "
            "(an interrupted write, or a changed end); the 0 lines before it hold.",
        ),
        (b'{"seq":0,"seq":1}\n', "line 1: a key stands twice in one object."),
        (b'{"seq":NaN}\n', "line 1: NaN is not a number that a ledger may hold."),
        (b'{"seq":-Infinity}\n', "line 1: -Infinity is not a number that a ledger may hold."),
        (
            b'{"kind":"<script>"}\n',
            "line 1: kind must be one of open, reserve, extend, commit, release, close; "
            "it is '<script>'.",
        ),
        (
            b'{"kind":["open"]}\n',
            "line 1: kind must be one of open, reserve, extend, commit, release, close; "
            "it is \"['open']\".",
        ),
        (
            b'{"kind":"close"}\n',
            "line 1: a line of kind 'close' has exactly the keys hash, kind, previous, seq.",
        ),
        (
            OPEN.replace(b'"format":1', b'"format":true'),
            "line 1: this reader knows format 1 of a ledger, and no other.",
        ),
        (OPEN.replace(b'"seq":0', b'"seq":false'), "line 1: seq must be a whole number from 0."),
        (OPEN.replace(b'"seq":0', b'"seq":-1'), "line 1: seq must be a whole number from 0."),
        (
            OPEN.replace(b":100", b":1e999"),
            "line 1: the amount of env_steps must be a finite number from 0 to 1e30.",
        ),
        (OPEN.replace(b":100", b":true"), "line 1: the amount of env_steps must be a number."),
        (
            OPEN.replace(b'["evaluation"]', b'["evaluation","evaluation"]'),
            "line 1: apart must be sorted, each purpose once.",
        ),
        (OPEN, "line 1: the line does not match its own hash."),
    ],
)
def test_a_hostile_file_gets_a_message_and_no_crash(path, content, message):
    path.write_bytes(content)
    assert verify_ledger(path).failure == message


def test_another_spelling_of_the_same_record_is_refused(path):
    path.write_bytes(path.read_bytes().replace(b'"seq":0', b'"seq": 0'))
    assert verify_ledger(path).failure == "line 1: the line is not in canonical form."
