"""Documents of annotations from outside, as a user or a package brings them."""

from __future__ import annotations

from pathlib import Path

SHARED = """\
server: {slug}
title: {title}
operator: Acme, a company for rides
version: {version}
source: its own declarations
aliases: [acme]
trust: {{tier: third_party_no_dpa, reason: No agreement is known.}}
tools:
  zap_order:
    kind: ride
    params:
      /pickup: {{role: origin, need: payload {precision}, why: Where the car comes to.}}
      /rider: {{role: person_name, need: payload, why: Whom the driver asks for.}}
      /remark: {{role: notes, need: ballast, why: The driver does without.}}
"""


def document(folder: Path, slug: str = "acme-rides", *, version: int = 3, precision: str = "street", title: str = "Acme Rides") -> Path:
    """Write a document below a folder and give its path."""
    path = folder / slug / "tools.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(SHARED.format(slug=slug, version=version, precision=precision, title=title), encoding="utf-8")
    return path
