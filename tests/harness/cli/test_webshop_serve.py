"""``hgpo webshop serve`` says where the shop is, and closes it when told to."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest
from worlds.official_shop import official_record, write_official

from harness.cli.main import main

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = """
import sys
import hgpo_envs
from harness.cli.main import main
from registered_shop import SMALL_SHOP

hgpo_envs.register(SMALL_SHOP)
sys.exit(main(["webshop", "serve", "--shop", "smallshop", *sys.argv[1:]]))
"""


def serve(*flags):
    """Start the command on a small shop, in a process of its own."""
    search = [str(ROOT), str(ROOT / "tests" / "hgpo_envs" / "webshop")]
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", PROGRAM, *flags],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(search)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_tells_its_address_serves_there_and_ends_when_told_to(how, tmp_path):
    record = tmp_path / "address.json"
    with serve("--port", "0", "--json", str(record)) as work:
        said = work.stdout.readline()
        found = re.fullmatch(
            r"The shop is open at (http://127\.0\.0\.1:\d+) "
            r"\(SmallShop-v0, split test, 3 tasks\)\. Ctrl-C closes it\.\n",
            said,
        )
        assert found, said
        with urlopen(f"{found[1]}/?task=human-1", timeout=20) as page:
            assert "find lamp 1" in page.read().decode()
        assert json.loads(record.read_text()) == {
            "address": found[1],
            "shop": "SmallShop-v0",
            "split": "test",
            "tasks": 3,
        }
        work.send_signal(how)
        rest, errors = work.communicate(timeout=20)
    assert (work.returncode, rest, errors) == (0, "", "hgpo: the shop is closed.\n")


def test_a_busy_port_ends_it_with_one_line():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with serve("--port", str(port)) as work:
            out, errors = work.communicate(timeout=30)
    assert (work.returncode, out) == (2, "")
    assert errors == (
        f"hgpo: port {port} of 127.0.0.1 is taken by another program. "
        "Stop that one, or take another port; 0 takes any free one.\n"
    )


@pytest.mark.parametrize("port", ["x", "-1", "65536", "9" * 5000, "0" * 9 + "70000", "٣"])
def test_a_port_that_is_none_is_told(port, capsys):
    assert main(["webshop", "serve", f"--port={port}"]) == 2
    assert capsys.readouterr().err == (
        f"hgpo: --port {port:.60}: expected a whole number from 0 to 65,535.\n"
    )


def test_an_official_shop_is_named_not_counted(tmp_path, capsys):
    folder = write_official(tmp_path, [official_record()])
    assert main(["webshop", "serve", "--data", str(folder), "--products", "5000"]) == 2
    assert capsys.readouterr().err == (
        "hgpo: products is 5000; expected the name of a catalogue file: items_shuffle_1000.json.\n"
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "an action is missing: serve. `hgpo webshop --help` shows them."),
        (["serv"], "unknown action of `hgpo webshop` 'serv'. Did you mean 'serve'? Known: serve."),
    ],
)
def test_an_action_that_is_none_is_told(words, told, capsys):
    assert main(["webshop", *words]) == 2
    assert capsys.readouterr().err == f"hgpo: {told}\n"


def test_help_lists_the_actions(capsys):
    assert main(["webshop", "--help"]) == 0
    assert "  serve  open the shop as a site in your browser" in capsys.readouterr().out
