"""The address of the project's home, and what follows from it: installation, citation, links.

The address is one line of ``pyproject.toml`` (``[tool.hatch.metadata.hooks.custom]``).  While it is empty, users install from a checkout.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any, Final

from .results import ROOT

PROJECT: Final = ROOT / "pyproject.toml"
CITATION: Final = ROOT / "CITATION.cff"


def project() -> dict[str, Any]:
    """``pyproject.toml`` as a dictionary."""
    return tomllib.loads(PROJECT.read_text(encoding="utf-8"))


def address() -> str:
    """The address of the repository without a final slash, "" while none is known."""
    return str(project()["tool"]["hatch"]["metadata"]["hooks"]["custom"]["home"]).rstrip("/")


def install() -> str:
    """The command that installs the package."""
    home = address()
    what = f'"zombicide-env @ git+{home}"' if home else ".   # in a checkout of this repository; Python 3.11 or newer"
    return f"```sh\npip install {what}\n```\n"


def bibtex() -> str:
    """The entry of a bibliography."""
    known = project()["project"]
    where = f"  url     = {{{address()}}},\n" if address() else ""
    return (
        "```bibtex\n@software{zombicide_env,\n"
        f"  author  = {{{{{known['authors'][0]['name']}}}}},\n"
        "  title   = {zombicide-env: zombie board games as reinforcement-learning environments},\n"
        f"  version = {{{known['version']}}},\n{where}  year    = {{2026}}\n}}\n```\n"
    )


def citation(text: str) -> str:
    """``CITATION.cff`` with the version and the address of ``pyproject.toml``."""
    text = re.sub(r"^version: .*$", f"version: {project()['project']['version']}", text, flags=re.MULTILINE)
    text = re.sub(r"^repository-code: .*\n", "", text, flags=re.MULTILINE)
    return re.sub(r"^license: ", f"repository-code: {address()}\nlicense: ", text, flags=re.MULTILINE) if address() else text


__all__ = ["CITATION", "address", "bibtex", "citation", "install"]
