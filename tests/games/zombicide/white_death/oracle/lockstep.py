"""Oracle and engine in lockstep; actions with one text but several steps in the engine are sampled."""

from __future__ import annotations

from collections.abc import Collection

from tests.games.zombicide.oracle.lockstep import Lockstep
from tests.games.zombicide.white_death.oracle.table import Table

#: Number of Guard orders that are tried at each decision in addition to the legal ones.
PROBES = 3


class WhiteLockstep(Lockstep[Table]):
    """The engine lists only the beginnings of Guard Actions, Lifesaver and spells cast twice."""

    def same_answers(self, texts: Collection[str]) -> None:
        listed = {text for text in self.engine_texts() if text.split()[0] != "ready"}
        packed = {text for text in texts if text.split()[0] in ("cast", "enchant", "twice") and text not in listed}
        self.same(sorted(listed), sorted({beginning(text) for text in texts} - packed), "the answers")
        for text in packed:
            self.same(self.position.is_legal(text), True, f"whether '{text}' is legal")
        said = sorted(text for text in texts if beginning(text) != text)
        if "end" in texts:
            tried = self.rng.sample(said, min(PROBES, len(said))) + [self._order() for _ in range(PROBES)]
            for text in tried:
                self.same(self.position.is_legal(text), text in texts, f"whether '{text}' is legal")

    def _order(self) -> str:
        """Any conceivable Guard Action."""
        zones = self.table.board.zones
        camps = [zone for zone in zones if self.table.guards[zone]] or zones
        who, order = self.rng.choice(camps), self.rng.choice(("move", "melee", "shoot", "cauldron", "tip", "push"))
        number = self.rng.choice(("", "", ":1", ":2", ":3"))
        where = "" if order == "melee" else f" {self.rng.choice([*zones, *self.table.board.touching(who)])}"
        return f"guards {who}{number} {order}{where}"


def beginning(text: str) -> str:
    """The beginning of a text that the engine lists."""
    words = text.split()
    if words[0] == "guards":
        return f"guards {words[1].partition(':')[0]}"
    if words[:2] == ["use", "lifesaver"]:
        return " ".join(words[:3])
    if words[0] == "enchant" and "+" in words[1]:
        return " ".join(["twice", *words[2:]])
    return text
