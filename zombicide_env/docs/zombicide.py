"""The page of a game of the Zombicide family."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any, Final

from ..core.codec import markdown
from ..core.game import FORFEIT
from ..games import GAMES
from ..games.zombicide import EDITIONS, room
from ..games.zombicide.table.codes import DEFEATS
from .results import measured, percent
from .tables import options, pairs, table, words

#: Teams whose win rates stand beside the quests.
BASELINES: Final = ("greedy", "random")

#: Name of a decision -> when it is asked, who answers, what `decisions="actions"` answers instead.
DECISION_TEXTS: Final[Mapping[str, tuple[str, str, str]]] = {
    "turn": ("a survivor's turn", "next action, free action, free use of a card or skill, or the end of the turn", "always asked"),
    "activate": ("Players' Phase", "which survivor acts next", "roster order"),
    "store": ("a card was gained", "where it goes, or discard it", "a free legal slot: hands, body, backpack; if full, discard"),
    "arrange": ("a reorganisation, a trade, or room for a card", "move, give and receive cards until done", "no exchange"),
    "order": ("a closed building was opened", "which room spawns next", "nearest first, then zone order"),
    "replace": ("before a roll", "roll as many dice as there are zombies (Barbarian, Iron rain, Mana rain)", "if that is more"),
    "reroll": ("after a roll", "use a reroll or accept", "reroll if less than half of the dice are good"),
    "hit": (
        "each hit with a choice",
        "which kind of zombie it hits",
        "Abomination, Necromancer, Runner, Fatty, Walker: the first that dies",
    ),
    "miss": ("friendly fire", "which survivor a miss hits", "the one with the fewest wounds, then roster order"),
    "wound": ("a zombie attacks", "which survivor it wounds", "the one with the fewest wounds, then roster order"),
    "armour": ("about to be wounded", "which armour to roll for", "the best expected prevention"),
    "cancel": (
        "about to be wounded",
        "which cards to lose against wounds (Is that all you've got?)",
        "enough to stay alive, backpack first",
    ),
    "learn": ("Orange or Red is reached", "one of the skills of the level", "the first listed"),
    "remove": (
        "a Necromancer was killed, or a fifth Dragon Bile token is placed",
        "which token goes",
        "the nearest active one; the oldest",
    ),
    "path": ("zombies have several shortest ways and cannot split evenly", "where they go", "lowest zone"),
    "exit": ("end of a turn in the Exit zone", "leave or stay", "leave"),
    "speed": ("an enchantment of Speed", "where the survivor runs to", "not used"),
    "target": ("an attack with several possible targets, or from a spellbook", "the zone", "the nearest, then zone order"),
    "rescue": ("Lifesaver", "which survivors come along", "all"),
    "gift": ("an objective gives a card", "who takes it", "the taker if there is room, else the first who has"),
}


def page(game_id: str) -> str:
    """The page of a game as Markdown."""
    return "\n".join(_sections(game_id)).rstrip() + "\n"


def _sections(game_id: str) -> Iterator[str]:
    game: Any = GAMES[game_id]()
    entry = GAMES[game_id]
    actions, observations = game.action_codec, game.observation_codec
    yield f"# {room(game_id, 'edition').TITLE}\n"
    yield "This page is written by `zombicide docs` from the code. Do not edit it.\n"
    yield pairs(
        {
            "PettingZoo": f"`zombicide_env.{game_id}_v{entry.version}.env()`, `{entry.pettingzoo_id}`",
            "Gymnasium": f"`zombicide_env:{entry.gymnasium_id}` (one agent commands the team)",
            "Agents": f"`{game.agents[0]}` ... `{game.agents[-1]}` (by default)",
            "Actions": f"Discrete({actions.size}), layout `{actions.layout_hash}`",
            "Observation": f"{observations.size} values from the deciding seat, layout `{observations.layout_hash}`",
            "State": f"{game.state_dtype.itemsize:,} bytes",
        }
    )
    yield "## Options\n"
    yield options(type(game))
    yield from _quests(game_id)
    yield from _decisions(room(game_id, "numbers.tasks").DECISIONS)
    yield "## Actions\n"
    yield (
        "One space serves every quest. An index is the start of its block plus the position of its arguments, the last argument running "
        "fastest. `env.notation(action)` gives the text of a legal action, `env.parse(text)` its index.\n"
    )
    yield markdown(actions.table())
    yield "## Observations\n"
    yield (
        "Raw values are uint8; `float32` observations are divided by the highest value of their column and lie in [0, 1]. "
        "`game.observation_codec.unflatten(observation)` gives the named blocks.\n"
    )
    yield markdown(observations.table())
    yield from _rewards(room(game_id, "rules.reward"))
    yield from _ends()
    yield words(game) + "\n"
    yield "## Version history\n"
    yield f"- `{game_id}_v0`: first version."


def quest_rows() -> list[tuple[str, str, str, str, str]]:
    """Game, number, id, title and difficulty of every quest."""
    return [(name, str(one.number), one.id, one.title, one.difficulty) for name in EDITIONS for one in room(name, "world.box").quests()]


def _quests(game_id: str) -> Iterator[str]:
    yield "## Quests\n"
    rows = []
    for _, number, quest, title, difficulty in (row for row in quest_rows() if row[0] == game_id):
        won = {one["label"]: percent(one["win_rate"]) for one in measured(quest)}
        rows.append((number, f"`{quest}`", title, difficulty, *(won.get(team, "-") for team in BASELINES)))
    yield table(("no", "quest", "title", "difficulty", *(f"won by {team} (95 %)" for team in BASELINES)), rows)
    limits = sorted({str(one["options"]["max_rounds"]) for row in quest_rows() for one in measured(row[2])})
    yield (
        f"Six survivors, all decisions; a game that is not over after {' or '.join(limits) or '?'} rounds is not won: "
        "`zombicide evaluate --quest QUEST --teams greedy random --output benchmarks/results/strength_QUEST.json`. "
        "For every quest a won game and a lost one for every cause of defeat lie in `tests/golden/black_plague`.\n"
    )


def _decisions(names: Sequence[str]) -> Iterator[str]:
    yield "## Decisions\n"
    yield (
        'With `decisions="full"` every decision is a step of the environment; one with a single legal answer is played by the game. With '
        '`decisions="actions"` all but the survivors\' own actions are answered by the default.\n'
    )
    yield table(("decision", "when", "what", "default"), [(name, *DECISION_TEXTS[name]) for name in names])


def _rewards(reward: ModuleType) -> Iterator[str]:
    yield "## Rewards\n"
    yield (inspect.getdoc(reward) or "").partition("\n\n")[2].replace("``", "`") + "\n"
    yield "The potential is the sum of these parts, each between 0 and 1, times its weight:\n"
    weights = {
        "victory conditions met and objectives taken (mean of the two shares)": reward.GOALS_WEIGHT,
        "closeness of the survivors to the Exit": reward.WAY_WEIGHT,
        "experience of the living, as a share of that for Red": reward.EXPERIENCE_WEIGHT,
        "wounds of the living": -reward.WOUNDS_WEIGHT,
        "survivors dead": -reward.DEATHS_WEIGHT,
    }
    yield table(("part", "weight"), [(name, f"{weight:+.2g}") for name, weight in weights.items()])


def _ends() -> Iterator[str]:
    yield "## Ends\n"
    texts = {
        "won": "the quest's victory conditions are met",
        "lost": "reasons: " + ", ".join(f"`{name}`" for name in (*DEFEATS[1:], FORFEIT)) + " (somebody has given up)",
        "truncated": "`max_rounds` rounds have been played",
    }
    yield table(("outcome", "meaning"), list(texts.items()))
