"""Training of value networks, which estimate the chance of winning: ``zombicide train --recipe value``.

``game_setups`` samples games, ``positions`` plays them and labels positions with the results, ``fit`` learns from these, and ``metrics``
evaluates a value network; ``run.value`` is the training run.
"""
