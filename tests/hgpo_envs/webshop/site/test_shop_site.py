"""The site shows the pages of the text mode, whatever is on them."""

import pytest
from bs4 import BeautifulSoup
from site_reader import Reader
from site_world import world_of
from small_shop import SmallShop, product
from small_visit import SmallVisit

from hgpo_envs.webshop.pages.text import plain_text
from hgpo_envs.webshop.session.moves import Rules
from hgpo_envs.webshop.site.app import make_app

INSTRUCTION = 'a red lamp for "us" & <b>them</b>, and price lower than 30.00 dollars'
HOSTILE = "<script>document.title = 'owned'</script><img src=x onerror=alert(1)>\"'"


def a_shop(**given):
    lamps = [product(f"B00000000{i}", title=f"lamp number {i}") for i in range(10)]
    fields = {
        "title": "lamp red",
        "options": {
            "color": ("red", "charcoal", "features"),
            "scent": ("charcoal", "none & some", "next >", "attributes"),
        },
    }
    return SmallShop(product("B0SPECIAL", **(fields | given)), *lamps)


def a_world(shop=None, **given):
    fields = {
        "tasks": {"human-3": INSTRUCTION, "human-4": "another lamp"},
        "judge": lambda task, asin, options: (0.75, {"r_type": 1.0, "task": task}),
    }
    return world_of(shop or a_shop(), **(fields | given))


def a_reader(world=None, **options):
    return Reader(make_app(world or a_world(), **options).test_client(), "/?task=human-3")


def walk(actions, *, show_attrs=False, **given):
    """Do the same actions in text and on the site; return the pairs of page texts."""
    shop = a_shop(**given)
    visit = SmallVisit(shop, Rules(show_attrs=show_attrs), INSTRUCTION)
    reader = a_reader(a_world(shop), show_attrs=show_attrs)
    pairs = [(plain_text(visit.page), reader.text)]
    for action in actions:
        verb, _, thing = action.removesuffix("]").partition("[")
        assert visit.do(action), action
        if verb == "search":
            session = reader.soup.find("a", string="Back to Search")
            if session is None:
                reader.search(thing)
            else:
                reader.open(f"{session['href']}/results?q={thing}")
        else:
            reader.click(thing)
        pairs.append((plain_text(visit.page), reader.text))
    return pairs


@pytest.mark.parametrize(
    "actions",
    [
        ("search[lamp]", "click[next >]", "click[< prev]", "click[b000000004]", "click[features]"),
        ("search[no such thing]", "click[next >]", "click[next >]", "click[< prev]"),
        ("search[red]", "click[b0special]", "click[red]", "click[description]", "click[< prev]"),
        ("search[red]", "click[b0special]", "click[charcoal]", "click[reviews]", "click[< prev]"),
        ("search[red]", "click[b0special]", "click[features]", "click[< prev]", "click[< prev]"),
        ("search[red]", "click[b0special]", "click[attributes]", "click[< prev]"),
        ("search[red]", "click[b0special]", "search[lamp]", "click[back to search]"),
    ],
)
@pytest.mark.parametrize("show_attrs", [False, True])
def test_each_page_reads_as_in_the_text_mode(actions, show_attrs):
    for in_text, on_site in walk(actions, show_attrs=show_attrs):
        assert on_site == in_text


@pytest.mark.parametrize(
    "text",
    [HOSTILE, "a\nb", " \n ", " ", "", "&amp; &#13; {{ 7 * 7 }}", "a\r\nb\rc", "é ★ 山水 🎈"],
)
def test_odd_texts_of_a_product_read_as_in_the_text_mode(text):
    actions = ("search[red]", "click[b0special]", "click[description]", "click[< prev]")
    odd = {"title": f"{text} red", "description": text, "bullets": (text, "x"), "price_text": text}
    for in_text, on_site in walk((*actions, "click[attributes]"), **odd, attributes=(text,)):
        assert on_site == in_text


def test_the_score_page_reads_as_in_the_text_mode_and_shows_what_the_score_is_made_of():
    reader = a_reader()
    reader.search("red")
    for thing in ("b0special", "none & some", "red", "buy now"):
        reader.click(thing)
    assert reader.text == (
        "Thank you for shopping with us! [SEP] Your code: [SEP] None [SEP] "
        "(Paste it in your MTurk interface.) [SEP] Purchased [SEP] asin [SEP] B0SPECIAL [SEP] "
        'options [SEP] {"color": "red", "scent": "none \\u0026 some"} [SEP] attrs [SEP] None [SEP] '
        "category [SEP] None [SEP] query [SEP] None [SEP] product category [SEP] None [SEP] "
        "Target [SEP] asin [SEP] options [SEP] attrs [SEP] price upper [SEP] instuction text [SEP] "
        "category [SEP] product category [SEP] query [SEP] Goal [SEP] None [SEP] Reward [SEP] "
        "Your score (min 0.0, max 1.0) [SEP] 0.75 [SEP] Reward Details [SEP] None"
    )
    rows = [row.get_text(" ", strip=True) for row in reader.soup.select("tbody tr")]
    assert rows == [
        "Product Lamp B0 (B0) lamp red (B0SPECIAL)",
        "Attributes easy clean easy clean",
        "Options red scent: none & some, color: red",
        "Price up to $20.00 $10.00",
        "r_type Kind of product (times the rest) 1",
        "task task human-3",
    ]
    assert INSTRUCTION in reader.soup.select_one(".breakdown .lead").get_text()


def test_what_was_chosen_is_marked_and_bought():
    bought = []

    def judge(task, asin, options):
        bought.append((task, asin, dict(options)))
        return 0.5, {}

    reader = a_reader(a_world(judge=judge))
    reader.search("red")
    reader.click("b0special")
    # of two groups with one value the last is meant
    reader.click("charcoal")
    reader.click("red")
    marked = [one.get_text() for one in reader.page.select("[aria-current=true]")]
    assert marked == ["red", "charcoal"]
    reader.click("buy now")
    assert bought == [("human-3", "B0SPECIAL", {"scent": "charcoal", "color": "red"})]


def test_a_person_can_choose_either_of_two_options_with_one_value():
    reader = a_reader()
    reader.search("red")
    reader.click("b0special")
    first, second = (one["href"] for one in reader.page.select(".option") if one.text == "charcoal")
    assert first.endswith("&o.color=charcoal")
    assert second.endswith("&o.scent=charcoal")


def test_nothing_that_comes_from_data_or_queries_is_markup():
    shop = a_shop(
        title=f"red {HOSTILE}",
        description=HOSTILE,
        bullets=(HOSTILE,),
        price_text=HOSTILE,
        options={HOSTILE: (HOSTILE, "x")},
        image=f"javascript:{HOSTILE}",
    )
    reader = a_reader(a_world(shop, tasks={"human-3": HOSTILE}))
    reader.search(f"red {HOSTILE}")
    pages = [reader.html]
    for thing in ("b0special", HOSTILE, "description", "< prev", "features", "< prev", "buy now"):
        reader.click(thing)
        pages.append(reader.html)
    reader.open("/?find=script")
    pages.append(reader.html)
    for page in pages:
        soup = BeautifulSoup(page, "html.parser")
        assert soup.find(["script", "img"]) is None
        assert not [
            tag for tag in soup.find_all(True) if any(k.startswith("on") for k in tag.attrs)
        ]
        assert "javascript:" not in page


def test_pictures_are_drawn_unless_the_records_own_are_asked_for():
    shop = a_shop(option_images={"red": "https://img.example/red.jpg", "charcoal": "data:,x"})
    drawn = a_reader(a_world(shop))
    drawn.search("red")
    assert drawn.soup.find("img") is None
    app = make_app(a_world(shop), record_images=True)
    reader = Reader(app.test_client(), "/?task=human-3")
    reader.search("red")
    assert [one["src"] for one in reader.soup.find_all("img")] == ["https://img.example/1.jpg"]
    reader.click("b0special")
    reader.click("red")
    assert [one["src"] for one in reader.soup.find_all("img")] == ["https://img.example/red.jpg"]
    policy = app.test_client().get("/").headers["Content-Security-Policy"]
    assert "img-src 'self' https: http:;" in policy
