import threading

import pytest

from llmproxy.backends.bounded import Bounded

ITEM = (0, 1, "DI", "person", 0.9)


def test_what_comes_in_time_counts():
    assert list(Bounded(lambda text: [ITEM], 5.0)("x")) == [ITEM]


def test_what_comes_late_counts_as_nothing_and_the_next_text_does_not_wait():
    go_on = threading.Event()

    def slow(text):
        go_on.wait(10)
        return [ITEM]

    bounded = Bounded(slow, 0.02)
    assert list(bounded("first")) == list(bounded("second")) == []
    assert bounded.skipped == 2
    go_on.set()
    bounded._running.result(5)
    assert list(bounded("third")) == [ITEM]


def test_what_a_backend_raises_goes_on_to_the_caller():
    def broken(text):
        raise TimeoutError("its own")

    with pytest.raises(TimeoutError, match="its own"):
        Bounded(broken, 5.0)("x")


def test_threads_that_come_at_once_wait_no_longer_than_the_budget():
    go_on = threading.Event()
    bounded = Bounded(lambda text: go_on.wait(10) and [ITEM], 0.1)
    said = []
    threads = [threading.Thread(target=lambda: said.append(list(bounded("x")))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(2)
    go_on.set()
    assert said == [[]] * 4 and bounded.skipped == 4
