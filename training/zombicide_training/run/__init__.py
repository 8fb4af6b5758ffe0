"""Training runs: what happens in which order, from the first game to the final evaluation."""
