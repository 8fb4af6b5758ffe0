"""The rule-based player of Hit Z Road, compiled.

``records`` what each consideration counts for, and what is kept in heuristic   ``odds``    dice: what a number of them may show (HZ-17a)
``melee``   what is left after a melee                                     ``battle``  shooting, fleeing and fighting by the odds
``worth``   what survivors and resources are worth                         ``routes``  a card, a route, choosing first
``greedy``  the answer to every decision
"""
