"""The texts of the rules: every id that the engine, the vectors and the tests mention can be looked up."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import zombicide_env.docs
from zombicide_env.conformance import coverage

PAGES = Path(zombicide_env.docs.__file__).parent
ANCHOR = re.compile(r'<a id="([^"]+)"></a>')
LINK = re.compile(r"\]\(([^)#]+)(?:#([^)]+))?\)")


def _anchors(page: Path) -> list[str]:
    return ANCHOR.findall(page.read_text(encoding="utf-8"))


@pytest.mark.parametrize("prefix", coverage.PREFIXES)
def test_every_rule_has_a_place_on_its_page(prefix: str) -> None:
    game = coverage.PREFIXES[prefix]
    anchors = _anchors(PAGES / "rules" / f"{game}.md")
    known = {rule.id for rule in coverage.rules_of(game)}
    assert known - set(anchors) == set()


@pytest.mark.parametrize("page", sorted((PAGES / "rules").glob("*.md")), ids=lambda page: page.stem)
def test_an_id_has_one_place(page: Path) -> None:
    anchors = _anchors(page)
    assert len(anchors) > 100
    assert sorted({name for name in anchors if anchors.count(name) > 1}) == []


@pytest.mark.parametrize("folder", ["rules", "conformance"])
def test_links_between_the_pages_lead_somewhere(folder: str) -> None:
    for page in (PAGES / folder).glob("*.md"):
        for target, place in LINK.findall(page.read_text(encoding="utf-8")):
            if target.endswith(".md"):
                found = page.parent / target
                assert found.exists(), f"{page.name} links to {target}"
                assert not place or place in _anchors(found), f"{page.name} links to {target}#{place}"
