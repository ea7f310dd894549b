"""Pages as text: plain, and with their buttons marked."""

from dataclasses import replace

import pytest
from small_shop import SmallShop, product
from small_visit import SmallVisit

from hgpo_envs.webshop.pages.reading import as_read
from hgpo_envs.webshop.pages.text import plain_text, rich_text
from hgpo_envs.webshop.session.address import address, kind_in
from hgpo_envs.webshop.session.moves import Rules
from hgpo_envs.webshop.session.state import PageKind

OPTIONS = {"color": ("red", "café au lait"), "size": ('6"', "red")}


def visit(*actions: str, rules: Rules | None = None) -> SmallVisit:
    shop = SmallShop(product("B0", options=OPTIONS), product("B1", attributes=("a", "b")))
    there = SmallVisit(shop, rules, instruction="find a lamp")
    for action in actions:
        there.act(action)
    return there


def test_the_search_page() -> None:
    there = visit()
    assert plain_text(there.page) == "WebShop [SEP] Instruction: [SEP] find a lamp [SEP] Search"
    assert rich_text(there.page, there.state) == (
        "WebShop\nInstruction: \nfind a lamp\n[button] Search [button_]\n"
    )
    assert (list(there.page.clickables), there.page.has_search_bar) == (["search"], True)


def test_a_page_of_results() -> None:
    there = visit("search[lamp]", "click[b1]", "search[lamp]")
    assert plain_text(there.page) == (
        "Instruction: [SEP] find a lamp [SEP] Back to Search [SEP] Page 1 (Total results: 2) [SEP] "
        "Next > [SEP] B0 [SEP] Lamp B0 [SEP] $10.0 [SEP] B1 [SEP] Lamp B1 [SEP] $10.0"
    )
    assert rich_text(there.page, there.state) == (
        "Instruction:\nfind a lamp\n[button] Back to Search [button_]\n"
        "Page 1 (Total results: 2)\n[button] Next > [button_]\n"
        "\n[button] B0 [button_]\nLamp B0\n$10.0\n"
        "\n[clicked button] B1 [clicked button_]\nLamp B1\n$10.0\n"
    )
    assert list(there.page.clickables) == ["back to search", "next >", "b0", "b1"]
    there.act("click[next >]")
    assert list(there.page.clickables) == ["back to search", "< prev", "next >"]


def test_a_product() -> None:
    there = visit("search[lamp]", "click[b0]")
    assert plain_text(there.page) == (
        "Instruction: [SEP] find a lamp [SEP] Back to Search [SEP] < Prev [SEP] color [SEP] red "
        '[SEP] café au lait [SEP] size [SEP] 6" [SEP] red [SEP] Lamp B0 [SEP] Price: $10.0 [SEP] '
        "Rating: N.A. [SEP] Description [SEP] Features [SEP] Reviews [SEP] Buy Now"
    )
    assert list(there.page.clickables) == [
        *("back to search", "< prev", "description", "features", "reviews", "buy now"),
        *("red", "café au lait", '6"'),
    ]


def test_chosen_options_are_marked_but_for_quotes_and_letters_beyond_ascii() -> None:
    there = visit("search[lamp]", "click[b0]", "click[red]", "click[café au lait]")
    told = rich_text(there.page, there.state)
    # "red" stands in both options, so both are marked, and told of
    assert told.startswith("You have clicked red.\nYou have clicked red.\nInstruction:\n")
    assert told.count("  [clicked button] red [clicked button_]\n") == 2
    assert "  [button] café au lait [button_]\n" in told
    there.act('click[6"]')
    assert "clicked" not in rich_text(there.page, there.state)


def test_only_upstream_takes_a_quoted_query_for_a_choice() -> None:
    there = visit('search[lamp "red"]', "click[b0]")
    assert "clicked" not in rich_text(there.page, there.state)
    seen = rich_text(there.page, there.state, address(there.state, "0"))
    assert seen.startswith("You have clicked red.")


def test_sub_pages() -> None:
    there = visit("search[lamp]", "click[b1]", "click[features]", rules=Rules(show_attrs=True))
    head = "Instruction: [SEP] find a lamp [SEP] Back to Search [SEP] < Prev"
    assert plain_text(there.page) == f"{head} [SEP] Bright. [SEP] Small."
    assert rich_text(there.page, there.state).endswith("\n Bright.\n Small.\n")
    there.act("click[< prev]", "click[description]")
    assert plain_text(there.page) == f"{head} [SEP] Gives light."
    there.act("click[< prev]", "click[reviews]")
    assert plain_text(there.page) == head
    there.act("click[< prev]", "click[attributes]")
    told = " [SEP] ".join([head, "a", "b", "garden", "lamps", "Home › Lamps"])
    assert plain_text(there.page) == told


def test_the_last_page_tells_the_purchase_and_nothing_of_the_goal() -> None:
    there = visit("search[lamp]", "click[b0]", 'click[6"]', "click[red]", "click[buy now]")
    there.enter(replace(there.state, score=0.5))
    assert plain_text(there.page) == (
        "Thank you for shopping with us! [SEP] Your code: [SEP] None [SEP] "
        "(Paste it in your MTurk interface.) [SEP] Purchased [SEP] asin [SEP] B0 [SEP] "
        'options [SEP] {"size": "red"} [SEP] attrs [SEP] None [SEP] category [SEP] None [SEP] '
        "query [SEP] None [SEP] product category [SEP] None [SEP] Target [SEP] asin [SEP] "
        "options [SEP] attrs [SEP] price upper [SEP] instuction text [SEP] category [SEP] "
        "product category [SEP] query [SEP] Goal [SEP] None [SEP] Reward [SEP] "
        "Your score (min 0.0, max 1.0) [SEP] 0.5 [SEP] Reward Details [SEP] None"
    )
    assert there.page.clickables == {}


@pytest.mark.parametrize(
    ("actions", "where"),
    [
        ((), ""),
        (("search[red  lamp]",), "search_results/7/red++lamp/1"),
        (("search[lamp]", "click[b0]"), "item_page/7/B0/lamp/1/{}"),
        (("search[lamp]", "click[b0]", 'click[6"]'), 'item_page/7/B0/lamp/1/{"size": "6\\""}'),
        (
            ("search[lamp]", "click[b0]", "click[café au lait]", "click[features]"),
            "item_sub_page/7/B0/lamp/1/Features/{'color': 'café au lait'}",
        ),
        (("search[lamp]", "click[b0]", "click[buy now]"), "done/7/B0/{}"),
    ],
)
def test_addresses_are_written_as_the_original_does(actions: tuple[str, ...], where: str) -> None:
    there = visit(*actions)
    assert address(there.state, "7") == f"http://127.0.0.1:3000/{where or '7'}"


def test_the_first_name_in_an_address_is_its_kind() -> None:
    assert kind_in("http://x/item_page/0/B0/search_results/1/{}") is PageKind.RESULTS
    assert kind_in("http://x/item_sub_page/0/B0/lamp/1/{}") is PageKind.SUB_PAGE
    assert kind_in("http://x/0") is PageKind.SEARCH


@pytest.mark.parametrize(
    ("text", "read", "kept"),
    [
        ("", None, None),
        ("\n", None, None),
        (" \n ", None, " \n "),
        ("  ", " ", "  "),
        ("\u00a0", "\u00a0", "\u00a0"),
        (" a\n", " a\n", " a\n"),
    ],
)
def test_what_a_reader_meets_of_white_space(text: str, read: str | None, kept: str | None) -> None:
    assert as_read(text) == read
    assert as_read(text, keeps_space=True) == kept
