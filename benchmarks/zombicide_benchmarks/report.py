"""Results as JSON, as Markdown and as a plot."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from zombicide_env.core import files
from zombicide_training.evaluation import charts

from .results import laid_out

Result = dict[str, Any]
"""Measurements of one game."""
#: Parameters varied in "scaling", the column of the size, the axis label.
AXES = (
    ("quest", "zones", "zones of the quest"),
    ("team", "agents", "survivors"),
    ("players", "agents", "players"),
    ("zombies", "zombies", "zombies on the board"),
)
#: Column of the README's table -> interface, observations, games, threads.
_SHORT = {
    "`raw_env`": ("PettingZoo raw_env", "float32", 1, 1),
    "`Batch.step`, 64 games": ("Batch.step", "uint8", 64, 1),
    "1,024 games": ("Batch.step", "uint8", 1024, 1),
    "1,024, two threads": ("Batch.step", "uint8", 1024, 2),
    "`Batch.step_random`, 1,024, two threads": ("Batch.step_random", "uint8", 1024, 2),
}
#: Section of a run -> the keys of a result that it fills.
PARTS = {
    "steps": ("steps",),
    "breakdown": ("breakdown", "bounds"),
    "scaling": ("scaling",),
    "states": ("states", "memory"),
    "startup": ("startup",),
    "peers": ("peers",),
}


# ---- files -----------------------------------------------------------------------------------------------------------


def kept(folder: Path, game: str) -> Path:
    """Return the path of a game's result in a folder."""
    return folder / f"speed_{game}.json"


def write(result: Result, folder: Path) -> list[Path]:
    """Save a result and update the pages of all results in the folder; returns the paths.

    ``speed_<game>.json`` has the result, together with the sections of an earlier run on this machine that were not measured now;
    ``speed.md`` (everything), ``speed.short.md`` (for the page on performance) and ``speed.svg`` cover all games.
    """
    folder.mkdir(parents=True, exist_ok=True)
    place = kept(folder, result["game"])
    if place.exists():
        result = merged(json.loads(place.read_text(encoding="utf-8")), result)
    files.write(place, laid_out(result))
    results = read(folder)
    texts = {"speed.md": page(results), "speed.short.md": short(results), "speed.svg": picture(results)}
    for name, text in texts.items():
        files.write(folder / name, text)
    return [place, *(folder / name for name in texts)]


def read(folder: Path) -> list[Result]:
    """Return the stored results, one per game."""
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("speed_*.json"))]


def merged(old: Result, new: Result) -> Result:
    """Return ``new`` with the sections that only ``old`` has, if both were measured on the same machine with the same versions."""
    alike = ("processor", "cores", "system", "python", "packages")
    if old["options"] != new["options"] or any(old["machine"][name] != new["machine"][name] for name in alike):
        return new
    whole = dict(new)
    for section, keys in PARTS.items():
        if section not in new["measured"] and section in old["measured"]:
            whole |= {key: old[key] for key in keys}
    whole["measured"] = old["measured"] | new["measured"]
    return whole


# ---- tables ----------------------------------------------------------------------------------------------------------


def table(head: Sequence[str], rows: Iterable[Sequence[object]], words: int = 1) -> list[str]:
    """Return lines of a Markdown table and an empty one; the first ``words`` columns are text, the others numbers."""
    cells = ["---"] * words + ["---:"] * (len(head) - words)
    lines = [list(head), cells, *([str(cell).replace("|", "\\|") for cell in row] for row in rows)]
    return [f"| {' | '.join(line)} |" for line in lines] + [""]


def page(results: Sequence[Result]) -> str:
    """Return all measurements as a page, game by game."""
    lines = ["# Speed", "", "Written by `zombicide benchmark`. Random legal actions.", ""]
    for result in results:
        lines += _about(result)
    lines += ["![Plots of the tables below](speed.svg)", ""]
    for section in (_reached, _steps, _breakdown, _bounds, _scaling, _states, _startup, _memory, _peers):
        lines += section(results)
    return "\n".join(lines).rstrip("\n") + "\n"


def _about(result: Result) -> list[str]:
    machine = result["machine"]
    versions = ", ".join(f"{name} {number}" for name, number in machine["packages"].items())
    times = [f"{section} {found['date']} (load {found['load']})" for section, found in result["measured"].items()]
    return [
        f"**{result['game']}**, options `{json.dumps(result['options'])}`:",
        "",
        f"- {machine['processor']}, {machine['cores']} cores, {machine['system']}",
        f"- {machine['python']}, {versions}",
        f"- measured, with the load before: {', '.join(times)}",
        *(f"- **{text}**" for text in doubts(result)),
        "",
    ]


def doubts(result: Result) -> list[str]:
    """Return reasons not to trust the numbers, if any."""
    found = []
    rows = [row for row in result["steps"] if row["threads"] == 1]
    low = [row["processor"] for row in rows if row.get("processor", 1.0) < 0.9]
    if low:
        found.append(
            f"The machine was busy: {len(low)} of {len(rows)} measurements on one thread got less than 90 % of a core "
            f"(the worst {min(low):.0%}). Their rates are too low."
        )
    return found


def bound_of(result: Result, row: dict[str, Any]) -> float | None:
    """Return the steps per second that writing the bytes of a step allows on that many threads; None if unknown."""
    kinds = {found["observation"]: found["steps_per_second"] for found in result.get("bounds") or ()}
    dtype = row["note"].partition(",")[0]
    return kinds[dtype] * row["threads"] if dtype in kinds else None


def _largest(parts: dict[str, float]) -> str:
    """Return the two largest parts with their shares."""
    total = sum(parts.values()) or 1.0
    first = sorted(parts.items(), key=lambda part: -part[1])[:2]
    return ", ".join(f"{name} {value / total:.0%}" for name, value in first)


def _reached(results: Sequence[Result]) -> list[str]:
    """Return the best rate of each interface, the bound and the limiting parts."""
    rows = []
    for result in results:
        best: dict[str, dict[str, Any]] = {}
        for row in result["steps"]:
            if row["note"] != "no observation" and row["per_second"] > best.get(row["interface"], {"per_second": 0})["per_second"]:
                best[row["interface"]] = row
        found = result.get("breakdown")
        for interface, row in best.items():
            bound = bound_of(result, row)
            how = f"{row['games']} games, {row['threads']} threads, {row['note']}"
            limit = _largest(found["parts"] if interface.startswith("Batch") else found["shell"]) if found else ""
            share = [f"{bound:,.0f}", f"{row['per_second'] / bound:.1%}"] if bound else ["", ""]
            rows.append((result["game"], interface, how, limit, f"{row['per_second']:,.0f}", *share))
    text = (
        "The best of each interface. The bound is what threads that did nothing but write the bytes of mask and observation would reach; "
        "what limits are the two largest parts of a step: of a batch, or of one game stepped from Python (shares of the tables below)."
    )
    head = ("game", "interface", "", "what limits", "steps/s", "bound, steps/s", "share")
    return ["## Reached, bound, limit", "", text, "", *table(head, rows, words=4)] if rows else []


def _steps(results: Sequence[Result]) -> list[str]:
    rows = []
    for result in results:
        for row in result["steps"]:
            bound = bound_of(result, row)
            share = f"{row['per_second'] / bound:.1%}" if bound else ""
            times = (f"{row['per_second']:,.0f}", f"{row['best_per_second']:,.0f}", f"{row['nanoseconds'] / 1000:.2f}", share)
            rows.append((result["game"], row["interface"], row["note"], row["games"], row["threads"], *times))
    if not rows:
        return []
    text = f"Agent-steps: one decision chosen, applied, and the next observation and mask written. {_how_often(results)}"
    head = ("game", "interface", "", "games", "threads", "steps/s", "best", "us/step", "of the bound")
    return ["## Steps", "", text, "", *table(head, rows, words=3)]


def _breakdown(results: Sequence[Result]) -> list[str]:
    found = {result["game"]: result["breakdown"] for result in results if result.get("breakdown")}
    if not found:
        return []
    endings = ", ".join(f"one of {1 / max(one['endings_per_step'], 1e-9):,.0f} ({game})" for game, one in found.items())
    text = (
        f"By differences, in a batch of {next(iter(found.values()))['games']} games with one step a call; a game ends in "
        f"{endings} steps. Observations are written once as uint8 and, if asked for, once more as float32. What is left over is "
        "called rules: the step itself, and what memory costs."
    )

    def shares(kind: str) -> list[tuple[str, ...]]:
        rows: list[tuple[str, ...]] = []
        for game, one in found.items():
            total = sum(one[kind].values())
            rows += [(game, name, f"{value:,.0f}", f"{value / total:.0%}" if total else "") for name, value in one[kind].items()]
        return rows

    measured = [(game, name, f"{value:,.0f}") for game, one in found.items() for name, value in one["measured"].items()]
    return [
        *("## Where the time of a step goes", "", text, ""),
        *table(("game", "part of a step in a batch", "ns", "share"), shares("parts"), words=2),
        *table(("game", "part of a step through raw_env, float32", "ns", "share"), shares("shell"), words=2),
        *("What the differences are made of:", ""),
        *table(("game", "measured", "ns for one game"), measured, words=2),
    ]


def _bounds(results: Sequence[Result]) -> list[str]:
    rows = []
    for result in results:
        random = [row for row in result["steps"] if row["interface"] == "Batch.step_random" and row["threads"] == 1]
        reached = {row["note"]: row["per_second"] for row in random}
        for row in result.get("bounds") or ():
            rate = reached.get(row["observation"])
            share = f"{rate / row['steps_per_second']:.1%}" if rate else ""
            speed = f"{row['bytes_per_second'] / 1e9:.1f}"
            numbers = (f"{row['bytes']:,}", speed, f"{row['steps_per_second']:,}", f"{rate:,.0f}" if rate else "", share)
            rows.append((result["game"], row["observation"], *numbers))
    text = (
        "A step must write its mask and its observation. One thread that did nothing but fill buffers of the same size would reach the "
        "bound; `Batch.step_random` on one thread reaches the share."
    )
    head = ("game", "observation", "bytes a step", "GB/s", "bound, steps/s", "reached", "share")
    return ["## The bound set by the bytes", "", text, "", *table(head, rows, words=2)] if rows else []


def _scaling(results: Sequence[Result]) -> list[str]:
    rows = [
        (
            *(result["game"], row["varied"], row["label"], row["zones"] or "", row["agents"]),
            *(f"{row['zombies']:.1f}" if row["zombies"] is not None else "", f"{row['per_second']:,.0f}", f"{row['nanoseconds']:,.0f}"),
        )
        for result in results
        for row in result["scaling"]
    ]
    text = (
        "One thread, random steps with mask and uint8 observation. Quests, teams and players: averaged over whole games (zombies: on the "
        "board at the end of the measurement). Zombies: from positions of random games with that many on the board."
    )
    head = ("game", "varied", "", "zones", "agents", "zombies, mean", "steps/s", "ns/step")
    return ["## How the cost grows", "", text, "", *table(head, rows, words=3)] if rows else []


def _states(results: Sequence[Result]) -> list[str]:
    rows, facts = [], []
    for result in results:
        for row in result["states"]:
            if "per_second" in row:
                rows.append((result["game"], row["what"], f"{row['per_second']:,.0f}", f"{row['nanoseconds'] / 1000:,.2f}"))
            else:
                facts.append(f"{result['game']}: {row['what']}: {row['value']}.")
    if not rows:
        return []
    return ["## States, search, whole games", "", "One thread.", "", *table(("game", "", "per second", "us"), rows, words=2), *facts, ""]


def _startup(results: Sequence[Result]) -> list[str]:
    parts = ("import", "make", "first_step", "process")
    rows = [
        (result["game"], name, *(f"{found[part]:.2f}" for part in parts)) for result in results for name, found in result["startup"].items()
    ]
    head = ("game", "cache", "import, s", "make the game, s", "first step, s", "whole process, s")
    return ["## Start-up", "", *table(head, rows, words=2)] if rows else []


def _memory(results: Sequence[Result]) -> list[str]:
    rows = [(result["game"], name, f"{size:,}") for result in results for name, size in result["memory"].items()]
    return ["## Memory", "", *table(("game", "", "bytes"), rows, words=2)]


def _peers(results: Sequence[Result]) -> list[str]:
    found = [(result["game"], result["peers"]) for result in results if result["peers"]["rows"] or result["peers"]["skipped"]]
    if not found:
        return []
    text = (
        "Random legal play in other libraries, measured in turn with ours on this machine; the ratio is ours by theirs, median of the "
        "pairs (lowest to highest). `raw_env` is one game stepped from Python, `batch` 256 games on all cores; both write a float32 "
        "observation and a mask, unless it says otherwise. They play other games, most of them much smaller than these."
    )
    rows = [
        (
            *(f"{row['library']} {row['version']}", row["what"], game, name),
            *(f"{row['per_second']:,.0f}", f"{ours['ours_per_second']:,.0f}"),
            f"{ours['ratio']:,.2f} ({ours['low']:,.2f} to {ours['high']:,.2f})",
        )
        for game, peers in found
        for row in peers["rows"]
        for name, ours in row["ours"].items()
    ]
    skipped = dict.fromkeys(f"- {line}" for _, peers in found for line in peers["skipped"])
    head = ("peer", "loop", "our game", "ours", "theirs, steps/s", "ours, steps/s", "ratio")
    return ["## Peers", "", text, "", *(table(head, rows, words=4) if rows else []), *skipped, ""]


def short(results: Sequence[Result]) -> str:
    """Return a summary for newcomers: a row per game."""
    head = ("game", *_SHORT, "bytes of a game")
    rows = [(result["game"], *(_rate(result, *row) for row in _SHORT.values()), f"{result['memory']['state']:,}") for result in results]
    text = "Agent-steps per second of random play. `raw_env` has float32 observations, the others uint8; one thread or two:"
    measured: dict[str, list[str]] = {}
    for result in results:
        measured.setdefault(_in_short(result), []).append(result["game"])
    where = [f"- {', '.join(games)}: {machine}" for machine, games in measured.items()]
    last = "All rows, and what bounds them: `benchmarks/results/speed.md`."
    return "\n".join([text, "", *table(head, rows), *where, "", last]) + "\n"


def _rate(result: Result, *wanted: object) -> str:
    found = (row for row in result["steps"] if (row["interface"], row["note"], row["games"], row["threads"]) == wanted)
    return next((f"{row['per_second']:,.0f}" for row in found), "")


def _in_short(result: Result) -> str:
    """Return one line about the machine and start-up."""
    machine, startup = result["machine"], result["startup"]
    where = f"{machine['processor']}, {machine['cores']} cores, {machine['python']}, {machine['date'][:10]}."
    if "cold" not in startup:
        return where
    return f"{where} First start {startup['cold']['process']:.0f} s (compiles once), later starts {startup['warm']['process']:.1f} s."


def _how_often(results: Sequence[Result]) -> str:
    row = next(row for result in results for row in result["steps"])
    return f"Median (best) of {row['repeats']} repetitions of {row['seconds']:.1f} s."


# ---- the plot --------------------------------------------------------------------------------------------------------


def picture(results: Sequence[Result]) -> str:
    """Return the tables as one SVG page, game after game."""
    return charts.svg([panel for result in results for panel in _panels(result)])


def _panels(result: Result) -> list[charts.Curves | charts.Bars]:
    game = result["game"]
    panels: list[charts.Curves | charts.Bars] = []
    if result["steps"]:
        panels += [_by_batch(result), _by_interface(result)]
    if result.get("breakdown"):
        panels.append(charts.Bars(f"{game}: parts of a step in a batch", result["breakdown"]["parts"], unit=" ns"))
        panels.append(charts.Bars(f"{game}: parts of a step through raw_env", result["breakdown"]["shell"], unit=" ns"))
    for varied, axis, text in AXES:
        points = sorted((row[axis], row["nanoseconds"]) for row in result["scaling"] if row["varied"] == varied)
        if points:
            panels.append(charts.Curves(f"{game}: cost of a step by {text}", text, "ns", {varied: points}, log_y=True))
    if result["peers"]["rows"]:
        rows = [(row, row["ours"].get("batch") or row["ours"]["batch, no observation"]) for row in result["peers"]["rows"]]
        values = {f"{row['library']}: {row['what'].split(',')[0]}{_unseen(row)}": ours["ratio"] for row, ours in rows}
        texts = {name: f"{value:,.1f}x" for name, value in values.items()}
        panels.append(charts.Bars(f"{game}: batch by peer (steps per second, logarithmic)", values, log=True, text=texts))
    return panels


def _unseen(row: Result) -> str:
    return "" if "batch" in row["ours"] else ", blind"


def _by_batch(result: Result) -> charts.Curves:
    series: dict[str, list[tuple[float, float]]] = {}
    for row in result["steps"]:
        if row["interface"] == "Batch.step":
            name = f"{row['note']}, {row['threads']} thread{'s' if row['threads'] > 1 else ''}"
            series.setdefault(name, []).append((row["games"], row["per_second"]))
    return charts.Curves(f"{result['game']}: Batch.step by size", "games", "steps/s", series, log_x=True, log_y=True)


def _by_interface(result: Result) -> charts.Bars:
    best: dict[str, float] = {}
    for row in result["steps"]:
        name = row["interface"] + (", no observation" if row["note"] == "no observation" else "")
        best[name] = max(best.get(name, 0.0), row["per_second"])
    return charts.Bars(f"{result['game']}: steps per second, best of each interface", best)
