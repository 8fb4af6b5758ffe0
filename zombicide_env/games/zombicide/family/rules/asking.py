"""Decisions that several chapters push, each with the words of its frame; the chapter that handles the answer has the row."""

from __future__ import annotations

from zombicide_env.core.agenda import push
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers import decisions as ASK
from .team import common_decider


@jit
def ask_action(s: Record, i: int) -> None:
    """Ask survivor ``i`` for an action."""
    push(s, ASK.TURN, i)


@jit
def ask_hit(s: Record, i: int, z: int) -> None:
    """Ask survivor ``i`` which zombie the next hit at target zone ``z`` kills."""
    push(s, ASK.HIT, i, z)


@jit
def ask_replace(s: Record, i: int, z: int) -> None:
    """Ask survivor ``i`` how many dice to roll at target zone ``z``."""
    push(s, ASK.REPLACE, i, z)


@jit
def ask_wound(w: Record, s: Record, kind: int) -> None:
    """Ask the team whom the next zombie of the kind wounds."""
    push(s, ASK.WOUND, common_decider(w, s), kind)


@jit
def ask_cancel(s: Record, j: int) -> None:
    """Ask survivor ``j`` which cards to discard for wounds."""
    push(s, ASK.CANCEL, j)


@jit
def ask_path(s: Record, i: int, zone: int, kind: int, picks: int, necromancer: int) -> None:
    """Ask survivor ``i`` which ways ``picks`` miniatures of the kind take from the zone; ``necromancer``: index of the Necromancer."""
    push(s, ASK.PATH, i, zone, kind, picks, 0, necromancer)
