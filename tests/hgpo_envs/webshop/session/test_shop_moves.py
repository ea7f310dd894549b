"""Walking through the shop: where each action leads, and what misleads only under upstream."""

from dataclasses import replace

import pytest
from small_shop import SmallShop, product
from small_visit import SmallVisit

from hgpo_envs.webshop.session.moves import Rules
from hgpo_envs.webshop.session.state import START, PageKind

COLOURS = {"color": ("red", "blue"), "size": ("small", "red")}
LAMPS = [product(f"B{n:02}", options=COLOURS) for n in range(23)]
UPSTREAM = Rules(upstream=True)


def visit(*lamps_first: str, rules: Rules | None = None) -> SmallVisit:
    started = SmallVisit(SmallShop(*LAMPS), rules)
    assert not lamps_first or started.act(*lamps_first)
    return started


def test_a_search_finds_at_most_fifty_and_shows_ten_a_page() -> None:
    there = SmallVisit(SmallShop(*[product(f"C{n:02}") for n in range(60)]))
    assert there.act("search[lamp]")
    assert len(there.state.found) == 50
    assert there.state.listed == tuple(f"C{n:02}" for n in range(10))


def test_next_and_prev_turn_pages_also_past_the_end() -> None:
    there = visit("search[lamp]", "click[next >]", "click[next >]")
    assert there.state.listed == ("B20", "B21", "B22")
    assert there.act("click[next >]", "click[next >]")
    assert (there.state.page, there.state.listed) == (5, ())
    assert there.act("click[< prev]")
    assert there.state.page == 4


def test_the_first_page_has_no_way_back() -> None:
    assert not visit("search[lamp]").act("click[< prev]")


def test_a_click_in_any_case_opens_a_product() -> None:
    there = visit("search[lamp]")
    assert there.act("click[B03]")
    assert (there.state.kind, there.state.asin) == (PageKind.ITEM, "B03")
    assert there.state.visited == {"B03"}


def test_products_of_other_pages_are_refused() -> None:
    assert not visit("search[lamp]").act("click[b15]")


def test_a_later_value_takes_the_place_of_an_earlier_one_of_its_option() -> None:
    there = visit("search[lamp]", "click[b00]", "click[blue]", "click[small]")
    assert there.state.options == (("color", "blue"), ("size", "small"))
    there = visit("search[lamp]", "click[b00]", "click[small]", "click[blue]")
    assert there.state.options == (("size", "small"), ("color", "blue"))


def test_a_value_of_two_options_is_one_of_the_last() -> None:
    assert visit("search[lamp]", "click[b00]", "click[red]").state.options == (("size", "red"),)


def test_prev_on_a_product_keeps_the_page_and_forgets_the_options() -> None:
    there = visit("search[lamp]", "click[next >]", "click[b11]", "click[blue]", "click[< prev]")
    assert (there.state.kind, there.state.page) == (PageKind.RESULTS, 2)
    assert (there.state.asin, there.state.options) == ("", ())
    assert there.state.visited == {"B11"}


def test_a_sub_page_leads_back_to_the_product_with_its_options() -> None:
    there = visit("search[lamp]", "click[b00]", "click[blue]", "click[reviews]")
    assert (there.state.kind, there.state.sub_page) == (PageKind.SUB_PAGE, "Reviews")
    assert there.act("click[< prev]")
    assert (there.state.kind, there.state.options) == (PageKind.ITEM, (("color", "blue"),))


def test_attributes_have_a_page_only_where_they_are_shown() -> None:
    assert not visit("search[lamp]", "click[b00]").act("click[attributes]")
    assert visit("search[lamp]", "click[b00]", rules=Rules(show_attrs=True)).act(
        "click[attributes]"
    )


def test_back_to_search_starts_over_and_a_search_keeps_what_was_opened() -> None:
    there = visit("search[lamp]", "click[b00]", "search[lamp]")
    assert there.state.visited == {"B00"}
    assert there.act("click[back to search]")
    assert there.state == START


def test_buying_is_the_end_of_clicking_and_not_of_searching() -> None:
    there = visit("search[lamp]", "click[b00]", "click[blue]", "click[buy now]")
    assert (there.state.kind, there.state.asin) == (PageKind.DONE, "B00")
    assert there.state.options == (("color", "blue"),)
    assert there.page.clickables == {}
    assert not there.act("click[buy now]")
    assert not there.act("click[back to search]")
    assert there.act("search[lamp]")


def test_what_was_earned_is_remembered_until_the_next_purchase() -> None:
    there = visit("search[lamp]", "click[b00]", "click[buy now]")
    there.enter(replace(there.state, score=0.5))
    assert there.act("search[lamp]")
    assert there.state.score == 0.5
    assert there.act("click[back to search]")
    assert there.state.score == 0.5


@pytest.mark.parametrize(
    "action",
    ["", "search", "search[]", "click[]", "click[search]", "Click[search]", "click[ search]"],
)
def test_what_is_no_action_changes_nothing(action: str) -> None:
    there = visit()
    assert not there.act(action)
    assert there.state == START


def test_an_option_is_shadowed_by_the_button_of_its_name() -> None:
    special = ("features", "description", "search", "buy now", "next >", "size [xl]")
    there = SmallVisit(SmallShop(product("B0", options={"special": special})))
    assert there.act("search[lamp]", "click[b0]", "click[features]")
    assert there.state.sub_page == "Features"
    assert there.act("click[< prev]", "click[next >]")
    assert there.state.options == (("special", "next >"),)
    assert "search" in there.page.clickables
    assert not there.act("click[search]")
    assert not there.act("click[size [xl]]")
    assert there.act("click[buy now]")
    assert there.state.kind is PageKind.DONE


def test_products_with_ids_in_lower_case_or_named_as_a_button_open() -> None:
    odd = ["b0lower123", "X", "REVIEWS", 'B0"QUOTE"1', "B0-X/Y Z&1", "ÄÖÜ4567890"]
    for asin in odd:
        there = SmallVisit(SmallShop(product(asin)))
        assert there.act("search[lamp]", f"click[{asin.lower()}]")
        assert (there.state.kind, there.state.asin) == (PageKind.ITEM, asin)


@pytest.mark.parametrize("query", ["search_results lamp", "item_page lamp", "done lamp"])
def test_a_query_does_not_say_where_one_is(query: str) -> None:
    there = visit(f"search[{query}]", "click[b00]", "click[< prev]")
    assert (there.state.kind, there.state.page) == (PageKind.RESULTS, 1)
    assert there.act("click[b00]", "click[features]", "click[< prev]")
    assert there.state.kind is PageKind.ITEM


def test_upstream_takes_a_query_for_the_kind_of_page() -> None:
    there = visit("search[search_results lamp]", "click[b00]", "click[< prev]", rules=UPSTREAM)
    assert (there.state.page, there.state.listed) == (0, ())
    assert "< prev" not in there.page.clickables
    there = visit("search[item_page lamp]", "click[b00]", "click[reviews]", rules=UPSTREAM)
    assert there.act("click[< prev]")
    assert there.state.kind is PageKind.RESULTS


def test_hidden_commands_are_words_like_others_by_default() -> None:
    there = visit("search[<q> lamps]")
    assert there.state.found == ()
    assert visit("search[<c> garden lamp]").state.found == tuple(f"B{n:02}" for n in range(23))


def test_upstream_lists_by_query_and_category_without_a_limit() -> None:
    shop = SmallShop(*[product(f"C{n:02}") for n in range(60)], product("D", query="mugs"))
    there = SmallVisit(shop, UPSTREAM)
    assert there.act("search[<q> lamps]")
    assert len(there.state.found) == 60
    assert there.act("search[<c> garden beauty]")
    assert len(there.state.found) == 61


@pytest.mark.parametrize("query", ["<c>", "<a>", "<a> easy clean", "<r>", "<q>"])
def test_commands_that_crash_or_gamble_find_nothing(query: str) -> None:
    there = visit(f"search[{query}]", rules=UPSTREAM)
    assert (there.state.kind, there.state.found) == (PageKind.RESULTS, ())
