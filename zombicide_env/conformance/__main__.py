"""Run as ``python -m zombicide_env.conformance [--json] PATH...``."""

from __future__ import annotations

import argparse

from .cli import main

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="zombicide conformance", description="Check conformance vectors.")
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a file of vectors, or a folder of files")
    parser.add_argument("--json", action="store_true", help="one JSON document instead of lines")
    arguments = parser.parse_args()
    raise SystemExit(main(arguments.paths, json=arguments.json))
