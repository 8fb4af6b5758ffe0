"""The columns of the tables of a dataset: names, types, meanings.  Does not need pyarrow."""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["TABLES", "Column"]


class Column(NamedTuple):
    """A column: ``type`` is its Arrow type, ``about`` its description."""

    name: str
    type: str
    about: str


TABLES: Final[dict[str, tuple[Column, ...]]] = {
    "games": (
        Column("game", "int64", "number of the game in the dataset, from 0"),
        Column("team", "string", "team that played it, or file of the replay"),
        Column("seed", "int64", "seed of the game"),
        Column("quest", "string", "option `quest`, empty in games without quests"),
        Column("options", "string", "all options of the game as JSON: `make_game(id, **options)`"),
        Column("players", "list<string>", "spec of the agent in each seat"),
        Column("outcome", "string", "`won`, `lost`, `drawn` or `truncated`; `ongoing` for a recorded game that was left before its end"),
        Column("detail", "string", "why it ended, as the rules call it"),
        Column("won", "list<bool>", "whether each seat has won"),
        Column("rounds", "int32", "rounds played"),
        Column("decisions", "int32", "rows of the game in `decisions`"),
        Column("figures", "string", "`Game.measures` at the end as JSON, name to number"),
        Column("final_observation", "list<uint8>", "what the seat that acted last sees at the end, raw"),
    ),
    "decisions": (
        Column("game", "int64", "number of the game"),
        Column("decision", "int32", "number of the decision in its game, from 0"),
        Column("round", "int32", "round of the game"),
        Column("seat", "int16", "seat that decided"),
        Column("side", "int16", "side of that seat"),
        Column("player", "string", "spec of the agent that decided"),
        Column("action", "int32", "index of the action"),
        Column("text", "string", "the action in notation"),
        Column("legal", "list<int32>", "indices of all legal actions, ascending"),
        Column("observation", "list<uint8>", "what the seat saw, raw; times `observation_codec.scale` it is float32 in [0, 1]"),
        Column("reward", "float32", "reward of the side until its next decision, mean over its seats"),
        Column("return", "float32", "sum of the side's rewards from here to the end, not discounted"),
        Column("last", "bool", "whether it was the last decision of the side"),
    ),
    "events": (
        Column("game", "int64", "number of the game"),
        Column("decision", "int32", "number of the decision that caused it"),
        Column("event", "int32", "number of the event among those of the decision, from 0"),
        Column("kind", "string", "kind of event"),
        Column("values", "string", 'its numbers by name as JSON, as the game calls them: `{"who": "ann", "start": "3a"}`'),
        Column("text", "string", "the event as an English sentence"),
        Column("public", "bool", "whether every seat may know of it"),
    ),
}
