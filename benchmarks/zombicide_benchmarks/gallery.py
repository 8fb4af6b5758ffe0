"""Pictures for the README and the documentation: ``python -m zombicide_benchmarks.gallery`` (``make pictures``).

One still of each game, an animation of a won game, and the analyses of every quest.  The games are played by the compiled rule-based
agents from fixed seeds, so the pictures follow the current rules.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, Final

import numpy as np

import zombicide_agents as agents
from zombicide_env import make_game
from zombicide_env.docs.games import FOLDER
from zombicide_env.docs.parts import NO_BOARD, mapped
from zombicide_env.play import Session
from zombicide_env.play.film import Film
from zombicide_env.play.film import main as record
from zombicide_env.render import rgb_array
from zombicide_training.evaluation import charts
from zombicide_training.evaluation.analyze import chances, survival, usage
from zombicide_training.evaluation.analyze.games import AnalyzeConfig, Games, read
from zombicide_training.evaluation.analyze.heatmap import maps, painted

from .commands import run_command

__all__ = ["analyses", "curves", "film", "heat", "main", "still"]

PICTURES: Final = FOLDER / "pictures"
#: Game -> its options, and the round of the picture.
STILLS: Final[dict[str, tuple[dict[str, Any], int]]] = {
    "black_plague": ({"quest": "the_commandry"}, 5),
    "white_death": ({"quest": "sound_the_alarm"}, 4),
    "apocalypse": ({"quest": "city_blocks"}, 5),
    "hit_z_road": ({"players": 3}, 4),
    "z_game": ({}, 3),
}
SEED: Final = 3
SIDE: Final = 260  # pixels of the longer side of a still
#: The animation: this team wins this quest without a loss.
QUEST: Final = "big_game_hunting"
TEAM: Final = "greedy:weights=quests"
_GAMES: Final = 500  # seeds to try
#: Games of an analysis, pixels of the longer side of a heat map's board, bars of a panel and dots per inch of its curves.
ANALYZED: Final = 50
_BOARD: Final = 230
_BARS: Final = 8
_DPI: Final = 80


def main(folder: Path = PICTURES) -> None:
    """Write all pictures into a folder."""
    from PIL import Image

    folder.mkdir(parents=True, exist_ok=True)
    for name in STILLS:
        image = Image.fromarray(still(name))
        image.thumbnail((SIDE, SIDE), Image.Resampling.LANCZOS)
        image.quantize(128, dither=Image.Dither.NONE).save(folder / f"{name}.png", optimize=True)
    film(folder / "won.webp")
    analyses(folder)


def analyses(folder: Path = PICTURES, games: int = ANALYZED) -> None:
    """Write heat maps and curves of the same games of every quest, and of the games without quests."""
    from PIL import Image

    for name, quest in mapped():
        played = read(AnalyzeConfig(game=name, quest=(quest,) if quest else (), teams=[_team(name)], games=games))
        pictures = {"curves": curves(played)} | ({} if name in NO_BOARD else {"maps": heat(played)})
        for kind, picture in pictures.items():
            path = folder / kind / name / f"{quest or name}.png"
            path.parent.mkdir(parents=True, exist_ok=True)
            Image.fromarray(picture).quantize(48, dither=Image.Dither.NONE).save(path, optimize=True)


def heat(games: Games) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Return deaths, noise and moves on the board of a quest side by side, uint8 of shape (height, width, 3)."""
    from PIL import Image

    boards = []
    for found in maps(games):
        image = Image.fromarray(rgb_array(painted(found), panels=False))
        image.thumbnail((_BOARD, _BOARD), Image.Resampling.LANCZOS)
        boards.append(np.asarray(image))
    return np.concatenate(boards, axis=1)


def curves(games: Games) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Return survival, win probabilities, and the most used cards and skills of some games, uint8 of shape (height, width, 3)."""
    from PIL import Image

    panels = [survival.curves(survival.survival(games), survival.people(games[0].game)), chances.panels(chances.chances(games))[0]]
    file = io.BytesIO()
    charts.figure([*panels, *usage.panels(usage.usage(games), most=_BARS)]).savefig(file, format="png", dpi=_DPI)
    return np.asarray(Image.open(file).convert("RGB"))


def _team(name: str) -> str:
    return "greedy vs greedy" if make_game(name).type.kind == "asymmetric" else "greedy"


def still(name: str) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Return the board of a game in a middle round, uint8 of shape (height, width, 3)."""
    options, last = STILLS[name]
    game = make_game(name, **options)
    session = Session(game, [agents.make("greedy", game)], seed=SEED)
    while not session.over and session.round < last:
        session.step()
    return rgb_array(game.scene(session.state), panels=False)


def film(out: Path, replay: Path = Path("runs/gallery/won.replay")) -> Path:
    """Play games until one is won without a loss, save its replay and write the animation."""
    game = make_game("black_plague", quest=QUEST)
    team = [agents.make(TEAM, game)]
    for seed in range(_GAMES):
        session = Session(game, team, seed=seed)
        outcome = session.play()
        if outcome.name == "won" and int(game.measures(session.state)["survivors"][0]) == len(game.agents):
            replay.parent.mkdir(parents=True, exist_ok=True)
            session.replay.write(replay)
            record(Film(replay, out, seconds=0.3, scale=0.66, pictures=90))
            return out
    raise LookupError(f"{TEAM} has won none of {_GAMES} games of {QUEST} without a loss")


if __name__ == "__main__":
    run_command(main)
