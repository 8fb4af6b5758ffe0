"""``llm``: a language model behind any server with OpenAI's chat completions API, including one on the same machine."""

from __future__ import annotations

from .agent import LlmAgent

__all__ = ["LlmAgent"]
