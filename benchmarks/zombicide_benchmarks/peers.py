"""Other libraries on the same machine in the same run: slices of theirs and ours in turn, and the ratio of each pair.

A peer plays other games than ours, most of them much smaller: the ratio says how fast experience comes out of a library,
not who has written the better Connect Four.  ``peer_loops.py`` holds their loops and runs in a process of its own, so that the
peers may live in another environment (``--peers-python``).  What is not installed is skipped with a line.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from zombicide_env.core.batch import Batch
from zombicide_env.core.cores import usable_cores
from zombicide_env.core.game import Game
from zombicide_env.envs.aec import RawEnv

from .child import Child, ChildError
from .loops import aec_loop, batch_loop, rollout_loop
from .timing import Work, enough, once

PROGRAM: Final = Path(__file__).with_name("peer_loops.py")
SEEN: Final = ("raw_env", "batch")  # ours with observation and mask
UNSEEN: Final = ("raw_env", "batch, no observation")  # for peers that give neither
COMPILED: Final = (*SEEN, "batch, many steps a call")  # for peers that choose their actions in compiled code too
GAMES: Final = 256  # of our batch: more do not fit into the caches and are no quicker


@dataclass(frozen=True)
class Peer:
    """A loop of ``peer_loops.py`` with its argument, what it is, and which of our loops it is compared with."""

    loop: str
    argument: str
    library: str
    what: str
    ours: tuple[str, ...] = SEEN

    @property
    def name(self) -> str:
        """Argument of the program."""
        return f"{self.loop}:{self.argument}"


PEERS: Final = (
    Peer("pettingzoo", "connect_four_v3", "PettingZoo classic", "connect four, raw_env"),
    Peer("pettingzoo", "leduc_holdem_v4", "PettingZoo classic", "Leduc hold'em, raw_env"),
    Peer("pettingzoo", "hanabi_v5", "PettingZoo classic", "Hanabi, raw_env"),
    Peer("pettingzoo", "chess_v6", "PettingZoo classic", "chess, raw_env"),
    Peer("open_spiel", "connect_four", "OpenSpiel", "connect four, states from Python"),
    Peer("open_spiel", "backgammon", "OpenSpiel", "backgammon, states from Python"),
    Peer("open_spiel", "chess", "OpenSpiel", "chess, states from Python"),
    Peer("open_spiel_bots", "connect_four", "OpenSpiel", "connect four, compiled bots, no observation", UNSEEN),
    Peer("open_spiel_bots", "chess", "OpenSpiel", "chess, compiled bots, no observation", UNSEEN),
    Peer("rlcard", "leduc-holdem", "RLCard", "Leduc hold'em, env.step"),
    Peer("rlcard", "uno", "RLCard", "Uno, env.step"),
    Peer("catanatron", "4", "Catanatron", "four random players, no observation", UNSEEN),
    Peer("pgx", "connect_four", "Pgx", "connect four, 1024 games, compiled scan", COMPILED),
    Peer("pgx", "backgammon", "Pgx", "backgammon, 1024 games, compiled scan", COMPILED),
)


@dataclass(frozen=True)
class Ratio:
    """How many times as fast ours is: median, lowest and highest of the pairs."""

    ours_per_second: float
    ratio: float
    low: float
    high: float


@dataclass(frozen=True)
class Row:
    """A measured peer."""

    library: str
    version: str
    what: str
    per_second: float
    ours: Mapping[str, Ratio]

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return asdict(self)


def our_loops(game: Game) -> dict[str, Work]:
    """Our side: ``raw_env`` as a peer's single game is stepped, and batches on all cores."""
    cores = usable_cores()
    seen = Batch(game, GAMES, seed=0, threads=cores, observation_dtype="float32")
    unseen = Batch(game, GAMES, seed=0, threads=cores, observation_dtype="uint8")
    return {
        "raw_env": aec_loop(RawEnv(game)),
        "batch": batch_loop(seen),
        "batch, no observation": rollout_loop(unseen, observe=False),
        "batch, many steps a call": rollout_loop(seen),
    }


def ratio_of(theirs: Sequence[float], ours: Sequence[float]) -> Ratio:
    """Paired: each rate of ours by the rate of theirs that was measured next to it."""
    pairs = [mine / other for mine, other in zip(ours, theirs, strict=True)]
    return Ratio(round(statistics.median(ours), 1), round(statistics.median(pairs), 3), round(min(pairs), 3), round(max(pairs), 3))


def compare(peer: Peer, loops: Mapping[str, Work], sizes: Mapping[str, int], child: Child, *, seconds: float, repeats: int) -> Row:
    """Slices in turn: theirs, then each of ours.  Slices that only find their size come first and are not counted."""
    for _ in range(20):
        if child.ask(f"run {seconds}")["seconds"] >= seconds / 2:
            break
    theirs: list[float] = []
    ours: dict[str, list[float]] = {name: [] for name in peer.ours}
    for _ in range(repeats):
        answer = child.ask(f"run {seconds}")
        theirs.append(answer["steps"] / answer["seconds"])
        for name in peer.ours:
            done, took = once(loops[name], sizes[name])
            ours[name].append(done / took)
    ratios = {name: ratio_of(theirs, found) for name, found in ours.items()}
    return Row(peer.library, str(child.hello["version"]), peer.what, round(statistics.median(theirs), 1), ratios)


def measure(
    game: Game,
    *,
    seconds: float,
    repeats: int,
    python: str = sys.executable,
    peers: Sequence[Peer] = PEERS,
    start: Callable[[Sequence[str]], Child] = Child,
) -> Iterator[Row | str]:
    """A row for each peer that is installed, and a line for each that is not or that fails."""
    loops: dict[str, Work] = {}
    sizes: dict[str, int] = {}
    missing: set[str] = set()
    for peer in peers:
        if peer.loop.partition("_bots")[0] in missing:
            continue
        try:
            with start([python, str(PROGRAM), peer.name]) as child:
                if "missing" in child.hello:
                    missing.add(peer.loop.partition("_bots")[0])
                    yield f"skipped: {peer.library} is not installed ({child.hello['missing']})"
                    continue
                if not loops:
                    loops = our_loops(game)
                    sizes = {name: enough(work, seconds) for name, work in loops.items()}
                yield compare(peer, loops, sizes, child, seconds=seconds, repeats=repeats)
        except ChildError as error:
            yield f"skipped: {peer.library}, {peer.what}: {error}"
