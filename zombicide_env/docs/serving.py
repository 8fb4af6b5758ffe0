"""The page of the server: what it gives at most, and what happens beyond."""

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

`zombicide serve` plays and shows games in browsers. It listens on this machine's own address unless `--host` names another one; then a
token is needed, which it makes and prints. One server has a folder of games at a time; a second one refuses to start.

## Where agents think

Agents that can be made in another process (everything that comes with the package, and agents of yours that are registered from a module)
think in worker processes: a few for those who take their time, and one for quick answers, from which whoever thinks for longer than a
quarter of a second is sent away. The owner of a room who has been served least is served next. A pause, an empty room and a closed room
stop who thinks. Agents that live in the server's process only (registered in a script, or made inside a function) think there, in threads:
they have no limits and cannot be stopped.

What an agent plays depends on the seed of the game, the number of the move and the position alone. An agent that fails or takes too long
is never replaced by another one, because the record would not be true: the game stands still, says why, and whoever plays may have it tried
again. So it is when the server's disk is full: moves are kept in memory, nobody moves, and what is missing is written with the next try.

## Limits
"""

_COUNTED: Final = """\
A browser is known by its cookie. Anybody can have many cookies, so connections, rooms and searches are also counted by address (IPv6: by
the first 64 bits). Behind a reverse proxy all requests come from the proxy: name it with `--proxies 127.0.0.1`, and the address is taken
from `X-Forwarded-For`. From any other sender that header is ignored. Connections of a named proxy are not counted; limit them in the proxy.

## Games with secrets

In Z-Game, and with the Zombie Master of Apocalypse, a seat shows a hand that others must not see. When a player is away, the seat is kept
for the time of `grace`, and the page shows how many minutes are left. After that the other players can free it, and whoever sits down sees
the hand. The time starts over when the player returns, and when the server restarts. Where all players see the same, a seat can be freed at
once.

If the player who starts a game chooses its seed, the page says so to everybody, because the seed determines all dice and cards.

## Files

A game is two files in the folder of games: the replay and who sits where. If the second is damaged, both are moved to the folder `damaged`
when the server starts, and the log names them.
"""

_INPUT: Final = """\
## Input

What is malformed is refused with a sentence: status 400; 403 for other sites, other names and missing tokens, 413 for what is too large,
429 and 503 for what is too much for one browser, for its address or for the server, 507 for a full disk. Answers of 1 KiB and more are
compressed (gzip).
"""

_LOAD: Final = """\
## Log and load

At most five lines of a kind and sixty in all are logged in a minute; the next line tells how many were left out.
`zombicide benchmark --load` measures what the server bears on a machine; `benchmarks/results/load.md` in the repository has figures.
"""


_CHANCE: Final = """\
## The chance of winning

The page shows a chance of winning for positions of a game. A hundred games are played on from the position by the compiled player, in every
seat; what is hidden from who decides and the dice to come are drawn anew for each of them. The chance is the share of them that the first
side wins. It is a frequency among games of that player: who plays better than he does wins more often.

`python -m zombicide_benchmarks.calibration` measures whether it is what comes to pass. It takes one position of each of many games and
compares the chance with how that game itself ends, with its own cards and dice, where the same player goes on. All positions by what was
told of them:
"""

_SCORES: Final = """\
The Brier score is the mean square of the difference between the chance and what came (1 or 0); beside it stands that of who always tells
the share of games that are won. The distance is that of told and come over the tenths, by their positions; a hundred games alone leave some
0.03 of it. What no such measurement says is how a person would have ended the game.
"""

_POSITIONS: Final = """\
## Positions of a game that goes on

Another way may be tried from any position, and a position be taken along as a quest or as a vector: by anybody when the game is over or
nobody plays it in earnest (a sandbox, a replay, agents alone), and before that by who is alone at the table and sees everything that is
to be seen. What is hidden and the dice to come are drawn again, at a separate table; the game stays as it is. While that game goes on, a
vector of the separate table has its hidden things drawn again too, whichever position it is of. A replay of such a table has the seed of
the game from which it has parted, and can be had when that one is over. While people play against each other no agent is asked for what
it thinks.
"""


def page() -> str:
    """The text of the page."""
    return "\n".join([_HEAD, _limits(), _COUNTED, _INPUT, _inputs(), _CHANCE, _deciles(), _scores(), _SCORES, _POSITIONS, _LOAD])


def _deciles() -> str:
    """A row for each tenth of the chance, over all games."""
    whole, *_ = calibration()["tables"]
    rows = [
        (f"{100 * row['low']:.0f} to {100 * row['high']:.0f} %", str(row["positions"]), f"{100 * row['told']:.1f} %", percent(row["came"]))
        for row in whole["deciles"]
    ]
    return table(("chance", "positions", "told on average", "won (95 % interval)"), rows)


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
    text = table(("game", "positions", "Brier score", "of the mean", "distance"), rows)
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
    return table(("limit", "is", "of what", "beyond"), rows)


def _inputs() -> str:
    from ..play import catalogue, limits
    from ..serve import MOST

    rows = [
        ("a message over a connection", f"{limits.MAX_MESSAGE:,} bytes", "refused; beyond 64 KiB the connection is closed"),
        ("a request", f"{limits.MAX_REQUEST:,} bytes", "413"),
        ("a replay that is opened", f"{limits.MAX_REPLAY:,} letters", "400; 413 where the request has twice as many bytes"),
        ("an agent's spec", f"{catalogue.MAX_TEXT} letters", "400"),
    ]
    rows += [(f"`{agent}:{option}=`", f"{most:,}", "400") for agent, options in MOST.items() for option, most in options.items()]
    return table(("input", "at most", "beyond"), rows)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
