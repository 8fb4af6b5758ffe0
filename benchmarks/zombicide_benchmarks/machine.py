"""The machine of a measurement."""

from __future__ import annotations

import importlib.metadata
import os
import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from zombicide_env import __version__
from zombicide_env.core.cores import usable_cores
from zombicide_training.collect.provenance import revision

PACKAGES = ("numpy", "numba", "llvmlite", "gymnasium", "pettingzoo")


def machine(*more: str) -> dict[str, Any]:
    """Return git revision, processor, cores, system, Python and packages (``more`` than usual), date, and load of the machine."""
    return {
        "revision": revision(),
        "processor": processor(),
        "cores": usable_cores(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "packages": {"zombicide-env": __version__} | {name: version(name) for name in (*PACKAGES, *more)},
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "load_before": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
    }


def described(about: Mapping[str, Any]) -> list[str]:
    """Return the result of ``machine`` as lines of a page."""
    return [
        f"- {about['processor']}, {about['cores']} cores, {about['system']}; load before {about['load_before']}",
        f"- {about['python']}, " + ", ".join(f"{name} {version}" for name, version in about["packages"].items()),
        f"- {about['date']}",
    ]


def processor() -> str:
    """Return the name of the processor according to the system."""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8", errors="replace").splitlines():
            key, _, value = line.partition(":")
            if key.strip() == "model name":
                return value.strip()
    return platform.processor() or platform.machine() or "unknown"


def version(package: str) -> str:
    """Return the installed version, or "not installed"."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"
