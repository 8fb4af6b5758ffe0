"""Oracle and engine in lockstep: the same decisions, the same answers, the same final state."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from random import Random
from typing import Any, Generic, TypeVar

import yaml

from tests.games.zombicide.oracle.asking import Asking, GameOver, Play, Undefined
from zombicide_env.conformance.positions import builder

T = TypeVar("T", bound=Asking)

#: Verbs of a survivor's own turn; every other text answers a decision.
TURN_VERBS = (
    *("activate", "move", "search", "open", "close", "melee", "shoot", "cast", "enchant", "take", "reorganise", "trade"),
    *("reload", "bile", "torch", "noise", "consume", "drop", "use", "end"),
    *("dragonfire", "quest", "ladder", "cauldron", "tip", "guards", "twice", "ready"),  # White Death's
    *("board", "leave", "seat", "start", "drive", "pour", "ignite", "place_bomb", "craft", "stow", "unstow", "exit"),  # Apocalypse's
)


def engine(document: Mapping[str, Any]) -> Any:
    """The engine's position of a document."""
    return builder(document["game"])(document)


class Lockstep(Generic[T]):
    """One position, played by both; ``read`` makes the oracle's table from it."""

    def __init__(self, document: Mapping[str, Any], rng: Random, read: Callable[[Mapping[str, Any]], T]) -> None:
        self.document = document
        self.rng = rng
        self.position: Any = engine(document)
        self.table = read(document)
        self.steps: list[Any] = []
        self.questions = 0
        self.over = False  # the game, or its description

    # ---- playing

    def act(self, text: str, play: Play[None]) -> None:
        """The survivor in turn executes the text; ``play`` is the oracle's procedure for it."""
        self.steps.append({self.position.decider(): text})
        self.position.play(text)
        self.follow(play)

    def run(self, step: str, play: Play[None]) -> None:
        """A ``run:`` step of the engine; ``play`` is the oracle's procedure for it."""
        self.steps.append({"run": step})
        self.position.run(step)
        self.follow(play)

    def follow(self, play: Play[None]) -> None:
        """Run the oracle's procedure, decision by decision, to its end."""
        try:
            question = next(play)
            while True:
                self.questions += 1
                self.same_answers(question.texts)
                self.same(self.position.decider(), question.who, "who decides")
                if question.rest:
                    self._compare_tables()
                text = self.choose_deed(question.texts) if question.rest else self.choose(question.texts)
                self.steps.append({question.who: text})
                self.position.play(text)
                question = play.send(text)
        except StopIteration:
            pass  # the oracle has finished its procedure
        except GameOver:
            self.over = True
        except Undefined:
            self.over = True
            return
        self.compare()

    def same_answers(self, texts: Collection[str]) -> None:
        """Check that the engine offers exactly these texts."""
        self.same(sorted(self.engine_texts()), sorted(texts), "the answers")

    def choose(self, texts: Collection[str]) -> str:
        """A random answer; rearrangements terminate."""
        closing = sorted(text for text in texts if text.split()[0] in ("done", "keep", "discard"))
        if closing and self.rng.random() < 0.3:
            return self.rng.choice(closing)
        return self.rng.choice(sorted(texts))

    def choose_deed(self, texts: Collection[str]) -> str:
        """A random action, every verb equally often."""
        verb = self.rng.choice(sorted({text.split()[0] for text in texts}))
        if verb in ("end", "drop") and self.rng.random() < 0.7:
            return self.choose_deed(texts) if len(texts) > 1 else "end"
        return self.rng.choice(sorted(text for text in texts if text.split()[0] == verb))

    def engine_texts(self) -> list[str]:
        texts: list[str] = self.position.legal_texts() if self.position.decider() is not None else []
        return texts

    # ---- comparing

    def compare(self) -> None:
        """Compare the states when both are at rest."""
        if not self.over:
            open_texts = [text for text in self.engine_texts() if text.split()[0] not in TURN_VERBS]
            self.same(open_texts, [], "decisions that the oracle does not know")
        self._compare_tables()

    def _compare_tables(self) -> None:
        found = self.table.found(self.position)
        for key, value in self.table.told().items():
            if key in self.document["survivors"]:
                self.same({part: found[key][part] for part in value}, value, key)
            else:
                self.same(found[key], value, key)

    def same(self, found: Any, wanted: Any, what: str) -> None:
        """Fail with a vector that shows the difference."""
        if found != wanted:
            vector = yaml.safe_dump({**self.document, "play": self.steps}, sort_keys=False, default_flow_style=None, width=140)
            raise AssertionError(f"{what}: {_difference(found, wanted)}\n{vector}")


def _difference(found: Any, wanted: Any) -> str:
    """The differences between the two, as text."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        keys = [key for key in {**found, **wanted} if found.get(key) != wanted.get(key)]
        found, wanted = ({key: one.get(key) for key in keys} for one in (found, wanted))
    elif isinstance(found, list) and isinstance(wanted, list) and sorted(map(str, found)) != sorted(map(str, wanted)):
        found, wanted = [one for one in found if one not in wanted], [one for one in wanted if one not in found]
    return f"the rules say {wanted!r}, the engine says {found!r}"
