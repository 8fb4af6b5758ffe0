"""What is said of a position and of its actions."""
