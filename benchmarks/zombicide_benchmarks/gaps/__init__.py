"""A test set of true action gaps (differences of win rates): ``zombicide benchmark gaps``.

A single decision changes the win probability by a few points, while the result of one game is all or nothing: hundreds of games say little
about an estimator.  The set has positions whose candidate actions were each played to the end a thousand times in common worlds.  Action
scores and position values are compared with that in seconds.

``tables`` lists the games, ``positions`` stores positions, ``measure`` adds them, ``score`` compares an agent or a value with them,
``clairvoyant`` computes a lower bound on the best win rate with a search that knows cards and dice.
"""
