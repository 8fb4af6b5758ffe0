"""A test set of true gaps between actions: ``zombicide benchmark gaps``.

A single decision moves the chance of winning by a few points, while the result of one game is all or nothing: hundreds of games say little
about an estimator.  The set holds positions whose candidates were each played to the end a thousand times in common worlds.  Whatever
scores actions or values positions is compared with that in seconds.

``tables`` lists what is measured, ``positions`` stores it, ``measure`` makes it, ``score`` compares an agent or a value with it,
``clairvoyant`` bounds what is possible from below with a search that knows cards and dice.
"""
