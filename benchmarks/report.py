"""Results as JSON for machines and as Markdown for people."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def write(result: dict[str, Any], folder: Path) -> list[Path]:
    """Write ``speed.json``, ``speed.md`` (everything) and ``speed.short.md`` (for the README); returns the paths."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = {"speed.json": json.dumps(result, indent=2) + "\n", "speed.md": page(result), "speed.short.md": short(result)}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in texts]


def page(result: dict[str, Any]) -> str:
    """Everything that was measured."""
    machine, memory = result["machine"], result["memory"]
    versions = ", ".join(f"{name} {number}" for name, number in machine["packages"].items())
    lines = [
        "# Speed",
        "",
        f"Written by `zombicide benchmark`. {result['game']}, options {json.dumps(result['options'])}, random legal actions.",
        "",
        f"- {machine['processor']}, {machine['cores']} cores, {machine['system']}; load before the run {machine['load_before']}",
        f"- {machine['python']}, {versions}",
        f"- {machine['date']}",
        "",
        "## Steps",
        "",
        f"Agent-steps: one decision chosen, applied, and the next observation and mask written. {_how_often(result)}",
        "",
        "| interface | games | threads | | steps/s | best | us/step |",
        "| --- | ---: | ---: | --- | ---: | ---: | ---: |",
    ]
    lines += [
        f"| {row['interface']} | {row['games']} | {row['threads']} | {row['note']} "
        f"| {row['per_second']:,.0f} | {row['best_per_second']:,.0f} | {row['nanoseconds'] / 1000:.2f} |"
        for row in result["steps"]
    ]
    lines += [
        "",
        "## Start-up",
        "",
        "| cache | import, s | make the game, s | first step, s | whole process, s |",
        "| --- |" + " ---: |" * 4,
    ]
    for name, parts in result["startup"].items():
        lines.append(f"| {name} | {parts['import']:.2f} | {parts['make']:.2f} | {parts['first_step']:.2f} | {parts['process']:.2f} |")
    lines += ["", "## Memory", "", "| | bytes |", "| --- | ---: |"]
    lines += [f"| {name} | {size:,} |" for name, size in memory.items()]
    return "\n".join(lines) + "\n"


def short(result: dict[str, Any]) -> str:
    """The rows that a newcomer asks for."""
    machine, startup = result["machine"], result["startup"]
    wanted = [row for row in result["steps"] if row["note"] in ("float32", "uint8") and not row["interface"].endswith("random")]
    wanted = [row for row in wanted if row["interface"] != "Batch.step" or row["note"] == "uint8"]
    lines = ["| interface | games | threads | agent-steps/s |", "| --- | ---: | ---: | ---: |"]
    lines += [f"| {row['interface']} | {row['games']} | {row['threads']} | {row['per_second']:,.0f} |" for row in wanted]
    where = f"{machine['processor']}, {machine['cores']} cores, {machine['python']}, {machine['date'][:10]}."
    starts = ""
    if startup:
        starts = f" First start {startup['cold']['process']:.0f} s (compiles once), later starts {startup['warm']['process']:.1f} s."
    size = f" One game takes {result['memory']['state']:,} bytes. All rows: `benchmarks/results/speed.md`."
    lines += ["", where + starts + size]
    return "\n".join(lines) + "\n"


def _how_often(result: dict[str, Any]) -> str:
    row = result["steps"][0]
    return f"Median (best) of {row['repeats']} repetitions of {row['seconds']:.1f} s."
