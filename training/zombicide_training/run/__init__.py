"""Training runs: options, folders, and the phases of a run up to the final evaluation."""
