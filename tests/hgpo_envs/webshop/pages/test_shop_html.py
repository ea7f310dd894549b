"""The HTML of pages: it says what the text says, and nothing in it can break out."""

from dataclasses import replace

import pytest
from bs4 import BeautifulSoup
from html_reader import clickables_of, has_search_bar, text_of
from hypothesis import given, settings
from hypothesis import strategies as st
from small_shop import SmallShop, product
from small_visit import SmallVisit

from hgpo_envs.webshop.pages.html import html
from hgpo_envs.webshop.pages.text import plain_text
from hgpo_envs.webshop.session.moves import Rules

ATTACK = "</h4><script>alert('1')</script><img src=x onerror=\"alert(2)\">`${alert(3)}`"
ODD = st.text(alphabet="aß \n\t\r\u00a0\u200b<>&\"'`$\\{}[];-!/é山\U0001f600", max_size=8)
BUTTONS = ("description", "features", "reviews", "attributes")


def page_of(there: SmallVisit) -> str:
    return html(there.page, there.state, shop=there.shop, rules=there.rules)


def pages_of(there: SmallVisit) -> list[str]:
    """Return the HTML of every kind of page; check on the way that each says what its text says."""
    pages = []

    def look() -> None:
        page = page_of(there)
        assert text_of(page) == plain_text(there.page)
        assert clickables_of(page) == list(there.page.clickables)
        assert has_search_bar(page) == there.page.has_search_bar
        pages.append(page)

    look()
    there.act("search[lamp]")
    look()
    there.enter(replace(there.state, page=2))
    look()
    there.enter(replace(there.state, page=1))
    there.act("click[b0]")
    look()
    for button in BUTTONS:
        if there.act(f"click[{button}]"):
            look()
            there.act("click[< prev]")
    options = there.page.product.options
    chosen = tuple((name, values[-1]) for name, values in options.items())
    there.enter(replace(there.state, options=chosen))
    look()
    there.act("click[buy now]")
    there.enter(replace(there.state, score=1.0))
    look()
    return pages


@given(st.data())
@settings(deadline=None, derandomize=True, max_examples=60)
def test_text_is_what_a_reader_of_the_html_meets(data: st.DataObject) -> None:
    name, value = st.text("xyz", min_size=1, max_size=2), ODD.map(lambda text: f"v{text}")
    options = st.dictionaries(
        name, st.lists(st.just("") | value, min_size=1, max_size=3).map(tuple), max_size=2
    )
    one = product(
        "B0",
        title=f"lamp {data.draw(ODD)}",
        description=data.draw(ODD),
        bullets=tuple(data.draw(st.lists(ODD, max_size=3))),
        options=data.draw(options),
        attributes=tuple(data.draw(st.lists(ODD, max_size=2))),
        category=data.draw(ODD),
        query=data.draw(ODD),
        product_category=data.draw(ODD),
    )
    rules = Rules(show_attrs=data.draw(st.booleans()))
    pages_of(SmallVisit(SmallShop(one), rules, instruction=data.draw(ODD)))


def hostile(rules: Rules) -> SmallVisit:
    one = product(
        "B0",
        title=f"lamp {ATTACK}",
        description=ATTACK,
        bullets=(ATTACK,),
        options={ATTACK: (ATTACK, ATTACK + "2")},
        option_images={ATTACK: ATTACK},
        image=ATTACK,
        attributes=(ATTACK,),
        category=ATTACK,
        query=ATTACK,
        product_category=f"--> {ATTACK}",
        price_text=ATTACK,
    )
    return SmallVisit(SmallShop(one), rules, instruction=ATTACK)


@pytest.mark.parametrize("show_attrs", [False, True])
def test_nothing_in_a_product_or_an_instruction_becomes_markup(show_attrs: bool) -> None:
    one = product("B0", title="lamp", bullets=("b",), options={"o": ("p", "q")})
    tame = SmallVisit(SmallShop(one), Rules(show_attrs=show_attrs))
    for attacked, harmless in zip(
        pages_of(hostile(Rules(show_attrs=show_attrs))), pages_of(tame), strict=True
    ):
        assert tags_of(attacked) == tags_of(harmless)


def test_a_query_becomes_no_markup() -> None:
    there = SmallVisit(SmallShop(product("B0")))
    there.act(f"search[lamp {ATTACK.lower().replace('`${alert(3)}`', '')}]")
    assert there.state.query.startswith("lamp </h4><script>")
    links = [page_of(there)]
    there.act("click[b0]")
    links.append(page_of(there))
    for page in links:
        assert "<script>alert" not in page
        assert "onerror=" not in page.replace("onerror%3D", "")


def test_a_script_holds_what_was_chosen_without_ending_its_quotes() -> None:
    there = hostile(Rules())
    there.act("search[lamp]", "click[b0]")
    there.enter(replace(there.state, options=((ATTACK, ATTACK),)))
    script = BeautifulSoup(page_of(there), "html.parser").find_all("script")[-1].string
    # the two JSON texts stand between back quotes, and those are the script's only ones
    assert script.count("`") == 4
    assert "${" not in script
    assert "<" not in script.replace("//", "")


def tags_of(page: str) -> list[tuple[str, tuple[str, ...]]]:
    soup = BeautifulSoup(page, "html.parser")
    return [(tag.name, tuple(sorted(tag.attrs))) for tag in soup.find_all()]


def test_half_a_character_in_a_query_is_no_error() -> None:
    there = SmallVisit(SmallShop(product("B0")))
    assert there.act("search[lamp \ud800]")
    assert "keywords=lamp&amp;keywords=%3F" in page_of(there)
