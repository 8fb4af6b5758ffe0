"""A toy game whose seats have secrets: every walker has a word that only its own seat may read."""

from __future__ import annotations

from typing import Any

from tests.envs.toy import Toy
from zombicide_env.core.scene import Fact, Panel, Rect, Scene, Text


def word(agent: str) -> str:
    """The secret of an agent."""
    return f"secret-word-of-{agent[::-1]}"


class Secretive(Toy):
    """The toy game with secrets, see the module docstring; pushes are secret, too."""

    id = "secretive"
    hidden = "seats"

    def scene(self, state: Any) -> Any:
        return self.scene_for(state, None)

    def scene_for(self, state: Any, agents: frozenset[str] | None) -> Any:
        shown = [agent for agent in self.agents if agents is None or agent in agents]
        items = [Rect(0, 0, 200, 40, "#336699"), *(Text(4, 14 + 12 * i, word(agent), 10, "#ffffff") for i, agent in enumerate(shown))]
        panels = tuple(Panel(agent, rows=(Fact("word", word(agent) if agent in shown else "?"),)) for agent in self.agents)
        return Scene(200, 40, tuple(items), "Secretive", (Fact("Progress", str(int(state["progress"][0]))),), panels=panels)

    def text_for(self, text: str, agent: str, agents: frozenset[str] | None, before: Any) -> str:
        return text if agents is None or agent in agents or not text.startswith("push") else "push"
