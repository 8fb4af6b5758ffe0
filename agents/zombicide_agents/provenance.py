"""What a policy was trained on, and how a game differs from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from zombicide_env.ladder import RUNGS

from .checkpoint_folder import Header, find, read_header
from .external.origin import noted
from .registry import look_up
from .residual import fingerprint

__all__ = ["BEFORE", "JUDGEMENT", "Difference", "known", "remarks", "unlike"]

#: Options that change what is paid, how long a game may last, or what teams are admitted, and no position.
_NOTHING: Final = ("reward", "max_rounds", "at_max_rounds", "first_player", "deal", "allow_small_team")
#: Options whose values a training run names in a list of its configuration.
_LISTS: Final = ("quest", "survivors", "decisions")
_SHOWN: Final = 12  # values of the training that are told

#: Agents whose policy is a file, beside which may lie on which game it was trained.
FILES: Final = ("sb3", "torch", "onnx")

BEFORE: Final = "before"
"""Where a header says what the policy knew when its run began: ``known`` of the checkpoint that it began with."""

JUDGEMENT: Final = "base_judgement"
"""Where a header of a residual policy keeps the ``fingerprint`` of its base."""

Difference = tuple[str, Any, list[Any]]
"""Name of an option, or ``rules_revision``, its value here, its values in training."""


def unlike(header: Header, game: Any) -> list[Difference]:
    """Options of a game that the policy of a checkpoint has not met in training, [] if it knows them all; first the revision of the rules.

    It is judged by what the checkpoint's header says of its training: quest or board, size of the team, switches of the rules.  The
    positions themselves are not compared: one that is rare on a known board is not found.
    """
    here, met = game.options, known(header)
    found: list[Difference] = []
    if header.rules_revision != game.rules_revision:
        found.append(("rules_revision", int(game.rules_revision), [header.rules_revision]))
    for name in sorted(set(here) & set(met)):
        value = _plain(name, here[name])
        if value not in met[name]:
            found.append((name, value, met[name][:_SHOWN]))
    return found


def remarks(specs: Iterable[str], game: Any) -> list[str]:
    """A line for each spec that names a policy trained by another revision of the rules, or over a base that judges otherwise now.

    It plays, and may play worse.

    Raises:
        AgentError: a spec cannot be read, or leads to no checkpoint.
    """
    lines = []
    for spec in dict.fromkeys(specs):
        header = _header(spec)
        if header and header.game == game.id and header.rules_revision != game.rules_revision:
            lines.append(
                f"{spec} was trained by revision {header.rules_revision} of the rules of {game.id}, this is revision "
                f"{game.rules_revision}: it plays, but has not met what has changed"
            )
        base, judged = (str(header.network.get("lean", "")), header.training.get(JUDGEMENT)) if header else ("", None)
        if header and header.game == game.id and base and judged and fingerprint(base, game.id) not in ("", judged):
            lines.append(
                f"{spec} is a residual policy over {base}, which judges otherwise than when it was trained: it plays, and may play worse; "
                "train it again, or go on from it (--start)"
            )
    return lines


def _header(spec: str) -> Header | None:
    """What is known of the training of a spec's policy, None: nothing, or it names none."""
    entry, parsed = look_up(spec)
    if entry.name == "checkpoint" and parsed.argument:
        return read_header(find(parsed.argument))
    file = parsed.options.get("weights") or parsed.argument
    return noted(file) if entry.name in FILES and file else None


def known(header: Header) -> dict[str, list[Any]]:
    """Option -> its values in training, in the run that made the policy and in those before it."""
    config, before = (_mapping(header.training.get(name)) for name in ("config", BEFORE))
    met = {}
    for name, value in header.options.items():
        if name in _NOTHING:
            continue
        values = (_of_rungs(config, name) or _list(config.get(name))) if name in _LISTS else []
        met[name] = list(dict.fromkeys(_plain(name, each) for each in [*(values or [value]), *_list(before.get(name))]))
    return met


def _of_rungs(config: Mapping[str, Any], name: str) -> list[Any]:
    """What the rungs of the ladder that a run has learned say of an option."""
    rungs = [RUNGS[rung] for rung in _list(config.get("ladder")) if rung in RUNGS]
    return [rung.options[name] for rung in rungs if name in rung.options]


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _plain(name: str, value: Any) -> Any:
    """A value as it is compared: of a team its size, of a quest that was generated that it was."""
    if name == "survivors" and isinstance(value, list | tuple):
        return len(value)
    if isinstance(value, str) and value.startswith("generated:"):
        return "generated"
    return str(value) if isinstance(value, list | tuple | Mapping) else value
