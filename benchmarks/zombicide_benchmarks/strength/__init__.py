"""How strong an agent is, by a protocol that is the same for everybody: ``zombicide benchmark strength``.

``protocol`` says what is played, ``play`` plays it, ``result`` is the JSON that comes of it, ``page`` shows results beside each other.
"""
