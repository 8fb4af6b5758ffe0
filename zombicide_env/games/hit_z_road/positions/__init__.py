"""Positions as text: read, set up, written."""
