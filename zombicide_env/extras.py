"""How the extras of the package are installed: from the address of the project if the package names one, otherwise in a checkout."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, metadata

__all__ = ["install", "not_installed"]


def install(extra: str) -> str:
    """Return the command that installs an extra."""
    home = _home()
    if home:
        return f'pip install "zombicide-env[{extra}] @ git+{home}"'
    return f'pip install ".[{extra}]"  # in a checkout of zombicide-env'


def not_installed(library: str, extra: str) -> str:
    """Return the message that a library is missing, which names the command that installs it."""
    return f"{library} is not installed; install it with: {install(extra)}"


def _home() -> str:
    """Return the address of the project in the metadata of the installed package, "" if there is none (see ``hatch_build.py``)."""
    try:
        urls = metadata("zombicide-env").get_all("Project-URL") or ()
    except PackageNotFoundError:  # the sources are run without being installed
        return ""
    return next((url.strip() for label, _, url in (line.partition(",") for line in urls) if label == "Homepage"), "")
