"""What a policy was trained on, and how a game differs from that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from zombicide_env.ladder import RUNGS

from .checkpoint_folder import Header, find, read_header
from .external.origin import noted
from .registry import look_up
from .residual import fingerprint

__all__ = ["BEFORE", "JUDGEMENT", "Difference", "known", "remarks", "unlike"]

#: Options that only change rewards, the maximum length of games, or the allowed teams, and not the positions.
_NOTHING: Final = ("reward", "max_rounds", "at_max_rounds", "first_player", "deal", "allow_small_team")
#: Options whose values are listed in the configuration of a training run.
_LISTS: Final = ("quest", "survivors", "decisions")
_SHOWN: Final = 12  # maximum number of training values that are reported

#: Agents whose policy is a file, with an optional file next to it that records the training game.
FILES: Final = ("sb3", "torch", "onnx")

BEFORE: Final = "before"
"""Header key of the training options of earlier runs: ``known`` of the checkpoint that the run started from."""

JUDGEMENT: Final = "base_judgement"
"""Header key of the ``fingerprint`` of the base of a residual policy."""

Difference = tuple[str, Any, list[Any]]
"""Name of an option, or ``rules_revision``; its value in the game; its values in training."""


def unlike(header: Header, game: Any) -> list[Difference]:
    """Return the options of a game that a policy has not met in training, the rules revision first; [] if it has met them all.

    The comparison uses the training options in the checkpoint's header: quest or board, team size, rule switches.  Positions are not
    compared: a rare position on a known board is not detected.
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
    """Return a warning for each spec of a policy trained with another rules revision, or over a base whose scores have changed.

    Such a policy plays, but may play worse.

    Raises:
        AgentError: a spec is malformed, or names no checkpoint.
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
    """Return the header with the training options of a spec's policy, or None if there is none."""
    entry, parsed = look_up(spec)
    if entry.name == "checkpoint" and parsed.argument:
        return read_header(find(parsed.argument))
    file = parsed.options.get("weights") or parsed.argument
    return noted(file) if entry.name in FILES and file else None


def known(header: Header) -> dict[str, list[Any]]:
    """Return option -> its values in training, in the run that produced the policy and in earlier runs."""
    config, before = (_mapping(header.training.get(name)) for name in ("config", BEFORE))
    met = {}
    for name, value in header.options.items():
        if name in _NOTHING:
            continue
        values = (_of_rungs(config, name) or _list(config.get(name))) if name in _LISTS else []
        met[name] = list(dict.fromkeys(_plain(name, each) for each in [*(values or [value]), *_list(before.get(name))]))
    return met


def _of_rungs(config: Mapping[str, Any], name: str) -> list[Any]:
    """Return the values of an option in the curriculum rungs of a run."""
    rungs = [RUNGS[rung] for rung in _list(config.get("ladder")) if rung in RUNGS]
    return [rung.options[name] for rung in rungs if name in rung.options]


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _plain(name: str, value: Any) -> Any:
    """Return a value in comparable form: a team as its size, any generated quest as "generated"."""
    if name == "survivors" and isinstance(value, list | tuple):
        return len(value)
    if isinstance(value, str) and value.startswith("generated:"):
        return "generated"
    return str(value) if isinstance(value, list | tuple | Mapping) else value
