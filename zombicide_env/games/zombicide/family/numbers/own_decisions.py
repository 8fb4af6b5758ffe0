"""Decisions that only one edition asks, from 84 on.  Here there are none."""
