"""What is said of records that were left out."""

from harness.cli.data_webshop_tables import skipped_lines


def test_reasons_stand_in_one_order_whatever_order_they_were_met_in() -> None:
    counts = {"duplicate": 2, "nan": 1}
    said = [
        "a.json: left out 1 record that has no ASIN ('nan')",
        "a.json: left out 2 records that repeat an earlier ASIN",
    ]
    for skipped in (counts, dict(reversed(counts.items()))):
        assert skipped_lines({"a.json": {"skipped": skipped}}) == said
