"""A mock chat completions server that replaces a language model."""

from __future__ import annotations

import contextlib
import json
import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import zombicide_agents as agents
from zombicide_env.envs.aec import RawEnv

__all__ = ["Answer", "Reply", "StandIn", "ask", "completion", "first_listed", "listed", "moment", "refusal"]


@dataclass
class Reply:
    """A complete response, instead of a text of the model; ``drip``: seconds between its first letters."""

    body: Any
    status: int = 200
    drip: float = 0.0

    def send(self, handler: BaseHTTPRequestHandler) -> None:
        text = self.body if isinstance(self.body, str) else json.dumps(self.body)
        data = text.encode()
        handler.send_response(self.status)
        handler.send_header("Content-Type", "text/html" if isinstance(self.body, str) else "application/json")
        handler.send_header("Content-Length", str(len(data)))
        handler.end_headers()
        for n in range(20 if self.drip else 0):
            handler.wfile.write(data[n : n + 1])
            time.sleep(self.drip)
        handler.wfile.write(data[20 if self.drip else 0 :])


def completion(content: Any, finish: str = "stop", **more: Any) -> dict[str, Any]:
    choice = {"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": finish}
    usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
    return {"id": "x", "object": "chat.completion", "created": 0, "model": "m", "usage": usage, "choices": [choice]} | more


def refusal(status: int, message: str, **more: Any) -> Reply:
    return Reply({"error": {"message": message, **more}}, status)


def stream(handler: BaseHTTPRequestHandler, text: str) -> None:
    """Send the answer as server-sent events, in two parts."""
    handler.send_response(200)
    handler.send_header("Content-Type", "text/event-stream")
    handler.end_headers()
    about = {"id": "x", "object": "chat.completion.chunk", "created": 0, "model": "m"}
    ends: list[dict[str, Any]] = [
        {"choices": [{"index": 0, "delta": {"role": "assistant", "content": text}, "finish_reason": None}]},
        {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
        {"choices": [], "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}},
    ]
    for part in ends:
        handler.wfile.write(f"data: {json.dumps(about | part)}\n\n".encode())
    handler.wfile.write(b"data: [DONE]\n\n")


Answer = Callable[[dict[str, Any]], str | Reply]


class StandIn:
    """A chat completions server whose answers come from a function: a text of the model, or a complete response."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.answer: Answer = first_listed
        self.together = 0  # maximum number of simultaneous requests
        self._now, self._lock = 0, threading.Lock()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:  # the method name that the library calls
                outer.serve(self)

            def log_message(self, *args: Any) -> None:
                """Print nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()  # poll often: close() waits for a poll

    def serve(self, handler: BaseHTTPRequestHandler) -> None:
        body = json.loads(handler.rfile.read(int(handler.headers["Content-Length"])))
        with self._lock:
            self.asked.append(body)
            self._now += 1
            self.together = max(self.together, self._now)
        answer = self.answer(body)
        with self._lock:
            self._now -= 1
        with contextlib.suppress(OSError):  # the client no longer waits
            if isinstance(answer, str) and body.get("stream"):
                stream(handler, answer)
            else:
                (answer if isinstance(answer, Reply) else Reply(completion(answer))).send(handler)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def listed(body: dict[str, Any]) -> list[str]:
    """Return the legal actions listed in the prompt."""
    return re.findall(r"^- (.*)$", body["messages"][1]["content"].split("Legal actions:\n")[1], re.MULTILINE)


def first_listed(body: dict[str, Any]) -> str:
    if len(body["messages"]) == 1:
        return "Action: ready"
    return f"It seems best.\nAction: {listed(body)[0]}"


def moment(game: str = "black_plague", **options: Any) -> RawEnv:
    env = RawEnv(game, **options)
    env.reset(seed=1)
    return env


def ask(agent: agents.Agent, env: RawEnv) -> str:
    mask = env.last()[0]["action_mask"]
    return env.notation(agent.act(None, mask, env.game, env.record))
