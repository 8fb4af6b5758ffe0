"""A game in text, with the API of TextArena: ``reset``, ``get_observation`` -> (player, text), ``step(text)`` -> (done, info)."""

from __future__ import annotations

from typing import Any, Final

from ..core.batch import MOST_STEPS
from ..core.game import NotationError
from ..core.history import LONGEST, REPLACED, History, since
from ..core.numbers import flag, whole
from ..games.model_answers import written_action
from .options import keywords, resolve_game
from .single import ONGOING, Single

__all__ = ["TextGame"]

PATIENCE: Final = 3
"""Consecutive answers without a legal action after which a random one is played for the player."""


class TextGame:
    """One game (or its id with ``options``) for players that read and write text.

    A player is the number of a seat. The first text for a player begins with a summary of the rules (``primer=False`` leaves it out).
    Every text describes the position as the player may know it, the effects of visible cards and skills, the decision, the legal answers,
    and what has happened since the player's last decision, as far as it may know: its own move, those of others and, in games that
    record events, their effects.

    Answers are parsed by ``written_action``. If an answer names no legal action, the player gets the reason and is asked again; after
    ``patience`` such answers in a row a random legal action is played instead (``replaced``), and every player that may know the move sees
    which one it was and why. Without ``legal`` the texts do not list the legal actions; ``longest`` is the maximum number of lines
    about past events (0: only how many there were).

    TextArena: ``env = TextGame("black_plague"); env.reset(); player, text = env.get_observation(); done, info = env.step("[move e]")``.
    """

    def __init__(
        self, game: Any, *, primer: bool = True, patience: int = PATIENCE, legal: bool = True, longest: int = LONGEST, **options: Any
    ) -> None:
        game = resolve_game(game, options, keywords(type(self)))
        whole("patience", patience, 1, MOST_STEPS)
        whole("longest", longest, 0, MOST_STEPS)
        self._one = Single(game, "uint8", "random", record_events=True)
        self._primer, self._patience, self._legal, self._longest = flag("primer", primer), patience, flag("legal", legal), longest
        self._begin()

    def _begin(self) -> None:
        seats = len(self.game.agents)
        self._history = History(self.game)
        self._greeted = [False] * seats
        self._wrong = 0
        self._reason = ""
        self._sums = [0.0] * seats
        self.replaced = [0] * seats

    @property
    def game(self) -> Any:
        """The game: rules, codecs, notation (shared, never changed by playing)."""
        return self._one.game

    @property
    def done(self) -> bool:
        """Whether the game is over, or has not begun."""
        return self._one.decider < 0

    def reset(self, num_players: int | None = None, seed: int | None = None) -> None:
        """Start a new game. ``seed`` determines it and the games that follow; ``num_players``, if given, must be the number of agents."""
        if num_players not in (None, len(self.game.agents)):
            raise ValueError(f"this game has {len(self.game.agents)} players, not {num_players}: make it with options for as many")
        self._begin()
        self._one.reset(seed)

    def get_observation(self) -> tuple[int, str]:
        """Return the seat to move and its text. After the end: the last seat, and the outcome of the game.

        Raises RuntimeError before the first ``reset``.
        """
        one = self._one
        one.check_begun("observe")
        seat = one.seat
        parts = []
        if self._primer and not self._greeted[seat]:
            parts.append(self.game.explanation("game", "primer"))
        parts.append(since(self._history.of(seat), self._longest))
        parts.append(self.game.prompt(one.state, self.game.agents[seat], self._legal))
        if one.decider >= 0:
            parts.append(self._reason or "Answer with one of the legal actions in square brackets, exactly as it is written: [action].")
        else:
            ending = one.ending()
            parts.append(f"The game has ended: {ending['outcome']} {ending['outcome_detail']}".strip() + ".")
        return seat, "\n\n".join(part for part in parts if part)

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Answer for the seat to move.

        Returns:
            Whether the game is over, and a dict: ``seat`` that answered, ``action`` played, in notation ("" if none),
            ``legal`` whether the answer named it, ``reason`` why not, and at the end the contents of ``info`` of the other environments.
        """
        if self.done:
            raise RuntimeError("there is nobody to answer: the game is over or has not begun; call reset()")
        if not isinstance(action, str):
            raise TypeError(f"the answer is {type(action).__name__}; a text is needed, such as '[pass]'")
        one, game = self._one, self.game
        seat, before = one.decider, one.state.copy()
        info: dict[str, Any] = {"seat": seat, "action": "", "legal": True, "reason": ""}
        try:
            index = game.parse(one.state, written_action(action))
        except NotationError as error:
            self._wrong += 1
            info |= {"legal": False, "reason": str(error)}
            self._reason = f"Your answer was not understood: {error}. Answer with one of the legal actions in square brackets."
            if self._wrong < self._patience:
                return False, info
            self.replaced[seat] += 1
            index = -1
        one.step(index)
        info["action"] = game.notation(before, one.played)
        self._wrong, self._reason, self._greeted[seat] = 0, "", True
        self._sums = [total + paid for total, paid in zip(self._sums, one.rewards.tolist(), strict=False)]
        self._history.add(seat, info["action"], before, one.state, one.story, "" if info["legal"] else REPLACED)
        one.story.clear()
        return one.outcome != ONGOING, info | one.ending()

    def close(self) -> tuple[dict[int, float], dict[int, dict[str, Any]]]:
        """Return the return of each seat, and for each seat the figures at the end, its progress and the number of replaced answers."""
        ending = self._one.ending()
        near = self.game.progress(self._one.state)[0].tolist()
        own = {seat: {**ending, "progress": near[seat], "replaced": self.replaced[seat]} for seat in range(len(near))}
        return dict(enumerate(self._sums)), own
