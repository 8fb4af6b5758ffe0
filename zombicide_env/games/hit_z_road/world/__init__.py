"""The constants of a game, built from its options."""
