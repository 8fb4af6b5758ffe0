"""Training of a value, the chance of winning: ``zombicide train --recipe value``.

``game_setups`` draws games, ``positions`` plays them and keeps positions with what came of them, ``fit`` learns from these,
``metrics`` says how good a value is; ``run.value`` is the run.
"""
