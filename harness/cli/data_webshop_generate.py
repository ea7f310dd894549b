"""``hgpo data generate webshop``."""

from collections.abc import Sequence

from harness.cli.parser import Parser, add_json, command_parser, whole_number

MOST_PRODUCTS, MOST_SEED, MOST_WORKERS = 100_000_000, 2**63 - 1, 256

AFTER = """what is written:
  DIR/items_shuffle.json, items_ins_v2.json and items_human_ins.json, in the official formats, so
  that any WebShop reads them and `hgpo data import DIR` imports them. A file is written whole or
  not at all; equal ones that are there stay. Equal products, seed and difficulty give equal
  bytes, whatever the machine and the number of workers; a larger shop begins with a smaller one.

difficulty:
  easy, standard, hard, or knobs with their values (a number, or a range where [...] stands):
  {attributes: [1, 3], options: [1, 2], price_slack_percent: [5, 30], distractors: 4,
  paraphrase: 2, title_percent: 20, level: hard}

examples:
  hgpo data generate webshop --to shop
  hgpo data generate webshop --products 1200000 --seed 0 --workers 2 --to shop
  hgpo data generate webshop --difficulty '{options: 3}' --to shop --json made.json"""


def parser() -> Parser:
    """Describe the action."""
    described = command_parser(
        "data generate webshop", "Write a generated shop as official-format files.", AFTER
    )
    described.add_argument(
        "--to", metavar="DIR", required=True, help="where to; made if it isn't there"
    )
    described.add_argument("--products", metavar="N", default="5000", help="default: 5000")
    described.add_argument("--seed", metavar="N", default="0", help="default: 0")
    described.add_argument("--difficulty", metavar="LEVEL", help="see below; default: standard")
    described.add_argument(
        "--workers", metavar="N", default="1", help="processes that make products; default: 1"
    )
    add_json(described)
    described.add_argument("--quiet", action="store_true", help="no progress, the result alone")
    return described


def run(words: Sequence[str]) -> None:
    """Run the action.

    Raises:
        UsageError: a number or a difficulty that can't be read.
        EnvInputError: as ``series`` and ``write_shop`` say.
    """
    arguments = parser().parse(words)
    from harness.cli.data_answer import Answer, give
    from harness.cli.data_generate import read_difficulty
    from harness.cli.data_progress import watching_files
    from harness.cli.output import check_json_target
    from hgpo_envs.webshop.generate import goals, series, write_shop

    target = check_json_target(arguments.json)
    shop = series(
        read_difficulty(arguments.difficulty, "{options: 3}"),  # type: ignore[arg-type]
        products=whole_number("--products", arguments.products, least=1, most=MOST_PRODUCTS),
        seed=whole_number("--seed", arguments.seed, most=MOST_SEED),
    )
    workers = whole_number("--workers", arguments.workers, least=1, most=MOST_WORKERS)
    with watching_files(quiet=arguments.quiet) as progress:
        files = write_shop(
            arguments.to,
            shop,
            workers=workers,
            progress=lambda done, of: progress(done / of, f"{done:,} products"),
        )
    count = len(goals(shop))
    record = {
        "folder": arguments.to,
        "version": shop.version,
        "products": shop.products,
        "goals": count,
        "files": [file.name for file in files],
    }
    shown = (
        f"{shop.products:,} products and {count:,} goals ({shop.version}) in {arguments.to}\n"
        f"Next: hgpo data import {arguments.to}"
    )
    give({"webshop": Answer(record=record, shown=[shown])}, target)
