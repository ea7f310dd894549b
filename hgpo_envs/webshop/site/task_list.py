"""The first page: the tasks, to be looked through and started."""

from itertools import islice
from typing import TYPE_CHECKING

from flask import redirect, render_template, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from hgpo_envs.webshop.site.addresses import encoded, read_page, read_query
from hgpo_envs.webshop.site.visits import Visits
from hgpo_envs.webshop.world import World

if TYPE_CHECKING:
    from flask import Flask

ON_A_PAGE = 25
MAX_TASK_ID = 64


class TaskList:
    """The list of tasks, and ``/?task=ID``, which starts one."""

    def __init__(self, world: World, visits: Visits) -> None:
        """Take the tasks, and where visits are kept."""
        self._panel = world.panel
        self._goals = world.goals
        self._visits = visits

    def add_to(self, app: "Flask") -> None:
        """Answer at ``/``."""
        app.add_url_rule("/", "tasks", self.show, methods=["GET"])

    def show(self) -> str | Response:
        """Show a page of the list, or start the task that is asked for."""
        task = request.args.get("task")
        if task is not None:
            return self._start(task)
        find = read_query(request.args.get("find", ""))
        number = read_page(request.args.get("page", "1"))
        told = ((task, self._goals[task].instruction) for task in self._panel.ids)
        matching = (pair for pair in told if matches(find, *pair))
        first = (number - 1) * ON_A_PAGE
        shown = list(islice(matching, first, first + ON_A_PAGE + 1))
        if not shown and number > 1:
            raise NotFound("The list of tasks is not that long.")
        has_more = len(shown) > ON_A_PAGE
        return render_template(
            "tasks.html.j2",
            shown=[(f"/?{encoded([('task', task)])}", task, wish) for task, wish in shown],
            on_a_page=ON_A_PAGE,
            total=len(self._panel),
            find=find,
            before=_page_address(find, number - 1) if number > 1 else None,
            after=_page_address(find, number + 1) if has_more else None,
        )

    def _start(self, task: str) -> Response:
        if len(task) > MAX_TASK_ID or task not in self._panel:
            raise NotFound("There is no such task. The list shows those that there are.")
        return redirect(f"/visit/{self._visits.open(task)}", 303)


def matches(find: str, task: str, instruction: str) -> bool:
    """Tell whether a task's id or instruction has every word that is looked for."""
    text = f"{task} {instruction}".lower()
    return all(word in text for word in find.split())


def _page_address(find: str, number: int) -> str:
    pairs = [("find", find)] if find else []
    return f"/?{encoded([*pairs, ('page', str(number))])}"
