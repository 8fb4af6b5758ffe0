"""The page of Hit Z Road."""

from __future__ import annotations

from typing import Final

from ..core.codec import markdown
from ..core.game import FORFEIT
from ..games import GAMES
from ..games.hit_z_road.content import cards, faces
from ..games.hit_z_road.game import HitZRoad
from ..games.hit_z_road.numbers import decisions as ASK
from ..games.hit_z_road.numbers.actions import ACTIONS
from ..games.hit_z_road.numbers.layout import RESOURCES
from ..games.hit_z_road.numbers.observation import OBSERVATION
from ..games.hit_z_road.rules.table import TABLE
from .results import league, league_rows, legend, seeds
from .tables import events, facts, figures, options, table, words

REWARD_TEXT: Final = (
    "Each player is paid at the end of the game. The option `reward` determines how much, and whether an elimination is paid at once. An "
    "eliminated player takes no further steps. The infos of a finished game hold the final scores (`scores`)."
)


FIGURES: Final = {
    "rounds": "rounds begun",
    "decisions": "actions of all players",
    "progress": "share of the eight rounds that at least one player has survived; 1 only in a won game",
    "players": "players not eliminated",
}


def extent(game_id: str) -> str:
    """What there is of the game."""
    return "2 to 4 players, and the solo game"


def page(game_id: str) -> str:
    """The page as Markdown."""
    decisions = [
        {"decision": ASK.NAMES[code - ASK.FIRST], "asked": row.text.when, "answers": row.text.says, "default": row.text.default}
        for code, row in TABLE.decisions.items()
    ]
    dice = [{"die": die, **{str(n + 1): result for n, result in enumerate(results)}} for die, results in faces().items()]
    deck = [
        {
            "card": card.id,
            "symbol": card.symbol or "-",
            **{name: str(n) for name, n in zip(RESOURCES, card.gives, strict=True)},
            "event": " ".join(filter(None, (card.event, card.token))) or "-",
            "rule": card.rule or "-",
            "zombies": str(card.zombies),
            "horde": str(card.horde),
            "points": str(card.points),
            "source": card.provenance,
        }
        for card in cards()
    ]
    entry, game = GAMES[game_id], GAMES[game_id]()
    ends = {
        "won": "the game is over and has winners (several with equal scores); details: their names, or the grade of a solo game, "
        "preceded by `max_rounds` if the game was shortened",
        "lost": f"every player has been eliminated, detail `eliminated`; or a player has given up, detail `{FORFEIT}`",
        "truncated": "`max_rounds` rounds have been played, with `at_max_rounds` truncation; players still in the game are paid nothing",
    }
    parts = [
        "# Hit Z Road",
        "This page is written by `zombicide docs` from the code. Do not edit it.",
        facts(game, "one player against `opponents`").strip(),
        f"## Options\n\n{options(HitZRoad).strip()}",
        *_strength(),
        f"## Rewards\n\n{REWARD_TEXT}",
        f"## Ends\n\n{table(('outcome', 'meaning'), list(ends.items())).strip()}",
        f"## Figures\n\n{figures(game, FIGURES).strip()}",
        f"## Decisions\n\n{markdown(decisions).strip()}",
        f"## Actions\n\n{markdown(ACTIONS.table()).strip()}",
        f"## Observations\n\n{markdown(OBSERVATION.table()).strip()}",
        f"## Dice\n\n{markdown(dice).strip()}",
        f"## Cards\n\nCards with a symbol are used by four players only.\n\n{markdown(deck).strip()}",
        events(game),
        words(game),
        f"## Version history\n\n- `{entry.module}`: first version.",
    ]
    return "\n\n".join(parts) + "\n"


def _strength() -> list[str]:
    """Ratings and wins of the league played last; nothing if none has been played."""
    found = league(HitZRoad.id)
    if found is None:
        return []
    rated = sorted(found["ratings"].items(), key=lambda item: -item[1]["value"])
    ratings = [{"agent": name, "openskill (95 % interval)": f"{r['value']:.1f} ({r['low']:.1f} to {r['high']:.1f})"} for name, r in rated]
    command = f"zombicide league --game {HitZRoad.id} --agents {' '.join(found['agents'])} --games {found['tables'][0]['games']}"
    rows = markdown(league_rows(HitZRoad.id))
    played = f"{found['games']:,} games between all combinations of these agents {seeds(found['tables'])}"
    return [
        f"## Strength\n\n{played}, each agent in every seat equally often:\n`{command}`.",
        markdown(ratings).strip(),
        f"{rows}\n{legend(rows)}".strip(),
    ]


__all__ = ["page"]
