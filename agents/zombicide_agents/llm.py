"""``llm``: a language model behind any server that speaks the protocol of OpenAI's chat completions, one's own machine included.

The model reads the rules in short, the position as its seat may know it and the legal actions (``game.prompt``), and answers with one of
them.  An answer that names none is sent back with the reason; after ``tries`` answers, or when the server fails or a limit is reached, a
random legal action is played and counted.  Every move can be written to a transcript, one JSON object a line.
"""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.game import NotationError
from zombicide_env.games.model_answers import written_action

from .base import Agent, AgentError, legal_actions

__all__ = ["LlmAgent"]

ASK: Final = "Think briefly. Then write your choice on a line of its own, exactly as it is listed: Action: <one of the legal actions>"
_KEY: Final = "OPENAI_API_KEY"


class LlmAgent(Agent):
    """Asks a language model for every decision of its seat."""

    name = "llm"
    reads_state = True
    reads_observation: ClassVar[bool] = False

    def __init__(
        self,
        game: Any,
        *,
        model: str = "",
        url: str = "",
        tries: int = 3,
        seconds: float = 60.0,
        tokens: int = 1024,
        budget: int | None = None,
        temperature: float = 0.0,
        transcript: str = "",
        seed: int | None = None,
    ) -> None:
        """See the module.

        Args:
            game: the game to be played.
            model: name of the model, as the server knows it.
            url: address of the server, ``http://127.0.0.1:8080/v1``; default: that of the environment variable OPENAI_BASE_URL.  The key is
                read from OPENAI_API_KEY; servers of one's own need none.
            tries: answers without a legal action until one is drawn at random.
            seconds: the longest that one request may take, its repetitions included.
            tokens: the longest answer, in tokens.
            budget: tokens (asked and answered) after which the model is asked no more; None: no limit.
            temperature: of the model's own choice.
            transcript: file to which every decision is appended.
            seed: of the actions drawn at random.
        """
        if game is None:
            raise AgentError("llm plays by the game's notation: pass the game, agents.make('llm:model=...', game)")
        if not model:
            raise AgentError("llm needs the name of a model: llm:model=NAME,url=http://127.0.0.1:8080/v1")
        for name, value in (("tries", tries), ("seconds", seconds), ("tokens", tokens)):
            if not value > 0:
                raise AgentError(f"llm: {name}={value} is not positive")
        self._game, self._model = game, model
        self._tries, self._tokens, self._budget, self._temperature = tries, tokens, budget, temperature
        self._client = _client(url, seconds)
        self._transcript = Path(transcript) if transcript else None
        self.counts = {"decisions": 0, "requests": 0, "failed": 0, "corrected": 0, "replaced": 0, "tokens_in": 0, "tokens_out": 0}
        """What has happened so far; ``corrected``: legal after an illegal answer, ``replaced``: drawn at random, ``failed``: requests."""
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        self._rng = np.random.default_rng(seed)

    def act(self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None) -> int:
        if state is None:
            raise AgentError("llm needs the state to say the position: call act(observation, mask, game, state)")
        game = self._game if game is None else game
        actions = legal_actions(mask, self.name)
        self.counts["decisions"] += 1
        messages = [
            {"role": "system", "content": f"{game.explanation('game', 'primer')}\n\n{ASK}".strip()},
            {"role": "user", "content": game.prompt(state, game.decider(state))},
        ]
        began, reason = time.monotonic(), ""
        action = self._forced(actions)
        for attempt in range(self._tries if action is None else 0):
            answer, reason = self._ask(messages)
            if answer is None:
                break
            try:
                action = int(game.parse(state, written_action(answer)))
            except NotationError as error:
                reason = str(error)
                messages += [{"role": "assistant", "content": answer}, {"role": "user", "content": f"{reason}\n{ASK}"}]
                continue
            self.counts["corrected"] += attempt > 0
            break
        replaced = action is None
        if action is None:
            self.counts["replaced"] += 1
            action = int(self._rng.choice(actions))
        self._write(messages, game.notation(state, action), replaced, reason if replaced else "", time.monotonic() - began)
        return action

    def _forced(self, actions: NDArray[np.intp]) -> int | None:
        """The only legal action: nobody has to be asked."""
        return int(actions[0]) if len(actions) == 1 else None

    def _ask(self, messages: list[dict[str, str]]) -> tuple[str | None, str]:
        """The model's answer, or None and why there is none."""
        counts = self.counts
        if self._budget is not None and counts["tokens_in"] + counts["tokens_out"] >= self._budget:
            return None, f"the budget of {self._budget:,} tokens is spent"
        from openai import OpenAIError

        counts["requests"] += 1
        try:
            found = self._client.chat.completions.create(
                model=self._model, messages=messages, max_tokens=self._tokens, temperature=self._temperature
            )
        except OpenAIError as error:
            counts["failed"] += 1
            return None, f"the server of the model did not answer: {type(error).__name__}: {error}"
        if found.usage is not None:
            counts["tokens_in"] += found.usage.prompt_tokens
            counts["tokens_out"] += found.usage.completion_tokens
        return (found.choices[0].message.content or "" if found.choices else ""), ""

    def _write(self, messages: list[dict[str, str]], action: str, replaced: bool, reason: str, seconds: float) -> None:
        if self._transcript is None:
            return
        line = {"model": self._model, "messages": messages, "action": action, "replaced": replaced, "reason": reason}
        try:
            with self._transcript.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line | {"seconds": round(seconds, 3), "counts": self.counts}, ensure_ascii=False) + "\n")
        except OSError as error:
            raise AgentError(f"llm: the transcript {self._transcript} cannot be written: {error.strerror or error}") from error


def _client(url: str, seconds: float) -> Any:
    try:
        from openai import OpenAI
    except ModuleNotFoundError as error:
        raise AgentError("llm needs the client library: pip install 'zombicide-env[llm]'") from error
    # a server of one's own asks for no key, the client does
    return OpenAI(base_url=url or None, api_key=os.environ.get(_KEY, "none"), timeout=seconds, max_retries=2)
