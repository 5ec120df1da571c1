from benchmarks.detection import tables
from benchmarks.detection.engines import Outcome
from benchmarks.detection.records import Gold, Record
from benchmarks.detection.scoring import Span, by_category

DONE = Outcome("toolminimize 0", 0.1, 0.2, 0.3, 0.4, 50.0, [])
TALLY = by_category([Record("abcdef", golds=(Gold(0, 3, "R"), Gold(4, 6, "H")))], [[Span(0, 3, "B", "", "x")]])


def test_a_share_comes_with_its_interval():
    assert tables.share(1, 2).startswith("0.500 [0.0")
    assert tables.share(0, 0) == "-"


def test_categories_stand_in_the_order_of_the_taxonomy_with_the_soft_ones_together():
    table = tables.by_label("recall", [(DONE, TALLY)])
    assert list(table.columns[0].cells) == ["H", "R", "soft: R"]


def test_overview_and_costs_have_a_row_an_engine():
    assert tables.overview("x", [(DONE, TALLY)]).row_count == tables.costs("x", [DONE]).row_count == 1
    assert list(tables.ablation("x", [("all", TALLY, DONE)]).columns[1].cells) == ["0.500"]


def test_confusion_leaves_out_what_was_taken_for_what_it_is():
    assert [list(c.cells) for c in tables.confusion("x", TALLY).columns] == [["R", "H"], ["B", "-"], ["1", "1"]]
    assert tables.by_class("x", TALLY).row_count == 2


def test_listings_are_bounded():
    assert tables.listing("lost", [("H", "ef", "abcdef")] * 5, 2) == ["lost: 5", "  H: 'ef' in 'abcdef'", "  H: 'ef' in 'abcdef'"]
