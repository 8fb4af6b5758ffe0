"""What stays the same for a whole game, built from its options."""
