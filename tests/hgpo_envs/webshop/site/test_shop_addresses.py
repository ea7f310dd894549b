"""Addresses say all that a page depends on; what is wrong in one is refused plainly."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from site_reader import Reader
from site_world import world_of
from small_shop import SmallShop, product
from werkzeug.urls import iri_to_uri

from hgpo_envs.webshop.session.state import PageKind, State
from hgpo_envs.webshop.site.addresses import item_fields, path_of, read_options
from hgpo_envs.webshop.site.app import make_app


def a_client(*products):
    return make_app(
        world_of(SmallShop(*products), {"human-0": "a lamp", "human-1": "two lamps"})
    ).test_client()


def a_visit(client):
    return client.get("/?task=human-0").headers["Location"]


@pytest.mark.parametrize(
    ("address", "code", "told"),
    [
        ("/visit/x", 404, "This visit is over, or never began. Choose a task to start one."),
        ("/visit/../../etc/passwd", 404, "There is no such page."),
        ("/visit/%2e%2e%2fitem", 404, "This visit is over, or never began."),
        (f"/visit/{'x' * 20_000}", 404, "This visit is over, or never began."),
        ("/static/../app.py", 404, "There is no such page."),
        ("/static/%2e%2e/app.py", 404, "There is no such page."),
        ("/?task=human-99", 404, "There is no such task. The list shows those that there are."),
        (f"/?task={'9' * 20_000}", 404, "There is no such task."),
        ("/?page=7", 404, "The list of tasks is not that long."),
        ("/?page=0", 400, "The page of results is a number from 1 to 9999."),
        ("VISIT/item?asin=../../x", 404, "The shop has no such product."),
        ("VISIT/item?asin=b00lamp001", 404, "The shop has no such product."),
        (f"VISIT/item?asin={'B' * 20_000}", 404, "The shop has no such product."),
        ("VISIT/item", 404, "The shop has no such product."),
        ("VISIT/item/search_results?asin=B00LAMP001", 404, "There is no such page."),
        ("VISIT/item?asin=B00LAMP001&o.color=pink", 400, "The product has no such option."),
        ("VISIT/item?asin=B00LAMP001&o.price=1", 400, "The product has no such option."),
        ("VISIT/results?q=lamp&page=-1", 400, "The page of results is a number from 1 to 9999."),
        ("VISIT/results?q=lamp&page=%D9%A3", 400, "The page of results is a number"),
        ("VISIT/results?q=lamp&page=99999999999", 400, "The page of results is a number"),
        (f"VISIT/results?q={'a' * 4097}", 400, "A search may have up to 4096 characters."),
        ("VISIT/buy", 405, "This page is opened in another way."),
    ],
)
def test_what_is_wrong_in_an_address_is_answered_by_a_plain_page(address, code, told):
    client = a_client(product("B00LAMP001", options={"color": ("red",)}))
    reader = Reader(client, address.replace("VISIT", a_visit(client)))
    assert reader.status == code
    assert reader.soup.h1.get_text().startswith(told)
    assert "Traceback" not in reader.html


@pytest.mark.parametrize("asin", ["b0lower123", "../..", 'B0"QUOTE"1', "X", "a/b?c#d&e", "%2e%2e"])
def test_a_product_with_an_odd_id_is_opened_and_bought_like_any(asin):
    client = a_client(product(asin, title="lamp", options={"o.a&b=c": ("x/y", "ü=1")}))
    reader = Reader(client, "/?task=human-0")
    reader.search("lamp")
    for thing in (asin.lower(), "ü=1", "features", "< prev"):
        reader.click(thing)
    assert [one.get_text() for one in reader.page.select("[aria-current=true]")] == ["ü=1"]
    reader.click("buy now")
    assert reader.text.startswith("Thank you for shopping with us!")


@pytest.mark.parametrize(
    "query",
    ["search_results lamp", "item_page lamp", "done lamp", "/visit/x/buy lamp", "lamp ../.."],
)
def test_a_query_that_names_a_page_leads_nowhere_else(query):
    client = a_client(product("B00LAMP001", title="lamp", options={"color": ("red",)}))
    reader = Reader(client, "/?task=human-0")
    reader.search(query)
    results = reader.text
    assert "Page 1 (Total results: 1)" in results
    for thing in ("b00lamp001", "red", "features", "< prev", "< prev"):
        reader.click(thing)
    assert reader.text == results


def test_an_empty_search_leads_back_and_a_score_needs_a_purchase():
    client = a_client(product("B00LAMP001"))
    visit = a_visit(client)
    for address in ("results", "results?q=", "score"):
        assert client.get(f"{visit}/{address}").headers["Location"] == visit


def test_only_a_form_buys():
    client = a_client(product("B00LAMP001"))
    visit = a_visit(client)
    assert client.get(f"{visit}/buy?asin=B00LAMP001").status_code == 405
    assert client.post(f"{visit}/buy", data={"asin": "nothing"}).status_code == 404
    options = {"asin": "B00LAMP001", "o.size": "free of charge"}
    assert client.post(f"{visit}/buy", data=options).status_code == 400
    assert client.get(f"{visit}/score").headers["Location"] == visit


def test_a_form_that_is_too_large_is_refused():
    client = a_client(product("B00LAMP001"))
    answer = client.post(f"{a_visit(client)}/buy", data={"asin": "x" * 300_000})
    assert answer.status_code == 413


def test_every_answer_keeps_scripts_and_other_sites_out():
    client = a_client(product("B00LAMP001"))
    for address in ("/", a_visit(client), "/nothing", "/static/site.css"):
        with client.get(address) as answer:
            assert answer.headers["Content-Security-Policy"] == (
                "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; "
                "base-uri 'none'; frame-ancestors 'none'"
            )
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["Referrer-Policy"] == "no-referrer"


def test_the_list_of_tasks_has_pages_and_can_be_looked_through():
    tasks = {f"human-{i}": f"lamp {i} {'Red' if i % 2 else 'blue'}" for i in range(60)}
    world = world_of(SmallShop(product("B00LAMP001")), tasks)
    reader = Reader(make_app(world).test_client(), "/")

    def ids():
        return [one.get_text() for one in reader.soup.select(".tasks .id")]

    assert ids() == [f"human-{i}" for i in range(25)]
    reader.open(reader.soup.find("a", rel="next")["href"])
    reader.open(reader.soup.find("a", rel="next")["href"])
    assert ids() == [f"human-{i}" for i in range(50, 60)]
    assert reader.soup.find("a", rel="next") is None
    reader.open("/?find=RED+human-5")
    assert ids() == [f"human-{i}" for i in (5, 51, 53, 55, 57, 59)]
    reader.open(reader.soup.select_one(".tasks a")["href"])
    assert "lamp 5 Red" in reader.text


texts = st.text(st.characters(codec="utf-8"), max_size=8)


@given(
    query=texts,
    options=st.dictionaries(texts, st.lists(texts, min_size=1), max_size=3),
    asin=texts.filter(bool),
    page=st.integers(1, 9999),
)
@settings(deadline=None, derandomize=True, max_examples=60)
def test_the_address_of_a_product_brings_its_state_back(query, options, asin, page):
    chosen = tuple((name, values[-1]) for name, values in options.items())
    state = State(kind=PageKind.ITEM, query=query.lower(), page=page, asin=asin, options=chosen)
    client = a_client(
        product(asin, title="t", options={name: tuple(v) for name, v in options.items()})
    )
    visit = a_visit(client)
    address = path_of(state, visit.removeprefix("/visit/"))
    assert address == iri_to_uri(address)
    assert client.get(address).status_code == 200
    visits = client.application.extensions["webshop"]
    shown = visits.find(visit.removeprefix("/visit/")).progress.state
    assert (shown.query, shown.page, shown.asin, shown.options) == (
        state.query,
        page,
        asin,
        chosen,
    )


def test_fields_keep_the_order_in_which_options_were_chosen():
    lamp = product("B00LAMP001", options={"a": ("1",), "b": ("2",)})
    state = State(asin="B00LAMP001", options=(("b", "2"), ("a", "1")))
    assert read_options(item_fields(state), lamp) == (("b", "2"), ("a", "1"))


ROUTES = ("/", "/visit/x", "VISIT", "VISIT/results?q=lamp", "VISIT/item?asin=B00LAMP001")
MORE_ROUTES = (
    "VISIT/item/features?asin=B00LAMP001",
    "VISIT/score",
    "VISIT/buy",
    "/static/x",
    "/no",
)


@pytest.mark.parametrize("method", ["HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "QUIT"])
def test_every_way_of_asking_is_answered_without_a_fault(method):
    client = a_client(product("B00LAMP001"))
    visit = a_visit(client)
    for route in (*ROUTES, *MORE_ROUTES):
        answer = client.open(route.replace("VISIT", visit), method=method)
        assert answer.status_code < 500, route
        assert "Content-Security-Policy" in answer.headers, route
        if method == "HEAD":
            assert answer.data == b"", route
    assert client.get(visit).status_code == 200


@pytest.mark.parametrize("address", ["/visit//x", "/visit//results", "/static//x"])
def test_no_answer_names_the_host_that_was_asked_for(address):
    answer = a_client().get(address, headers={"Host": "elsewhere.example"})
    assert answer.status_code == 404
    assert "elsewhere.example" not in f"{answer.headers}{answer.get_data(as_text=True)}"
