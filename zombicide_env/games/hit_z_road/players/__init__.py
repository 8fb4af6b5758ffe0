"""Rule-based player of Hit Z Road, compiled.

``records`` weights, and working memory of the heuristic                   ``odds``    dice: probabilities of results (HZ-17a)
``melee``   expected result of a melee                                     ``battle``  shooting, fleeing and fighting by the odds
``worth``   worth of survivors and resources                               ``routes``  value of a card, a route, choosing first
``greedy``  the answer to every decision
"""
