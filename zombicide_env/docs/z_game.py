"""The page of Z-Game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..core.codec import markdown
from ..core.game import FORFEIT
from ..games import GAMES
from ..games.z_game.content import factions, house, incomes
from ..games.z_game.game import ZGame
from ..games.z_game.numbers import decisions as ASK
from ..games.z_game.numbers.actions import ACTIONS
from ..games.z_game.numbers.layout import CARDS, CHARACTERS, DECKS, FACTIONS, SKILLS
from ..games.z_game.numbers.observation import OBSERVATION
from ..games.z_game.rules.table import TABLE
from .results import factions as faction_results
from .results import legend, mark, measured, percent, points, seeds
from .results import speed as speed_results
from .tables import events, facts, figures, options, table, words

_HIDDEN: Final = (
    "Hands, decks, face-down cards and face-down tiles are hidden. An observation shows those of its own player, and what that player has "
    "seen of other hands: cards offered, traded, given in a scheme, stolen or enslaved (columns `known_...`; `loose`: in one of several "
    "hands). `Batch.resample` redeals what a seat cannot know, consistently with everything that it has seen."
)
_REWARDS: Final = (
    "Each player is paid at the end of the game; the option `reward` determines how much. Only `shaped` also pays during the game, which "
    "speeds up learning a lot, because a game has hundreds of decisions."
)
FIGURES: Final = {
    "rounds": "days begun",
    "decisions": "actions of all players",
    "progress": "the most victory points of a player, as a share of the target; 1 only in a won game",
    "players": "players not eliminated",
    "points": "the most victory points of a player",
}
_STRENGTH: Final = (
    "One agent plays one seat and another agent all other seats; the seats rotate. Players choose their factions. Games {seeds}: "
    "`zombicide evaluate --game z_game --players N --teams checkpoint:city+greedy`. `search` simulates a few turns with rewards for "
    "points; `checkpoint:city` is included in the package ([how it was trained](../../benchmarks/results/training_z_game.md))."
)
_DEALT: Final = (
    "The same with factions dealt at random, so that choosing a good one does not help. The agent plays every deal in every seat. The last "
    "column compares it with `greedy` in its place on the same seeds (`python -m zombicide_benchmarks.factions --against checkpoint:city`)."
)
_SPEED: Final = (
    "A batch of {games} games makes {raw:,.0f} decisions per second on two cores with raw observations (uint8), {scaled:,.0f} with scaled "
    "ones (float32). Writing observations takes most of the time: of {whole:,.0f} ns of one core per decision, {rules:,.0f} are rules and "
    "masks, {observe:,.0f} the {columns:,} values of the observation, and {scale:,.0f} their conversion to float32 "
    "([all figures](../../benchmarks/results/speed.md))."
)
_BALANCE: Final = (
    "Win rates of the factions, in percent, when the same agent plays all seats and every deal of factions is played equally often, with "
    "the shipped house tables and with others (`python -m zombicide_benchmarks.factions --agents checkpoint:city --house mine.yaml`). The "
    "95 % intervals are ±{width:.1f} or narrower. The spread is the standard deviation in units of the fair share: 0 is perfect balance."
)
_ORDER: Final = (
    "Win rates by position in the order of the first turn, in percent, in the same games with the shipped tables. With three seats played "
    "by copies of one policy, the differences reflect the habits of the policy more than an advantage of the position."
)
_FINDING: Final = (
    "The strength of a faction depends on the players. The Party is strongest among rule-based players, the Bees among learned ones. "
    "Learned players do badly with the Party in games of four, because a policy plays best what it has played most. A change that "
    "improves the balance for one kind of player worsens it for the other, so the shipped numbers stay. Learned players are closest to "
    "balance if the first fighter of the Bees is a scientist (`mari`, with `isida` as a fighter), and still closer if shotguns also add "
    "3: with two players every faction then wins about half of its games. Rule-based players are closest if shotguns add only 1, which "
    "weakens only the Party, or if the first fighter of the Party (`yuri`) is a scientist. Stronger chainsaws, and weaker or stronger "
    "zombies, change little."
)
_HOUSE: Final = (
    "The tables below are marked `house`: the printed rules do not give the values, or the values are lost. Values in **bold** are from "
    "the rules. The option `house` overrides values of `games/z_game/content/house.yaml` with those of your own file: any table, row or "
    "value. An example, and a game played with it (a replay looks for the file by name, in the folder of the replay):\n\n"
    "```yaml\nprovenance: house\nmax_turns: {blitz: 12}\ncards:\n  chainsaw: {fight: 3}\n  bicycle: {capacity: 2}\nfighters:\n"
    "  kif: {specialty: science}\n  lena: {specialty: fight}\n```\n\n"
    "```\nzombicide play --game z_game --option house=mine.yaml\n```\n\n"
    "Errors name the file, the line, the problem and the remedy."
)


def extent(game_id: str) -> str:
    """What there is of the game."""
    return "2 to 4 players, four factions, seven modes"


def page(game_id: str) -> str:
    """The page as Markdown."""
    entry, game = GAMES[game_id], GAMES[game_id]()
    ends = {
        "won": f"`target`: a player has reached it; `cap`: the last turn is over; `eliminated`: nobody is left; followed by the winners. "
        f"`{FORFEIT}`: a player has given up",
    }
    nodes = [
        {
            "node": ASK.NAMES[code - ASK.FIRST],
            "asks": row.text.when,
            "answers": ", ".join(f"`{text.format('...')}`" for text in row.notation.values()),
            "default": row.text.default,
        }
        for code, row in TABLE.decisions.items()
    ]
    parts = [
        "# Z-Game",
        "This page is written by `zombicide docs` from the code. Do not edit it.",
        facts(game, "one player against `opponents`").strip(),
        f"## Options\n\n{options(ZGame).strip()}",
        *_strength(),
        f"## Rewards\n\n{_REWARDS}",
        f"## Ends\n\n{table(('outcome', 'details'), list(ends.items())).strip()}",
        f"## Figures\n\n{figures(game, FIGURES).strip()}",
        f"## Decisions\n\nAnswers name characters, cards, decks, players, and locations by their index.\n\n{markdown(nodes).strip()}",
        f"## Actions\n\n{markdown(ACTIONS.table()).strip()}",
        f"## Observations\n\n{_HIDDEN}\n\n{markdown(OBSERVATION.table()).strip()}",
        f"## Factions\n\n{_factions()}",
        *_balance(),
        *_speed(),
        f"## Locations\n\n{_locations()}",
        f"## House tables\n\n{_HOUSE}",
        *_house(),
        events(game),
        words(game),
        f"## Version history\n\n- `{entry.module}`: first version.",
    ]
    return "\n\n".join(parts) + "\n"


def _strength() -> Iterator[str]:
    rows, played = [], measured("z_game")
    for found in played:
        agent, rival = found["seats"][:2]
        won, fair = found["by_agent"][agent]["win_share"], f"{100 * found['fair_share']:.1f} %"
        rows.append((f"`{agent}`", f"`{rival}`", str(len(found["seats"])), str(found["games"]), percent(won) + mark(found, "z_game"), fair))
    head = ("one seat of", "against", "players", "games", "won (95 %)", "fair share")
    text = table(head, rows)
    yield f"## Strength\n\n{_STRENGTH.format(seeds=seeds(played))}\n\n{text.strip()}"
    found = faction_results("z_game")
    dealt = [
        (
            f"`{one['agent']}`",
            str(row["players"]),
            row["name"],
            str(row["games"]),
            percent(row["won"]) + mark(found, "z_game"),
            points(row["difference"]),
        )
        for one in found.get("against", [])
        for row in one["rows"]
    ]
    if dealt:
        head = ("one seat of", "players", "faction", "games", "won (95 %)", "more than `greedy`")
        text += table(head, dealt)
        yield f"{_DEALT}\n\n{table(head, dealt).strip()}"
    if note := legend(text):
        yield note.strip()


def _balance() -> Iterator[str]:
    rows, order, width = [], [], 0.0
    found = faction_results("z_game")
    dagger = mark(found, "z_game")
    for one in found.get("tables", []):
        mine = [row for row in one["rows"] if row["by"] == "faction"]
        width = max(width, *(50 * (row["won"]["high"] - row["won"]["low"]) for row in mine))
        text = "; ".join(line.strip() for line in one["house"].splitlines() if line.startswith(" ")) or "as shipped"
        for players in sorted({row["players"] for row in mine}):
            shares = [f"{100 * row['won']['value']:.1f}" for row in mine if row["players"] == players]
            rows.append((f"`{one['agent']}`", text, str(players), *shares, f"{one['spread']:.2f}{dagger}"))
            if not one["house"]:
                places = [f"{100 * row['won']['value']:.1f}" for row in one["rows"] if (row["players"], row["by"]) == (players, "order")]
                order.append((f"`{one['agent']}`", str(players), *places, *["-"] * (len(FACTIONS) - players)))
    head = ("every seat", "house tables", "players", *FACTIONS, "spread")
    if rows:
        text = table(head, rows)
        yield "\n\n".join(filter(None, ("## Balance", _BALANCE.format(width=width), text.strip(), legend(text).strip(), _FINDING)))
        yield f"{_ORDER}\n\n{table(('every seat', 'players', 'first', 'second', 'third', 'fourth'), order).strip()}"


def _speed() -> Iterator[str]:
    found = speed_results("z_game")
    parts = found.get("breakdown")
    if not parts:
        return
    games = parts["games"]
    pace = {
        row["note"]: row["per_second"]
        for row in found["steps"]
        if (row["interface"], row["games"], row["threads"]) == ("Batch.step", games, 2)
    }
    whole, written, bare = (parts["measured"][name] for name in ("step float32", "step", "step without observation"))
    text = _SPEED.format(
        games=games,
        raw=pace["uint8"],
        scaled=pace["float32"],
        columns=OBSERVATION.size,
        whole=whole,
        rules=bare,
        observe=written - bare,
        scale=whole - written,
    )
    yield f"## Speed\n\n{text}"


def _factions() -> str:
    rows = [
        (
            faction.id,
            CHARACTERS[faction.leader],
            CHARACTERS[faction.starter],
            ", ".join(CARDS[card] for card in faction.named),
            str(faction.melee),
        )
        for faction in factions()
    ]
    return table(("faction", "leader", "starting fighter", "named cards", "random melee cards"), rows).strip()


def _locations() -> str:
    rows = [
        (
            income.type,
            str(income.food),
            str(income.medicine),
            DECKS[income.draws] if income.draws >= 0 else "-",
            "1" if income.neutral else "-",
        )
        for income in incomes()
    ]
    return table(("type", "food", "medicine", "draws from", "neutral markers"), rows).strip()


def _house() -> list[str]:
    tables = house()
    numbers = ("count", "fight", *SKILLS, "capacity")
    cards = [
        (card.id, *(_marked(str(getattr(card, name) or "-"), name in card.stated) for name in ("deck", *numbers))) for card in tables.cards
    ]
    zombies = [(f"{strength}/{reward}", str(copies)) for (strength, reward), copies in tables.zombies.items()]
    fighters = [
        (one.id, _marked(one.specialty, "specialty" in one.stated), _marked(one.pile, "pile" in one.stated)) for one in tables.fighters
    ]
    longest = max(map(len, tables.layouts.values()))
    places = [
        (
            str(number),
            *(
                f"{layout[number].type} ({layout[number].q}, {layout[number].r})" if number < len(layout) else "-"
                for layout in tables.layouts.values()
            ),
        )
        for number in range(longest)
    ]
    turns = ", ".join(f"{target} {turns}" for target, turns in tables.max_turns.items())
    return [
        f"### Action cards (`house`)\n\n{table(('card', 'deck', *numbers), cards).strip()}",
        f"### Zombie cards (`house`)\n\n{table(('strength/reward', 'copies'), zombies).strip()}",
        f"### Fighters (`house`)\n\nThe specialty is 2, other skills 1.\n\n{table(('fighter', 'specialty', 'pile'), fighters).strip()}",
        f"### Boards (`house`)\n\n{table(('location', *(f'{players} players' for players in tables.layouts)), places).strip()}",
        f"### Last turn (`house`)\n\n{turns}.",
    ]


def _marked(text: str, stated: bool) -> str:
    return f"**{text}**" if stated else text


__all__ = ["page"]
