"""White Death: ramparts, the Defiler, Guards, cauldrons.  What is not in this folder is the family's."""

from pathlib import Path

__path__ = [*__path__, str(Path(__file__).parents[1] / "family")]
