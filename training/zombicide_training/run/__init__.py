"""Training runs, from their options to their folder: what happens in which order, until the final evaluation."""
