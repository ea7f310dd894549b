"""The pages of a visit: each is made from its own address, and the state machine says what next."""

from dataclasses import replace
from typing import TYPE_CHECKING

from flask import redirect, render_template, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from hgpo_envs.webshop.pages.page import page_of
from hgpo_envs.webshop.session.moves import Rules, search
from hgpo_envs.webshop.session.state import START, SUB_PAGES, PageKind, State
from hgpo_envs.webshop.site.account import account_of
from hgpo_envs.webshop.site.addresses import (
    at_item,
    encoded,
    read_options,
    read_page,
    read_product,
    read_query,
)
from hgpo_envs.webshop.site.showing import shown
from hgpo_envs.webshop.site.visits import ID_LENGTH, Progress, Purchase, Visit, Visits
from hgpo_envs.webshop.world import World

if TYPE_CHECKING:
    from flask import Flask

_SUB_PAGES = {name.lower(): name for name in SUB_PAGES}

TEMPLATES = {
    PageKind.SEARCH: "start.html.j2",
    PageKind.RESULTS: "results.html.j2",
    PageKind.ITEM: "item.html.j2",
    PageKind.SUB_PAGE: "sub_page.html.j2",
    PageKind.DONE: "score.html.j2",
}


class ShopViews:
    """Search, results, products, purchase and score of every visit."""

    def __init__(self, world: World, visits: Visits, *, show_attrs: bool) -> None:
        """Take what is to be shown, and where visits are kept."""
        self._world = world
        self._visits = visits
        self._rules = Rules(show_attrs=show_attrs)

    def add_to(self, app: "Flask") -> None:
        """Answer below ``/visit/ID``."""
        for path, name, view in (
            ("", "start", self.start),
            ("/results", "results", self.results),
            ("/item", "item", self.item),
            ("/item/<sub_page>", "sub_page", self.sub_page),
            ("/score", "score", self.score),
        ):
            app.add_url_rule(f"/visit/<session>{path}", name, view, methods=["GET"])
        app.add_url_rule("/visit/<session>/buy", "buy", self.buy, methods=["POST"])

    def start(self, session: str) -> str:
        """Show where to search."""
        visit = self._visit(session)
        with visit.lock:
            return self._show(session, visit, replace(START, score=visit.progress.state.score))

    def results(self, session: str) -> str | Response:
        """Show a page of what a search finds; an empty search leads back."""
        visit = self._visit(session)
        query = read_query(request.args.get("q", ""))
        page = read_page(request.args.get("page", "1"))
        if not query:
            return redirect(f"/visit/{session}", 303)
        with visit.lock:
            return self._show(session, visit, self._found(visit, query, page))

    def item(self, session: str) -> str:
        """Show a product."""
        visit = self._visit(session)
        with visit.lock:
            return self._show(session, visit, self._item_state(visit))

    def sub_page(self, session: str, sub_page: str) -> str:
        """Show more of a product."""
        visit = self._visit(session)
        if sub_page not in _SUB_PAGES:
            raise NotFound
        with visit.lock:
            state = self._item_state(visit)
            shown = replace(state, kind=PageKind.SUB_PAGE, sub_page=_SUB_PAGES[sub_page])
            return self._show(session, visit, shown)

    def buy(self, session: str) -> Response:
        """Buy a product with the options that the form holds, and lead to the score."""
        visit = self._visit(session)
        with visit.lock:
            state = self._item_state(visit)
            total, components = self._world.judge(visit.task, state.asin, dict(state.options))
            bought = replace(state, kind=PageKind.DONE, score=total)
            purchase = Purchase(state=bought, total=total, components=components)
            visit.progress = Progress(state=bought, purchase=purchase)
        return redirect(f"/visit/{session}/score", 303)

    def score(self, session: str) -> str | Response:
        """Show what the last purchase was worth; before one, lead to the search."""
        visit = self._visit(session)
        with visit.lock:
            if visit.progress.purchase is None:
                return redirect(f"/visit/{session}", 303)
            return self._show(session, visit, visit.progress.purchase.state)

    def _visit(self, session: str) -> Visit:
        visit = self._visits.find(session) if len(session) == ID_LENGTH else None
        if visit is None:
            raise NotFound("This visit is over, or never began. Choose a task to start one.")
        return visit

    def _found(self, visit: Visit, query: str, page: int) -> State:
        state = visit.progress.state
        if state.query != query or not state.found:
            state = search(state, query, shop=self._world.shop, rules=self._rules)
        return replace(state, kind=PageKind.RESULTS, page=page, asin="", sub_page="", options=())

    def _item_state(self, visit: Visit) -> State:
        """Return the state of the product page that the request is about."""
        fields = request.values
        product = read_product(fields.get("asin", ""), self._world.shop)
        query = read_query(fields.get("q", ""))
        page = read_page(fields.get("page", "1"))
        options = read_options(fields.items(), product)
        state = visit.progress.state
        found = state.found if state.query == query else ()
        return at_item(replace(state, query=query, page=page, found=found), product, options)

    def _show(self, session: str, visit: Visit, state: State) -> str:
        """Make a state the visit's own, and return its page."""
        visit.progress = replace(visit.progress, state=state)
        goal = self._world.goals[visit.task]
        page = page_of(
            state,
            shop=self._world.shop,
            instruction=goal.instruction,
            show_attrs=self._rules.show_attrs,
        )
        context = shown(page, state, session, self._rules)
        if state.kind is PageKind.DONE and visit.progress.purchase is not None:
            context["account"] = account_of(visit.progress.purchase, goal, self._world.shop)
            context["again"] = f"/?{encoded([('task', visit.task)])}"
        return render_template(
            TEMPLATES[state.kind],
            task=visit.task,
            root=f"/visit/{session}",
            state=state,
            page=page,
            **context,
        )
