"""The rule-based player of Z-Game, compiled.

``odds``   what a squad may hope for, from the printed tables
``march``  what it is worth to stand somewhere, and who goes where
``camp``   cards, food and medicine
``greedy`` the answer to every decision
``records`` what each consideration counts for
"""
