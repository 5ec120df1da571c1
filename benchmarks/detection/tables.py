"""The tables that are printed. Must not be in here: figures."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from benchmarks.detection.engines import Outcome
from benchmarks.detection.scoring import Tally, wilson

SOFT = ("R", "B", "Tp", "I", "Im")
ORDER = ("DI", "H", "F", "QI", "L", *SOFT, "C")


def share(hits: int, of: int) -> str:
    """Write a share with its Wilson interval."""
    if of == 0:
        return "-"
    low, high = wilson(hits, of)
    return f"{hits / of:.3f} [{low:.2f}-{high:.2f}]"


def costs(title: str, runs: Sequence[Outcome]) -> Table:
    """What each engine takes."""
    table = _table(title, "engine", "ms median", "ms mean", "ms p99", "load s", "RSS MB")
    for done in runs:
        figures = (f"{done.ms_median:.3f}", f"{done.ms_mean:.3f}", f"{done.ms_p99:.2f}", f"{done.load_s:.2f}", f"{done.rss_mb:.0f}")
        table.add_row(done.name, *figures)
    return table


def overview(title: str, rows: Sequence[tuple[Outcome, Tally]]) -> Table:
    """One row an engine: recall, precision, F2, flags on texts that hold nothing."""
    table = _table(title, "engine", "recall", "precision", "F2", "benign flagged")
    for done, tally in rows:
        if not tally.labelled:
            table.add_row(done.name, "-", "-", "-", share(tally.benign_flagged, tally.benign))
            continue
        recall = share(sum(tally.found.values()), sum(tally.labelled.values()))
        precision = share(sum(tally.right.values()), sum(tally.flags.values()))
        table.add_row(done.name, recall, precision, f"{tally.f2():.3f}", share(tally.benign_flagged, tally.benign))
    return table


def by_label(title: str, rows: Sequence[tuple[Outcome, Tally]]) -> Table:
    """Recall by label, a column an engine."""
    table = _table(title, "label", "n", *(done.name.split(" ")[0] for done, _ in rows))
    labels = sorted(rows[0][1].labelled, key=lambda label: (ORDER.index(label) if label in ORDER else -1, -rows[0][1].labelled[label]))
    groups = [(label, [label]) for label in labels]
    soft = [label for label in labels if label in SOFT]
    groups += [("soft: " + " ".join(soft), soft)] if soft else []
    for name, members in groups:
        total = sum(rows[0][1].labelled[m] for m in members)
        table.add_row(name, str(total), *(share(sum(t.found[m] for m in members), total) for _, t in rows))
    return table


def by_class(title: str, tally: Tally) -> Table:
    """One row a class: recall, precision, F2, false flags of one engine."""
    table = _table(title, "class", "n", "recall", "precision", "false flags", "F2")
    for label in sorted(tally.labelled, key=lambda label: -tally.labelled[label]):
        precision = share(tally.right[label], tally.flags[label])
        wrong = str(tally.flags[label] - tally.right[label])
        table.add_row(label, str(tally.labelled[label]), share(tally.found[label], tally.labelled[label]), precision, wrong, f"{tally.f2([label]):.3f}")
    return table


def confusion(title: str, tally: Tally) -> Table:
    """What labelled spans were taken for, most frequent first; `-` is a miss."""
    table = _table(title, "labelled", "taken for", "times")
    for (label, other), times in tally.confusion.most_common():
        if label != other:
            table.add_row(label, other, str(times))
    return table


def ablation(title: str, rows: Sequence[tuple[str, Tally, Outcome]]) -> Table:
    """What each stage is worth: all of them, and all but one."""
    table = _table(title, "stages", "recall", "precision", "benign flagged", "ms median")
    for name, tally, done in rows:
        table.add_row(name, f"{tally.recall():.3f}", f"{tally.precision():.3f}", f"{tally.benign_rate():.3f}", f"{done.ms_median:.3f}")
    return table


def listing(title: str, items: Sequence[tuple[str, str, str]], most: int) -> list[str]:
    """Lines of losses or false flags with what stands around them."""
    lines = [f"{title}: {len(items)}"]
    for label, text, whole in sorted(items)[:most]:
        at = whole.find(text)
        lines.append(f"  {label}: {text!r} in {whole[max(0, at - 40) : at + len(text) + 40]!r}")
    return lines


def _table(title: str, *names: str) -> Table:
    table = Table(title=title, title_justify="left")
    for name in names:
        table.add_column(name, justify="left" if name in ("engine", "label", "class", "labelled", "taken for", "stages") else "right")
    return table
