"""The documentation as a site: what ``zombicide docs --site FOLDER`` gathers for Zensical, which ``make site`` runs.

The pages stay where they are read in the repository; here they get a place in one tree, their links are turned to those places, and what
the code can draw or say is added: pictures of quests, the reference of the public names, and a page for every source file that a page
links to, so that a rule leads from its text to the code that keeps it.
"""

from __future__ import annotations

import os
import posixpath
import re
import shutil
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any, Final

from ..core import files
from ..core.batch import Batch
from ..games import GAMES, OWN
from ..games.zombicide import EDITIONS, edition_module
from ..render.svg import svg
from .games import FOLDER
from .results import ROOT

#: Public names of each page of the API reference.
REFERENCE: Final = {
    "games": ("zombicide_env.make_game", "zombicide_env.register_game", "zombicide_env.core.game", "zombicide_env.core.game_type"),
    "batch": ("zombicide_env.core.batch", "zombicide_env.core.codec", "zombicide_env.core.events"),
    "environments": (
        "zombicide_env.envs.aec",
        "zombicide_env.envs.parallel",
        "zombicide_env.envs.global_state",
        "zombicide_env.envs.gym",
        "zombicide_env.envs.vector",
        "zombicide_env.envs.teammates",
        "zombicide_env.envs.versus",
        "zombicide_env.envs.shared_vector",
        "zombicide_env.envs.teammates_vector",
        "zombicide_env.envs.versus_vector",
        "zombicide_env.envs.players",
        "zombicide_env.envs.text",
        "zombicide_env.adapters.sb3",
        "zombicide_env.adapters.rllib",
        "zombicide_env.adapters.torchrl",
    ),
    "agents": (
        "zombicide_agents.base",
        "zombicide_agents.registry",
        "zombicide_agents.checkpoint",
        "zombicide_agents.external.origin",
        "zombicide_agents.external.sb3",
        "zombicide_agents.external.module",
        "zombicide_agents.external.onnx",
        "zombicide_agents.llm",
    ),
    "training": (
        "zombicide_training.run.config",
        "zombicide_training.run.selfplay_config",
        "zombicide_training.run.trainer",
        "zombicide_training.collect.boards",
        "zombicide_training.evaluation.evaluate",
        "zombicide_training.evaluation.league",
        "zombicide_training.run.tune",
    ),
    "play": ("zombicide_env.play", "zombicide_env.replay", "zombicide_env.render", "zombicide_env.conformance"),
}
#: How a file that is shown as source is highlighted.
LANGUAGES: Final = {".py": "python", ".pyi": "python", ".yaml": "yaml", ".toml": "toml", ".json": "json", ".csv": "text"}
_LINK: Final = re.compile(r"\]\(([^)\s#]+)(#[^)\s]*)?\)")
_FENCE: Final = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
_MOVED: Final = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md", "LICENSE": "licence.md"}


def gather(folder: str | os.PathLike[str]) -> Path:
    """Write the sources of the site into ``folder``, which is emptied before, and return the path of its configuration.

    Raises:
        FileNotFoundError: the package was installed without its repository, which holds the texts.
        FileExistsError: ``folder`` holds something else.
    """
    target = Path(folder)
    if not (ROOT / "README.md").exists():
        raise FileNotFoundError(f"{ROOT} has no README.md: the site is made from a checkout of the repository")
    template = (FOLDER / "zensical.toml").read_text(encoding="utf-8")
    if target.exists() and any(target.iterdir()) and not _is_ours(target / "zensical.toml", template):
        raise FileExistsError(f"{target} holds something else than this site: name another folder")
    shutil.rmtree(target, ignore_errors=True)
    pages = _Pages(target / "docs")
    for path in ("CHANGELOG.md", "CONTRIBUTING.md", *sorted(_repository(FOLDER.rglob("*.md")))):
        pages.add(path)
    pages.follow()
    for name, text in {**dict(_quests(target / "docs")), **dict(_reference())}.items():
        _write(target / "docs" / name, text)
    home = posixpath.relpath(ROOT.as_posix(), target.resolve().as_posix())
    _write(target / "zensical.toml", template.replace("@ROOT@", home))
    return target / "zensical.toml"


def _is_ours(path: Path, template: str) -> bool:
    """Whether a configuration of Zensical is of this site, by its first line; other projects have such files as well."""
    first, _, _ = template.partition("\n")
    return path.is_file() and path.read_text(encoding="utf-8", errors="replace").startswith(first)


class _Pages:
    """Files of the repository on their way into the site; what a page links to follows."""

    def __init__(self, docs: Path) -> None:
        self._docs = docs
        self._known: set[str] = set()
        self._open: list[str] = []

    def add(self, path: str) -> None:
        """Have a file of the repository (``README.md``) become part of the site."""
        if path not in self._known:
            self._known.add(path)
            self._open.append(path)

    def follow(self) -> None:
        """Write all files that were added and what they lead to."""
        while self._open:
            path = self._open.pop()
            source, place = ROOT / path, self._docs / _place(path)
            if source.is_dir():
                _write(place, self._turned(path + "/index.md", _listing(source, path)))
            elif source.suffix == ".md":
                _write(place, self._turned(path, source.read_text(encoding="utf-8")))
            elif source.suffix in LANGUAGES or not source.suffix:
                _write(place, _shown(source, path))
            else:
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, place)

    def _turned(self, path: str, text: str) -> str:
        """A page with its links turned to where their targets lie in the site; code is left alone."""
        parts = _FENCE.split(text)
        return "".join(part if at % 2 else _LINK.sub(lambda link: self._link(path, link), part) for at, part in enumerate(parts))

    def _link(self, path: str, link: re.Match[str]) -> str:
        target, anchor = link[1], link[2] or ""
        if ":" in target:
            return link[0]
        there = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
        if not (ROOT / there).exists():
            raise FileNotFoundError(f"{path} links to {target}, which is not there")
        self.add(there)
        here = _place(path) if path.endswith(".md") and not path.endswith("/index.md") else _place(posixpath.dirname(path))
        return f"]({posixpath.relpath(_place(there), posixpath.dirname(here) or '.')}{anchor})"


def _place(path: str) -> str:
    """Where a file of the repository lies in the site."""
    if path in _MOVED:
        return _MOVED[path]
    pure = PurePosixPath(path)
    inside = pure.is_relative_to(FOLDER.relative_to(ROOT).as_posix())
    place = pure.relative_to(FOLDER.relative_to(ROOT).as_posix()) if inside else PurePosixPath("source") / pure
    if (ROOT / path).is_dir():
        return (place / "index.md").as_posix()
    if pure.suffix == ".md":
        return (place.with_name("index.md") if pure.name == "README.md" else place).as_posix()
    return f"{place}.md" if pure.suffix in LANGUAGES or not pure.suffix else place.as_posix()


def _shown(source: Path, path: str) -> str:
    """A source file as a page."""
    text = source.read_text(encoding="utf-8").rstrip("\n")
    return f"# {source.name}\n\n`{path}`\n\n````{LANGUAGES.get(source.suffix, 'text')}\n{text}\n````\n"


def _listing(folder: Path, path: str) -> str:
    """A folder as a page."""
    rows = "".join(f"- [{one.name}]({one.name})\n" for one in sorted(folder.iterdir()) if one.suffix in {*LANGUAGES, ".md"})
    return f"# {folder.name}\n\n`{path}`\n\n{rows}"


def _quests(docs: Path) -> Iterator[tuple[str, str]]:
    """A page of pictures for each game: its quests, or a table that has been set up."""
    for name in OWN:
        quests = edition_module(name, "world.box").quests() if name in EDITIONS else ()
        pictures = [(one.title, _about(one), one.id, {"quest": one.id}) for one in quests] or [("A table", "As it is set up.", "table", {})]
        text = f"# {GAMES[name].title}: boards\n\nDrawn from the code, as a game begins.\n"
        for title, about, file, options in pictures:
            game = GAMES[name](**options)
            state = Batch(game, 1, seed=0).states
            files_path = docs / "boards" / name / f"{file}.svg"
            files_path.parent.mkdir(parents=True, exist_ok=True)
            files.write(files_path, svg(game.scene(state), panels=False))
            goals = "".join(f"- {goal.text}\n" for goal in game.scene(state).goals)
            text += f"\n## {title}\n\n{about}\n\n{goals}\n![{title}: the board]({name}/{file}.svg)\n"
        yield f"boards/{name}.md", text


def _about(quest: Any) -> str:
    """What stands on the head of a quest's sheet."""
    minutes = f", {quest.minutes} minutes" if quest.minutes else ""
    return f"`{quest.id}`, {quest.difficulty}, {quest.survivors_text} survivors{minutes}."


def _reference() -> Iterator[tuple[str, str]]:
    """The pages of the API reference: Zensical fills them from the docstrings."""
    for name, modules in REFERENCE.items():
        yield f"api/{name}.md", f"# {name.capitalize()}\n\n" + "\n".join(f"::: {module}\n" for module in modules)


def _repository(paths: Iterator[Path]) -> list[str]:
    return [path.relative_to(ROOT).as_posix() for path in paths]


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
