"""Policies and value networks trained with zombicide-env, in ``policies`` and ``values``: data files read by ``zombicide_agents``."""
