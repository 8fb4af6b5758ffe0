"""The documentation site: every page has a place, every link leads somewhere, and Zensical reports no problems."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import needs
from zombicide_env.docs.site import gather

pytestmark = [pytest.mark.slow, pytest.mark.long]  # the whole site is gathered once


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return gather(tmp_path_factory.mktemp("site"))


def test_every_page_of_the_list_is_there(site: Path) -> None:
    listed = re.findall(r'"([\w/]+\.md)"', site.read_text(encoding="utf-8"))
    assert len(listed) > 30
    assert [page for page in listed if not (site.parent / "docs" / page).exists()] == []


def test_every_link_leads_to_a_page(site: Path) -> None:
    """Includes links whose text is code; fenced code contains none."""
    lost = []
    for page in (site.parent / "docs").rglob("*.md"):
        text = re.sub(r"^(`{3,}).*?^\1$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        targets = {target.partition("#")[0] for target in re.findall(r"\]\(([^)\s]+)\)", text) if ":" not in target}
        lost += [f"{page.name}: {target}" for target in targets if not (page.parent / target).exists()]
    assert lost == []


def test_a_rule_leads_to_its_code(site: Path) -> None:
    """From the index of chapters to the source of the rule, which is a page."""
    chapters = (site.parent / "docs" / "chapters.md").read_text(encoding="utf-8")
    source = re.search(r"\]\((source/[^)]*black_plague/rules/zombies\.py\.md)\)", chapters)
    assert source
    assert "def " in (site.parent / "docs" / source[1]).read_text(encoding="utf-8")


def test_every_quest_has_a_picture(site: Path) -> None:
    page = (site.parent / "docs" / "boards" / "white_death.md").read_text(encoding="utf-8")
    pictures = re.findall(r"!\[[^]]*\]\(([^)]+)\)", page)
    assert len(pictures) == 11
    assert all((site.parent / "docs" / "boards" / one).read_text(encoding="utf-8").startswith("<svg") for one in pictures)


def test_a_folder_with_other_files_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("mine", encoding="utf-8")
    with pytest.raises(FileExistsError, match="name another folder"):
        gather(tmp_path)
    (tmp_path / "zensical.toml").write_text('[project]\nsite_name = "another site"\n', encoding="utf-8")
    with pytest.raises(FileExistsError, match="name another folder"):
        gather(tmp_path)
    assert (tmp_path / "thesis.tex").read_text(encoding="utf-8") == "mine"


@pytest.mark.skipif(importlib.util.find_spec("zensical") is None, reason=needs.library("zensical"))
def test_the_site_builds_strictly_and_works_offline(site: Path) -> None:
    """An unreachable proxy simulates a machine without a network."""
    nobody = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), "http://127.0.0.1:9")
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--config-file", str(site)]
    run = subprocess.run(command, cwd=site.parent, env=nobody | {"PATH": "/usr/bin:/bin"}, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    built = (site.parent / "site" / "api" / "batch" / "index.html").read_text(encoding="utf-8")
    assert 'id="zombicide_env.core.batch.Batch.step"' in built
    assert not re.search(r'(?:src|href)="https?://(?!zensical\.org)[^"]*\.(?:css|js|woff2?)"', built)
