"""Policies and values that were trained with zombicide-env, in ``policies`` and ``values``: data, which ``zombicide_agents`` reads."""
