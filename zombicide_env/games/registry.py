"""Registry of games: an entry says where a game is found, so that it is imported only when it is created.

A package of this folder lists its own in ``GAMES``; an installed distribution declares games in the entry-point group
``zombicide_env.games``, ``pig = "pig_game:Pig"``; the variable ZOMBICIDE_GAMES names more in the same form, files too:
``pig=pig.py:Pig``, separated by commas; and a program calls ``zombicide_env.register_game``.
"""

from __future__ import annotations

import importlib
import inspect
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, Final

from ..core.words import suggest

if TYPE_CHECKING:
    from ..core.form import Form
    from ..core.game import Game

__all__ = ["GROUP", "VARIABLE", "GameEntry", "GameMissing", "imported", "outside"]

GROUP: Final = "zombicide_env.games"
VARIABLE: Final = "ZOMBICIDE_GAMES"
_ID: Final = re.compile(r"[a-z][a-z0-9_]*")


def imported(source: str) -> Any:
    """Return the object that ``module:Name`` or ``file.py:Name`` names; the folder of a file is added to ``sys.path``.

    Raises:
        ImportError: there is no such module or file.
        AttributeError: the module has no such name.
    """
    from ..core.file_modules import module_of_file  # here, because the package itself is imported before any file is

    module, _, name = source.rpartition(":")
    found = module_of_file(module) if module.endswith(".py") else importlib.import_module(module)
    if not hasattr(found, name):
        raise AttributeError(f"{module} has no {name!r}{suggest(name, list(vars(found)))}")
    return getattr(found, name)


class GameMissing(ImportError, ValueError):
    """A game was not found at its registered source."""


@dataclass(frozen=True)
class GameEntry:
    """A registered game.

    Args:
        id: name in commands and files: lowercase letters, digits and ``_``.
        source: the class, or where it is: ``module:Class`` or ``file.py:Class``.
        title: display name; default: the id in words.
        version: version in the environment ids, that of the class.
        place: sort key in lists, lower first.

    Raises:
        ValueError: the id is invalid.
    """

    id: str
    source: str | Callable[..., Game]
    title: str = ""
    version: int = 0
    place: int = 100

    def __post_init__(self) -> None:
        if not _ID.fullmatch(self.id):
            raise ValueError(f"a game cannot have the id {self.id!r}: it begins with a small letter; small letters, digits and '_' follow")
        if not self.title:
            object.__setattr__(self, "title", self.id.replace("_", " ").title())

    @property
    def module(self) -> str:
        """Name of the module with ``env`` and ``raw_env``, below ``zombicide_env``."""
        return f"{self.id}_v{self.version}"

    @property
    def pettingzoo_id(self) -> str:
        return f"zombicide/{self.id}-v{self.version}"

    @property
    def gymnasium_id(self) -> str:
        return f"zombicide/{re.sub('[^A-Za-z0-9]', '', self.title)}-v{self.version}"

    def load(self) -> Callable[..., Game]:
        """Return the class.  Raises GameMissing if it is not found."""
        if not isinstance(self.source, str):
            return self.source
        try:
            found: Callable[..., Game] = imported(self.source)
        except (ImportError, AttributeError) as error:
            raise GameMissing(f"game {self.id!r} is said to be {self.source}, but {error}") from error
        return found

    def form(self) -> Form:
        """Return the options that users choose: those of the class, or the arguments of a function."""
        from ..core.form import plain_form

        of = self.load()
        own: Callable[[], Form] | None = getattr(of, "form", None)
        return plain_form(of) if own is None else own()

    def quests(self) -> list[str]:
        """Return the names of the quests; [] for a game without quests."""
        return [str(quest) for quest in self.form().choices("quest")]

    def options(self) -> list[str]:
        """Return the names of the game's options."""
        return list(inspect.signature(self.load()).parameters)

    def __call__(self, **options: Any) -> Game:
        """Create the game with these options.  Raises UnknownOption for an unknown option, ValueError for an invalid value.

        A value of the wrong type (2.5 players) raises UnfitOption, which is also a TypeError.
        """
        from ..core.game import UnknownOption
        from ..core.options import fitted

        of, known = self.load(), self.options()
        for name in options:
            if name not in known:
                raise UnknownOption.of(self.id, name, known)
        game = of(**fitted(options, of))
        if game.id != self.id:  # replays, saves and checkpoints name the game by its own id
            raise ValueError(f"the game {self.id!r} ({self.source}) calls itself {game.id!r}; write id = {self.id!r} into its class")
        return game


def outside() -> Iterator[GameEntry]:
    """Return the games of other distributions and of the environment variable.

    Raises:
        ValueError: the variable is malformed.
    """
    for point in entry_points(group=GROUP):
        yield GameEntry(point.name, point.value)
    for text in filter(None, os.environ.get(VARIABLE, "").split(",")):
        name, _, source = text.strip().partition("=")
        if ":" not in source:
            raise ValueError(f"{VARIABLE}={text}: it looks like id=module:Class or id=file.py:Class, separated by commas")
        yield GameEntry(name, source)
