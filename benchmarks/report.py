"""Results as JSON for machines, as Markdown for people and as a plot."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from . import plot

Result = dict[str, Any]
#: What is varied in "scaling", the column of its size, the text of the axis.
AXES = (("quest", "zones", "zones of the quest"), ("team", "survivors", "survivors"), ("zombies", "zombies", "zombies on the board"))


def write(result: Result, folder: Path) -> list[Path]:
    """Write ``speed.json``, ``speed.md`` (everything), ``speed.short.md`` (for the README), ``speed.svg``; returns the paths."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = {
        "speed.json": json.dumps(result, indent=2) + "\n",
        "speed.md": page(result),
        "speed.short.md": short(result),
        "speed.svg": picture(result),
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in texts]


def table(head: Sequence[str], rows: Iterable[Sequence[object]], words: int = 1) -> list[str]:
    """Lines of a Markdown table and an empty one; the first ``words`` columns are words, the others numbers."""
    cells = ["---"] * words + ["---:"] * (len(head) - words)
    lines = [list(head), cells, *([str(cell).replace("|", "\\|") for cell in row] for row in rows)]
    return [f"| {' | '.join(line)} |" for line in lines] + [""]


def page(result: Result) -> str:
    """Everything that was measured."""
    machine = result["machine"]
    versions = ", ".join(f"{name} {number}" for name, number in machine["packages"].items())
    lines = [
        "# Speed",
        "",
        f"Written by `zombicide benchmark`. {result['game']}, options {json.dumps(result['options'])}, random legal actions.",
        "",
        f"- {machine['processor']}, {machine['cores']} cores, {machine['system']}; load before the run {machine['load_before']}",
        f"- {machine['python']}, {versions}",
        f"- {machine['date']}",
        *(f"- **{text}**" for text in doubts(result)),
        "",
        "![Plots of the tables below](speed.svg)",
        "",
    ]
    for section in (_steps, _breakdown, _bounds, _scaling, _states, _startup, _memory, _peers):
        lines += section(result)
    return "\n".join(lines).rstrip("\n") + "\n"


def doubts(result: Result) -> list[str]:
    """Why the numbers are not to be trusted, if so."""
    found = []
    rows = [row for row in result["steps"] if row["threads"] == 1]
    low = [row["processor"] for row in rows if row.get("processor", 1.0) < 0.9]
    if low:
        found.append(
            f"The machine was busy: {len(low)} of {len(rows)} measurements on one thread got less than 90 % of a core "
            f"(the worst {min(low):.0%}). Their rates are too low."
        )
    return found


def _steps(result: Result) -> list[str]:
    rows = [
        (
            *(row["interface"], row["note"], row["games"], row["threads"]),
            *(f"{row['per_second']:,.0f}", f"{row['best_per_second']:,.0f}", f"{row['nanoseconds'] / 1000:.2f}"),
        )
        for row in result["steps"]
    ]
    text = f"Agent-steps: one decision chosen, applied, and the next observation and mask written. {_how_often(result)}"
    return ["## Steps", "", text, "", *table(("interface", "", "games", "threads", "steps/s", "best", "us/step"), rows, words=2)]


def _breakdown(result: Result) -> list[str]:
    found = result.get("breakdown")
    if not found:
        return []
    total = sum(found["parts"].values())
    text = (
        f"By differences, in a batch of {found['games']} games with one step a call; a game ends in one of "
        f"{1 / max(found['endings_per_step'], 1e-9):,.0f} steps. Observations are written once as uint8 and, if asked for, once more as "
        "float32. What is no other part is called rules: the step itself, and what memory costs."
    )
    parts = [(name, f"{value:,.0f}", f"{value / total:.0%}" if total else "") for name, value in found["parts"].items()]
    whole = sum(found["shell"].values())
    shell = [(name, f"{value:,.0f}", f"{value / whole:.0%}" if whole else "") for name, value in found["shell"].items()]
    measured = [(name, f"{value:,.0f}") for name, value in found["measured"].items()]
    return [
        *("## Where the time of a step goes", "", text, ""),
        *table(("part of a step in a batch", "ns", "share"), parts),
        *table(("part of a step through raw_env, float32", "ns", "share"), shell),
        *("What the differences are made of:", ""),
        *table(("measured", "ns for one game"), measured),
    ]


def _bounds(result: Result) -> list[str]:
    if not result.get("bounds"):
        return []
    reached = {row["note"]: row["per_second"] for row in result["steps"] if row["interface"] == "Batch.step_random" and row["threads"] == 1}
    rows = []
    for row in result["bounds"]:
        rate = reached.get(row["observation"])
        share = f"{rate / row['steps_per_second']:.1%}" if rate else ""
        speed = f"{row['bytes_per_second'] / 1e9:.1f}"
        rows.append((row["observation"], f"{row['bytes']:,}", speed, f"{row['steps_per_second']:,}", f"{rate:,.0f}" if rate else "", share))
    text = (
        "A step must write its mask and its observation. One thread that did nothing but fill buffers of the same size would reach the "
        "bound; `Batch.step_random` on one thread reaches the share."
    )
    head = ("observation", "bytes a step", "GB/s", "bound, steps/s", "reached", "share")
    return ["## The bound set by the bytes", "", text, "", *table(head, rows)]


def _scaling(result: Result) -> list[str]:
    if not result.get("scaling"):
        return []
    rows = [
        (
            *(row["varied"], row["label"], row["zones"], row["survivors"]),
            *(f"{row['zombies']:.1f}", f"{row['per_second']:,.0f}", f"{row['nanoseconds']:,.0f}"),
        )
        for row in result["scaling"]
    ]
    text = (
        "One thread, random steps with mask and uint8 observation. Quests and teams: averaged over whole games (zombies: on the board at "
        "the end of the measurement). Zombies: from positions of random games with so many on the board."
    )
    head = ("varied", "", "zones", "survivors", "zombies, mean", "steps/s", "ns/step")
    return ["## How the cost grows", "", text, "", *table(head, rows, words=2)]


def _states(result: Result) -> list[str]:
    if not result.get("states"):
        return []
    timed = [row for row in result["states"] if "per_second" in row]
    rows = [(row["what"], f"{row['per_second']:,.0f}", f"{row['nanoseconds'] / 1000:,.2f}") for row in timed]
    facts = [f"{row['what'].capitalize()}: {row['value']}." for row in result["states"] if "value" in row]
    return ["## States, search, whole games", "", "One thread.", "", *table(("", "per second", "us"), rows), *facts, ""]


def _startup(result: Result) -> list[str]:
    if not result["startup"]:
        return []
    head = ("cache", "import, s", "make the game, s", "first step, s", "whole process, s")
    rows = [
        (name, *(f"{parts[part]:.2f}" for part in ("import", "make", "first_step", "process"))) for name, parts in result["startup"].items()
    ]
    return ["## Start-up", "", *table(head, rows)]


def _memory(result: Result) -> list[str]:
    return ["## Memory", "", *table(("", "bytes"), [(name, f"{size:,}") for name, size in result["memory"].items()])]


def _peers(result: Result) -> list[str]:
    peers = result.get("peers")
    if not peers or not (peers["rows"] or peers["skipped"]):
        return []
    text = (
        "Random legal play in other libraries, measured in turn with ours on this machine; the ratio is ours by theirs, median of the "
        "pairs (lowest to highest). `raw_env` is one game stepped from Python, `batch` 256 games on all cores; both write a float32 "
        "observation and a mask, unless it says otherwise. They play other games, most of them much smaller than this one."
    )
    rows = [
        (
            *(f"{row['library']} {row['version']}", row["what"], f"{row['per_second']:,.0f}", name),
            *(f"{ours['ours_per_second']:,.0f}", f"{ours['ratio']:,.2f} ({ours['low']:,.2f} to {ours['high']:,.2f})"),
        )
        for row in peers["rows"]
        for name, ours in row["ours"].items()
    ]
    head = ("peer", "loop", "theirs, steps/s", "ours", "ours, steps/s", "ratio")
    return ["## Peers", "", text, "", *(table(head, rows, words=2) if rows else []), *(f"- {line}" for line in peers["skipped"]), ""]


def short(result: Result) -> str:
    """The rows that a newcomer asks for."""
    machine, startup = result["machine"], result["startup"]
    wanted = [row for row in result["steps"] if row["note"] in ("float32", "uint8") and not row["interface"].endswith("random")]
    wanted = [row for row in wanted if row["interface"] != "Batch.step" or (row["note"] == "uint8" and row["games"] in (1, 64, 256, 1024))]
    rows = [(row["interface"], row["games"], row["threads"], f"{row['per_second']:,.0f}") for row in wanted]
    lines = table(("interface", "games", "threads", "agent-steps/s"), rows)
    where = f"{machine['processor']}, {machine['cores']} cores, {machine['python']}, {machine['date'][:10]}."
    starts = ""
    if "cold" in startup:
        starts = f" First start {startup['cold']['process']:.0f} s (compiles once), later starts {startup['warm']['process']:.1f} s."
    size = f" One game takes {result['memory']['state']:,} bytes. All rows: `benchmarks/results/speed.md`."
    return "\n".join([*lines, where + starts + size]) + "\n"


def _how_often(result: Result) -> str:
    if not result["steps"]:
        return ""
    row = result["steps"][0]
    return f"Median (best) of {row['repeats']} repetitions of {row['seconds']:.1f} s."


# ---- the plot --------------------------------------------------------------------------------------------------------


def picture(result: Result) -> str:
    """The tables as one SVG page."""
    panels: list[plot.Curves | plot.Bars] = [_by_batch(result), _by_interface(result)]
    if result.get("breakdown"):
        panels.append(plot.Bars("Parts of a step in a batch", result["breakdown"]["parts"], unit=" ns"))
        panels.append(plot.Bars("Parts of a step through raw_env", result["breakdown"]["shell"], unit=" ns"))
    if result.get("scaling"):
        rows = result["scaling"]
        for varied, axis, text in AXES:
            points = sorted((row[axis], row["nanoseconds"]) for row in rows if row["varied"] == varied)
            panels.append(plot.Curves(f"Cost of a step by {text}", text, "ns", {varied: points}, log_x=False))
    if result.get("peers") and result["peers"]["rows"]:
        rows = [(row, row["ours"].get("batch") or row["ours"]["batch, no observation"]) for row in result["peers"]["rows"]]
        values = {f"{row['library']}: {row['what'].split(',')[0]}{_unseen(row)}": ours["ratio"] for row, ours in rows}
        texts = {name: f"{value:,.1f}x" for name, value in values.items()}
        panels.append(plot.Bars("Batch by peer (steps per second, logarithmic)", values, log=True, text=texts))
    return plot.page(panels)


def _unseen(row: Result) -> str:
    return "" if "batch" in row["ours"] else ", blind"


def _by_batch(result: Result) -> plot.Curves:
    series: dict[str, list[tuple[float, float]]] = {}
    for row in result["steps"]:
        if row["interface"] == "Batch.step":
            name = f"{row['note']}, {row['threads']} thread{'s' if row['threads'] > 1 else ''}"
            series.setdefault(name, []).append((row["games"], row["per_second"]))
    return plot.Curves("Batch.step by size", "games", "steps/s", series)


def _by_interface(result: Result) -> plot.Bars:
    best: dict[str, float] = {}
    for row in result["steps"]:
        name = row["interface"] + (", no observation" if row["note"] == "no observation" else "")
        best[name] = max(best.get(name, 0.0), row["per_second"])
    return plot.Bars("Steps per second, best of each interface", best, log=False)
