"""The site answers many at once without mixing them, and ends when it is told to."""

import http.client
import re
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from html import unescape
from urllib.parse import quote, urlencode, urlsplit

import pytest
from site_world import world_of
from small_shop import SmallShop, product

from hgpo_envs.errors import EnvInputError
from hgpo_envs.webshop.site.app import make_app
from hgpo_envs.webshop.site.server import SiteServer, listen

SESSIONS = 50


def an_app(max_visits=None):
    lamps = [
        product(f"B0000000{i:02}", title=f"lamp w{i}", options={"color": (f"c{i}", "red")})
        for i in range(SESSIONS)
    ]
    tasks = {f"human-{i}": f"lamp number {i}, please" for i in range(SESSIONS)}

    def judge(task, asin, options):
        number = int(asin[-2:])
        is_right = task == f"human-{number}" and options == {"color": f"c{number}"}
        return float(is_right), {"task": task, "asin": asin}

    return make_app(world_of(SmallShop(*lamps), tasks, judge), max_visits=max_visits)


class Caller:
    """A client with one connection that is kept open, as a browser keeps it."""

    def __init__(self, address):
        parts = urlsplit(address)
        self.connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=30)

    def close(self):
        self.connection.close()

    def ask(self, method, path, fields=None):
        body = None if fields is None else urlencode(fields)
        kind = {} if body is None else {"Content-Type": "application/x-www-form-urlencoded"}
        self.connection.request(method, path, body, kind)
        answer = self.connection.getresponse()
        text = answer.read().decode()
        if answer.status == 303:
            return self.ask("GET", answer.getheader("Location"))
        assert answer.status == 200, (path, answer.status)
        return text


def shop_alone(address, i, barrier):
    """Carry one visit's episode out, in step with all others; return what did not belong to it."""
    caller = Caller(address)
    strangers = []

    def see(text, *wanted):
        barrier.wait(timeout=60)
        others = re.findall(r"lamp number (\d+), please", text)
        if any(other != str(i) for other in others) or not all(one in text for one in wanted):
            strangers.append((i, wanted, others))
        return text

    asin = f"B0000000{i:02}"
    start = see(caller.ask("GET", f"/?task=human-{i}"), f"lamp number {i}, please")
    visit = re.search(r'action="(/visit/[^/]+)/results"', start).group(1)
    see(caller.ask("GET", f"{visit}/results?q={quote(f'W{i}')}"), "(Total results: 1)", asin)
    item = caller.ask("GET", f"{visit}/item?asin={asin}&q=w{i}")
    see(item, f"<h1>lamp w{i}</h1>")
    color = re.search(rf'href="([^"]+o\.color=c{i})"', item).group(1)
    see(caller.ask("GET", unescape(color)), 'aria-current="true"')
    bought = {"asin": asin, "q": f"w{i}", "o.color": f"c{i}"}
    see(caller.ask("POST", f"{visit}/buy", bought), "<pre>\n1.0</pre>", f"human-{i}", asin)
    caller.close()
    return strangers


def test_fifty_sessions_at_once_are_not_mixed():
    barrier = threading.Barrier(SESSIONS)
    with SiteServer(an_app()) as site, ThreadPoolExecutor(SESSIONS) as pool:
        found = list(pool.map(lambda i: shop_alone(site.address, i, barrier), range(SESSIONS)))
    assert found == [[]] * SESSIONS


def test_too_many_visits_push_the_oldest_out():
    app = an_app(max_visits=5)
    client = app.test_client()
    visits = [client.get(f"/?task=human-{i}").headers["Location"] for i in range(20)]
    assert len(app.extensions["webshop"]) == 5
    assert [client.get(visit).status_code for visit in visits] == [404] * 15 + [200] * 5


def test_closing_ends_the_thread_and_frees_the_port():
    before = threading.active_count()
    site = SiteServer(an_app())
    port = int(site.address.rsplit(":", 1)[1])
    with closing(Caller(site.address)) as caller:
        caller.ask("GET", "/")
    site.close()
    site.close()
    assert threading.active_count() == before
    with SiteServer(an_app(), port=port) as again:
        assert again.address == site.address
        with closing(Caller(again.address)) as caller:
            caller.ask("GET", "/")


def test_it_listens_on_the_loopback_address_unless_told_otherwise():
    with SiteServer(an_app()) as site:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+", site.address)


def test_a_busy_port_is_told():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(EnvInputError) as caught:
            SiteServer(an_app(), port=port)
    assert str(caught.value) == (
        f"port {port} of 127.0.0.1 is taken by another program. "
        "Stop that one, or take another port; 0 takes any free one."
    )


@pytest.mark.parametrize("port", [-1, 65536, True])
def test_a_port_that_is_none_is_told(port):
    with pytest.raises(EnvInputError) as caught:
        listen("127.0.0.1", port)
    assert str(caught.value) == f"the port is {port!r}; expected 0 (any free one) to 65535."


def test_an_address_of_another_machine_is_told():
    with pytest.raises(EnvInputError, match=r"^can't listen on 192\.0\.2\.1, port 0: .* Expected"):
        listen("192.0.2.1", 0)


def test_a_request_line_without_end_is_refused():
    with SiteServer(an_app()) as site:
        parts = urlsplit(site.address)
        with socket.create_connection((parts.hostname, parts.port), timeout=30) as line:
            line.sendall(b"GET /" + b"a" * 600_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n")
            assert line.recv(100).startswith(b"HTTP/1.0 431 ")
