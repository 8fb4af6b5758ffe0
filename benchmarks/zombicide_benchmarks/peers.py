"""Comparison with other libraries in the same run: alternating slices of theirs and ours, and the ratio of each pair.

Peers play other games than ours, most of them much smaller: the ratio compares how fast libraries produce experience,
not the quality of their implementations.  ``peer_loops.py`` has their loops and runs in a separate process, so that peers may be installed
in another environment (``--peers-python``).  Libraries that are not installed are skipped with a message.
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
UNSEEN: Final = ("raw_env", "batch, no observation")  # for peers without either
COMPILED: Final = (*SEEN, "batch, many steps a call")  # for peers that also choose actions in compiled code
GAMES: Final = 256  # of our batch: more do not fit into the caches and are not faster


@dataclass(frozen=True)
class Peer:
    """A loop of ``peer_loops.py`` with its argument, its description, and those of our loops that it is compared with."""

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
    """Speed of ours divided by the peer's: median, lowest and highest of the pairs."""

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
        """Return plain values for JSON."""
        return asdict(self)


def our_loops(game: Game) -> dict[str, Work]:
    """Return our loops: ``raw_env`` for a peer's single game, and batches on all cores."""
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
    """Return the paired ratios: each of our rates divided by the peer's rate measured next to it."""
    pairs = [mine / other for mine, other in zip(ours, theirs, strict=True)]
    return Ratio(round(statistics.median(ours), 1), round(statistics.median(pairs), 3), round(min(pairs), 3), round(max(pairs), 3))


def compare(peer: Peer, loops: Mapping[str, Work], sizes: Mapping[str, int], child: Child, *, seconds: float, repeats: int) -> Row:
    """Alternate slices: theirs, then each of ours.  The first slices only determine the sizes and are not counted."""
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
    """Return a row for each installed peer, and a line for each that is missing or fails."""
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
