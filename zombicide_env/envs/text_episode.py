"""A game in text for one reader: a language model that decides for all survivors, or for one side against opponents."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ..core.batch import MOST_STEPS
from ..core.game import DRAWN, LOST, ONGOING, OUTCOMES, TRUNCATED, WON, NotationError
from ..core.history import LONGEST, since
from ..core.numbers import flag, whole
from ..games.model_answers import written_action

__all__ = ["ASK", "TextEpisode"]

ASK: Final = "Answer with one action on the last line: Action: <the action, in the words of the game>"
_NOBODYS: Final = (OUTCOMES[TRUNCATED], OUTCOMES[DRAWN])


class TextEpisode:
    """A game of ``TeamEnv`` or ``VersusEnv`` with texts as observations and a model's answers as actions.

    A text contains the events since the last one, the position, the decision and the legal actions. Answers are parsed by
    ``games.model_answers.written_action``. An answer that names no legal action is returned with the reason; after ``patience`` of
    them in a row a random legal action is played instead.

    Args:
        env: the environment, made with ``events=True``.
        primer: whether the first text begins with a summary of the rules.
        legal: whether texts list the legal actions; without them a model has to know the notation, or learn it from the error texts.
        patience: number of consecutive answers without a legal action that are allowed.
        longest: maximum number of lines about past events in a text; 0: only how many there were.

    Attributes:
        done: whether the game is over, or has not begun.
        reward: reward of the last answer, as the environment returns it; ``total``: sum over the game so far.
        info: info of the last step of the environment.
        turns: answers so far; ``wrong`` of them named no legal action, and ``replaced`` moves were played at random.
    """

    def __init__(self, env: Any, *, primer: bool = True, legal: bool = True, patience: int = 3, longest: int = LONGEST) -> None:
        self._env = env
        self._primer, self._legal = flag("primer", primer), flag("legal", legal)
        self._patience, self._longest = whole("patience", patience, 1, MOST_STEPS), whole("longest", longest, 0, MOST_STEPS)
        self.done = True
        self.info: dict[str, Any] = {}
        self._begin(None)

    def _begin(self, seed: int | None) -> None:
        self._random = np.random.default_rng(seed)
        self.reward = self.total = 0.0
        self.turns = self.wrong = self.replaced = self._in_a_row = 0

    @property
    def game(self) -> Any:
        """The game: rules, codecs, notation."""
        return self._env.game

    @property
    def legal_texts(self) -> list[str]:
        """Legal actions in notation; empty after the end."""
        return [] if self.done else list(self._env.legal_texts())

    @property
    def progress(self) -> float:
        """Progress of the model's side towards winning, 0 to 1; 1 only if it has won."""
        return float(self.game.progress(self._env.record)[0, self.game.type.seats[self.info.get("side", 0)][0]])

    @property
    def outcome(self) -> str:
        """Outcome for the model's side: "won", "lost", "truncated" or "drawn"; "ongoing" before the end."""
        if not self.done:
            return OUTCOMES[ONGOING]
        told, won = str(self.info["outcome"]), self.info.get("won")  # the outcome is from the view of the first side
        return told if won is None or told in _NOBODYS else OUTCOMES[WON if won else LOST]

    def reset(self, seed: int | None = None) -> str:
        """Start the game of ``seed`` and return the first text."""
        self._begin(seed)
        _, self.info = self._env.reset(seed=seed)
        self.done = False
        primer = self.game.explanation("game", "primer") if self._primer else ""
        return "\n\n".join(filter(None, [primer, self._position()]))

    def step(self, answer: str) -> str:
        """Play the action of an answer and return the next text, which after the end reports the outcome.

        Raises:
            RuntimeError: the game is over or has not begun.
        """
        if self.done:
            raise RuntimeError("there is nothing to answer: the game is over or has not begun; call reset()")
        self.turns += 1
        self.reward = 0.0
        note = ""
        try:
            action = int(self._env.parse(written_action(answer)))
        except NotationError as error:
            self.wrong += 1
            self._in_a_row += 1
            if self._in_a_row < self._patience:
                return f"{error}\n{ASK}"
            self.replaced += 1
            action = int(self._random.choice(np.flatnonzero(self._env.action_masks())))
            note = f"In place of your answer, which named no legal action, this was played: {self._env.notation(action)}"
        self._in_a_row = 0
        _, self.reward, terminated, truncated, self.info = self._env.step(action)
        self.total += self.reward
        self.done = terminated or truncated
        return "\n\n".join(filter(None, [note, self._ending() if self.done else self._position()]))

    def _position(self) -> str:
        record = self._env.record
        prompt = self.game.prompt(record, self.game.agents[self.info["seat"]], self._legal)
        return "\n\n".join(filter(None, [self._since(), prompt, ASK]))

    def _ending(self) -> str:
        detail = f" ({self.info['outcome_detail']})" if self.info["outcome_detail"] else ""
        return "\n\n".join(filter(None, [self._since(), f"The game has ended for you: {self.outcome}{detail}."]))

    def _since(self) -> str:
        kinds = self.game.event_codec
        detail = {kind.name for kind in kinds.kinds if kind.detail}
        return since([event["text"] for event in self.info.get("events", ()) if event["kind"] not in detail], self._longest)
