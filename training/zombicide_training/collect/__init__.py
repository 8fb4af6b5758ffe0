"""How games are played for training, and what is kept of them."""
