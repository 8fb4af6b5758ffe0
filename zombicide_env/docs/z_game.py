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
    "Hidden are hands, decks, face-down cards and tiles; an observation shows its own player's, and what that player has seen of the "
    "others' hands: cards offered and traded, given in a scheme, stolen, enslaved (columns `known_...`; `loose`: one of several hands). "
    "`Batch.resample` deals again what a seat cannot know, so that everything it has seen still fits."
)
_REWARDS: Final = (
    "Each player is paid at the end; the option `reward` determines how much. Only `shaped` pays on the way, from which a game of "
    "hundreds of decisions is learned far quicker."
)
FIGURES: Final = {
    "rounds": "days begun",
    "decisions": "actions of all players",
    "progress": "the most victory points as a share of those that end the game; 1 only in a game that is won",
    "players": "players not eliminated",
    "points": "the most victory points of a player",
}
_STRENGTH: Final = (
    "One seat of an agent against another in all other seats, seats in turn, {seeds}, factions as the players choose them: `zombicide "
    "evaluate --game z_game --players N --teams checkpoint:city+greedy`. `search` imagines games of a few turns that pay points on the "
    "way; `checkpoint:city` comes with the package ([how it was trained](../../benchmarks/results/training_z_game.md))."
)
_DEALT: Final = (
    "The same with the factions dealt, so that no choice of a faction helps: every deal with the agent in every seat, and how much more it "
    "wins than `greedy` in its place on the same seeds (`python -m zombicide_benchmarks.factions --against checkpoint:city`)."
)
_SPEED: Final = (
    "A batch of {games} games decides {raw:,.0f} times a second on two cores with observations as they are (uint8), {scaled:,.0f} times "
    "with scaled ones (float32). What bounds it is the writing: of {whole:,.0f} ns of a core {rules:,.0f} are rules and masks, "
    "{observe:,.0f} the {columns:,} values of the observation, {scale:,.0f} the same once again as float32 "
    "([all figures](../../benchmarks/results/speed.md))."
)
_BALANCE: Final = (
    "What each faction wins when the same agent holds every seat and all deals of factions to seats are played equally often "
    "(`python -m zombicide_benchmarks.factions --agent checkpoint:city --house mine.yaml`), with the shipped house tables and with others, "
    "in percent; half of the width of the 95 % intervals is {width:.1f} at most. The spread is the standard deviation in fair shares: "
    "0 were even."
)
_ORDER: Final = (
    "What the places in the order of the first turn win in the same games, with the shipped tables, in percent. Three copies of one policy "
    "settle a game among themselves as habit has it, which says more of the policy than of the seats."
)
_FINDING: Final = (
    "The strength of a faction depends on the players. The Party is strongest among rule-based players, the Bees among learned ones; there "
    "the Party is weak at a full table, because a policy plays best what it has played most. A change that balances one table unbalances "
    "the other, so the shipped numbers stay. Learned players come closest to even if the first fighter of the Bees is a scientist "
    "(`mari`, with `isida` as a fighter): with two players every faction then wins half of its games. Rule-based players come "
    "closest if shotguns add 1, which takes from the Party alone, or if its first fighter (`yuri`) is a scientist. Stronger chainsaws "
    "and shotguns, weaker or stronger zombies change little."
)
_HOUSE: Final = (
    "The tables below are marked `house`: the printed rules leave the values open, or they are lost; values in **bold** are stated there. "
    "The option `house` lays your own file over `games/z_game/content/house.yaml`: any table, any row of it, any value. Such a file, "
    "and a game by it (a replay of the game finds the file in its folder, by its name):\n\n"
    "```yaml\nprovenance: house\nmax_turns: {blitz: 12}\ncards:\n  chainsaw: {fight: 3}\n  bicycle: {capacity: 2}\nfighters:\n"
    "  kif: {specialty: science}\n  lena: {specialty: fight}\n```\n\n"
    "```\nzombicide play --game z_game --option house=mine.yaml\n```\n\n"
    "An error names the file, the line, what is wrong and what would be right."
)


def extent(game_id: str) -> str:
    """What there is of the game."""
    return "2 to 4 players, four factions, seven modes"


def page(game_id: str) -> str:
    """The page as Markdown."""
    entry, game = GAMES[game_id], GAMES[game_id]()
    ends = {
        "won": f"`target`: somebody has reached it; `cap`: the last turn is over; `eliminated`: nobody is left; with the winners. "
        f"Or somebody has given up: `{FORFEIT}`",
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
        f"## Decisions\n\nAnswers name characters, cards, decks, players, and locations by their index.\n\n{markdown(nodes).strip()}",
        f"## Actions\n\n{markdown(ACTIONS.table()).strip()}",
        f"## Observations\n\n{_HIDDEN}\n\n{markdown(OBSERVATION.table()).strip()}",
        f"## Rewards\n\n{_REWARDS}",
        f"## Ends\n\n{table(('outcome', 'details'), list(ends.items())).strip()}",
        f"## Figures\n\n{figures(game, FIGURES).strip()}",
        f"## Factions\n\n{_factions()}",
        *_strength(),
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
        rows.append(
            (f"`{agent}`", f"`{rival}`", str(len(found["seats"])), str(found["episodes"]), percent(won) + mark(found, "z_game"), fair)
        )
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
