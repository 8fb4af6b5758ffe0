"""Texts of positions and actions."""
