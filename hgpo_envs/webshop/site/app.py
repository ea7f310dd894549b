"""The site as a Flask application."""

from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import StrictUndefined

from hgpo_envs.errors import MissingPackageError
from hgpo_envs.webshop.world import World

if TYPE_CHECKING:
    from flask import Flask

FOLDER = Path(__file__).parent
MAX_FORM_BYTES = 1 << 18


def make_app(
    world: World,
    *,
    show_attrs: bool = False,
    record_images: bool = False,
    max_visits: int | None = None,
) -> "Flask":
    """Return the shop's site, ready to be served.

    Args:
        world: tasks, products and judge.
        show_attrs: whether products have a page of their attributes.
        record_images: show the addresses of images that product records hold, which a browser
            then fetches from elsewhere; without it pictures are drawn by the style sheet and
            a page asks for nothing outside the site.
        max_visits: how many visits are kept; None for the usual number.

    Raises:
        MissingPackageError: Flask is not installed.
    """
    try:
        from flask import Flask
    except ModuleNotFoundError as error:
        raise MissingPackageError(
            "the shop's site needs the package 'flask', which is not installed. "
            "Install it with: pip install 'hgpo-bench[site]'"
        ) from error
    from hgpo_envs.webshop.site import security
    from hgpo_envs.webshop.site.marking import add_filters
    from hgpo_envs.webshop.site.task_list import TaskList
    from hgpo_envs.webshop.site.views import ShopViews
    from hgpo_envs.webshop.site.visits import MAX_VISITS, Visits

    app = Flask(
        __name__, root_path=str(FOLDER), static_folder="static", template_folder="templates"
    )
    app.url_map.merge_slashes = False  # such a redirect would name the host that a client sent
    app.config.update(MAX_CONTENT_LENGTH=MAX_FORM_BYTES, MAX_FORM_MEMORY_SIZE=MAX_FORM_BYTES)
    pages = app.jinja_env
    pages.autoescape, pages.undefined = True, StrictUndefined
    pages.trim_blocks = pages.lstrip_blocks = True
    add_filters(pages, record_images=record_images)
    security.protect(app, record_images=record_images)
    visits = Visits(MAX_VISITS if max_visits is None else max_visits)
    app.extensions["webshop"] = visits
    TaskList(world, visits).add_to(app)
    ShopViews(world, visits, show_attrs=show_attrs).add_to(app)
    return app
