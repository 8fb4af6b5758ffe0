"""Positions as text: read, put on the table, written."""
