"""The citable report, ``docs/report.md``, written by ``zombicide docs`` from the results in ``benchmarks``.

``make report`` prints it as PDF.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from zombicide_env.docs.home import bibtex
from zombicide_env.games import GAMES as ENTRIES

from .report import table
from .results import percent, points
from .strength.page import LEADERBOARD, ranked
from .strength.protocol import GAMES, PROTOCOL, trials
from .strength.result import Result, results
from .strength.shares import Known, best_known, score

__all__ = ["report"]

RESULTS: Final = Path(__file__).parents[1] / "results"
#: Suite -> games, players, chance, hidden information, opponents and partners of learners.
RELATED: Final[tuple[tuple[str, ...], ...]] = (
    (
        "PettingZoo (Terry et al. 2021)",
        "an interface, with Atari, card and board games",
        "any",
        "some",
        "some",
        "self-play or a fixed opponent",
    ),
    ("OpenSpiel (Lanctot et al. 2019)", "many short games, and algorithms", "rivals mostly", "some", "some", "exploitability, search"),
    (
        "Melting Pot (Leibo et al. 2021)",
        "grid worlds of social dilemmas",
        "teams and rivals",
        "some",
        "partial view",
        "held-out populations",
    ),
    ("JaxAHT (2025)", "ad hoc teamwork: foraging, Overcooked, Hanabi", "teams", "some", "Hanabi", "held-out partners, best responses"),
    ("NetHack Learning Environment (Küttler et al. 2020)", "NetHack", "one", "yes", "yes", "score, depth, wins"),
    ("Craftax (Matthews et al. 2024)", "a game after Crafter and NetHack, in JAX", "one", "yes", "partial view", "achievements"),
    ("TAG (Gaina et al. 2020)", "modern tabletop games, in Java", "rivals mostly", "yes", "yes", "search agents"),
    ("Catanatron (Collazo)", "Catan", "rivals", "yes", "yes", "rule-based and search bots"),
    (
        "zombicide-env",
        "five zombie board games with complete rules",
        "teams, a team against one, rivals",
        "yes",
        "yes",
        "held-out boards, partners, opponents",
    ),
)


def report() -> str:
    """Return the page."""
    known = best_known(LEADERBOARD)
    found = ranked(list(results(LEADERBOARD)), known)
    sections = (_head(known), _games(), _hard(), _related(), _protocol(), _baselines(found, known), _learning(), LIMITS, _cite())
    return "\n".join(section.strip("\n") + "\n" for section in sections)


def _json(name: str) -> Any:
    return json.loads((RESULTS / name).read_text(encoding="utf-8"))


def _lines(head: Sequence[str], rows: Sequence[Sequence[str]], words: int = 1) -> str:
    return "\n".join(table(list(head), [list(row) for row in rows], words=words))


def _head(known: Known) -> str:
    won = sum(row.rate.value > 0 for _, row in known.values())
    return f"""\
# Report

**Five zombie board games as environments for reinforcement learning: how hard they are, and what agents win today.**
`zombicide docs` writes this page from the results in [benchmarks](../../benchmarks); do not edit it. `make report` prints it as PDF.

Modern board games demand plans over hundreds of decisions, with dice and decks, in teams and against rivals. This package implements
the complete rules of five of them, fast enough for learning on two cores. Agents are compared on the same seeds: on unseen boards, with
unfamiliar partners and against unfamiliar opponents. There are {len(trials())} trials; in {won} of them some agent wins at least one game.
"""


def _games() -> str:
    rows = [
        ("Black Plague, White Death", "one to twelve survivors against the rules: reach, collect, kill, hold", "a team"),
        ("Apocalypse", "the same against a Zombie Master, who spawns and moves zombies by a hand of cards", "a team against one"),
        ("Hit Z Road", "a race: bid resources for a place, fight the cards of the route taken", "two to four rivals"),
        ("Z-Game", "factions settle and fight over a city of the dead, with hidden leaders and hands", "two to four rivals"),
    ]
    played = _lines(("game", "what is played", "who plays"), rows, words=3)
    return f"## The games\n\n{played}\nMore about them: [The games](games.md).\n"


def _hard() -> str:
    found = _json("difficulty.json")["rows"]
    rows = []
    for row in found:
        quest = row["record"]["options"].get("quest")
        cells = [ENTRIES[row["game"]].title + (f", `{quest}`" if quest else ""), str(row["seats"]), f"{row['actions']:,}"]
        cells += [f"{row['legal']:.1f} ({row['most_legal']})", f"{row['decisions']:,.0f}", f"{row['rounds']:.1f}"]
        rows.append([*cells, f"10^{row['lines']:.0f}", f"{100 * row['uncertain']:.0f} %", f"{100 * row['private']:.0f} %"])
    head = ("game", "seats", "actions", "legal (most)", "decisions", "rounds", "lines", "uncertain", "private")
    return f"""\
## Why they are hard

Means over {found[0]["games"]} games of the rule-based player in all seats (`python -m zombicide_benchmarks.difficulty`). *Lines*: the
product of the numbers of legal actions along a game. *Uncertain*: decisions after which the next observation depends on dice, decks
or hidden cards. *Private*: decisions in which another seat knows something that the deciding one does not.

{_lines(head, rows)}
In Black Plague a decision changes the chance of winning by two to five points, while the result of a game played on from it
has a standard deviation of 37 points ([gaps](gaps.md)): a single game says almost nothing about a single decision.
"""


def _related() -> str:
    head = ("suite", "what is played", "who plays", "chance", "hidden information", "judged by")
    return f"## Related suites\n\n{_lines(head, RELATED, words=6)}"


def _protocol() -> str:
    return f"""\
## Protocol

Protocol {PROTOCOL} of the [leaderboard](leaderboard.md#the-protocol) has fixed seeds and pinned boards, cards, partners and opponents. In
each trial the win rate of an agent is divided by that of the best known agent. The score of a game is the interquartile mean of these
ratios over its trials; the overall score is the mean of the five games. The result files hold every outcome, and `zombicide benchmark
strength --check` plays games of ten trials again.
"""


def _baselines(found: Sequence[Result], known: Known) -> str:
    rows = []
    for result in found:
        scores = [score(result, known), *(score(result, known, [game]) for game in GAMES)]
        rows.append([result.label, *("" if one is None else percent(one) for one in scores)])
    return f"## Baselines\n\n{_lines(('agent', 'all five games', *(ENTRIES[game].title for game in GAMES)), rows)}"


def _learning() -> str:
    rows = []
    found = _json("gains.json")["rows"]
    games = " or ".join(f"{number:,}" for number in sorted({row["games"] for row in found}))
    for row in found:
        others = {name: agent for name, agent in row["agents"].items() if name not in ("policy", "base")}
        best = max(others, key=lambda name: others[name]["won"][0])
        minutes = f"{row['trained']['seconds'] / 60:.1f}"
        rows.append(
            [row["row"], minutes, f"`{best}` {_won(others[best])}", _won(row["agents"]["policy"]), points(others[best]["difference"])]
        )
    head = ("what is learned", "minutes", "strongest rule-based player", "trained policy", "difference, points")
    return f"""\
## Gains from learning

`zombicide train` with a quest or game and minutes, otherwise default options; {games} paired games each
(`python -m zombicide_benchmarks.gains`):

{_lines(head, rows)}
- Fitting the weights of the rule-based player to the quest, then adding the scores of a network, gains within minutes.
- Imitation alone does not: a network agrees with its teacher in 70 % of decisions, and one random decision in ten lowers the win rate of
  the teacher from 56 to 15 % ([training](training.md#why-imitation-alone-wins-so-little)).
- Policies for single quests gain [6 to 26 points](../../benchmarks/results/training_quests.md) over `greedy:weights=quests`. A single
  policy trained on many quests, with few games of each, forgets some of them;
  [distilled](../../benchmarks/results/training_survivors.md) from policies for single quests it keeps most of their gains.
- Where players compete, self-play without a rule-based player as base goes further: in Z-Game it gained for
  [eight million decisions](../../benchmarks/results/training_z_game.md), and then won 67 % of the games of four players
  against three `greedy`.
- From scratch, plain PPO wins no quest. The [ladder](ladder.md) has tasks on which it learns in minutes.
"""


def _won(agent: Mapping[str, Sequence[float]]) -> str:
    return f"{100 * agent['won'][0]:.1f} %"


LIMITS: Final = """\
## Limits

- `search` has not played the protocol. In 143 games of Black Plague's quests it won more than any agent above
  ([figures](agents.md#the-search)).
- Several quests and missions are won by no agent of the leaderboard, or hardly ever. Whether they can be won more often is unknown.
- Some content had to be invented where the published material has gaps. It is marked `house`, for example
  in [Z-Game](z_game.md#house-tables).
- Interpretations of the rules are ours, numbered and tested ([chapters](chapters.md)).
- Win rates refer to games on fixed seeds; speeds depend on the machine ([performance](performance.md)).
"""


def _cite() -> str:
    return f"## How to cite\n\n{bibtex()}"
