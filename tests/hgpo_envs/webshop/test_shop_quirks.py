"""The original's oddities, as they were recorded: reproduced, or cured."""

from dataclasses import replace
from pathlib import Path

import pytest
from recordings import CATALOGUES, Record, recorded

from hgpo_envs.webshop import Store, open_store
from hgpo_envs.webshop.manner import Manner
from hgpo_envs.webshop.pages.observation import rendering
from hgpo_envs.webshop.session.address import address
from hgpo_envs.webshop.session.state import START, PageKind, State
from hgpo_envs.webshop.visit import Visit

INSTRUCTION_5 = (
    "please help me find breakfast foods which are gluten free and plant based, and price lower "
    "than 30.00 dollars"
)
WITHOUT_PAGES = {"int session out of range"}
CRASHES = {
    "search <a> crashes",
    "search <c> without argument crashes",
    "more than 1024 distinct terms crashes",
}


@pytest.fixture(scope="module")
def webshop(shared_data: Path) -> Path:
    return shared_data / "webshop"


def opened(folder: Path, size: str) -> Store:
    return open_store(folder, products=CATALOGUES[size])


def start(shop: Store, record: Record, state: State = START) -> tuple[Visit, Manner]:
    options = dict(record.get("env_kw") or {})
    prefix = options.pop("session_prefix", "")
    manner = Manner(
        observation=record.get("mode") or "text",
        compat="upstream",
        show_attrs=bool(record.get("show_attrs")),
        **options,
    )
    told = (
        INSTRUCTION_5 if record.get("reset_kw") else record.get("instruction_text", INSTRUCTION_5)
    )
    instruction = told.removeprefix("Instruction: ")
    rules = manner.rules(f"{prefix}{record['session']}".replace("'", ""))
    return Visit(shop, instruction=instruction, rules=rules, state=state), manner


def replayed(shop: Store, record: Record) -> None:
    """Play a record; every page, its address and its clickables are the original's."""
    visit, manner = start(shop, record)
    render, history = rendering(manner.observation), manner.history()
    assert render(visit) == record["obs"]
    history = history.seen(render(visit))
    for step in record["steps"]:
        state = visit.after(step["a"])
        if state is not None:
            paid = state.kind is PageKind.DONE
            visit.enter(replace(state, score=step["r"]) if paid else state)
        # a refused action earns the original's whole number 0, any other one 0.0 or more
        assert (state is not None) is isinstance(step["r"], float)
        history = history.done(step["a"])
        assert history.before(render(visit)) == step["obs"], step["a"]
        history = history.seen(render(visit))
        assert address(visit.state, visit.rules.session) == step.get("url", step["obs"])
        assert list(visit.page.clickables) == step["acts"]["clickables"]
        assert visit.page.has_search_bar == step["acts"]["has_search_bar"]


def test_every_recorded_oddity_is_reproduced_under_upstream(webshop: Path) -> None:
    shop, played = opened(webshop, "1k"), 0
    for record in recorded(webshop, "quirks"):
        if record["name"] not in WITHOUT_PAGES | CRASHES:
            replayed(shop, record)
            played += len(record["steps"])
    assert played == 106


def test_what_crashes_the_original_is_answered(webshop: Path) -> None:
    records = {record["name"]: record for record in recorded(webshop, "quirks")}
    for name in sorted(CRASHES):
        visit, _ = start(opened(webshop, "1k"), records[name])
        assert visit.do(records[name]["steps"][0]["a"])
        assert visit.state.kind is PageKind.RESULTS
        assert visit.do("click[next >]")


def test_odd_ids_open_as_the_original_opens_them_and_where_it_crashes(webshop: Path) -> None:
    shop, opened_ids = opened(webshop, "20k"), []
    head = "Instruction: i'm looking for a women's pants that is machine wash, and price lower "
    for record in recorded(webshop, "quirks_20k"):
        if "name" in record:
            continue
        made = {"session": "0", "instruction_text": f"{head}than 300.00 dollars"}
        visit, _ = start(shop, made)
        for step in record["steps"]:
            turned = step["a"].startswith("[page set to ")
            if turned:
                page = int(step["a"].split()[3].rstrip("]"))
                visit.enter(replace(visit.state, page=page))
            state = visit.after("click[next >]" if turned else step["a"])
            assert state is not None
            visit.enter(replace(state, score=step["r"]) if state.kind is PageKind.DONE else state)
            if "error" in step:
                assert step["error"] == "KeyError: 'B0LOWER123'"
                assert visit.state.asin == "b0lower123"
                continue
            assert visit.page.clickables.keys() == dict.fromkeys(step["acts"]["clickables"]).keys()
            assert address(visit.state, "0") == step["url"]
        opened_ids.append(record["asin"])
    assert len(opened_ids) == 9


def test_a_value_of_two_options_is_one_of_the_last_as_recorded(webshop: Path) -> None:
    (record,) = [one for one in recorded(webshop, "quirks_20k") if "name" in one]
    found = tuple(asin for asin, _ in opened(webshop, "20k").search("hair mask"))
    listed = (*found[:9], record["asin"])
    state = State(
        kind=PageKind.RESULTS, query="<q> hair masks", page=16, found=("",) * 150 + listed
    )
    visit, _ = start(opened(webshop, "20k"), {"session": "0", "instruction_text": ""}, state)
    for step in record["steps"]:
        assert visit.do(step["a"])
        assert address(visit.state, "0") == step["url"]
