"""What the leaderboard says beside its tables."""

from __future__ import annotations

from ..report import table
from .protocol import OPPONENTS, OWN, PARTNERS, PARTS, PLAYERS, PROTOCOL, SURVIVORS, TEAMWORK, UNSEEN, Part


def head() -> str:
    """Above the tables."""
    return f"""\
# Leaderboard

How strong agents are, by a protocol that is the same for everybody. This page is written by `zombicide docs` from the results in
[benchmarks/leaderboard](../../benchmarks/leaderboard). Do not edit it.

Protocol {PROTOCOL}. Intervals of 95 % in brackets: Wilson's for a rate, for a mean of rates theirs together, bootstrapped where one
agent is told by another. All play the same seeds. A cell is empty where an agent cannot play, or has not played, all of it.
Decisions a second are those of whole games on the machine that the JSON names, however busy it was.

![Scores of all agents with their intervals](pictures/leaderboard.svg)
"""


def protocol() -> str:
    """How results come about."""

    def games(part: Part) -> str:
        return f"{PARTS[part]['full']} games each, {PARTS[part]['slow']} of a slow agent"

    own, quests = f"{', '.join(map(str, OWN[:-1]))} or {OWN[-1]}", ", ".join(f"`{quest}`" for quest in TEAMWORK)
    return f"""\
## The protocol

- **Quests**: Black Plague, each of the eleven. All {SURVIVORS} survivors are the agent's, every decision is asked, 60 rounds at most
  ({games("quests")}). The score is the mean of the win rates.
- **Boards**: the same on generated boards of two and four tiles in three difficulties, seeds {UNSEEN} of the test split, each once
  ({games("boards")}). What trains on `split=train`, as it should, has not seen them.
- **Partners**: {own} of {SURVIVORS} seats are the agent's, the others a partner's that it has not met, and everybody moves one
  seat further after each game ({games("partners")}). The games are {quests}, in turns.
  Scores stand beside those of the best known response: whoever wins most in the same seats beside the same partner, of all results in
  full here and of some that were made for nothing else. That is a bound from below of what can be reached, and, as the best of several
  on the same games, a little flattered.
- **Hit Z Road**: one seat is the agent's, all others are an opponent's ({", ".join(f"`{one}`" for one in OPPONENTS)}), at tables of
  {", ".join(map(str, PLAYERS))} ({games("league")}), everybody in every seat equally often. The score is the mean of win rate times
  players: 1 is the fair share.

The JSON holds for every trial the first seed, the hash of its boards, the outcome of every game, decisions, seconds, versions, git
revision and machine. Boards and cards are compared with pinned hashes before a game is played, partners and opponents by a test; what
changes them raises the number of the protocol, and results of another number are refused.

The partners, beside which nothing that is shipped was trained. Please leave them out of your training as well:

{partners()}"""


def partners() -> str:
    """The panel as a table."""
    rows = [[name, " and ".join(f"`{spec}`" for spec in specs)] for name, specs in PARTNERS.items()]
    return "\n".join(table(["partner", "who that is"], rows, words=2))


def submit() -> str:
    """How one's own agent enters."""
    return """\
## Your agent

While you develop, the [test set of true gaps](gaps.md) tells in seconds whether an agent judges single decisions better.

```sh
zombicide benchmark strength --agent mine.py:Mine --games 3     # does it run? the file says that it is no result
zombicide benchmark strength --agent mine.py:Mine --label mine --about "PPO on generated boards, https://..."
zombicide benchmark strength --agent mine.py:Mine --slow        # for one that thinks long: the first games of each trial
zombicide benchmark strength --agent checkpoint:runs/team --part quests boards   # part by part
```

Any [agent](agents.md) will do: a class of yours by file or module, a checkpoint, a name that a distribution registers. The command
writes `runs/strength/mine.json`, and at its end a page beside it; a run that was interrupted goes on with the trial at which it was.
Where an agent cannot play a trial that is written down, and the rest is played.

To enter put the JSON into `benchmarks/leaderboard`, run `zombicide docs` and open a pull request; `--about` says what the agent is, on
what it was trained, and where code and weights are. Files are read with suspicion: what does not follow from the outcomes, seeds or
boards other than the protocol's, another protocol and trial runs are refused. A revision with `+changes` is a copy that was changed.

A better response to a partner is welcome as well: `--part partners`, into `benchmarks/leaderboard/responses`.
"""
