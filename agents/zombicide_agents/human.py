"""``human``: a person at the terminal, typing actions in the game's notation.

> list            the legal actions, by kind           > move e        an action
> list shoot      those that contain a word            > 12            action number 12 of the list
> board           the board and the team               > help, help shoot, quit
> back            while cards are rearranged: take the last word back
"""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Callable
from typing import IO, Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.layout import copy_records
from zombicide_env.core.scene import Scene
from zombicide_env.core.words import one_line, whole_number

from .base import Agent, AgentError, AgentQuit, legal_actions

HELP: Final = """\
Write an action as the list shows it, or its number. Other words:
  list [word]   the legal actions, all or those that contain the word
  board         the board and the team
  back          while cards are rearranged: take the last word back; nothing is played before another word than moving cards
  help [word]   this text, or what the word means: an action, a card, a skill, a token
  quit          leave the game
The Tab key completes. Enter alone shows the list again. The beginning of an action will do if only one begins so."""

_WORDS: Final = ("back", "board", "help", "list", "quit")
_BACK: Final = -1  # the answer that takes back the last word
_MANY: Final = 12  # longer groups of actions are counted, not listed, unless requested


class HumanAgent(Agent):
    """Asks a person at the terminal.  Streams and the board renderer can be replaced, for tests and other front ends."""

    name = "human"
    reads_state = True
    reads_observation: ClassVar[bool] = False

    def __init__(
        self,
        game: Any,
        *,
        input: IO[str] | None = None,  # noqa: A002 - the stream's usual name
        output: IO[str] | None = None,
        paint: Callable[[Any, NDArray[Any]], str] | None = None,
    ) -> None:
        """``paint(game, state)`` returns the text for ``board``; default: the game's scene as text, in color on a terminal."""
        if game is None:
            raise AgentError("human plays by the game's notation: pass the game, agents.make('human', game)")
        self._game = game
        self._in, self._out = input, output
        self.color = output is None and sys.stdout.isatty() and "NO_COLOR" not in os.environ
        self._paint = paint or self._painted
        self._shown: tuple[int, str] | None = None  # round and figure for which the board was last shown
        self._said: list[int] = []  # confirmed steps of a rearrangement that are still to be played

    # ---- the conversation --------------------------------------------------------------------------------------
    def act(self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None) -> int:
        if state is None:
            raise AgentError("human needs the state to name the actions: call act(observation, mask, game, state)")
        game = self._game if game is None else game
        if self._said and mask[self._said[0]]:
            return self._said.pop(0)
        tried: list[tuple[NDArray[Any], int]] = []  # card moves, with the state before each; they are played together
        while True:
            action = self._asked(game, state, mask)
            if action == _BACK and not tried:
                self._say("There is nothing to take back: only cards that have been moved since the last other word.")
                continue
            if action == _BACK:
                state, _ = tried.pop()
            elif (now := game.rearrangement(state)) is not None and action in now.steps:
                tried.append((state, action))
                state = copy_records(game.tried(state, action)[1])
            else:
                first, *self._said = [*(step for _, step in tried), action]
                return first
            mask = game.mask(state)

    def reset(self, seed: int | None = None) -> None:
        """Drop actions that were typed but not yet played."""
        self._said = []

    def _asked(self, game: Any, state: NDArray[Any], mask: NDArray[Any]) -> int:
        """Return the action that the person types, or ``_BACK``."""
        actions = legal_actions(mask, self.name)
        texts = [game.notation(state, int(a)) for a in actions]
        self._announce(game, state, mask)
        self._show(texts, "")
        completer = _Completer([*texts, *_WORDS], self._in)
        with completer:
            while True:
                found = self._answer(game, state, actions, texts)
                if found is not None:
                    return found

    def _answer(self, game: Any, state: NDArray[Any], actions: NDArray[np.intp], texts: list[str]) -> int | None:
        line = " ".join(self._read().split())
        word, _, rest = line.partition(" ")
        if line in ("", "list") or (word == "list" and rest):
            self._show(texts, rest, every=word == "list")
        elif word in ("help", "?"):
            self._say(_meaning(game, rest) if rest else HELP)
        elif line == "back":
            return _BACK
        elif line == "board":
            self._say(self._paint(game, state))
        elif line in ("quit", "exit game"):
            raise AgentQuit("the player has left the game")
        elif line.isdecimal():
            number = whole_number(line, 1, len(texts))
            if number is not None:
                return int(actions[number - 1])
            self._say(f"There is no action number {one_line(line, 20)}; the list has 1 to {len(texts)}.")
        else:
            begun = [number for number, text in enumerate(texts) if text.startswith(line)]
            if len(begun) == 1:
                return int(actions[begun[0]])
            try:
                return int(game.parse(state, line))
            except ValueError as error:
                self._say(str(error))
        return None

    def _announce(self, game: Any, state: NDArray[Any], mask: NDArray[Any]) -> None:
        """Print the board when a new round or another figure's turn has begun, then the deciding figure."""
        active = next((panel for panel in _scene(game, state).panels if panel.active), None)
        now = (int(state["round"][0]), "" if active is None else active.title)
        if now != self._shown:
            head = f"\n=== Round {now[0]} ===" if self._shown is None or self._shown[0] != now[0] else ""
            self._shown = now
            self._say(f"{head}\n{self._paint(game, state)}")
        if active is not None:
            meters = [f"{meter.label.lower()} {meter.value}/{meter.maximum}" for meter in active.meters]
            self._say(f"\n{active.title} ({', '.join([*(badge.text for badge in active.badges), *meters])})")
        else:
            self._say(f"\n{game.decider(state)} decides.")

    def _show(self, texts: list[str], word: str, every: bool = False) -> None:
        """Print the actions, grouped by first word and numbered for selection; large groups are only counted unless ``every`` is set."""
        groups: dict[str, list[str]] = {}
        for i, text in enumerate(texts):
            if word.lower() in text.lower():
                groups.setdefault(text.partition(" ")[0], []).append(f"{i + 1:>3} {text}")
        if not groups:
            self._say(f"No legal action contains {word!r}.")
        for verb, entries in groups.items():
            if len(entries) > _MANY and len(groups) > 1 and not every:
                self._say(f"    {verb} ... ({len(entries)} actions: list {verb})")
            else:
                self._say(_columns(entries))

    def _painted(self, game: Any, state: NDArray[Any]) -> str:
        from zombicide_env.render.ansi import fitted

        return fitted(_scene(game, state), self.color)

    # ---- streams -----------------------------------------------------------------------------------------------
    def _say(self, text: str) -> None:
        out = self._out or sys.stdout
        out.write(text + "\n")
        out.flush()

    def _read(self) -> str:
        if self._in is None and self._out is None:
            try:
                line = input("> ")
                if not sys.stdin.isatty():
                    self._say(line)  # echo piped input, which no terminal has shown
                return line
            except EOFError as error:
                raise AgentQuit("the input has ended") from error
        (self._out or sys.stdout).write("> ")
        (self._out or sys.stdout).flush()
        line = (self._in or sys.stdin).readline()
        if not line:
            raise AgentQuit("the input has ended")
        return line


class _Completer:
    """Tab completion of the legal actions during a prompt; does nothing without readline or a terminal."""

    def __init__(self, words: list[str], stream: IO[str] | None) -> None:
        self.words = sorted(words)
        self.readline: Any = None
        self.before: Any = None
        if stream is None and sys.stdin.isatty():
            try:
                import readline
            except ImportError:
                return
            self.readline = readline

    def __enter__(self) -> _Completer:
        if self.readline is not None:
            self.before = self.readline.get_completer()
            self.readline.set_completer_delims("")
            self.readline.set_completer(self.complete)
            self.readline.parse_and_bind("tab: complete")
        return self

    def __exit__(self, *_: object) -> None:
        if self.readline is not None:
            self.readline.set_completer(self.before)

    def complete(self, text: str, number: int) -> str | None:
        """Return the ``number``-th word that begins with ``text`` (readline completer)."""
        found = [word for word in self.words if word.startswith(text.lstrip())]
        return found[number] if number < len(found) else None


def _scene(game: Any, state: NDArray[Any]) -> Scene:
    """Return the scene as the deciding seat may see it."""
    scene: Scene = game.scene_for(state, frozenset({game.decider(state)}))
    return scene


def _columns(entries: list[str]) -> str:
    """Return the entries wrapped to the width of the terminal, without breaking an entry."""
    width = shutil.get_terminal_size((100, 24)).columns
    joined = "   ".join(entry.replace(" ", "\0") for entry in entries)
    return "\n".join(textwrap.wrap(joined, max(40, width), break_on_hyphens=False)).replace("\0", " ")


def _meaning(game: Any, word: str) -> str:
    """Return an explanation of a word: actions whose notation begins with it, and cards, skills or tokens of that name."""
    found = [block for block in game.action_codec.blocks if word in block.text.split()[0].split("|") or word == block.name]
    told = [f"  {block.text:<28} {block.doc}" for block in found]
    told += textwrap.wrap(game.explain(word), 100, initial_indent="  ", subsequent_indent="    ")
    return "\n".join(told) or f"There is no action, card, skill or token {word!r}."
