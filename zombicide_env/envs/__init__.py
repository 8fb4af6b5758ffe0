"""Environments: PettingZoo (``aec``), Gymnasium (``gym``, ``vector``) and their registration, for any game of the suite.

Nothing is imported here, so that registering the ids stays cheap; import the module that you need.
"""
