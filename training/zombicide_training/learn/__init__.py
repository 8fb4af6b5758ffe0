"""What is learned, and how: weights of rule-based players, policies and values."""
