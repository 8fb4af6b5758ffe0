"""Scenes played on a random position; each function returns the number of decisions compared."""

from __future__ import annotations

from collections import Counter
from random import Random

from tests.games.zombicide.black_plague.oracle.deal import (
    deal_building,
    deal_fight,
    deal_horde,
    deal_round,
    deal_sight,
    deal_spawn,
    deal_turn,
)
from tests.games.zombicide.oracle.actions import carry_out
from tests.games.zombicide.oracle.asking import Play
from tests.games.zombicide.oracle.birth import open_door, spawn_step
from tests.games.zombicide.oracle.fight import VERB, Attack, texts
from tests.games.zombicide.oracle.horde import Activation, ritual
from tests.games.zombicide.oracle.lockstep import Lockstep
from tests.games.zombicide.oracle.rounds import Rounds
from tests.games.zombicide.oracle.table import Table
from tests.games.zombicide.oracle.turn import Things, Turn


def _nothing() -> Play[None]:
    return
    yield


def _legal(pair: Lockstep[Table], *verbs: str) -> set[str]:
    return {text for text in pair.position.legal_texts() if text.split()[0] in verbs}


def _zombies_phase(table: Table, step: str) -> Play[None]:
    table.phase, table.turn = "zombies", None
    if step != "spawn_step":
        yield from Activation(table, table.zombies).play()
    if step != "activation_step":
        yield from spawn_step(table)
    if step == "zombies_phase" and table.cabal:
        ritual(table)


def sight(seed: int) -> int:
    """Zones that can be shot at with a near and a far weapon, from everywhere on the board."""
    rng = Random(seed)
    pair = Lockstep(deal_sight(rng), rng, Table.read)
    shots = 0
    for watcher in pair.table.survivors:
        if pair.position.decider() != watcher.name or _legal(pair, "activate"):
            pair.position.play(f"activate {watcher.name}")
        wanted = texts(pair.table, watcher)
        pair.same(sorted(_legal(pair, *VERB.values())), sorted(wanted), f"shots of {watcher.name}")
        shots += len(wanted)
        pair.position.play("end")
    return shots


def horde(seed: int) -> int:
    """Loud! or Taunt in the Players' Phase, then the activation step, twice."""
    rng = Random(seed)
    pair = Lockstep(deal_horde(rng), rng, Table.read)
    table = pair.table
    actor = table.survivor(table.turn or "")
    if actor.has("loud") and rng.random() < 0.7:
        assert actor.zone is not None
        table.loud = (actor.zone, actor)
        actor.rotten = False
        pair.act("use loud", _nothing())
    if actor.has("taunt"):
        assert actor.zone is not None
        zones = [zone for zone in table.board.zones if table.zombies_in(zone) and table.board.sight(actor.zone, zone) is not None]
        wanted = {f"use taunt {zone}" for zone in zones}
        pair.same(sorted(text for text in _legal(pair, "use") if "taunt" in text), sorted(wanted), "taunts")
        if zones:
            zone = rng.choice(zones)
            pair.act(f"use taunt {zone}", Activation(table, table.zombies_in(zone), actor).play())
    for _ in range(2):
        if not pair.over:
            step = rng.choice(("zombies_phase", "activation_step"))  # there are no cards to spawn from
            pair.run(step, _zombies_phase(table, step))
    return pair.questions


def spawn(seed: int) -> int:
    """The spawn step or the whole Zombies' Phase, twice."""
    rng = Random(seed)
    pair = Lockstep(deal_spawn(rng), rng, Table.read)
    for _ in range(2):
        if not pair.over:
            step = rng.choice(("spawn_step", "zombies_phase"))
            pair.run(step, _zombies_phase(pair.table, step))
    return pair.questions


def building(seed: int) -> int:
    """Open doors with bare hands, one after the other."""
    rng = Random(seed)
    pair = Lockstep(deal_building(rng), rng, Table.read)
    table = pair.table
    actor = table.survivor(table.turn or "")
    for number in range(3):
        if pair.over or not actor.in_play:
            break
        here = actor.zone or ""
        borders = {zone: table.board.border(here, zone) for zone in table.board.zones}
        wanted = [f"open {zone}" for zone, border in borders.items() if border.kind == "door" and not border.open and not border.locked]
        pair.same(sorted(_legal(pair, "open")), sorted(wanted), "doors")
        if not wanted:
            break
        text = rng.choice(wanted)
        if number:
            actor.actions -= 1  # the first one is Break-in's additional action (BP-22.32)
        pair.act(text, open_door(table, here, text.removeprefix("open ")))
    return pair.questions


def fight(seed: int) -> int:
    """Three random combat actions in a row."""
    rng = Random(seed)
    pair = Lockstep(deal_fight(rng), rng, Table.read)
    table = pair.table
    actor = table.survivor(table.turn or "")
    for _ in range(3):
        wanted = texts(table, actor)
        pair.same(sorted(_legal(pair, *VERB.values())), sorted(wanted), "attacks")
        if not wanted:
            break
        text = rng.choice(sorted(wanted))
        pair.act(text, Attack(table, actor, text).play())
        if pair.over:
            break
    return pair.questions


def turn(seed: int) -> int:
    """A whole turn, text by text, to its end."""
    rng = Random(seed)
    document = deal_turn(rng)
    pair = Lockstep(document, rng, Table.read)
    own = pair.table.now = Turn(pair.table, Things.read(document), pair.table.survivor(pair.table.turn or ""))
    for _ in range(15):
        if pair.over:
            break
        going = own.goes_on()
        pair.same(_in_turn(pair, own.by.name), going, "the turn goes on")
        if not going:
            break
        wanted = own.texts()
        pair.same(sorted(pair.position.legal_texts()), sorted(wanted), "the texts of the turn")
        text = rng.choice(sorted(wanted - {"end"}) or ["end"]) if rng.random() < 0.97 else "end"
        verbs = sorted({one.split()[0] for one in wanted if one != "end"})
        if text != "end" and verbs:  # every verb equally often
            verb = rng.choice(verbs)
            text = rng.choice(sorted(one for one in wanted if one.split()[0] == verb))
        pair.questions += 1
        pair.act(text, carry_out(own, text))
        if text == "end":
            break
        if not pair.over:
            pair.same(_things(pair), _things_of(own), "what lies about")
    return pair.questions


def _in_turn(pair: Lockstep[Table], name: str) -> bool:
    return pair.position.decider() == name and "end" in pair.position.legal_texts() and bool(pair.position.state["current"][0] >= 0)


def _things(pair: Lockstep[Table]) -> dict[str, object]:
    told = pair.position.describe()
    return {
        "objectives": {zone: colour for zone, colour in told["objectives"].items() if colour},
        "tokens": {zone: census["dragon_bile"] for zone, census in told["tokens"].items() if census},
        "doors": told["doors"],
        "searched": told["survivors"][pair.table.turn]["searched"],
    }


def _things_of(own: Turn) -> dict[str, object]:
    board = own.table.board
    doors = {}
    for pair, border in board.borders.items():
        if border.kind == "door":
            name = "-".join(sorted(pair, key=board.index))
            doors[name] = "open" if border.open else "locked" if border.locked else "closed"
    return {
        "objectives": own.things.objectives,
        "tokens": dict(Counter(own.things.bile)),
        "doors": doors,
        "searched": own.searched,
    }


def rounds(seed: int) -> int:
    """Two whole rounds."""
    rng = Random(seed)
    return Rounds(deal_round(rng), rng).play(2)
