"""The page of the server: its limits, and what happens beyond them."""

from __future__ import annotations

import ast
import inspect
from itertools import pairwise
from typing import Final

from ..games import GAMES
from .results import calibration, legend, mark, percent
from .tables import table

__all__ = ["page"]

_HEAD: Final = """\
# The server

`zombicide serve` hosts games for browsers:

```sh
zombicide serve                                                  # for this machine: http://127.0.0.1:8765
zombicide serve --host 0.0.0.0                                   # for other machines too; prints the token that browsers need
zombicide serve --host 0.0.0.0 --proxies 127.0.0.1               # behind a reverse proxy on this machine
zombicide serve --agents trained=checkpoint:runs/team            # adds an agent of yours to the list on the page
```

By default it listens on the loopback address. With another `--host`, browsers need a token. Games are kept in a folder (`--games`, by
default `runs/games`), from which they resume after a restart. Only one server can use a folder at a time; another server refuses to start.

A *room* is a running game with the browsers that play or watch it.

## Playing with friends

If seats are open, the game starts in a waiting room: nobody moves before all seats are taken or a player starts without the others
(`"gather": true` in the request). `/game/ID` is the address of a game, `/game/ID/move/117` that of a position; with `?token=...` they
admit a browser that has no token yet. The server draws the QR code, with the host name that the browser used. The code
of six letters is the beginning of the game's id; it finds the game only while a seat is free.

The seat of an absent player is reserved for a minute (`grace_open`), so that a reload or a dropped connection costs nothing.

## Games with secrets

In Z-Game, and with the Zombie Master of Apocalypse, a seat has a hand that others must not see. When a player is away, the seat stays
reserved for `grace` seconds, and the page shows the minutes left. After that the other players can free it, and the next player in
that seat sees the hand. The time starts over when the player returns and when the server restarts.

If the player who starts a game chooses its seed, the page shows this to all players, because the seed determines all dice and cards.

## Files

A game has two files in the folder of games: the replay, and the seats with the players' ratings of their AI teammates. If the second is
damaged, both are moved to the folder `damaged` when the server starts, and the log names them.

## Agents

Agents that can be created in another process run in worker processes: all agents of the package, and your agents registered from a
module. One worker gives quick answers; it hands agents that need more than a quarter of a second over to the other workers, whose number
is `thinkers` (see [Limits](#limits)). The user who has been served least so far is served next. Pausing, leaving or closing a room cancels
the computation. Agents that exist only in the server's process (registered in a script, or created inside a function) run there in
threads, without limits, and cannot be cancelled.

An agent's action depends only on the seed of the game, the number of the move and the position. If an agent fails or takes too long, no
other agent moves in its place, because the record of the game would be wrong: the game pauses and shows the reason, and a player can
retry. A person who is alone with agents, and to whom nothing is hidden, can also continue at a new table, where `greedy` or the person
takes the seat. The same happens when the server's disk is full: moves stay in memory, the game pauses, and retrying writes the missing
moves.

## Limits

The options `--think`, `--thinkers` and `--memory` set the first three.
"""

_COUNTED: Final = """\
A cookie identifies a browser. Because a browser can discard its cookies, connections, rooms and searches are also counted by address (for
IPv6, its first 64 bits). Behind a reverse proxy all requests come from the proxy: name it with `--proxies 127.0.0.1`, and the server takes
the address from `X-Forwarded-For`. It ignores that header from other senders. Connections of a named proxy are not counted; limit them in
the proxy.
"""

_INPUT: Final = """\
## Input

Invalid requests are refused with an explanation and a status: 400 malformed; 403 from another site or host name, or without a token; 413
too large; 429 and 503 too many for one browser, its address or the server; 507 disk full. Responses of 1 KiB and more are compressed
(gzip).
"""

_LOAD: Final = """\
## Log and load

The log has at most five lines of a kind and sixty in total per minute; the next line reports how many were omitted. `zombicide benchmark
--load` measures the capacity of the server on your machine ([results](../../benchmarks/results/load.md)).
"""


_CHANCE: Final = """\
## The chance of winning

The page shows the chance of winning for positions of a game. It is the share of a hundred rollouts that the first side wins. The compiled
rule-based player plays every seat, and hidden information and future dice are resampled for each rollout. So the chance is the win rate of
that player from this position; a better player wins more often.

`python -m zombicide_benchmarks.calibration` measures its calibration: it takes one position from each of many games and compares the
estimate with the result of that game, played on by the same player with the game's own cards and dice. All positions, grouped by estimate:
"""

_SCORES: Final = """\
The Brier score is the mean squared difference between estimate and result (1 or 0). "Constant" is the Brier score of always estimating
the overall win rate. The calibration error is the mean distance between estimate and win rate over the ten groups, weighted by positions;
the sampling noise of a hundred rollouts alone causes about 0.03 of it. These measurements do not say how a person would have finished the
game.
"""

_POSITIONS: Final = """\
## Positions of a running game

Any position can be continued differently in a sandbox, or exported as a quest or a vector. Everybody can do this when the game is over, and
in sandboxes, replays and games among agents. During other games, only a player who is alone and sees all information can. Hidden
information and future dice are resampled in the sandbox; the game itself does not change. While the game continues, a vector exported
from the sandbox also has its hidden information resampled. The replay of a sandbox contains the seed of the original game, so it is
available only after that game. While people play against each other, agents give no advice.
"""


def page() -> str:
    """The text of the page."""
    return "\n".join([_HEAD, _limits(), _COUNTED, _INPUT, _inputs(), _CHANCE, _deciles(), _scores(), _SCORES, _POSITIONS, _LOAD])


def _deciles() -> str:
    """A row for each tenth of the estimates, over all games."""
    whole, *_ = calibration()["tables"]
    rows = [
        (f"{100 * row['low']:.0f} to {100 * row['high']:.0f} %", str(row["positions"]), f"{100 * row['told']:.1f} %", percent(row["came"]))
        for row in whole["deciles"]
    ]
    return table(("estimate", "positions", "mean estimate", "won (95 % interval)"), rows)


def _scores() -> str:
    """A row for each kind of game."""
    rows = [
        (
            " ".join([row["game"].replace("_", " "), *(str(value).replace("_", " ") for value in row["options"].values())]),
            str(row["positions"]),
            f"{row['brier']:.3f}",
            f"{row['brier_of_mean']:.3f}",
            f"{row['error']:.3f}{mark(row, row['game']) if row['game'] in GAMES else ''}",
        )
        for row in calibration()["tables"]
    ]
    text = table(("game", "positions", "Brier score", "constant", "calibration error"), rows)
    return f"{text}\n{note}" if (note := legend(text)) else text


def _limits() -> str:
    """A row for each field of ``Limits``; its docstring says what it is, and after "Beyond:" what happens."""
    from ..play import limits

    tree = ast.parse(inspect.getsource(limits.Limits)).body[0]
    body = tree.body if isinstance(tree, ast.ClassDef) else []
    rows = []
    for field, text in pairwise(body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            if not isinstance(text, ast.Expr) or not isinstance(text.value, ast.Constant):
                raise LookupError(f"Limits.{field.target.id} has no docstring")
            what, _, beyond = str(text.value.value).partition(" Beyond: ")
            rows.append((f"`{field.target.id}`", f"{getattr(limits.Limits(), field.target.id):,g}", what, _sentence(beyond)))
    return table(("limit", "value", "meaning", "beyond"), rows)


def _inputs() -> str:
    from ..play import catalogue, limits
    from ..serve import MOST

    rows = [
        ("a message over a connection", f"{limits.MAX_MESSAGE:,} characters", "refused; beyond 64 KiB the connection is closed"),
        ("a request", f"{limits.MAX_REQUEST:,} bytes", "413"),
        ("a replay that is opened", f"{limits.MAX_REPLAY:,} characters", "400; 413 if the request has twice as many bytes"),
        ("an agent's spec", f"{catalogue.MAX_TEXT} characters", "400"),
    ]
    rows += [(f"`{agent}:{option}=`", f"{most:,}", "400") for agent, options in MOST.items() for option, most in options.items()]
    return table(("input", "limit", "beyond"), rows)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
