"""Strength of an agent by a common protocol: ``zombicide benchmark strength``.

``protocol`` defines the games, ``play`` plays them, ``result`` is the JSON of the results, ``page`` compares results.
"""
