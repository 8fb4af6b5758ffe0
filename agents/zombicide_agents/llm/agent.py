"""Agent that asks a language model for every decision of its seat.

The model reads a summary of the rules, the events since its last decision, the position as its seat may know it and the legal actions
(``game.prompt``), and replies with one of them.  A reply without a legal action is sent back with the reason; after ``tries`` replies, or
if the server fails or a limit is reached, a random legal action is played and counted.  Every move can be written to a transcript, one
JSON object per line.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import time
import zlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core import files
from zombicide_env.core.game import NotationError
from zombicide_env.core.history import since
from zombicide_env.core.words import one_line
from zombicide_env.games.model_answers import written_action

from ..base import Agent, AgentError, legal_actions
from .budget import Budget
from .server import Answer, NoAnswer, Server, wait_for

__all__ = ["LlmAgent"]

ASK_STRUCTURED: Final = "Think briefly (thoughts), then choose one of the legal actions, exactly as it is listed (action)."
ASK: Final = "Think briefly. Then write your choice on a line of its own, exactly as it is listed: Action: <one of the legal actions>"
CHECK: Final = "Write on a line of its own: Action: ready"


@dataclass
class _Question:
    """One decision, and its progress."""

    game: Any
    state: NDArray[Any]
    actions: NDArray[np.intp]
    messages: list[dict[str, str]]
    form: str
    """Instruction on the form of the reply."""
    action: int | None = None
    wrong: int = 0
    """Number of replies without a legal action."""
    reason: str = ""
    """Why the last reply was rejected, or why there was none."""
    replaced: bool = False
    seconds: float = 0.0

    def send_back(self, answer: str, reason: str) -> None:
        """Send the rejected reply and the reason back to the model."""
        self.wrong += 1
        self.messages += [{"role": "assistant", "content": answer}, {"role": "user", "content": f"{reason}\n{self.form}"}]


class LlmAgent(Agent):
    """Agent that asks a language model for every decision of its seat.

    Attributes:
        counts: ``decisions``; ``requests`` to the server and those that ``failed`` (no reply, or an empty or truncated one); decisions that
            were ``corrected`` (legal after a wrong reply) and ``replaced`` (random); ``tokens_in`` and ``tokens_out``.
    """

    name = "llm"
    reads_state = True
    reads_observation: ClassVar[bool] = False
    reads_history: ClassVar[bool] = True
    marking: ClassVar[tuple[str, ...]] = ("replaced",)

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
        parallel: int = 8,
        structured: bool = False,
        transcript: str = "",
        seed: int | None = None,
    ) -> None:
        """Create the agent; see the module docstring.

        Args:
            game: the game to be played.
            model: name of the model on the server.
            url: address of the server, ``http://127.0.0.1:8080/v1``; default: the environment variable OPENAI_BASE_URL, without which it
                has to be given.  The key is read from OPENAI_API_KEY; a server on the same machine needs none.
            tries: replies without a legal action before a random one is played.
            seconds: time limit for a decision, including repeated requests, wrong replies and slow streaming.
            tokens: maximum length of a reply, in tokens.
            budget: maximum number of tokens (prompts and replies), counted over all runs (``Budget``); None: no limit.
            temperature: sampling temperature of the model.
            parallel: maximum number of concurrent requests.
            structured: request replies that can only contain a legal action (``response_format`` with a JSON schema); if the server refuses
                that, it is asked without.
            transcript: file to which every decision is appended.
            seed: seed of the random actions.
        """
        if game is None:
            raise AgentError("llm plays by the game's notation: pass the game, agents.make('llm:model=...', game)")
        if not model:
            raise AgentError("llm needs the name of a model: llm:model=NAME,url=http://127.0.0.1:8080/v1")
        for name, value in (("tries", tries), ("seconds", seconds), ("tokens", tokens), ("parallel", parallel)):
            if not value > 0:
                raise AgentError(f"llm: {name}={value} is not positive")
        self._game, self._tries, self._seconds = game, tries, seconds
        self._server = Server(model, url, tokens, temperature, parallel, structured)
        self._form = ASK_STRUCTURED if structured else ASK
        self._budget = None if budget is None else Budget(budget, model, self._server.address)
        self._transcript = Path(transcript) if transcript else None
        self.counts = dict.fromkeys(("decisions", "requests", "failed", "corrected", "replaced", "tokens_in", "tokens_out"), 0)
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        self._seed = secrets.randbits(63) if seed is None else seed

    def check(self) -> None:
        """Send the server a short test request, unless it has answered before.

        Raises:
            AgentError: the server cannot be reached or refuses (a wrong key, no such model), or the budget is spent.
        """
        if not self._server.answered:
            wait_for(self._check())

    def act(
        self,
        observation: NDArray[Any] | None,
        mask: NDArray[Any],
        game: Any = None,
        state: NDArray[Any] | None = None,
        *,
        history: Sequence[str] = (),
    ) -> int:
        return int(self.act_batch(None, mask[None], game, state, histories=[history])[0])

    def act_batch(
        self,
        observations: NDArray[Any] | None,
        masks: NDArray[Any],
        game: Any = None,
        states: NDArray[Any] | None = None,
        *,
        histories: Sequence[Sequence[str]] | None = None,
    ) -> NDArray[np.int64]:
        """See ``Agent``.  Requests for all rows are sent concurrently.

        Raises:
            AgentError: the server has never answered and does not now (see ``check``), or the budget cannot be counted.
        """
        if states is None:
            raise AgentError("llm needs the state to say the position: call act(observation, mask, game, state)")
        questions = []
        for i, mask in enumerate(masks):
            of = game[i] if isinstance(game, Sequence) else self._game if game is None else game
            questions.append(self._question(of, mask, states[i : i + 1], () if histories is None else histories[i]))
        wait_for(self._decide_all(questions))
        for question in questions:
            self._write(question)
        return np.array([question.action for question in questions], np.int64)

    def _question(self, game: Any, mask: NDArray[Any], state: NDArray[Any], history: Sequence[str]) -> _Question:
        told = [since(list(history)), game.prompt(state, game.decider(state))]
        messages = [
            {"role": "system", "content": f"{game.explanation('game', 'primer')}\n\n{self._form}".strip()},
            {"role": "user", "content": "\n\n".join(filter(None, told))},
        ]
        actions = legal_actions(mask, self.name)
        return _Question(game, state, actions, messages, self._form, int(actions[0]) if len(actions) == 1 else None)

    # ---- in the event loop of the requests, which is single-threaded: counts need no lock --------------------------------

    async def _check(self) -> None:
        async with self._deadline():
            await self._ask([{"role": "user", "content": CHECK}])

    async def _decide_all(self, questions: Sequence[_Question]) -> None:
        self.counts["decisions"] += len(questions)
        asked = [asyncio.create_task(self._decide(question)) for question in questions if question.action is None]
        try:
            await asyncio.gather(*asked)
        except BaseException:
            for task in asked:
                task.cancel()
            raise

    async def _decide(self, question: _Question) -> None:
        """Ask until there is an action, the tries are used up or the time limit is reached; without an action, sample a random one."""
        async with self._server.places:
            began = time.monotonic()
            try:
                async with self._deadline():
                    while question.action is None and question.wrong < self._tries:
                        await self._answer(question)
            except NoAnswer as error:
                question.reason = str(error)
            question.seconds = time.monotonic() - began
        question.replaced = question.action is None
        if question.action is None:
            chance = np.random.default_rng((self._seed, zlib.crc32(question.state.tobytes())))
            question.action = int(chance.choice(question.actions))
        self.counts["replaced"] += question.replaced
        self.counts["corrected"] += question.wrong > 0 and not question.replaced

    async def _answer(self, question: _Question) -> None:
        """Request one reply and parse its action; raise NoAnswer if asking again would not help."""
        answer = await self._ask(question.messages, question.game.legal_texts(question.state))
        what = f"{self._server.who} has answered with {one_line(answer.text, 300)!r}"
        if answer.cut:
            self.counts["failed"] += 1
            question.reason = f"{what}, cut off after {answer.answered:,} tokens"
            question.send_back(answer.text[-300:].strip() or "...", "Your answer was cut off before its end: write less.")
        elif not answer.text.strip():
            self.counts["failed"] += 1
            question.reason = what
            question.send_back("...", "Your answer was empty.")
        else:
            try:
                question.action = int(question.game.parse(question.state, written_action(answer.text)))
            except NotationError as error:
                question.reason = str(error)
                question.send_back(answer.text, question.reason)

    async def _ask(self, messages: list[dict[str, str]], actions: Sequence[str] = ()) -> Answer:
        """Send a request and update the counts."""
        if self._budget is not None and (spent := self._budget.over()):
            raise self._without_answer(spent)
        self.counts["requests"] += 1
        try:
            answer = await self._server.ask(messages, actions)
        except NoAnswer as error:
            self.counts["failed"] += 1
            raise self._without_answer(str(error)) from error
        self.counts["tokens_in"] += answer.asked
        self.counts["tokens_out"] += answer.answered
        if self._budget is not None:
            self._budget.add(answer.asked + answer.answered)
        return answer

    @contextlib.asynccontextmanager
    async def _deadline(self) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(self._seconds):
                yield
        except TimeoutError as error:
            self.counts["failed"] += 1
            raise self._without_answer(f"{self._server.who} has given no legal action within {self._seconds:g} seconds") from error

    def _without_answer(self, reason: str) -> NoAnswer | AgentError:
        """Return the error for a missing answer: AgentError, which stops the game, if the server has never answered."""
        return NoAnswer(reason) if self._server.answered else AgentError(f"llm: {reason}")

    # ---- transcript -----------------------------------------------------------------------------------------------------

    def _write(self, question: _Question) -> None:
        if self._transcript is None:
            return
        line = {
            "model": self._server.model,
            "messages": question.messages,
            "action": question.game.notation(question.state, question.action),
            "replaced": question.replaced,
            "reason": question.reason if question.replaced else "",
            "seconds": round(question.seconds, 3),
            "counts": self.counts,
        }
        try:
            with self._transcript.open("ab", buffering=0) as file:
                files.append(file, (json.dumps(line, ensure_ascii=False) + "\n").encode())
        except OSError as error:
            raise AgentError(f"llm: the transcript {self._transcript} cannot be written: {error.strerror or error}") from error
