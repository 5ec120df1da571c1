from benchmarks.detection.__main__ import main


def test_it_measures_what_is_there_and_says_what_is_not(data, capsys):
    assert main([str(data), "--show", "3"]) == 0
    said = capsys.readouterr().out
    assert "BFCL live arguments, needed: not available" in said
    assert "labelled_strings: 2 texts" in said
    assert "without patterns" in said
    assert "lost: 0" in said


def test_peers_that_are_missing_are_named(data, capsys):
    assert main([str(data), "--no-ablation", "--peers", "/no/such/python"]) == 0
    assert capsys.readouterr().out.count("not measured:") == 3


def test_without_data_there_is_nothing_to_measure(capsys, monkeypatch):
    monkeypatch.delenv("TOOLMINIMIZE_DATA", raising=False)
    assert main([]) == 2


def test_a_backend_is_measured_or_said_to_be_missing(data, capsys):
    assert main([str(data), "--backend", "nowhere"]) == 0
    assert "no backend of type `nowhere`" in capsys.readouterr().out
