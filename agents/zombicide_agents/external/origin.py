"""Record which game a policy was trained on, in a small JSON file next to the policy's, ``model.zip.game.json``."""

from __future__ import annotations

import glob
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from zombicide_env.core import files

from ..base import AgentError
from ..checkpoint_folder import Header, header_for, header_of
from ..checkpoint_reader import check_layouts

__all__ = ["SUFFIX", "check", "note_game", "noted"]

SUFFIX: Final = ".game.json"
"""Suffix added to the name of a policy's file."""


def note_game(path: str | Path, game: Any) -> Path:
    """Record the training game of a policy next to its file, so that it is checked wherever the policy plays.

    Args:
        path: file of the policy, ``model.zip``.
        game: the training game: ``env.unwrapped.game``, or ``env.get_attr("game")[0]`` of a vector environment.

    Returns:
        The path of the written file: the policy's file name with ``.game.json`` appended.

    Raises:
        AgentError: there is no such file, so that the note would belong to none; ``model.save("model")`` writes ``model.zip``.
        TypeError: ``game`` is not a game.
    """
    if not Path(path).is_file():
        near = sorted(str(one) for one in Path(path).parent.glob(f"{glob.escape(Path(path).name)}.*") if one.is_file())
        hint = f"there is {near[0]}" if near else "save the policy first"
        raise AgentError(f"there is no file {str(path)!r} in {Path.cwd()}, for which a game could be noted; {hint}")
    if not hasattr(game, "action_codec"):
        raise TypeError(f"{game!r} is not a game: pass env.unwrapped.game, or make_game(...)")
    note = _place(path)
    files.write(note, json.dumps(asdict(header_for(game, {}, {}, {})), indent=2, sort_keys=True) + "\n")
    return note


def noted(path: str | Path) -> Header | None:
    """Return what ``note_game`` has written next to a policy's file, or None.

    Raises:
        CheckpointError: the note is damaged.
    """
    note = _place(path)
    return header_of(note) if note.is_file() else None


def check(path: str | Path, game: Any, decisions: str = "") -> Header | None:
    """Raise AgentError if the policy of a file is known not to fit ``game``.

    Args:
        path: file of the policy.
        game: the game to be played.
        decisions: decisions of its training ("full" or "actions"), overriding the note; "": use the note.

    Returns:
        The note next to the file, or None.
    """
    if game is None:
        raise AgentError(f"{path}: pass the game to be played, agents.make('sb3:...', game)")
    header = noted(path)
    if header is not None:
        check_layouts(path, header, game)
    learned = decisions or (header.options.get("decisions") if header else None)
    asked = game.options.get("decisions")
    if learned and asked and learned != asked:
        raise AgentError(
            f"{path} was trained with decisions={learned}, this game asks decisions={asked}: play with --option decisions={learned}, "
            f"or add decisions={asked} to the spec to have the policy asked for what it has not met"
        )
    return header


def _place(path: str | Path) -> Path:
    return Path(f"{path}{SUFFIX}")
