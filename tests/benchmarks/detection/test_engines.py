import sys

import pytest

from benchmarks.detection.engines import Missing, run
from benchmarks.detection.records import Record


def test_our_findings_come_back_with_their_class():
    done = run("ours", [Record("Write to ann.quillonby@example.com")], stages=["patterns"])
    assert [(s.category, s.kind, s.label.split(" ")[0]) for s in done.spans[0]] == [("DI", "EMAIL_ADDRESS", "email")]
    assert done.load_s > 0


@pytest.mark.parametrize("python", ["/no/such/python", sys.executable])
def test_a_peer_that_is_not_there_is_missing_in_one_line(python):
    with pytest.raises(Missing, match=r"^(no such engine|elsewhere): [^\n]+$"):
        run("elsewhere", [Record("x")], python=python)


def test_time_is_bounded():
    with pytest.raises(Missing, match="not done after 0 s"):
        run("ours", [Record("x")], bound_s=0.01)
