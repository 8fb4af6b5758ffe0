"""Client of servers with OpenAI's chat completions API, and handling of their errors."""

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
from zombicide_env.extras import not_installed

from ..base import AgentError

__all__ = ["Answer", "NoAnswer", "Server", "wait_for"]

R = TypeVar("R")
Message = Mapping[str, str]

_KEY: Final = "OPENAI_API_KEY"
_URL: Final = "OPENAI_BASE_URL"
_OPENAI: Final = "https://api.openai.com/v1"
_SHOWN: Final = 300  # characters of a response that an error message quotes
_REFUSED: Final = (400, 422)  # status codes for unsupported parameters

#: Parameter -> its replacement if a server refuses it; None: it is omitted.
_INSTEAD: Final[Mapping[str, str | None]] = {
    "max_tokens": "max_completion_tokens",
    "max_completion_tokens": None,
    "temperature": None,
    "response_format": None,
}


@dataclass(frozen=True)
class Answer:
    """Reply of a model, ``text``.  ``cut``: it was truncated at the length limit; ``asked``, ``answered``: tokens of prompt and reply."""

    text: str
    cut: bool
    asked: int
    answered: int


class NoAnswer(Exception):
    """The model did not answer, and asking again would not help."""

    def __init__(self, reason: str) -> None:
        super().__init__(one_line(reason))


class Server:
    """A model behind a server.  It can be pickled, with the parameters found to be supported by the server.

    Args:
        model: name of the model on the server.
        url: address up to ``/v1``; "": use OPENAI_BASE_URL.
        tokens: maximum length of a reply, in tokens.
        temperature: sampling temperature of the model.
        parallel: maximum number of concurrent requests.
        structured: request replies that can only contain legal actions.

    Attributes:
        address: address of the server.
        answered: whether the model has answered at least once.

    Raises:
        AgentError: neither ``url`` nor OPENAI_BASE_URL names a server.
    """

    def __init__(self, model: str, url: str, tokens: int, temperature: float, parallel: int, structured: bool = False) -> None:
        _client_library()
        self.model, self.answered = model, False
        self.address = (url or os.environ.get(_URL, "")).rstrip("/")
        if not self.address:  # a default would send games, and bills, to somebody else's machine unasked
            remedy = f"write url=http://127.0.0.1:8080/v1 or set {_URL}; url={_OPENAI} asks OpenAI's server, which charges for it"
            raise AgentError(f"llm:model={one_line(model, 80)} names no server: {remedy}")
        self._parameters: dict[str, Any] = {"max_tokens": tokens, "temperature": temperature}
        if structured:
            self._parameters["response_format"] = {}  # filled in for each request
        self._parallel = parallel
        self._connected: tuple[asyncio.AbstractEventLoop, Any, asyncio.Semaphore] | None = None

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_connected": None}  # not shared between processes

    @property
    def places(self) -> asyncio.Semaphore:
        """Semaphore that limits concurrent requests."""
        return self._here()[1]

    async def ask(self, messages: Sequence[Message], actions: Sequence[str] = ()) -> Answer:
        """Return the model's reply, restricted to ``actions`` if they are given and the server can enforce it.

        Requests that fail temporarily are repeated; the caller limits the total time.

        Raises:
            NoAnswer: the server cannot be reached, refuses, or returns something other than a chat completion.
        """
        from openai import APIConnectionError, APIStatusError, OpenAIError

        while True:
            given = dict(self._parameters)
            if given.pop("response_format", None) is not None and actions:
                given["response_format"] = _form(actions)
            try:
                reply = await self._here()[0].chat.completions.with_raw_response.create(model=self.model, messages=messages, **given)
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
        """Model and address, for error messages."""
        return f"the server of {self.model} at {self.address}"

    def _here(self) -> tuple[Any, asyncio.Semaphore]:
        """Return the client and the semaphore of the running event loop; the client requires a key even where a local server does not."""
        loop = asyncio.get_running_loop()
        if self._connected is None or self._connected[0] is not loop:  # a forked process has a loop of its own
            from openai import AsyncOpenAI

            client = AsyncOpenAI(base_url=self.address, api_key=os.environ.get(_KEY) or "none", timeout=None, max_retries=2)
            self._connected = loop, client, asyncio.Semaphore(self._parallel)
        return self._connected[1:]

    def _leave_out(self, given: Mapping[str, Any], error: Any) -> bool:
        """Replace or drop the parameters that the server refuses; return False if it refuses for another reason."""
        said = getattr(error, "param", None) or error.response.text
        refused = [name for name in given if name in _INSTEAD and name in said]
        for name in refused:
            value, instead = self._parameters.pop(name, None), _INSTEAD[name]
            if instead is not None and value is not None:
                self._parameters[instead] = value
        return bool(refused)

    def _read(self, text: str, messages: Sequence[Message]) -> Answer:
        """Parse the reply from a response with status 200."""
        try:
            reply = json.loads(text)
            choice = reply["choices"][0]
            message = choice["message"]
            content = message.get("content") or message.get("refusal") or ""
            if isinstance(content, list):  # a list of parts, some of them text
                content = "".join(part["text"] for part in content if part.get("type", "text") in ("text", "output_text"))
            if not isinstance(content, str):
                raise TypeError(content)
            usage = reply.get("usage") or {}
            asked, answered = usage.get("prompt_tokens"), usage.get("completion_tokens")
            cut = choice.get("finish_reason") == "length"
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise NoAnswer(f"{self.who} answers with something other than a chat completion: {_said(text)}") from error
        if not isinstance(asked, int) or not isinstance(answered, int):  # the server does not count: a budget still has to end
            asked, answered = _estimate(*(message["content"] for message in messages)), _estimate(content)
        return Answer(content, cut, asked, answered)


def _form(actions: Sequence[str]) -> dict[str, Any]:
    """Return the response schema: thoughts first, then one of the actions."""
    properties = {"thoughts": {"type": "string"}, "action": {"type": "string", "enum": list(actions)}}
    schema = {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    return {"type": "json_schema", "json_schema": {"name": "move", "strict": True, "schema": schema}}


def _said(text: str) -> str:
    """Return what a server said, for error messages: the message of an API error, or the beginning of any other response."""
    try:
        found = json.loads(text)["error"]
        text = found["message"] if isinstance(found, dict) else found
    except (ValueError, LookupError, TypeError):
        pass  # not an API error: quote the text itself
    return repr(one_line(text, _SHOWN)) if text else "nothing"


def _estimate(*texts: str) -> int:
    """Estimate the number of tokens in some texts, rather too high than too low."""
    return sum(len(text.encode()) // 3 + 1 for text in texts)


def _client_library() -> None:
    try:
        import openai  # noqa: F401 - whether it is there
    except ModuleNotFoundError as error:
        raise AgentError(not_installed("openai", "llm")) from error


# ---- one event loop for all requests of the process -------------------------------------------------------------


_starting: Final = threading.Lock()


def _loop() -> asyncio.AbstractEventLoop:
    """Return an event loop in its own thread: callers may already run in a loop (notebooks, servers), or in any number of threads."""
    with _starting:  # two threads that begin together get the same loop
        return _loop_of(os.getpid())


@cache
def _loop_of(_process: int) -> asyncio.AbstractEventLoop:
    """Start the loop of a process: a forked one has no thread of its parent's."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="zombicide-llm", daemon=True).start()
    return loop


def wait_for(work: Coroutine[Any, Any, R]) -> R:
    """Run a coroutine and return its result; cancel it if waiting is interrupted, for example by Ctrl+C."""
    future = asyncio.run_coroutine_threadsafe(work, _loop())
    try:
        return future.result()
    except BaseException:
        future.cancel()
        raise
