"""What is played.  Results of one number of the protocol and one revision of the rules may be compared.

A trial is a series of games with fixed seeds.  What could change unseen is pinned: the boards and cards of its games by their hashes
(``Boards.pin``) and the revision of the rules by its number (``RULES``), both compared before a game is played; the partners and
opponents by the games that they play (a test compares those).  Other boards or seats raise the number of the protocol, other rules the
one in ``RULES``: rows of an earlier revision stay readable, and tables mark them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal

from zombicide_env import make_game
from zombicide_env.core.words import spread
from zombicide_env.replay.table import layouts

__all__ = ["PARTNERS", "PARTS", "PROTOCOL", "Boards", "Part", "ProtocolError", "Size", "Trial", "trials"]

PROTOCOL: Final = 1
#: Game -> revision of its rules.
RULES: Final = {"black_plague": 2, "hit_z_road": 1}
Part = Literal["quests", "boards", "partners", "league"]
Size = Literal["full", "slow", "trial"]
#: Part -> games of each of its trials.  ``slow`` is for agents that think long: the first of the same games, with intervals as wide.
PARTS: Final[dict[Part, dict[str, int]]] = {
    "quests": {"full": 400, "slow": 20},
    "boards": {"full": 128, "slow": 16},
    "partners": {"full": 210, "slow": 21},
    "league": {"full": 120, "slow": 24},
}
#: Part -> seed of the first game of each of its trials.
SEEDS: Final[dict[Part, int]] = {"quests": 10_000_000, "boards": 20_000_000, "partners": 30_000_000, "league": 40_000_000}
SURVIVORS: Final = 6
OPTIONS: Final = {"survivors": SURVIVORS, "max_rounds": 60}  # of Black Plague; a game that is not over then is not won
AT_LIMIT: Final = {"at_max_rounds": "truncation"}  # as when the pins were set
BATCH: Final = 64  # games at a time: an agent with a generator of its own draws in their order

#: Quest -> pin.
QUESTS: Final = {
    "danse_macabre": "ef65be6b3d07cd08",
    "big_game_hunting": "3ec159c10e655f6f",
    "the_black_book": "cc399646e6f9cf30",
    "the_shepherds": "e9d03770a0dc7e8e",
    "famine": "35921390b4ab2cf2",
    "the_commandry": "c9cd812179d54112",
    "in_caligine_abditus": "b9b79f474a42b3e3",
    "dead_trail": "b60344058f5b1d0a",
    "the_evil_temple": "35d0991c00e1e2d4",
    "the_hellhole": "73b765aefaec7452",
    "trial_by_fire": "7656524732d50770",
}
#: Seeds of generated boards that neither the shipped trainings nor their evaluations have used; they are of the test split besides.
UNSEEN: Final = "1000..1127"
#: Tiles, difficulty -> pin.
GENERATED: Final = {
    (2, 1): "d990f1ff2b3af7ae",
    (2, 2): "9995ab270ce4930a",
    (2, 3): "6c6c327d1803bb0e",
    (4, 1): "7d1cf4e211c0ed6a",
    (4, 2): "32e6ce55b7927f84",
    (4, 3): "163b0fbd26b353b1",
}
#: Seats that the candidate holds beside partners.
OWN: Final = (1, 3, 5)
#: The games of teamwork, played in turns.  Seven: with six seats everybody comes to sit everywhere in each of them.
TEAMWORK: Final = ("danse_macabre", "big_game_hunting", "the_commandry", "generated:seed=2000..2003,tiles=2,difficulty=2,split=test")
TEAMWORK_PIN: Final = "d889320f0d2622a6"
_BRAWLER: Final = (
    "random:attack_left=100,attack_right=100,attack_body=100,take=20,open_left=5,open_right=5,open_body=5,search=3,end=0.02,trade=0.01,"
    "put=0.1,give=0.1,receive=0.1,drop=0,reorganise=0,noise=0,loud=0,hide=0"
)
_COWARD: Final = "greedy:fear=3,crowd=3,alone=6,cohesion=1.5,sally=0,kill=0.2"
_LONER: Final = "greedy:cohesion=0,alone=0,spread=1,lead=0"
_LOOTER: Final = "greedy:search=40,objective=0.1,progress=0.05,level=0.5,wait=0"
#: Partner -> who is dealt round the seats that the candidate does not hold.  No shipped policy was trained beside any of them.
PARTNERS: Final[dict[str, tuple[str, ...]]] = {
    "random": ("random",),
    "brawler": (_BRAWLER,),
    "coward": (_COWARD,),
    "loner": (_LONER,),
    "looter": (_LOOTER,),
    "mixed": (_LONER, _BRAWLER, _LOOTER, "random", _COWARD),
}
#: Whom the candidate meets in Hit Z Road: one seat of his, all others theirs.
OPPONENTS: Final = ("greedy", "random", "checkpoint:highway")
#: Players -> pin.
PLAYERS: Final = {2: "b547b2441ebc4134", 3: "15c847b2ee78157c", 4: "ef7b541711c1329d"}


class ProtocolError(ValueError):
    """The games of this version are not those of the protocol."""


@dataclass(frozen=True)
class Boards:
    """The alternating games of a trial: ``game`` with ``options`` on each of the ``quests``, where it has such.

    ``pin``: the hash of their boards and cards.
    """

    game: str
    options: Mapping[str, Any]
    quests: tuple[str, ...]
    pin: str

    @property
    def rules(self) -> int:
        """Pinned revision of the rules."""
        return RULES[self.game]

    def make(self) -> list[Any]:
        """The games.

        Raises:
            ProtocolError: they are not those that were pinned.
        """
        names = [name for quest in self.quests for name in spread(quest)]
        options = {**self.options, **(AT_LIMIT if "max_rounds" in self.options else {})}
        games = [make_game(self.game, quest=name, **options) for name in names] or [make_game(self.game, **options)]
        if games[0].rules_revision != self.rules:
            raise ProtocolError(
                f"{self.game} is played by revision {games[0].rules_revision} of its rules, protocol {PROTOCOL} has pinned {self.rules}: "
                "raise it in RULES, so that rows of the earlier one are marked"
            )
        found = fingerprint(games)
        if found != self.pin:
            raise ProtocolError(
                f"{', '.join(self.quests) or self.game} is not what protocol {PROTOCOL} has pinned ({found}, pinned {self.pin}): "
                "its board or cards have changed; results of the two cannot be compared, so that PROTOCOL has to be raised"
            )
        return games


def fingerprint(games: list[Any]) -> str:
    """Hash of the ids, versions, boards and cards of all games."""
    text = " ".join(f"{game.id} {game.version} {layouts(game)['world']}" for game in games)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Trial:
    """A series of games.

    Attributes:
        part, name: its place in tables.
        boards: what is played.
        own: seats of the candidate.
        others: specs dealt round the seats that are left.
        rotate: everybody moves one seat further after each game.
    """

    part: Part
    name: str
    boards: Boards
    own: int
    others: tuple[str, ...] = ()
    rotate: bool = False

    @property
    def key(self) -> str:
        """``partners/loner, 3 of 6``."""
        return f"{self.part}/{self.name}"

    @property
    def seed(self) -> int:
        """Of the first game; the next one has the next."""
        return SEEDS[self.part]

    def games(self, size: Size, trial: int | None = None) -> int:
        """How many are played; ``trial``: at most that many, in a result that is only a trial."""
        return PARTS[self.part][size] if trial is None else min(trial, PARTS[self.part]["full"])


@cache
def trials() -> dict[str, Trial]:
    """Key -> trial, in the order in which they are played and shown."""
    made = [Trial("quests", quest, Boards("black_plague", OPTIONS, (quest,), pin), SURVIVORS) for quest, pin in QUESTS.items()]
    for (tiles, difficulty), pin in GENERATED.items():
        quest = f"generated:seed={UNSEEN},tiles={tiles},difficulty={difficulty},split=test"
        made.append(Trial("boards", f"{tiles} tiles, difficulty {difficulty}", Boards("black_plague", OPTIONS, (quest,), pin), SURVIVORS))
    teamwork = Boards("black_plague", OPTIONS, TEAMWORK, TEAMWORK_PIN)
    for partner, specs in PARTNERS.items():
        for own in OWN if len(specs) == 1 else OWN[:-1]:  # one seat that is left is no mixture
            made.append(Trial("partners", f"{partner}, {own} of {SURVIVORS}", teamwork, own, specs, rotate=True))
    for opponent in OPPONENTS:
        for players, pin in PLAYERS.items():
            boards = Boards("hit_z_road", {"players": players}, (), pin)
            made.append(Trial("league", f"{opponent}, {players} players", boards, 1, (opponent,), rotate=True))
    return {trial.key: trial for trial in made}
