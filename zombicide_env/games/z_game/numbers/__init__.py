"""Declarations of the game: codes of actions, tasks and decisions, layouts of state and observation."""
