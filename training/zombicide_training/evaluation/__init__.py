"""Evaluation of agents: evaluations, leagues, statistics, charts."""
