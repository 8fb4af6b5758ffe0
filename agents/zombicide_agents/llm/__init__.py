"""``llm``: a language model behind any server that speaks the protocol of OpenAI's chat completions, one on the same machine included."""

from __future__ import annotations

from .agent import LlmAgent

__all__ = ["LlmAgent"]
