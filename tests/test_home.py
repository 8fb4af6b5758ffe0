"""The project's home URL: one line of pyproject.toml, from which installation, links, URLs and the citation are derived."""

from __future__ import annotations

import importlib.util
from email.message import Message
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import pytest

from zombicide_env import extras
from zombicide_env.docs import home

ROOT = Path(__file__).parents[1]
HOME = "https://example.org/zombicide-env"


@pytest.fixture(scope="module")
def hook() -> Any:
    """The build hook, which is not part of the package."""
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_without_a_home_the_readme_is_left_as_it_is(hook: Any) -> None:
    metadata: dict[str, Any] = {}
    hook.HomeHook(str(ROOT), {"home": ""}).update(metadata)
    assert metadata["readme"]["text"] == (ROOT / "README.md").read_text(encoding="utf-8")
    assert metadata["urls"] == {}


def test_with_a_home_every_link_of_the_readme_is_absolute(hook: Any) -> None:
    parts = ("checkpoints", "page")
    extras = {part: [f"zombicide-{part} @ file:///here"] for part in parts}
    metadata: dict[str, Any] = {"version": "1.2", "optional-dependencies": extras}
    hook.HomeHook(str(ROOT), {"home": HOME + "/"}).update(metadata)
    assert metadata["optional-dependencies"] == {part: [f"zombicide-{part}==1.2"] for part in parts}
    text = metadata["readme"]["text"]
    assert metadata["urls"]["Homepage"] == HOME
    assert f"]({HOME}/blob/main/CONTRIBUTING.md)" in text
    assert f"]({HOME}/raw/main/zombicide_env/docs/pictures/won.webp)" in text
    assert "](zombicide_env" not in text and "](C" not in text and "](L" not in text


def test_links_to_other_sites_and_within_the_page_stay(hook: Any) -> None:
    text = "[a](https://other.org/x) [b](#cite) [![c](p.svg)](page.md)"
    made = hook.absolute(text, HOME)
    assert made == f"[a](https://other.org/x) [b](#cite) [![c]({HOME}/raw/main/p.svg)]({HOME}/blob/main/page.md)"


def test_messages_about_missing_libraries_follow_the_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """They named a distribution that no index has."""
    assert extras.install("train") == 'pip install ".[train]"  # in a checkout of zombicide-env'
    published = Message()
    published["Project-URL"] = "Changelog, https://example.org/changes"
    published["Project-URL"] = f"Homepage, {HOME}"
    monkeypatch.setattr(extras, "metadata", lambda _: published)
    assert extras.not_installed("torch", "train").endswith(f'install it with: pip install "zombicide-env[train] @ git+{HOME}"')

    def missing(name: str) -> Message:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(extras, "metadata", missing)
    assert "in a checkout" in extras.install("train")


def test_installation_and_citation_follow_the_home(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "pip install ." in home.install()
    monkeypatch.setattr(home, "address", lambda: HOME)
    assert f"git+{HOME}" in home.install()
    assert HOME in home.bibtex()
    cited = home.citation(home.CITATION.read_text(encoding="utf-8"))
    assert f"\nrepository-code: {HOME}\n" in cited
    assert home.citation(cited) == cited
