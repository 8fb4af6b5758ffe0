"""Metadata that depends on the project's home: the README with absolute links, URLs for package indexes, distributions by name."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"(!?)\[((?:[^\[\]]|!\[[^\]]*\]\([^)]*\))*)\]\((?!https?:|#)([^)]+)\)")
#: Extras that are a distribution each, `zombicide-checkpoints` and `zombicide-page`.
_DISTRIBUTIONS = ("checkpoints", "page")
_SOURCE = re.compile(r'(<img[^>]* src=")(?!https?:)([^"]+)(")')


def absolute(text: str, home: str) -> str:
    """Markdown whose relative links and pictures lead to the repository at ``home``; unchanged where ``home`` is empty."""
    if not home:
        return text

    def link(found: re.Match[str]) -> str:
        kind = "raw" if found[1] else "blob"
        return f"{found[1]}[{absolute(found[2], home)}]({home}/{kind}/main/{found[3]})"

    return _SOURCE.sub(rf"\g<1>{home}/raw/main/\g<2>\g<3>", _LINK.sub(link, text))


class HomeHook(MetadataHookInterface):
    """Fills in ``readme`` and ``urls``; its option ``home`` is the address of the repository.

    With a home the project is published, and so are its checkpoints and its page: their extras name distributions instead of folders.
    """

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the two fields to the metadata of the project, and name the distributions."""
        home = str(self.config["home"]).rstrip("/")
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": absolute(text, home)}
        if home:
            for extra in _DISTRIBUTIONS:
                metadata["optional-dependencies"][extra] = [f"zombicide-{extra}=={metadata['version']}"]
            metadata["urls"] = {"Homepage": home, "Changelog": f"{home}/blob/main/CHANGELOG.md", "Issues": f"{home}/issues"}
        else:
            metadata["urls"] = {}
