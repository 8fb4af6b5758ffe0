"""Base class of run configurations: JSON in the folder of a run, options that may change on resume, ranges of options."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, ClassVar, Self

from zombicide_agents.network_config import NetworkConfig
from zombicide_env.core.game import UnfitOption
from zombicide_env.core.options import fitted
from zombicide_training.collect.checks import ConfigError

__all__ = ["StoredConfig"]


@dataclass
class StoredConfig:
    """The configuration of a run, which is stored in its folder and used again by ``resume``."""

    #: Options that may change when a run is resumed.
    MAY_CHANGE: ClassVar[tuple[str, ...]] = ()
    #: Options that do not affect what is learned; checkpoint headers omit them.
    NOT_RECORDED: ClassVar[tuple[str, ...]] = ("out", "progress")

    game: str = ""
    """id of the game"""
    out: Path = Path("runs/train")
    """folder of the run"""
    resume: bool = False
    """continue the run in that folder, with its options"""
    network: NetworkConfig = field(default_factory=NetworkConfig)
    """architecture of the network"""

    # ---- checks ----------------------------------------------------------------------------------------------
    def check(self) -> None:
        """Raise ConfigError if an option is invalid; the message names the option, the reason and valid values."""
        try:
            fitted(vars(self), type(self))
        except UnfitOption as error:
            raise ConfigError(str(error)) from error
        if Path(self.out).exists() and not Path(self.out).is_dir():
            raise ConfigError(f"out={self.out} is a file; name a folder")

    def need_at_least(self, least: Mapping[str, float]) -> None:
        """Raise ConfigError if an option is below its minimum or NaN; None is allowed."""
        for name, value in least.items():
            if getattr(self, name) is not None and not getattr(self, name) >= value:
                raise ConfigError(f"{name}={getattr(self, name)}: at least {value} is needed")

    def need_shares(self, names: Iterable[str], of: str = "a share") -> None:
        """Raise ConfigError if one of these options is not in [0, 1]."""
        for name in names:
            if not 0 <= getattr(self, name) <= 1:
                raise ConfigError(f"{name}={getattr(self, name)}: {of} from 0 to 1")

    def need_above_zero(self, names: Iterable[str], may_be_none: Iterable[str] = ()) -> None:
        """Raise ConfigError if one of these options is not a finite number above 0; those in ``may_be_none`` may also be None."""
        for name in names:
            value, none = getattr(self, name), name in may_be_none
            if not (none and value is None) and not 0 < value < math.inf:
                raise ConfigError(f"{name}={value}: give a number above 0{', or leave it out' if none else ''}")

    def refuse_unread(self, names: Iterable[str], reader: str) -> None:
        """Raise ConfigError if one of these options, which ``reader`` does not read, is given."""
        usual = {each.name: each.default for each in fields(self)}
        if given := [name for name in names if getattr(self, name) != usual[name]]:
            raise ConfigError(f"{reader} does not read these options: leave out {', '.join(given)}")

    # ---- resuming --------------------------------------------------------------------------------------------
    def going_on(self, stored: Self, usual: Self | None = None) -> Self:
        """Return the configuration for resuming the run of ``stored``: its own, with the options that may change from this one.

        Args:
            stored: configuration of the run.
            usual: values that count as not given; default: the defaults of the class.

        Raises:
            ConfigError: this one changes an option that may not change.
        """
        usual = type(self)() if usual is None else usual
        fixed = [f.name for f in fields(self) if f.name not in ("resume", "out", *self.MAY_CHANGE)]
        asked = {name: getattr(self, name) for name in fixed if getattr(self, name) not in (getattr(usual, name), getattr(stored, name))}
        if asked:
            given = ", ".join(f"{name}={value} (the run has {getattr(stored, name)})" for name, value in asked.items())
            raise ConfigError(
                f"{given}: this cannot change when a run is resumed; leave it out, or begin another run (--out). "
                f"What may change: {', '.join(self.MAY_CHANGE)}"
            )
        return replace(stored, resume=True, out=self.out, **{name: getattr(self, name) for name in self.MAY_CHANGE})

    # ---- JSON ------------------------------------------------------------------------------------------------
    def dump(self) -> str:
        """Return the configuration as JSON."""
        data = asdict(self)
        data["out"] = str(self.out)
        del data["resume"]  # applies to a session, not to the run
        return json.dumps(data, indent=2) + "\n"

    def record(self) -> dict[str, Any]:
        """Return the options for a checkpoint header: those that affect the result of the run."""
        data: dict[str, Any] = json.loads(self.dump())
        return {name: value for name, value in data.items() if name not in self.NOT_RECORDED}

    @classmethod
    def load(cls, text: str) -> Self:
        """Create a configuration from JSON written by ``dump``.

        Raises:
            ConfigError: unknown or malformed entries.
        """
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ConfigError(f"the configuration is not JSON: {error}") from error
        if not isinstance(data, dict) or not isinstance(data.get("out"), str) or not isinstance(data.get("network"), dict):
            raise ConfigError("the configuration is damaged: it has no 'out' and 'network'")
        unknown = sorted(set(data) - {f.name for f in fields(cls)})
        if unknown:
            raise ConfigError(f"the configuration has unknown entries: {', '.join(unknown)}; was it written by another version?")
        data = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
        data["out"] = Path(data["out"])
        data["network"] = NetworkConfig.load(data["network"])
        return cls(**data)
