"""Asking a server of the protocol of OpenAI's chat completions, and what may come back instead of an answer."""

from __future__ import annotations

import asyncio
import json
import os
import threading
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, TypeVar

from zombicide_env.core.words import one_line

from ..base import AgentError

__all__ = ["Answer", "NoAnswer", "Server", "wait_for"]

R = TypeVar("R")
Message = Mapping[str, str]

_KEY: Final = "OPENAI_API_KEY"
_URL: Final = "OPENAI_BASE_URL"
_OPENAI: Final = "https://api.openai.com/v1"
_SHOWN: Final = 300  # letters of an answer that an error quotes
_REFUSED: Final = (400, 422)  # what servers say of a parameter that they do not take

#: Parameter -> the one that takes its place where a server refuses it, None: it is left out.
_INSTEAD: Final[Mapping[str, str | None]] = {
    "max_tokens": "max_completion_tokens",
    "max_completion_tokens": None,
    "temperature": None,
    "response_format": None,
}


@dataclass(frozen=True)
class Answer:
    """What a model has written: ``text``; ``cut``: it was too long and has no end; ``asked`` and ``answered``: tokens."""

    text: str
    cut: bool
    asked: int
    answered: int


class NoAnswer(Exception):
    """The model has not answered, and asking again would not help."""

    def __init__(self, reason: str) -> None:
        super().__init__(one_line(reason))


class Server:
    """A model behind a server.  It can be pickled; what it has learned of the server is included.

    Args:
        model: name of the model, as the server knows it.
        url: address up to ``/v1``; "" for that of OPENAI_BASE_URL.
        tokens: the longest answer.
        temperature: of the model's own choice.
        parallel: requests at the same time.
        structured: ask for answers of a form in which only legal actions can be written.

    Attributes:
        address: of the server.
        answered: the model has answered at least once.
    """

    def __init__(self, model: str, url: str, tokens: int, temperature: float, parallel: int, structured: bool = False) -> None:
        _client_library()
        self.model, self.answered = model, False
        self.address = (url or os.environ.get(_URL, "") or _OPENAI).rstrip("/")
        self._parameters: dict[str, Any] = {"max_tokens": tokens, "temperature": temperature}
        if structured:
            self._parameters["response_format"] = {}  # it depends on the question
        self._parallel = parallel
        self._client: Any = None
        self._places: asyncio.Semaphore | None = None

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_client": None, "_places": None}  # they belong to the process

    @property
    def places(self) -> asyncio.Semaphore:
        """Of those who may ask at the same time."""
        self._places = self._places or asyncio.Semaphore(self._parallel)
        return self._places

    async def ask(self, messages: Sequence[Message], actions: Sequence[str] = ()) -> Answer:
        """The model's answer, one of ``actions`` if they are given and the server can enforce it.

        A request that fails in passing is repeated; the caller limits the total time.

        Raises:
            NoAnswer: the server cannot be reached, refuses, or answers with something that is not an answer of a model.
        """
        from openai import APIConnectionError, APIStatusError, OpenAIError

        while True:
            given = dict(self._parameters)
            if given.pop("response_format", None) is not None and actions:
                given["response_format"] = _form(actions)
            try:
                reply = await self._connected().chat.completions.with_raw_response.create(model=self.model, messages=messages, **given)
            except APIStatusError as error:
                if error.status_code in _REFUSED and self._leave_out(given, error):
                    continue
                raise NoAnswer(f"{self.who} refuses with status {error.status_code}: {_said(error.response.text)}") from error
            except APIConnectionError as error:
                raise NoAnswer(f"{self.who} cannot be reached: {error.__cause__ or error}") from error
            except OpenAIError as error:
                raise NoAnswer(f"{self.who} did not answer: {type(error).__name__}: {error}") from error
            answer = self._read(reply.text, messages)
            self.answered = True
            return answer

    @property
    def who(self) -> str:
        """Model and address, for errors."""
        return f"the server of {self.model} at {self.address}"

    def _connected(self) -> Any:
        """The client of this process; a server on the same machine asks for no key, the client does."""
        if self._client is None:
            from openai import AsyncOpenAI

            self._client = AsyncOpenAI(base_url=self.address, api_key=os.environ.get(_KEY) or "none", timeout=None, max_retries=2)
        return self._client

    def _leave_out(self, given: Mapping[str, Any], error: Any) -> bool:
        """Remember which of the given parameters the server does not take; False: it complains of something else."""
        said = getattr(error, "param", None) or error.response.text
        refused = [name for name in given if name in _INSTEAD and name in said]
        for name in refused:
            value, instead = self._parameters.pop(name, None), _INSTEAD[name]
            if instead is not None and value is not None:
                self._parameters[instead] = value
        return bool(refused)

    def _read(self, text: str, messages: Sequence[Message]) -> Answer:
        """The answer in the text of a response of status 200."""
        try:
            reply = json.loads(text)
            choice = reply["choices"][0]
            message = choice["message"]
            content = message.get("content") or message.get("refusal") or ""
            if isinstance(content, list):  # parts, of which some are text
                content = "".join(part["text"] for part in content if part.get("type", "text") in ("text", "output_text"))
            if not isinstance(content, str):
                raise TypeError(content)
            usage = reply.get("usage") or {}
            asked, answered = usage.get("prompt_tokens"), usage.get("completion_tokens")
            cut = choice.get("finish_reason") == "length"
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise NoAnswer(f"{self.who} answers with something other than a chat completion: {_said(text)}") from error
        if not isinstance(asked, int) or not isinstance(answered, int):  # a server that does not count: a budget still has to end
            asked, answered = _estimate(*(message["content"] for message in messages)), _estimate(content)
        return Answer(content, cut, asked, answered)


def _form(actions: Sequence[str]) -> dict[str, Any]:
    """A schema for answers: thoughts first, then one of the actions."""
    properties = {"thoughts": {"type": "string"}, "action": {"type": "string", "enum": list(actions)}}
    schema = {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    return {"type": "json_schema", "json_schema": {"name": "move", "strict": True, "schema": schema}}


def _said(text: str) -> str:
    """What a server has said, for an error: the message of an error of the protocol, or the beginning of anything else."""
    try:
        found = json.loads(text)["error"]
        text = found["message"] if isinstance(found, dict) else found
    except (ValueError, LookupError, TypeError):
        pass  # not an error of the protocol: the text itself is quoted
    return repr(one_line(text, _SHOWN)) if text else "nothing"


def _estimate(*texts: str) -> int:
    """About how many tokens there are in some texts, too many sooner than too few."""
    return sum(len(text.encode()) // 3 + 1 for text in texts)


def _client_library() -> None:
    try:
        import openai  # noqa: F401 - whether it is there
    except ModuleNotFoundError as error:
        raise AgentError("llm needs the client library: pip install 'zombicide-env[llm]'") from error


# ---- one loop for all requests of the process -------------------------------------------------------------------


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """A loop in a thread of its own: callers may be in a loop already (notebooks, servers), or in any number of threads."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="zombicide-llm", daemon=True).start()
    return loop


def wait_for(work: Coroutine[Any, Any, R]) -> R:
    """The result of a coroutine; one that is waited for no more, because of Ctrl+C, is canceled."""
    future = asyncio.run_coroutine_threadsafe(work, _loop())
    try:
        return future.result()
    except BaseException:
        future.cancel()
        raise
