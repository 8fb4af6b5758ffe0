"""Texts of the leaderboard around its tables."""

from __future__ import annotations

from ..report import table
from .protocol import GAMES, HELD_OUT, LIMIT, MASTERS, OPPONENTS, OWN, PARTNERS, PARTS, PROTOCOL, SURVIVORS, TEAMS, TEAMWORK, UNSEEN, Part

#: Caption of a part's table.
_SHOWN: dict[Part, str] = {
    "quests": "Games won:",
    "boards": "Games won:",
    "partners": "Games won with the partner:",
    "zombie_master": "Games won as Zombie Master against the team:",
    "opponents": "Games won by the agent's one seat; a shared win counts as a fraction:",
}
_AGAINST: str = "Games won by the team against the Zombie Master:"


def what(game: str, part: Part) -> str:
    """Return the line above the table of a part."""
    return _AGAINST if game == "apocalypse" and part in ("quests", "boards") else _SHOWN[part]


def head() -> str:
    """Return the text above the tables."""
    return f"""\
# Leaderboard

The strength of agents in five games, measured by one protocol on the same seeds. `zombicide docs` writes this page from the results in
[benchmarks/leaderboard](../../benchmarks/leaderboard). Do not edit it.

Protocol {PROTOCOL}. A *trial* is one set of games of the [protocol](#the-protocol): a quest, a set of boards, a partner, an opponent. In
each trial the win rate of the agent is divided by that of the best known agent. **The score of a game** is the interquartile mean of these
ratios over its trials, and **the overall score** is the mean of the five games ([why](#the-scores)). Parentheses hold 95 % intervals:
Wilson's for a rate, bootstrapped for scores and for ratios of two agents. A cell is empty if the agent cannot play, or has not played, all
its games.

![Scores of all agents with their intervals](pictures/leaderboard.svg)
"""


def protocol() -> str:
    """Return the description of the protocol."""

    def games(part: Part, *names: str) -> str:
        sizes = {PARTS[game, part] for game in names or GAMES if (game, part) in PARTS}
        return " and ".join(
            f"{size.full} games each, {size.slow} of a slow agent" for size in sorted({one._replace(seed=0) for one in sizes})
        )

    own, quests = f"{', '.join(map(str, OWN[:-1]))} or {OWN[-1]}", "; ".join(map(_alternate, TEAMWORK))
    return f"""\
## The protocol

- **Quests** of Black Plague and White Death, eleven each. The agent plays all {SURVIVORS} survivors, every decision is asked, and a game
  that is not over after {LIMIT["max_rounds"]} rounds is lost ({games("quests", "black_plague")}).
- **Missions** of Apocalypse, eleven. The agent plays the team against three Zombie Masters
  ({_list(MASTERS)}), and the Zombie Master against three teams ({_list(TEAMS)}; {games("zombie_master")}).
- **Boards** of these three games: generated boards of two and four tiles in three difficulties, seeds {UNSEEN} of the test split,
  each once; in Apocalypse against `greedy` ({games("boards")}). Agents should be trained on `split=train`, which has none of these boards.
- **Partners** in Black Plague and White Death: the agent plays {own} of {SURVIVORS} seats, an unfamiliar partner the others. All
  players move to the next seat after each game ({games("partners")}). The games alternate between
  {quests}.
- **Opponents**: the agent plays one seat of Hit Z Road or Z-Game, an opponent plays all others, with 2, 3 and 4 players
  ({games("opponents")}), each in every seat equally often. In Hit Z Road: {_list(OPPONENTS["hit_z_road"])};
  in Z-Game: {_list(OPPONENTS["z_game"])}.

For each trial the JSON holds the first seed, the hash of its boards, the outcome of every game, decisions, seconds, versions, git
revision and machine. Boards and cards are compared with pinned hashes before each game; a test compares partners and opponents. If any of
them changes, the protocol gets a new number, and results of the old one are refused.

### The scores

Some trials are much harder to win than others, so win rates are divided by the best known one: that of the agent that wins most games of
the trial, among all complete results here and some that were made for this purpose. The best known rate is a lower bound on what is
possible, slightly optimistic because it is the best of several results on the same games, and it rises as better agents enter. Trials that
nobody has won yet are left out. Trials that hardly anybody wins would dominate a plain mean; the interquartile mean leaves out the lowest
and the highest quarter ([Agarwal et al. 2021](https://arxiv.org/abs/2108.13264)). Intervals come from resampling the games of the agent;
the best known rates are treated as exact.

### Partners and opponents

No shipped policy was trained with these agents. Please leave them out of your training as well:

{partners()}"""


def _alternate(game: str) -> str:
    return ", ".join(f"`{quest}`" for quest in TEAMWORK[game])


def _list(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def partners() -> str:
    """Return the panel of partners as a table; a mixture is given by the names of the others."""
    names = {spec: name for panel in PARTNERS.values() for name, specs in panel.items() for spec in specs if len(specs) == 1}
    specs = {**{spec: name for name, spec in HELD_OUT.items()}, **names}
    rows = [[name, f"`{spec}`"] for spec, name in sorted(specs.items(), key=lambda item: item[1])]
    rows.append(["mixed", ", ".join(f"`{names[spec]}`" for spec in next(iter(PARTNERS.values()))["mixed"])])
    return "\n".join(table(["name", "agents"], rows, words=2))


def submit() -> str:
    """Return how to submit an agent."""
    return """\
## Your agent

During development, [`zombicide benchmark gaps`](gaps.md) tests how well an agent judges single decisions.

```sh
zombicide benchmark strength --agent mine.py:Mine --games 3     # does it run? the file is marked as a trial
zombicide benchmark strength --agent mine.py:Mine --label mine --about "PPO on generated boards, https://..."
zombicide benchmark strength --agent mine.py:Mine --slow        # for slow agents: the first games of each trial
zombicide benchmark strength --agent checkpoint:runs/team --game black_plague --part quests boards   # part by part
zombicide benchmark strength --agent mine.py:Mine --output mine.json --check   # plays games of ten trials again
```

Any [agent](agents.md) can enter: your class by file or module, a checkpoint, a registered name. The command writes
`runs/strength/mine.json`, and at the end a page next to it. An interrupted run continues with the trial where it stopped. If an agent
cannot play a trial, the file records that, and the rest is played: an agent for one game gets a score for that game.

To enter, put the JSON into `benchmarks/leaderboard`, run `zombicide docs` and open a pull request. `--about` should say what the agent is,
what it was trained on, and where its code and weights are. Files are verified: those whose figures do not follow from the outcomes, whose
seeds, boards or protocol differ, or that are marked as trials are refused. Anybody who has the agent can check an entry with `--check`. A
revision with `+changes` means a modified checkout.

Stronger responses to a partner or opponent are welcome too: run `--part partners opponents` and put the file into
`benchmarks/leaderboard/responses`.
"""
