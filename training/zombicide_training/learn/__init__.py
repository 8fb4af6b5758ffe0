"""Learning algorithms: weights of rule-based players, policies and value networks."""
