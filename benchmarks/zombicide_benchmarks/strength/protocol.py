"""The protocol.  Results are comparable if they have the same protocol number and the same revision of the rules.

A trial is a series of games with fixed seeds. Everything that could change unnoticed is pinned: the boards and cards of its games by
their hashes (``Boards.pin``) and the revision of the rules by its number (``RULES``), both compared before a game is played; the partners
and opponents by the games that they play, learned ones by their weights (``WEIGHTS``; tests compare both). Changes of boards or seats
increment the number of the protocol, changes of rules the one in ``RULES``. Rows of an earlier revision, or against former weights, stay
readable: tables mark them, and they are played again when a result is continued.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal, NamedTuple

from zombicide_env import make_game
from zombicide_env.core.words import spread
from zombicide_env.replay.table import layouts

__all__ = ["GAMES", "HELD_OUT", "PARTNERS", "PARTS", "PROTOCOL", "Boards", "Games", "Part", "ProtocolError", "Size", "Trial", "trials"]

PROTOCOL: Final = 3
#: Game -> revision of its rules.
RULES: Final = {"black_plague": 2, "white_death": 2, "apocalypse": 2, "hit_z_road": 1, "z_game": 2}
#: The games in the order of tables.
GAMES: Final = tuple(RULES)
Part = Literal["quests", "boards", "partners", "zombie_master", "opponents"]
Size = Literal["full", "slow", "trial"]


class Games(NamedTuple):
    """Number of games per trial of a part, and the seed of the first one.

    ``slow`` is for slow agents: the first of the same games, with correspondingly wide intervals.
    """

    full: int
    slow: int
    seed: int


#: Game, part -> its games.
PARTS: Final[dict[tuple[str, Part], Games]] = {
    ("black_plague", "quests"): Games(400, 20, 10_000_000),
    ("black_plague", "boards"): Games(128, 16, 20_000_000),
    ("black_plague", "partners"): Games(210, 21, 30_000_000),
    ("white_death", "quests"): Games(400, 20, 11_000_000),
    ("white_death", "boards"): Games(128, 16, 21_000_000),
    ("white_death", "partners"): Games(210, 21, 31_000_000),
    ("apocalypse", "quests"): Games(200, 10, 12_000_000),
    ("apocalypse", "boards"): Games(128, 16, 22_000_000),
    ("apocalypse", "zombie_master"): Games(200, 10, 32_000_000),
    ("hit_z_road", "opponents"): Games(120, 24, 40_000_000),
    ("z_game", "opponents"): Games(120, 24, 50_000_000),
}
SURVIVORS: Final = 6
LIMIT: Final = {"max_rounds": 60}  # a game that is not over by then is lost
TEAM: Final = {"survivors": SURVIVORS, **LIMIT}
BATCH: Final = 64  # parallel games: agents with their own generator draw in the order of these

#: Game -> quest -> pin.
QUESTS: Final[dict[str, dict[str, str]]] = {
    "black_plague": {
        "danse_macabre": "7e120d6931f8cdb9",
        "big_game_hunting": "bf97002d8ea801f5",
        "the_black_book": "50e04c9859304198",
        "the_shepherds": "30224f39bc37265f",
        "famine": "a64bd7b20ac1eb32",
        "the_commandry": "f3c2886725232c38",
        "in_caligine_abditus": "6d11b9116ffb3e4d",
        "dead_trail": "183356da28e5a6a9",
        "the_evil_temple": "107006d10cba786a",
        "the_hellhole": "c98c10b7810a4f8d",
        "trial_by_fire": "c7e041bc5c1ba69c",
    },
    "white_death": {
        "preparing_for_battle": "3cb7c6bb831d7bfa",
        "sound_the_alarm": "58c981ee520b9333",
        "the_last_folios": "d36a39023dc9b81d",
        "legacy_of_the_dawn": "7f3c193601902569",
        "scorched_earth": "1a5b32a74980b5c7",
        "empress_of_thorns": "0e908f9e2affb5c4",
        "a_rampart_too_far": "daf7ffb986394b66",
        "the_regalia": "4e84a94a1c167171",
        "wall_of_heroes": "5f619f42273ee0bf",
        "defenders_of_the_empire": "62fddd8792e3c34f",
        "the_last_stand": "c670a9ddfb05a668",
    },
    "apocalypse": {
        "tutorial": "69d0a5696047ae1e",
        "city_blocks": "9e2d37343d4798b3",
        "y_zone": "4aaed424dd13748e",
        "race_of_zombicity": "906aad75fa7eb926",
        "drive_by_shooting": "5240739205759474",
        "big_w": "de2f67470f514123",
        "the_escape": "8bad3bb7a0ebf2f3",
        "grindhouse": "7e5a84d64a19fbee",
        "zombie_police": "f03d995f3d363dbf",
        "might_makes_right": "cd6624a0c469d4e3",
        "small_town": "4532c6da74c37790",
    },
}
#: Seeds of generated boards that were used neither in training nor in evaluation of shipped agents; they are also of the test split.
UNSEEN: Final = "1000..1127"
#: Game -> tiles, difficulty -> pin.
GENERATED: Final[dict[str, dict[tuple[int, int], str]]] = {
    "black_plague": {
        (2, 1): "12205921693529db",
        (2, 2): "48c3e3cf1fc2945a",
        (2, 3): "19ef536de55bff9a",
        (4, 1): "aa53cb4f0e48cbea",
        (4, 2): "c297cf983a185c2d",
        (4, 3): "d8c088cdb33b0482",
    },
    "white_death": {
        (2, 1): "4fd9ad47641899fb",
        (2, 2): "41e1fcbfe71fe957",
        (2, 3): "0f2d4cb60923f6c5",
        (4, 1): "ad67a09afcf91048",
        (4, 2): "d859ba26bf94f88c",
        (4, 3): "3794e64c9c24484a",
    },
    "apocalypse": {
        (2, 1): "bc5cc6b28b0b6fb0",
        (2, 2): "04293133faa48304",
        (2, 3): "f266d6330dc36a0c",
        (4, 1): "6a13d81d51a0734d",
        (4, 2): "37dfc2218f2db2eb",
        (4, 3): "8c30179608ace058",
    },
}
#: Numbers of seats of the candidate in a team with partners.
OWN: Final = (1, 3, 5)
#: Games of teamwork, played alternately.  Seven: with six seats every agent has every seat in each of them.
TEAMWORK: Final[dict[str, tuple[str, ...]]] = {
    "black_plague": ("danse_macabre", "big_game_hunting", "the_commandry", "generated:seed=2000..2003,tiles=2,difficulty=2,split=test"),
    "white_death": (
        "preparing_for_battle",
        "empress_of_thorns",
        "legacy_of_the_dawn",
        "generated:seed=2000..2003,tiles=2,difficulty=2,split=test",
    ),
}
TEAMWORK_PINS: Final = {"black_plague": "9ad9447259f3e7d9", "white_death": "d74eb243f669352e"}
_BRAWLERS: Final = {
    "black_plague": "random:attack_left=100,attack_right=100,attack_body=100,take=20,open_left=5,open_right=5,open_body=5,search=3,"
    "end=0.02,trade=0.01,put=0.1,give=0.1,receive=0.1,drop=0,reorganise=0,noise=0,loud=0,hide=0",
    "white_death": "random:attack_left=100,attack_right=100,attack_body=100,take=20,strike_left=5,strike_right=5,strike_body=5,search=3,"
    "end=0.02,trade=0.01,put=0.1,give=0.1,receive=0.1,drop=0,reorganise=0,noise=0",
}
_COWARD: Final = "greedy:fear=3,crowd=3,alone=6,cohesion=1.5,sally=0,kill=0.2"
_LONER: Final = "greedy:cohesion=0,alone=0,spread=1,lead=0"
_LOOTER: Final = "greedy:search=40,objective=0.1,progress=0.05,level=0.5,wait=0"
#: Game -> partner -> specs for the seats that the candidate does not have, assigned cyclically.  No shipped policy was trained with them.
PARTNERS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    game: {
        "random": ("random",),
        "brawler": (brawler,),
        "coward": (_COWARD,),
        "loner": (_LONER,),
        "looter": (_LOOTER,),
        "mixed": (_LONER, brawler, _LOOTER, "random", _COWARD),
    }
    for game, brawler in _BRAWLERS.items()
}
#: Name -> a play style that no shipped policy was trained against: masters and teams of Apocalypse, and players of the two other games.
HELD_OUT: Final[dict[str, str]] = {
    "hoarder": "greedy:patience=2.5,pack=1,lonely=0",
    "coward": _COWARD,
    "loner": _LONER,
    "spender": "greedy:bid_cost=0.9",
    "miser": "greedy:bid_cost=2,hold=1",
    "raider": "greedy:capture=2,leader=3,defeat=1",
    "settler": "greedy:build=4,street=4,risk=1",
}
#: Opponents of the candidate's team in Apocalypse, and of its Zombie Master.
MASTERS: Final = ("greedy", "automatic", "hoarder")
TEAMS: Final = ("greedy", "coward", "loner")
#: Opponents in competitive games: the candidate has one seat, they have all others.
OPPONENTS: Final[dict[str, tuple[str, ...]]] = {
    "hit_z_road": ("greedy", "random", "spender", "miser", "checkpoint:highway"),
    "z_game": ("greedy", "random", "raider", "settler", "checkpoint:city"),
}
#: Learned opponent -> identity of its weights.
WEIGHTS: Final = {
    "checkpoint:highway": "f0022b2f3c2d2433",
    "checkpoint:city": "a2a598fc47e400cb",
}
#: Game -> players -> pin.
PLAYERS: Final[dict[str, dict[int, str]]] = {
    "hit_z_road": {
        2: "b547b2441ebc4134",
        3: "15c847b2ee78157c",
        4: "ef7b541711c1329d",
    },
    "z_game": {
        2: "72c3dd56164ff31e",
        3: "a937a34ee9e79bb7",
        4: "a9d7da0b64c406af",
    },
}


class ProtocolError(ValueError):
    """The games of this version differ from those of the protocol."""


@dataclass(frozen=True)
class Boards:
    """The alternating games of a trial: ``game`` with ``options`` on each of the ``quests``, if it has any.

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
        """Create the games.

        Raises:
            ProtocolError: they differ from the pinned ones.
        """
        names = [name for quest in self.quests for name in spread(quest)]
        games = [make_game(self.game, quest=name, **self.options) for name in names] or [make_game(self.game, **self.options)]
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
    """Return the hash of the ids, versions, boards and cards of all games."""
    text = " ".join(f"{game.id} {game.version} {layouts(game)['world']}" for game in games)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Trial:
    """A series of games.

    Attributes:
        part, name: its place in tables.
        boards: the games.
        own: number of seats of the candidate; 0: all those of its role.
        others: specs for the remaining seats, assigned cyclically.
        role: role of the candidate in asymmetric games.
        rotate: players move to the next seat after each game.
    """

    part: Part
    name: str
    boards: Boards
    own: int
    others: tuple[str, ...] = ()
    role: str = ""
    rotate: bool = False

    @property
    def place(self) -> tuple[str, Part]:
        """Its game and part."""
        return self.boards.game, self.part

    @property
    def key(self) -> str:
        """``black_plague/partners/loner, 3 of 6``."""
        return f"{self.boards.game}/{self.part}/{self.name}"

    @property
    def seed(self) -> int:
        """Seed of the first game; each further game has the next one."""
        return PARTS[self.place].seed

    @property
    def weights(self) -> dict[str, str]:
        """Identities of its learned opponents."""
        return {spec: WEIGHTS[spec] for spec in self.others if spec in WEIGHTS}

    @property
    def players(self) -> int:
        """Number of competitors for the win, which defines the fair share; 1: no competition."""
        return int(self.boards.options.get("players", 1)) if self.part == "opponents" else 1

    def seats(self, candidate: Any, others: Mapping[str, Any], game: Any) -> list[Any]:
        """Return the agents of the seats in the first game; ``others``: spec -> agent."""
        if self.role:
            return [[candidate] if part == self.role else [others[self.others[0]]] for part in game.type.parts]
        own = self.own or len(game.agents)
        return [candidate] * own + [others[self.others[i % len(self.others)]] for i in range(len(game.agents) - own)]

    def games(self, size: Size, trial: int | None = None) -> int:
        """Return the number of games; ``trial``: limit of a result that is only a trial."""
        full, slow, _ = PARTS[self.place]
        return min(trial, full) if trial is not None else slow if size == "slow" else full


@cache
def trials() -> dict[str, Trial]:
    """Return key -> trial, in the order of play and of tables."""
    made = [*_of_teams("black_plague"), *_of_teams("white_death"), *_of_apocalypse(), *_of_rivals("hit_z_road"), *_of_rivals("z_game")]
    return {trial.key: trial for trial in made}


def _unseen(game: str, options: Mapping[str, Any]) -> Iterator[tuple[str, Boards]]:
    """Yield name and boards of each kind of generated boards."""
    for (tiles, difficulty), pin in GENERATED[game].items():
        quest = f"generated:seed={UNSEEN},tiles={tiles},difficulty={difficulty},split=test"
        yield f"{tiles} tiles, difficulty {difficulty}", Boards(game, options, (quest,), pin)


def _of_teams(game: str) -> Iterator[Trial]:
    """Yield all survivors on the quests and on unseen boards, and some of them with partners."""
    for quest, pin in QUESTS[game].items():
        yield Trial("quests", quest, Boards(game, TEAM, (quest,), pin), 0)
    for name, boards in _unseen(game, TEAM):
        yield Trial("boards", name, boards, 0)
    teamwork = Boards(game, TEAM, TEAMWORK[game], TEAMWORK_PINS[game])
    for partner, specs in PARTNERS[game].items():
        for own in OWN if len(specs) == 1 else OWN[:-1]:  # a single remaining seat is not a mixture
            yield Trial("partners", f"{partner}, {own} of {SURVIVORS}", teamwork, own, specs, rotate=True)


def _of_apocalypse() -> Iterator[Trial]:
    """Yield the team against Zombie Masters, on the missions and on unseen boards, and the Zombie Master against teams."""
    missions = {quest: Boards("apocalypse", LIMIT, (quest,), pin) for quest, pin in QUESTS["apocalypse"].items()}
    for master in MASTERS:
        for quest, boards in missions.items():
            yield Trial("quests", f"{quest}, {master}", boards, 0, (HELD_OUT.get(master, master),), "survivors")
    for name, boards in _unseen("apocalypse", TEAM):
        yield Trial("boards", name, boards, 0, ("greedy",), "survivors")
    for team in TEAMS:
        for quest, boards in missions.items():
            yield Trial("zombie_master", f"{quest}, {team}", boards, 0, (HELD_OUT.get(team, team),), "zombie_master")


def _of_rivals(game: str) -> Iterator[Trial]:
    """Yield one seat against an opponent in all others."""
    for opponent in OPPONENTS[game]:
        for players, pin in PLAYERS[game].items():
            boards = Boards(game, {"players": players}, (), pin)
            yield Trial("opponents", f"{opponent}, {players} players", boards, 1, (HELD_OUT.get(opponent, opponent),), rotate=True)
