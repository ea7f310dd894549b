"""Run the code of docs/webshop-search.md."""

from doc_page import blocks_of, read_page

PAGE = "webshop-search.md"


def test_the_code_of_the_page_runs():
    (code,) = blocks_of(read_page(PAGE), "python")
    exec(compile(code, f"docs/{PAGE}", "exec"), {})
