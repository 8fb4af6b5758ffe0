"""How strong an agent is, by one protocol for all: ``zombicide benchmark strength``.

``protocol`` says what is played, ``play`` plays it, ``result`` is the JSON that comes of it, ``page`` compares results.
"""
