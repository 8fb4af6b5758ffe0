"""Training of a value, the chance of winning: ``zombicide train --recipe value``.

``tables`` draws games, ``positions`` plays them and keeps positions with what came of them, ``fit`` learns from these, ``judge`` says how
good a value is, ``run`` is the run.
"""
