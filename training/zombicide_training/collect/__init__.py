"""How games are played for training, with which players, and what is kept of them: decisions, results, datasets."""
