"""What is learned: weights of rule-based players, networks."""
