import json
import re
from html.parser import HTMLParser

import pytest

from harness.report import Reference, render_html, to_json

VOID = {"wbr", "meta", "link", "br", "img", "hr", "input"}


class Reader(HTMLParser):
    """Check that tags nest, and keep what a test looks at."""

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.attributes, self.text = [], [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in attrs]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def read(html):
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == []
    return reader


@pytest.fixture(scope="module")
def html(comparison):
    return render_html(comparison)


def test_equal_comparisons_give_equal_pages(comparison, html):
    assert render_html(comparison) == html


def test_the_page_nests_and_has_its_plots(html):
    reader = read(html)
    # Success, IQM and gain; profiles; two scores against two units; evaluations against all three
    # units that were kept batch by batch; two caps.
    assert reader.tags.count("svg") == 3 + 1 + 4 + 3 + 2
    assert html.startswith('<!DOCTYPE html>\n<html lang="en">')


def test_the_page_asks_for_nothing(html):
    reader = read(html)
    assert not {"script", "link", "img", "iframe", "object", "form"}.intersection(reader.tags)
    assert not [a for a in reader.attributes if a[1] in {"src", "href", "action", "srcset"}]
    assert "url(" not in html
    assert "@import" not in html


def test_the_numbers_are_those_of_the_json(comparison, html):
    body = json.loads(to_json(comparison))
    for index, row in enumerate(body["rows"]):
        for field in ("success", "iqm", "gain"):
            cell = re.search(
                rf'data-row="{index}" data-field="{field}" data-value="([^"]+)">\s*([^<]+)<', html
            )
            if row[field] is None:
                assert cell is None
                continue
            assert float(cell[1]) == row[field]["value"]
            shown = cell[2].strip().replace("−", "-")
            assert float(shown) == pytest.approx(100 * row[field]["value"], abs=0.0500001)
    chances = [float(v) for v in re.findall(r'style="--tint[^"]*" data-value="([^"]+)"', html)]
    names = comparison.algorithms
    assert chances == [
        body["improvement"][name][other]["value"] for name in names for other in names
        if other != name
    ]  # fmt: skip
    assert body["headline"].replace(" %", "\xa0%").replace("'", "&#39;") in html


def test_hostile_names_are_text(make_comparison):
    hostile = "<script>alert(1)</script>\"'&"
    page = render_html(
        make_comparison(
            n=12,
            skill={hostile: 0.5, "b" * 300: 0.4},
            env=hostile,
            command=f"hgpo {hostile}",
            task_kinds=(hostile, "</style>") * 6,
            references=(Reference(name=hostile, success=(0.5,) * 12),),
            settings={hostile: hostile},
            facts=(hostile,),
            faults=(hostile,),
        )
    )
    reader = read(page)
    assert "script" not in reader.tags
    assert hostile in "".join(reader.text)
    assert "<script" not in page
    assert page.count("</style>") == 1


def test_a_forced_comparison_says_so_first(make_comparison):
    page = render_html(make_comparison(n=12, faults=("The step caps differ.",)))
    assert "<strong>Not comparable.</strong>" in page
    assert page.index("The step caps differ.") < page.index('class="verdict"')


def test_one_algorithm_one_seed_and_no_curves_make_a_page(make_comparison):
    whole = make_comparison(n=12, seeds=(3,), skill={"only": 0.5})
    (cell,) = whole.cells
    bare = type(cell)(
        algorithm="only", seed=3, spent=cell.spent, by_purpose=cell.by_purpose,
        success=cell.success,
    )  # fmt: skip
    page = render_html(make_comparison(n=12, seeds=(3,), skill={"only": 0.5}, cells=(bare,)))
    assert "Learning curves" not in page
    assert "By how much" not in page
    assert "no difference can be tested" in page
    read(page)


def test_the_command_can_be_copied(comparison, html):
    command = comparison.command.replace("'", "&#39;")
    assert f"<pre>{command}</pre>" in html


def test_the_page_is_not_large(html):
    assert len(html) < 250_000
