"""``hgpo webshop serve``."""

from collections.abc import Sequence

from harness.cli.errors import say
from harness.cli.parser import Parser, add_json, command_parser, whole_number

DEFAULT_PORT, HIGHEST_PORT = 3000, 65535
MOST_PRODUCTS = 10_000_000

AFTER = """what is shown:
  A list of tasks; each leads to the shop with an instruction, and a purchase to its score.
  ADDRESS/?task=ID opens a task at once. The pages say what agents read in text.

which shop:
  The generated shop, whatever data there are. --data DIR opens the official one, and so does
  --shop webshop where WEBSHOP_DATA is set or `hgpo data import` brought it in. `hgpo data status`
  tells what is there.

who can reach it:
  This machine alone. --host 0.0.0.0 opens it to your network; there are no passwords.

examples:
  hgpo webshop serve
  hgpo webshop serve --data ~/webshop --products items_shuffle_1000.json --goals human
  hgpo webshop serve --shop webshopgen --products 100000 --port 0 --json address.json"""


def parser() -> Parser:
    """Describe the action."""
    described = command_parser(
        "webshop serve", "Open the shop as a site, until Ctrl-C closes it.", AFTER
    )
    described.add_argument(
        "--shop", metavar="ENV", help="webshopgen, webshop or webshopsmall, or an id of `hgpo envs`"
    )
    described.add_argument(
        "--split", default="test", help="whose tasks are listed: test (default), dev or train"
    )
    described.add_argument("--data", metavar="DIR", help="folder of the official data")
    described.add_argument(
        "--products",
        metavar="FILE",
        help="name of its catalogue file; of a generated shop: how many",
    )
    described.add_argument(
        "--goals", metavar="KIND", help="human or synthetic (default: the shop's own)"
    )
    described.add_argument(
        "--difficulty", metavar="LEVEL", help="of a generated shop: easy, standard or hard"
    )
    described.add_argument(
        "--show-attrs", action="store_true", help="give each product a page of its attributes"
    )
    described.add_argument(
        "--record-images",
        action="store_true",
        help="show the images that product records name; your browser fetches them from elsewhere",
    )
    described.add_argument(
        "--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1)"
    )
    described.add_argument(
        "--port", default=str(DEFAULT_PORT), help=f"default: {DEFAULT_PORT}; 0 takes any free one"
    )
    add_json(described)
    return described


def run(words: Sequence[str]) -> None:
    """Run the action.

    Raises:
        UsageError: a port that is no number.
        EnvInputError: a shop that can't be opened, or an address that can't be listened on.
    """
    arguments = parser().parse(words)
    from harness.cli.output import as_json, check_json_target, write_json
    from hgpo_envs.webshop.site.app import make_app
    from hgpo_envs.webshop.site.opening import open_shop
    from hgpo_envs.webshop.site.server import SiteServer

    target = check_json_target(arguments.json)
    port = whole_number("--port", arguments.port, most=HIGHEST_PORT)
    named = ("data", "products", "goals", "difficulty")
    options = {name: getattr(arguments, name) for name in named}
    if (arguments.products or "")[:1].isdecimal():
        options["products"] = whole_number(
            "--products", arguments.products, least=1, most=MOST_PRODUCTS
        )
    shop, world = open_shop(arguments.shop, arguments.split, options)
    app = make_app(world, show_attrs=arguments.show_attrs, record_images=arguments.record_images)
    with SiteServer(app, host=arguments.host, port=port) as site:
        record = {
            "address": site.address,
            "shop": shop,
            "split": world.panel.split,
            "tasks": len(world.panel),
        }
        write_json(target, as_json(record))
        try:  # from the line on that says so: who reads it may press Ctrl-C at once
            print(  # noqa: T201
                f"The shop is open at {site.address} ({shop}, split {world.panel.split}, "
                f"{len(world.panel):,} tasks). Ctrl-C closes it.",
                flush=True,
            )
            site.wait()
        except KeyboardInterrupt:
            say("the shop is closed.")
