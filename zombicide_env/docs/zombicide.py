"""The page of a game of the Zombicide family."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any, Final

from ..core.codec import markdown
from ..core.decisions import Table
from ..core.game import FORFEIT
from ..games import GAMES
from ..games.zombicide import edition_module
from ..quests import quest_rows
from .results import balance, legend, mark, measured, payoffs, percent, points, seeds
from .tables import events, facts, figures, options, table, words

#: Teams whose win rates stand beside the quests.
BASELINES: Final = ("greedy", "random")


FIGURES: Final = {
    "rounds": "rounds begun",
    "decisions": "actions of all survivors",
    "progress": "mean share of the quest's goals reached, from 0 to 1; 1 only in a won game",
    "survivors": "survivors alive, on the board or left through the Exit",
    "objectives": "objectives taken",
    "experience": "highest experience of a survivor, which sets the danger level",
    "wounds": "wounds of the survivors alive",
}


def extent(game_id: str) -> str:
    """The content of the game, for the list of games."""
    return f"{sum(row[0] == game_id for row in quest_rows())} quests, 1 to {edition_module(game_id, 'numbers.layout').S} survivors"


def page(game_id: str) -> str:
    """The page of a game as Markdown."""
    return "\n".join(_sections(game_id)).rstrip() + "\n"


def _sections(game_id: str) -> Iterator[str]:
    game: Any = GAMES[game_id]()
    actions, observations = game.action_codec, game.observation_codec
    yield f"# {edition_module(game_id, 'edition').TITLE}\n"
    yield "This page is written by `zombicide docs` from the code. Do not edit it.\n"
    yield facts(game, "one agent commands the team")
    yield "## Options\n"
    yield options(type(game))
    yield from _quests(game_id)
    yield from _rewards(edition_module(game_id, "rules.reward"))
    yield from _ends(game_id)
    yield "## Figures\n"
    yield figures(game, FIGURES)
    yield from _decisions(game_id)
    yield "## Actions\n"
    yield (
        "All quests have the same action space. An index is the start of its block plus the position of its arguments, the last argument "
        "varying fastest. `env.notation(action)` gives the text of a legal action, `env.parse(text)` its index.\n"
    )
    yield markdown(actions.table())
    yield "## Observations\n"
    yield (
        "Raw values are uint8; `float32` observations are divided by the highest value of their column and lie in [0, 1]. "
        "`game.observation_codec.unflatten(observation)` gives the named blocks.\n"
    )
    yield markdown(observations.table())
    yield events(game) + "\n"
    yield words(game) + "\n"
    yield "## Version history\n"
    yield f"- `{game_id}_v0`: first version."


def _quests(game_id: str) -> Iterator[str]:
    yield "## Quests\n"
    known = [row for row in quest_rows() if row[0] == game_id]
    found = {quest: {one["label"]: percent(one["win_rate"]) + mark(one, game_id) for one in measured(quest)} for _, _, quest, _, _ in known}
    teams = BASELINES if any(found.values()) else ()
    yield from _with_legend(
        ("no", "quest", "title", "difficulty", *(f"won by {team} (95 %)" for team in teams)),
        [
            (number, f"`{quest}`", title, difficulty, *(found[quest].get(team, "-") for team in teams))
            for _, number, quest, title, difficulty in known
        ],
    )
    if teams:
        yield _played(game_id, [one for row in known for one in measured(row[2])])
    yield from _balance(game_id)
    yield from _payoffs(payoffs(game_id))
    limits: Sequence[str] = edition_module(game_id, "words.edition_texts").LIMITS
    if limits:
        yield "## Limits\n"
        yield "\n".join(f"- {text}" for text in limits) + "\n"
        return
    yield (
        f"`tests/games/zombicide/{game_id}/golden` has recorded games of every quest: one that is won, and one lost for each cause of "
        f"defeat.\n"
    )


def _with_legend(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table with the legend of its marks."""
    text = table(head, rows)
    yield text
    if found := legend(text):
        yield found


def _played(game_id: str, measured: Sequence[Mapping[str, Any]]) -> str:
    """How the win rates of the quests were measured."""
    limits, numbers = (sorted(found) for found in zip(*((one["options"]["max_rounds"], one["games"]) for one in measured), strict=True))
    return (
        f"Win rates of six survivors with all decisions, over {_either(numbers)} games of each quest {seeds(measured)}; a game "
        f"longer than {_either(limits)} rounds counts as not won. To repeat: "
        f"`zombicide evaluate --game {game_id} --quest QUEST --teams greedy random --output benchmarks/results/strength_QUEST.json`.\n"
    )


def _either(numbers: Sequence[int]) -> str:
    return " or ".join(f"{number:,}" for number in dict.fromkeys(numbers))


def _balance(game_id: str) -> Iterator[str]:
    """Win rates of the greedy team against each master."""
    found = [one for one in balance(game_id) if one["team"] == BASELINES[0]]
    if not found:
        return
    masters = list(dict.fromkeys(one["master"] for one in found))
    won = {(one["quest"], one["master"]): percent(one["win_rate"]) + mark(one, game_id) for one in found}
    quests = list(dict.fromkeys(one["quest"] for one in found))
    yield (
        f"Win rates of `greedy` teams over {found[0]['games']} games (95 %) without a Zombie Master (`zombie_master=False`), or against "
        "one that plays at random, by the defaults of the rules (`automatic`), or by heuristics (`greedy`). To repeat: "
        "`python -m zombicide_benchmarks.balance`.\n"
    )
    yield from _with_legend(("quest", *masters), [(f"`{quest}`", *(won[quest, master] for master in masters)) for quest in quests])


def _payoffs(found: Mapping[str, Any]) -> Iterator[str]:
    """Every team against every master on the missions, the masters compared, and best responses to frozen agents."""
    if not found:
        return
    rows = found["payoffs"]
    quests, teams, masters = (list(dict.fromkeys(row[part] for row in rows)) for part in ("quest", "team", "master"))
    won = {
        (row["quest"], row["team"], row["master"]): percent(row["won"]) + (mark(row, found["game"]) if "record" in row else "")
        for row in rows  # means have no record
    }
    numbers = sorted({row["games"] for row in rows if "games" in row})
    yield "### Teams against masters\n"
    yield (
        f"Win rates of the team (rows) against the master (columns) over {_either(numbers)} games of each mission on the same seeds "
        "(95 %), without the missions that nobody wins. "
        "To repeat: `python -m zombicide_benchmarks.payoffs table --teams ... --masters ...`.\n"
    )
    yield from _with_legend(
        ("mission", "team", *(f"`{master}`" for master in masters)),
        [
            (quest, f"`{team}`", *(won.get((quest, team, master), "") for master in masters))
            for quest in sorted(quests, key="mean".__ne__)  # the mean first
            for team in teams
        ],
    )
    yield "Advantage of one master (row) over another (column) against `greedy` teams, in points, paired by seed, mean of the missions:\n"
    gains = {(one["master"], one["over"]): points(one) for one in found["gains"] if one["quest"] == "mean"}
    compared = [master for master in masters if any(master in pair for pair in gains)]
    yield table(
        ("master", *(f"over `{over}`" for over in compared)),
        [(f"`{master}`", *(gains.get((master, over), "") for over in compared)) for master in compared],
    )
    yield from _answers(found.get("responses", []))


def _answers(found: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Win rates of policies trained against frozen agents."""
    if not found:
        return
    yield (
        "Lower bounds on exploitability: what a policy of the other side wins after it was trained against this agent alone on one mission "
        "(`zombicide train --response-to`, `python -m zombicide_benchmarks.payoffs responses`). "
        "A line-up of the table above may win more.\n"
    )
    yield table(
        ("agent", "plays as", "mission", "minutes", "decisions of PPO", "won by the response (95 %)"),
        [(f"`{a['agent']}`", a["role"], a["quest"], f"{a['minutes']:g}", f"{a['reinforced']:,}", percent(a["won"])) for a in found],
    )


def _decisions(game_id: str) -> Iterator[str]:
    yield "## Decisions\n"
    masters: int = edition_module(game_id, "edition").MASTERS
    asked = "the survivors' own actions and the choice of the Zombie Master's card" if masters else "the survivors' own actions"
    names: Sequence[str] = edition_module(game_id, "numbers.decisions").NAMES
    found: Table = edition_module(game_id, "rules.table").TABLE
    rows = [(names[code - found.first], row.text.when, row.text.says, row.text.default) for code, row in found.decisions.items()]
    yield (
        'With `decisions="full"` every decision with more than one legal answer is a step of the environment. With '
        f'`decisions="actions"` only {asked} are asked; the other decisions take their defaults.\n'
    )
    yield table(("decision", "when", "what", "default"), rows)


def _rewards(reward: ModuleType) -> Iterator[str]:
    yield "## Rewards\n"
    yield (inspect.getdoc(reward) or "").partition("\n\n")[2].replace("``", "`") + "\n"
    yield "The potential is the sum of these parts, each between 0 and 1, times its weight:\n"
    weights = {
        "victory conditions met and objectives taken (mean of the two shares)": reward.GOALS_WEIGHT,
        "closeness of the survivors to the Exit": reward.WAY_WEIGHT,
        "experience of living survivors, as a share of that for Red": reward.EXPERIENCE_WEIGHT,
        "wounds of living survivors": -reward.WOUNDS_WEIGHT,
        "dead survivors": -reward.DEATHS_WEIGHT,
    }
    yield table(("part", "weight"), [(name, f"{weight:+.2g}") for name, weight in weights.items()])


def _ends(game_id: str) -> Iterator[str]:
    causes: Sequence[str] = edition_module(game_id, "rules.ends").CAUSES
    yield "## Ends\n"
    texts = {
        "won": "the quest's victory conditions are met",
        "lost": "reasons: "
        + ", ".join(f"`{name}`" for name in (*causes, "max_rounds", FORFEIT))
        + " (`max_rounds`: the limit of rounds; `forfeit`: a player gave up)",
        "truncated": 'the limit `max_rounds` was reached with `at_max_rounds="truncation"`',
    }
    if edition_module(game_id, "edition").MASTERS:
        texts["drawn"] = (
            "nobody is in play any more, somebody has left the board, and the mission's conditions are not met (AP-3.R4); or the limit "
            '`max_rounds` was reached with `at_max_rounds="draw"`'
        )
    yield table(("outcome", "meaning"), list(texts.items()))
