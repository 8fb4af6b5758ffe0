"""Rule-based player of Z-Game, compiled.

``odds``   chances of a squad, from the printed tables
``march``  worth of places, and movement of groups
``camp``   cards, food and medicine
``greedy`` the answer to every decision
``records`` weights of the scores
"""
