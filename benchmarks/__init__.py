"""How fast the environments are on this machine: ``zombicide benchmark`` (see ``benchmarks.run``)."""
