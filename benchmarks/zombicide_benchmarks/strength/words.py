"""Texts of the leaderboard around its tables."""

from __future__ import annotations

from ..report import table
from .protocol import OPPONENTS, OWN, PARTNERS, PARTS, PLAYERS, PROTOCOL, SURVIVORS, TEAMWORK, UNSEEN, Part


def head() -> str:
    """The text above the tables."""
    return f"""\
# Leaderboard

The strength of agents, measured by one protocol on the same seeds. `zombicide docs` writes this page from the results in
[benchmarks/leaderboard](../../benchmarks/leaderboard). Do not edit it.

Protocol {PROTOCOL}. Brackets hold 95 % intervals: Wilson's for a rate, combined ones for a mean of rates, bootstrapped ones for a ratio
of two agents. A cell is empty if an agent cannot play, or has not played, all games of it. Decisions per second include the whole game, on
the machine named in the JSON, which may have been busy.

![Scores of all agents with their intervals](pictures/leaderboard.svg)
"""


def protocol() -> str:
    """The description of the protocol."""

    def games(part: Part) -> str:
        return f"{PARTS[part]['full']} games each, {PARTS[part]['slow']} of a slow agent"

    own, quests = f"{', '.join(map(str, OWN[:-1]))} or {OWN[-1]}", ", ".join(f"`{quest}`" for quest in TEAMWORK)
    return f"""\
## The protocol

- **Quests**: the eleven quests of Black Plague. The agent plays all {SURVIVORS} survivors, every decision is asked, the limit is 60 rounds
  ({games("quests")}). The score is the mean of the win rates.
- **Boards**: the same on generated boards of two and four tiles in three difficulties, seeds {UNSEEN} of the test split, each once
  ({games("boards")}). An agent trained on `split=train`, as it should be, has not seen them.
- **Partners**: the agent plays {own} of {SURVIVORS} seats, an unfamiliar partner the others, and all move one seat further after each
  game ({games("partners")}). The quests alternate: {quests}.
  Scores are compared with the best known response, the agent that wins most in the same seats with the same partner, among all complete
  results here and some that were made for this purpose. This is a lower bound on what is possible, and slightly optimistic because it is
  the best of several results on the same games.
- **Hit Z Road**: the agent plays one seat, an opponent all others ({", ".join(f"`{one}`" for one in OPPONENTS)}), with
  {", ".join(map(str, PLAYERS))} players ({games("league")}), each in every seat equally often. The score is the mean of win rate times
  players: 1 is the fair share.

For each trial the JSON holds the first seed, the hash of its boards, the outcome of every game, decisions, seconds, versions, git
revision and machine. Boards and cards are compared with pinned hashes before each game, partners and opponents by a test. Any change of
them raises the number of the protocol; results of another number are refused.

The partners. No shipped policy was trained with them. Please leave them out of your training as well:

{partners()}"""


def partners() -> str:
    """The panel as a table."""
    rows = [[name, " and ".join(f"`{spec}`" for spec in specs)] for name, specs in PARTNERS.items()]
    return "\n".join(table(["partner", "agents"], rows, words=2))


def submit() -> str:
    """How to enter an agent."""
    return """\
## Your agent

While you develop, [`zombicide benchmark gaps`](gaps.md) tests whether an agent judges single decisions better.

```sh
zombicide benchmark strength --agent mine.py:Mine --games 3     # does it run? the file is marked as a trial
zombicide benchmark strength --agent mine.py:Mine --label mine --about "PPO on generated boards, https://..."
zombicide benchmark strength --agent mine.py:Mine --slow        # for slow agents: the first games of each trial
zombicide benchmark strength --agent checkpoint:runs/team --part quests boards   # part by part
```

Any [agent](agents.md) can enter: your class by file or module, a checkpoint, a registered name. The command writes
`runs/strength/mine.json`, and finally a page next to it. An interrupted run continues with the trial where it stopped. If an agent cannot
play a trial, the file records that, and the rest is played.

To enter, put the JSON into `benchmarks/leaderboard`, run `zombicide docs` and open a pull request. `--about` should say what the agent is,
on what it was trained, and where code and weights are. Files are verified: figures that do not follow from the outcomes, seeds or boards
that are not the protocol's, other protocols and trial runs are refused. A revision with `+changes` means a modified checkout.

Better responses to a partner are welcome too: `--part partners`, into `benchmarks/leaderboard/responses`.
"""
