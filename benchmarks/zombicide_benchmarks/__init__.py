"""Benchmarks of speed on this machine and of agents' strength: ``zombicide benchmark`` (``run`` and ``strength``)."""
