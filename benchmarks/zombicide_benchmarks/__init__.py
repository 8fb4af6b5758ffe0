"""How fast the environments are on this machine: ``zombicide benchmark`` (see ``zombicide_benchmarks.run``)."""
