"""``python -m zombicide_env COMMAND``: the command line for systems where the script is not on the path."""

import sys

from .cli import main

sys.exit(main())
